"""Rules that change a state in place: refused with a sentence by every interpreted solve."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from perfectplay import Game, Value, solve
from perfectplay.core.errors import RulesError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.solver.explore import interpreted
from perfectplay.solver.explore.workers import ask

METHODS = ["auto", "interpreted", "reference"]


@dataclass(frozen=True)
class Row:
    """Frozen, but its list is not."""

    cells: list[int]
    turn: int = 0

    def __hash__(self) -> int:
        return hash((tuple(self.cells), self.turn))


class Blind(Row):
    """Its hash does not depend on what changes."""

    def __hash__(self) -> int:
        return len(self.cells)


@dataclass(frozen=True)
class Marks(Game):
    """Mark a cell of a row; two neighbours of one mark win."""

    size: int = 4
    kind: type[Row] = Row

    def start(self) -> Any:
        return self.kind([0] * self.size)

    def moves(self, state: Any) -> Any:
        return [i for i in range(self.size) if not state.cells[i]]

    def play(self, state: Any, move: int) -> Any:
        cells = list(state.cells)
        cells[move] = 1 + state.turn
        return self.kind(cells, 1 - state.turn)

    def outcome(self, state: Any) -> Value | None:
        c = state.cells
        if any(c[i] and c[i] == c[i + 1] for i in range(self.size - 1)):
            return Value.LOSS
        return None if 0 in c else Value.DRAW


class InPlace(Marks):
    def play(self, state: Any, move: int) -> Any:
        state.cells[move] = 1 + state.turn
        return self.kind(state.cells, 1 - state.turn)


class Yields(InPlace):
    """The next move is chosen after the last one was played."""

    def moves(self, state: Any) -> Any:
        for i in range(self.size):
            if state.cells[i] == 0:
                yield i


class Sorts(Marks):
    def outcome(self, state: Any) -> Value | None:
        over = super().outcome(state)
        state.cells.sort()
        return over


class Pops(Marks):
    """Ends in an exception in the state that was changed."""

    def moves(self, state: Any) -> Any:
        return [state.cells.pop() and 0, *super().moves(state)]


class Rarely(Marks):
    """One of the last states is changed."""

    def play(self, state: Any, move: int) -> Any:
        if state.cells.count(0) == 2:
            state.cells[move] = 1 + state.turn
        return super().play(state, move)


class Undoes(Marks):
    """Puts everything back: no fault."""

    def play(self, state: Any, move: int) -> Any:
        state.cells[move] = 1 + state.turn
        child = self.kind(list(state.cells), 1 - state.turn)
        state.cells[move] = 0
        return child


@pytest.mark.parametrize("kind", [Row, Blind])
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("game", "said"),
    [
        (InPlace, r"InPlace.play changed the state Row\(cells=\[0, 0, 0, 0\], turn=0\) into "
                  r"Row\(cells=\[1, 0, 0, 0\], turn=0\) for the move 0; make a new state"),
        (Yields, "Yields.play changed the state"),
        (Sorts, "Sorts.outcome changed the state"),
        (Pops, "Pops.moves changed the state"),
        (Rarely, "Rarely.play changed the state"),
    ],
)  # fmt: skip
def test_the_rule_is_named(game: Any, said: str, method: str, kind: type[Row]) -> None:
    said = said.replace("Row", kind.__name__)
    with pytest.raises(RulesError, match=said) as found:
        solve(game(kind=kind), method=method)
    assert found.value.promise == "mutable-state"


@pytest.mark.parametrize("method", METHODS)
def test_states_that_are_put_back(method: str) -> None:
    assert solve(Undoes(), method=method).histogram == solve(Marks()).histogram


@pytest.mark.parametrize("method", METHODS)
def test_a_change_far_from_the_start(method: str) -> None:
    """No copy is kept of so many states: it is not known what the state was before."""
    with pytest.raises(RulesError, match=r"a rule of Rarely changed a state into Row\(cells="):
        solve(Rarely(7), method=method)


def test_functions() -> None:
    def do(move: int, state: Row) -> Any:
        state.cells[move] += 1
        return state

    game = Game.from_functions(Row([0, 0]), (0, 1), do, lambda _: "undecided")
    with pytest.raises(RulesError, match="do_move changed the state"):
        solve(game)


def test_in_a_worker_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker has a copy of the state, which changes there."""
    rules = CheckedGame(Rarely(7))
    assert ask(rules, [rules.start()], False, False).trouble == -1
    late = Row([1, 2, 1, 2, 1, 0, 0], 1)
    answers = ask(rules, [rules.start(), late], False, False)
    assert (answers.trouble, len(answers.over)) == (1, 1)
    monkeypatch.setattr(interpreted, "ALONE_SECONDS", 0.0)
    monkeypatch.setattr(interpreted, "WIDE", 0)
    with pytest.raises(RulesError, match="a rule of Rarely changed a state"):
        solve(Rarely(8), method="interpreted", threads=2)
