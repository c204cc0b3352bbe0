"""Texts that rules spell: what compiled code cannot write or read, it leaves to the interpreter."""

from __future__ import annotations

import pytest

from perfectplay import Game, PerfectPlayError, Value, solve
from perfectplay.compiler.compare import compare
from perfectplay.compiler.load import compile_rules
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.wider_keys import learnt


class Take(Game):
    """A pile of stones; one, two or three at a time."""

    stones = 9

    def start(self):
        return (self.stones, 0)

    def moves(self, state):
        return [n for n in (1, 2, 3) if n <= state[0]]

    def play(self, state, move):
        return (state[0] - move, self.told(state[0] - move))

    def told(self, left):
        return 0

    def outcome(self, state):
        return Value.LOSS if state[0] == 0 else None


class TwoDigits(Take):
    stones = 12

    def told(self, left):
        return len(f"{left}!")


class Negative(Take):
    def told(self, left):
        return len(str(left - 1) + "!")


class Signed(Take):
    def told(self, left):
        return int("-+"[left % 2] + str(left))


class Spaced(Take):
    def told(self, left):
        return int(f" {left}")


class OtherCharacters(Take):
    """Characters that no state holds and no rule names; a digit that is none of the ten."""

    def told(self, left):
        far = chr(8_000 + left % 2)
        same = far in (chr(8_001), "a") or far == chr(8_001)
        known = chr(ord("a") + left) == "b"
        return 4 * same + 2 * known + bool(far) + ord(far) + int("\u0664" if left else str(left))


class WordsInTexts(Take):
    """A word of several characters, None and "" have no place in a spelled text of one length."""

    def start(self):
        return (self.stones, "red")

    def told(self, left):
        return "red" if len(f"{'red' if left % 2 else 'blue'}!") > 4 else "blue"


def where_it_differs(game):
    compiled = compile_rules(game)
    states = list(solve(game, method="reference").states())
    return compare(compiled, CheckedGame(game), learnt(states, compiled.shape), states)


@pytest.mark.parametrize("game", [TwoDigits(), Negative(), Signed(), Spaced()])
def test_what_is_not_written_or_read_is_left_to_the_interpreter(game):
    with pytest.raises(NotCompilable, match="compiled code fails where Python does not"):
        where_it_differs(game)
    reference = solve(game, method="reference")
    solution = solve(game)
    assert all(solution.probe(state) == reference.probe(state) for state in reference.states())


def test_characters_of_no_state_equal_themselves_alone():
    assert where_it_differs(OtherCharacters()) is None


def test_words_are_no_characters():
    with pytest.raises(NotCompilable):
        where_it_differs(WordsInTexts())


class Leaves(Game):
    """The last state holds a character that compiled rules do not know."""

    def start(self):
        return "aa"

    def moves(self, state):
        return [1, 2]

    def play(self, state, move):
        return state[1] + chr(ord(state[1]) + move)

    def outcome(self, state):
        return Value.LOSS if ord(state[1]) > ord("m") else None


def test_a_game_whose_states_hold_other_characters_runs_interpreted():
    game = Leaves()
    reference = solve(game, method="reference")
    solution = solve(game)
    assert all(solution.probe(state) == reference.probe(state) for state in reference.states())
    with pytest.raises(PerfectPlayError, match=r"its states hold '.', which the rules do not"):
        solve(game, method="compiled")
