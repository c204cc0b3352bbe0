"""Games on large boards with few pieces: their states have sparse keys."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from perfectplay import Game, Value, solve
from perfectplay.compiler.load import compile_rules
from perfectplay.compiler.prepare_rules import prepare_rules
from perfectplay.core.errors import MethodError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.packing import TupleKeys
from perfectplay.solver.rules_spec import RulesSpec
from perfectplay.verifier.verifying import verify
from verify_modes import COMPILED, SWEEP, WALK

State = tuple[int, ...]


@dataclass(frozen=True)
class Lane(Game):
    """A lane of 60 cells; 1 walks right, 2 walks left, one or two cells; who cannot move loses.
    The last field is whose turn it is."""

    cells: int = 60
    stuck = Value.LOSS

    def start(self) -> State:
        return (1, *(0,) * (self.cells - 2), 2, 1)

    def moves(self, state: State) -> Iterator[int]:
        way = 1 if state[-1] == 1 else -1
        at = state[: self.cells].index(state[-1])
        for step in (1, 2):
            to = at + way * step
            if not 0 <= to < self.cells or state[to] != 0:
                return
            yield to

    def play(self, state: State, move: int) -> State:
        cells = list(state)
        cells[state[: self.cells].index(state[-1])] = 0
        cells[move] = state[-1]
        cells[-1] = 3 - state[-1]
        return tuple(cells)

    def outcome(self, state: State) -> Value | None:
        return None


@dataclass(frozen=True)
class Stroll(Game):
    """One piece walks on a lane, one or two cells either way, and changes its side with each move;
    who reaches an end wins. The lane is the same from the other end."""

    cells: int = 45

    def start(self) -> State:
        half = self.cells // 2
        return (*(0,) * half, 1, *(0,) * half)

    def moves(self, state: State) -> Iterator[int]:
        at = state.index(1) if 1 in state else state.index(2)
        for to in (at - 2, at - 1, at + 1, at + 2):
            if 0 <= to < self.cells:
                yield to

    def play(self, state: State, move: int) -> State:
        cells = [0] * self.cells
        cells[move] = 2 if 1 in state else 1
        return tuple(cells)

    def outcome(self, state: State) -> Value | None:
        return Value.LOSS if state[0] or state[-1] else None

    def symmetries(self, state: State) -> Iterator[State]:
        yield state[::-1]


@dataclass(frozen=True)
class Letters(Lane):
    """The same on a text."""

    def start(self) -> tuple[str, str]:
        return "r" + "_" * (self.cells - 2) + "l", "r"

    def moves(self, state: tuple[str, str]) -> Iterator[int]:
        board, turn = state
        at, way = board.index(turn), 1 if turn == "r" else -1
        for step in (1, 2):
            to = at + way * step
            if not 0 <= to < self.cells or board[to] != "_":
                return
            yield to

    def play(self, state: tuple[str, str], move: int) -> tuple[str, str]:
        board, turn = state
        cells = list(board)
        cells[board.index(turn)] = "_"
        cells[move] = turn
        return "".join(cells), "l" if turn == "r" else "r"


@dataclass(frozen=True)
class Filling(Game):
    """Cells are filled from the left with 1 or 2: too many are not usual at the end."""

    cells: int = 60

    def start(self) -> State:
        return (0,) * self.cells

    def moves(self, state: State) -> list[int]:
        return [1 + state.count(0) % 2]

    def play(self, state: State, move: int) -> State:
        at = state.index(0)
        return (*state[:at], move, *state[at + 1 :])

    def outcome(self, state: State) -> Value | None:
        return Value.LOSS if 0 not in state else None


GAMES = {"numbers": Lane(), "letters": Letters(), "symmetries": Stroll()}


@pytest.mark.parametrize("name", GAMES)
def test_all_values_and_the_folder_are_right(name: str, tmp_path: Path) -> None:
    game = GAMES[name]
    wanted = solve(game, method="reference")
    found = solve(game, method="compiled", folder=tmp_path / "s")
    assert isinstance(found.keys, TupleKeys)
    assert found.keys.usual
    interpreted = solve(game, method="interpreted", folder=tmp_path / "i")
    assert interpreted.keys == found.keys
    compiled, other = (
        {x.name: x.read_bytes() for x in (tmp_path / f).glob("tier-*")} for f in "si"
    )
    assert compiled == other
    for state in wanted:
        assert found.value(state) == wanted.value(state)
        assert found.remoteness(state) == wanted.remoteness(state)
    for mode in (WALK, COMPILED, SWEEP):
        result = verify(tmp_path / "s", **mode)
        assert (result.problems, result.ok) == ((), True)


def test_symmetries_that_are_data_and_as_they_are_written() -> None:
    game = Stroll()
    for tables in (True, False):
        compiled = compile_rules(game, tables=tables)
        assert (compiled.cells is not None) is tables
    found = solve(game, method="compiled")
    assert len(found) == len(solve(game, method="interpreted"))


def test_another_process_has_the_same_keys() -> None:
    rules = CheckedGame(Lane())
    sample = list(solve(Lane(), method="reference"))
    expander = prepare_rules(rules, sample, symmetries=False).expander
    assert isinstance(expander.keys, TupleKeys)
    assert expander.keys.usual
    again = RulesSpec.of(expander).expander().keys
    assert again == expander.keys
    assert (again.array(sample) == expander.keys.array(sample)).all()
    ranges = expander.field_ranges(expander.keys.array(sample))
    assert ranges == tuple(list(edge) for edge in (np.min(sample, axis=0), np.max(sample, axis=0)))


def test_states_that_become_too_unusual_are_refused_in_words() -> None:
    said = "63 bits: they are enough for states of which .* fields have their usual values"
    with pytest.raises(MethodError, match=said):
        solve(Filling(), method="compiled")
    assert len(solve(Filling())) == 61
