"""Games whose states hold bytes: every way of solving them gives the same, and it is right."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from every_way import (
    compiles_to_what_python_answers,
    gives_one_folder,
    is_damaged_by,
    is_read_and_searched,
    name_of,
)
from games_of_bytes import GAMES, ODD, REFUSED, Board
from perfectplay import Game, Solution, solve
from perfectplay.compiler.load import compile_rules
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.game.shape.wider_keys import learnt, widened
from perfectplay.solver.resume import solve_into

pytest.importorskip("pyarrow")


@pytest.mark.parametrize("game", [*GAMES, *ODD], ids=name_of)
def test_compiled_rules_answer_as_python_does_in_every_state(game: Game) -> None:
    compiles_to_what_python_answers(game)


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_every_way_gives_the_same_folder_and_it_is_right(game: Game, tmp_path: Path) -> None:
    gives_one_folder(game, tmp_path)


def test_a_tuple_or_a_text_is_no_state_of_bytes(tmp_path: Path) -> None:
    solve_into(Board(), tmp_path / "f")
    for solution in (solve(Board()), Solution.open(tmp_path / "f", Board())):
        assert solution.get(b"\0" * 6) is not None
        assert solution.get((0,) * 6) is None
        assert solution.get("\0" * 6) is None
        assert solution.get(b"\0" * 5) is None
        assert solution.get(b"\0\0\0\0\0\xff") is None


WRONG: dict[str, Callable[[dict[str, Any]], Any]] = {
    "too few": lambda keys: keys.update(low=keys["low"][1:], size=keys["size"][1:]),
    "below all": lambda keys: keys.update(low=[-1 for _ in keys["low"]]),
    "beyond all": lambda keys: keys.update(size=[257 for _ in keys["size"]]),
    "shifted": lambda keys: keys.update(low=[254 for _ in keys["low"]]),
    "words": lambda keys: keys.update(words=["'x'"]),
}


@pytest.mark.parametrize("how", WRONG)
def test_numbers_that_are_no_bytes_are_damage(how: str, tmp_path: Path) -> None:
    is_damaged_by(Board(), tmp_path / "f", WRONG[how])


@pytest.mark.parametrize("first", [b"\x00\xf0", b"\x0f\x80"])
def test_keys_that_grow_stay_within_bytes(first: bytes) -> None:
    keys = learnt([first])
    wider = widened(keys, [b"\x00\xfe", b"\x10\x02"])
    ends = [low + size for low, size in zip(wider.low, wider.size, strict=True)]
    assert min(wider.low) >= 0
    assert max(ends) <= 256
    for state in (first, b"\x00\xfe", b"\x10\x02"):
        assert wider.state(wider.key(state)) == state


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_states_are_read_from_texts_and_searched(game: Game) -> None:
    is_read_and_searched(game)


@pytest.mark.parametrize("game", REFUSED, ids=name_of)
def test_rules_that_would_be_answered_otherwise_run_interpreted(game: Game) -> None:
    with pytest.raises(NotCompilable) as refusal:
        compile_rules(game)
    assert "games_of_bytes.py:" in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert solve(game).histogram == solve(game, method="reference").histogram
