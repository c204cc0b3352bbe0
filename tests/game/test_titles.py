"""Titles of games: from the author, the docstring, or the name of the class."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from perfectplay import Game, Value, cap, game_from_tree, misere, sum_of
from perfectplay.game.naming import GAMES
from perfectplay.game.titles import LONGEST, docstring_of, game_title
from perfectplay.games.kayles import Kayles
from perfectplay.games.nim import Nim
from perfectplay.identity.fingerprint import fingerprint
from perfectplay.registry.address import load_class


class Krk3(Game):
    def start(self):
        return 0

    def moves(self, state):
        return [1]

    def play(self, state, move):
        return state + move

    def outcome(self, state):
        return Value.LOSS if state else None


def named(name: str = "Krk3", **members) -> Game:
    """A game whose class has this name and these members."""
    return type(name, (Krk3,), {"__module__": __name__, **members})()


@pytest.mark.parametrize(
    ("docstring", "title"),
    [
        ("King and rook against king.", "King and rook against king"),
        ("King and rook against king\n\nThe white king is in a corner.",
         "King and rook against king"),
        ("The ending: take the rook.", "The ending"),
        ("Two piles; take one to three rocks in all. Who takes the last rock wins.", "Krk 3"),
        ("Who wins: the king", "Krk 3"),
        ("Take one or two", "Krk 3"),
        ("<b>Bold</b>: a game", "Krk 3"),
        ("Rules: see below", "Krk 3"),
        ("", "Krk 3"),
        ("x " * 2_500, "Krk 3"),
        ("A name that has far too many words for a title of a game.", "Krk 3"),
        ("شطرنج", "شطرنج"),
        ("A row of nine fields as bytes: each player puts a stone beside none.", "Krk 3"),
        ("Nine fields as bytes: each player puts a stone beside none.", "Krk 3"),
        ("A small ending.\n\nThe white king is in a corner.", "Krk 3"),
        ("On a row of five: a stone is moved.", "Krk 3"),
        ("Three men's morris: put down three men.", "Three men's morris"),
    ],
)  # fmt: skip
def test_the_name_at_the_beginning_of_a_docstring(docstring, title):
    assert game_title(named(__doc__=docstring)) == title


@pytest.mark.parametrize(
    ("given", "title"),
    [
        ("Rook ending", "Rook ending"),
        ("  Rook\n ending ", "Rook ending"),
        (7, "Krk 3"),
        (None, "Krk 3"),
        ("", "Krk 3"),
        (b"bytes", "Krk 3"),
        (property(lambda self: 1 // 0), "Krk 3"),
        (lambda self: "a method", "Krk 3"),
        ("t" * 500, "t" * (LONGEST - 1) + "…"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
    ],
)
def test_a_title_of_the_author(given, title):
    assert game_title(named(title=given)) == title


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("ThreeRocks", "Three rocks"), ("TTTGame", "TTT game"), ("Hex4x4", "Hex 4 x 4"),
        ("rocks_and_stones", "Rocks and stones"), ("X", "X"), ("_", "_"), ("Été", "Été"),
    ],
)  # fmt: skip
def test_the_words_of_a_class(name, title):
    assert game_title(named(name)) == title


def test_a_class_without_a_docstring_does_not_have_that_of_game():
    assert docstring_of(named()) == __doc__.strip()  # that of its file
    assert "The rules of a two-player" not in docstring_of(named())


def test_the_docstring_of_a_dataclass_is_none():
    @dataclass(frozen=True)
    class Piles(Krk3):
        left: int = 3

    assert "Piles(" not in docstring_of(Piles())
    assert game_title(Piles()) == "Piles"


def test_a_game_built_on_another_file_has_its_own_title():
    class MyNim(Nim):
        pass

    assert game_title(MyNim()) == "My nim"


def test_operators_sums_and_trees():
    assert game_title(misere(Kayles())) == "Kayles (misère)"
    assert game_title(cap(Kayles(), 5)) == "Kayles (at most 5 plies)"
    assert game_title(sum_of(Kayles(), Nim())) == "Kayles + Nim"
    assert game_title(game_from_tree({"a": 1}), "my_tree") == "My tree"


def test_every_game_of_the_library_has_a_title_rules_and_a_source():
    titles = set()
    for name in GAMES:
        game = load_class(name)()
        text = docstring_of(game)
        assert type(game).__dict__["title"] == game_title(game)
        assert isinstance(type(game).__dict__["category"], str)
        assert len(text.split("\n\n")[1]) > 140, name
        assert "Source: " in text, name
        assert "https://" in text.split("Source: ")[1], name
        titles.add(game_title(game))
    assert len(titles) == len(GAMES)


def test_a_title_is_no_rule(monkeypatch):
    before = fingerprint(Nim()).whole
    monkeypatch.setattr(Nim, "title", "Other", raising=False)
    monkeypatch.setattr(Nim, "category", "Other", raising=False)
    monkeypatch.setattr(Nim, "__doc__", "Other.")
    assert fingerprint(Nim()).whole == before


def test_a_title_that_rules_read_is_one():
    class Read(Krk3):
        title = "one"

        def moves(self, state):
            return range(len(self.title))

    before = fingerprint(Read()).whole
    Read.title = "other"
    assert fingerprint(Read()).whole != before
