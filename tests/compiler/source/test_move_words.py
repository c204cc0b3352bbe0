"""Constant texts that are moves, beside boards that are texts."""

from __future__ import annotations

from perfectplay import Game
from perfectplay.compiler.source.move_words import MoveWords, move_words

WAYS = {"up": -1, "down": 1}


class Named(Game):
    moves_given = ("left 10", "right 2")

    def start(self):
        return "@.."

    def moves(self, state):
        """Not this text."""
        yield from WAYS
        yield "pass"
        yield from self.moves_given

    def play(self, state, move):
        return f"{state[:1]} of {move}"

    def outcome(self, state):
        return None


def test_all_texts_of_a_table_with_a_move_are_words_and_so_are_their_parts():
    found = move_words(Named(), {"up", "right 2"}, "@.")
    parts = {"left", "right", "10"}
    assert found == MoveWords(
        frozenset({"up", "down", "pass", "left 10", "right 2"} | parts), unlike=True
    )


def test_a_move_that_no_text_of_the_rules_is_leaves_texts_as_they_are():
    assert move_words(Named(), {"up", "sideways"}, "@.") == MoveWords()


def test_a_text_that_could_stand_in_a_board_is_none():
    assert move_words(Named(), {"up", "down"}, "pu.") == MoveWords()


def test_without_a_table_moves_are_told_apart_where_they_are_given():
    assert move_words(Named(), {"pass"}, "@.") == MoveWords()
