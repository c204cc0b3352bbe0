"""What holds of every game whose states hold more than whole numbers, however it is solved."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games_to_store import contents
from perfectplay import Game, Solution, search, solve
from perfectplay.compiler.compare import compare
from perfectplay.compiler.load import compile_rules
from perfectplay.core.errors import DamagedError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.read_state import read_state
from perfectplay.game.shape.wider_keys import learnt
from perfectplay.solver.resume import solve_into
from perfectplay.solver.retrograde.reference_solver import solve_reference
from perfectplay.verifier.verifying import verify
from verify_modes import kinds


def name_of(game: Game) -> str:
    return type(game).__name__


def compiles_to_what_python_answers(game: Game) -> None:
    """Compiled rules answer as Python does in every state."""
    rules = CheckedGame(game)
    states = solve_reference(rules, 20_000).states
    compiled = compile_rules(game)
    assert compiled.shape is not None
    assert compare(compiled, rules, learnt(states, compiled.shape), states) is None


def gives_one_folder(game: Game, place: Path, form: Callable[[Any], Any] = lambda x: x) -> None:
    """Every way gives the same folder, and it is right; ``form`` says when two states are one."""
    found = solve_reference(CheckedGame(game), 20_000)
    for method in ("compiled", "interpreted"):
        solution = solve_into(game, place / method, method=method).solution
        assert [solution.value(state) for state in found.states] == found.value
        assert [solution.remoteness(state) for state in found.states] == found.remoteness
        assert set(map(form, solution.states(symmetric=True))) == set(map(form, found.states))
        assert verify(place / method, game).ok
        assert verify(place / method, game, interpreted=True).ok
    assert contents(place / "compiled") == contents(place / "interpreted")
    opened = Solution.open(place / "compiled", game)
    assert [opened.value(state) for state in found.states] == found.value
    keys = json.loads((place / "compiled" / "manifest.json").read_bytes())["keys"]
    assert keys["kind"] == "tuple"


def is_damaged_by(game: Game, folder: Path, change: Callable[[dict[str, Any]], Any]) -> None:
    """The verifier and the reader of a folder say that a change of its keys is damage, and neither
    raises anything else."""
    solve_into(game, folder)
    path = folder / "manifest.json"
    content = json.loads(path.read_bytes())
    change(content["keys"])
    path.write_text(json.dumps(content))
    assert kinds(verify(folder, game)) == {"manifest"}
    with pytest.raises(DamagedError):
        Solution.open(folder, game)


def is_read_and_searched(game: Game) -> None:
    """States are read from their texts, and a search finds what the solution says of them."""
    solution = solve(game)
    rules = CheckedGame(game)
    for state in list(solution.states())[:30]:
        assert read_state(game, rules.state_text(state), solution.__contains__) == state
        found = search(game, state, method="compiled")
        assert (found.value, found.remoteness) == (
            solution.value(state),
            solution.remoteness(state),
        )
