"""Games whose frozensets hold pieces: every way of solving them gives the same, and it is right."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from every_way import (
    compiles_to_what_python_answers,
    gives_one_folder,
    is_damaged_by,
    name_of,
)
from games_of_pieces import GAMES, Card, Cell, Hands, Man, Side, Stones, Suit, Tricks
from perfectplay import Game, Solution, search, solve
from perfectplay.game.read_state import read_state
from perfectplay.game.shape.element_texts import element_text, read_element
from perfectplay.game.shape.state_sets import element_table, is_element
from perfectplay.solver.resume import solve_into

pytest.importorskip("pyarrow")


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_compiled_rules_answer_as_python_does_in_every_state(game: Game) -> None:
    compiles_to_what_python_answers(game)


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_every_way_gives_the_same_folder_and_it_is_right(game: Game, tmp_path: Path) -> None:
    gives_one_folder(game, tmp_path)


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_states_are_read_from_texts_and_searched(game: Game) -> None:
    solution = solve(game)
    for state in list(solution.states())[:30]:
        assert read_state(game, repr(state), solution.__contains__) == state
        found = search(game, state, method="compiled")
        assert (found.value, found.remoteness) == (
            solution.value(state), solution.remoteness(state)
        )  # fmt: skip


MAN = Man(Side.WHITE, Cell(2, 3), king=True)


def test_texts_of_elements() -> None:
    assert element_text(MAN) == "('Side.WHITE', (2, 3), True)"
    assert read_element(element_text(MAN), Man(Side.BLACK, Cell(0, 0))) == MAN
    assert element_text(Side.WHITE) == "{'Side.WHITE'}"
    assert read_element("{'Side.WHITE'}", Side.BLACK) is Side.WHITE
    card = read_element("(2, 7)", Card(Suit.CLUBS, 1))
    assert card == Card(Suit.HEARTS, 7)
    assert type(card.suit) is Suit


@pytest.mark.parametrize(
    "text",
    [
        "('Side.RED', (2, 3), True)", "('Side.WHITE', (2, 3), 1)", "('Side.WHITE', (2,), True)",
        "('Side.WHITE', (2, 3))", "(Side.WHITE, (2, 3), True)", "('Side.WHITE', 2, 3, True)",
        "['Side.WHITE', (2, 3), True]", "('Side.WHITE',  (2, 3), True)", "{'Side.WHITE'}", "3",
        "('Side.WHITE', (2.0, 3), True)", "(None, (2, 3), True)", "(" * 150,
    ],
)  # fmt: skip
def test_texts_of_no_element(text: str) -> None:
    with pytest.raises((ValueError, SyntaxError, MemoryError)):
        read_element(text, MAN)


def test_what_has_no_bit() -> None:
    for wrong in (True, None, 1.5, (1, None), frozenset({1}), (1, frozenset()), [1], Cell, ((),)):
        assert not is_element(wrong)
    assert element_table([(True, 1), (2, 1)]) is None  # of two kinds
    assert element_table([Side.BLACK, "b"]) is None
    assert element_table([Cell(0, 0), (0, 0)]) is None
    assert element_table([Side.WHITE, Side.BLACK]) == (Side.BLACK, Side.WHITE)


def test_members_come_back_as_members(tmp_path: Path) -> None:
    solve_into(Tricks(), tmp_path / "f")
    opened = Solution.open(tmp_path / "f", Tricks())
    for state in opened.states():
        assert isinstance(state, Hands)
        assert all(type(card.suit) is Suit for card in state.mine | state.yours)


WRONG: dict[str, Callable[[dict[str, Any]], Any]] = {
    "of another class": lambda keys: _renamed(keys, "Side.WHITE", "Side.GREEN"),
    "a number": lambda keys: _renamed(keys, "'Side.WHITE'", "3"),
    "fewer parts": lambda keys: _renamed(keys, "(0, 1)", "(0,)"),
    "not sorted": lambda keys: keys.update(words=[*keys["words"][:-2], *keys["words"][:-3:-1]]),
}


def _renamed(keys: dict[str, Any], old: str, new: str) -> None:
    keys["words"] = [text.replace(old, new) if "(" in text else text for text in keys["words"]]


@pytest.mark.parametrize("how", WRONG)
def test_elements_that_are_none_are_damage(how: str, tmp_path: Path) -> None:
    is_damaged_by(Stones(), tmp_path / "f", WRONG[how])
