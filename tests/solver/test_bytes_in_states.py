"""Games whose states hold bytes: every way of solving them gives the same, and it is right."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games_of_bytes import GAMES, ODD, REFUSED, Board
from perfectplay import Game, Solution, search, solve
from perfectplay.compiler.compare import compare
from perfectplay.compiler.load import compile_rules
from perfectplay.compiler.source.constants import NotCompilable
from perfectplay.core.errors import DamagedError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.read_state import read_state
from perfectplay.game.shape.packing import learnt
from perfectplay.solver.resume import solve_into
from perfectplay.solver.retrograde.reference_solver import solve_reference
from perfectplay.verifier.verifying import verify
from verify_modes import kinds

pytest.importorskip("pyarrow")


def name_of(game: Game) -> str:
    return type(game).__name__


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.mark.parametrize("game", [*GAMES, *ODD], ids=name_of)
def test_compiled_rules_answer_as_python_does_in_every_state(game: Game) -> None:
    rules = CheckedGame(game)
    states = solve_reference(rules, 20_000).states
    compiled = compile_rules(game)
    assert compiled.shape is not None
    assert compare(compiled, rules, learnt(states, compiled.shape), states) is None


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_every_way_gives_the_same_folder_and_it_is_right(game: Game, tmp_path: Path) -> None:
    found = solve_reference(CheckedGame(game), 20_000)
    for method in ("compiled", "interpreted"):
        solution = solve_into(game, tmp_path / method, method=method).solution
        assert [solution.value(state) for state in found.states] == found.value
        assert [solution.remoteness(state) for state in found.states] == found.remoteness
        assert set(solution.states(symmetric=True)) == set(found.states)
        assert verify(tmp_path / method, game).ok
        assert verify(tmp_path / method, game, interpreted=True).ok
    assert files(tmp_path / "compiled") == files(tmp_path / "interpreted")
    opened = Solution.open(tmp_path / "compiled", game)
    assert [opened.value(state) for state in found.states] == found.value
    keys = json.loads((tmp_path / "compiled" / "manifest.json").read_bytes())["keys"]
    assert keys["kind"] == "tuple"


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
    """The verifier and the reader of a folder say so, and neither raises anything else."""
    solve_into(Board(), tmp_path / "f")
    path = tmp_path / "f" / "manifest.json"
    content = json.loads(path.read_bytes())
    WRONG[how](content["keys"])
    path.write_text(json.dumps(content))
    assert kinds(verify(tmp_path / "f", Board())) == {"manifest"}
    with pytest.raises(DamagedError):
        Solution.open(tmp_path / "f", Board())


@pytest.mark.parametrize("first", [b"\x00\xf0", b"\x0f\x80"])
def test_keys_that_grow_stay_within_bytes(first: bytes) -> None:
    keys = learnt([first])
    wider = keys.widened([b"\x00\xfe", b"\x10\x02"])
    ends = [low + size for low, size in zip(wider.low, wider.size, strict=True)]
    assert min(wider.low) >= 0
    assert max(ends) <= 256
    for state in (first, b"\x00\xfe", b"\x10\x02"):
        assert wider.state(wider.key(state)) == state


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_states_are_read_from_texts_and_searched(game: Game) -> None:
    solution = solve(game)
    rules = CheckedGame(game)
    for state in list(solution.states())[:30]:
        assert read_state(game, rules.state_text(state), solution.__contains__) == state
        found = search(game, state, method="compiled")
        assert (found.value, found.remoteness) == (
            solution.value(state),
            solution.remoteness(state),
        )


@pytest.mark.parametrize("game", REFUSED, ids=name_of)
def test_rules_that_would_be_answered_otherwise_run_interpreted(game: Game) -> None:
    with pytest.raises(NotCompilable) as refusal:
        compile_rules(game)
    assert "games_of_bytes.py:" in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert solve(game).histogram == solve(game, method="reference").histogram
