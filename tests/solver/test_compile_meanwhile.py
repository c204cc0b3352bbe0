"""While another process compiles the rules of a game, the interpreter goes on."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from perfectplay import Game, Value, solve
from perfectplay.compiler.load import RulesToCompile
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.solver import solve_run

State = tuple[int, int, int]


@dataclass(frozen=True)
class Rows(Game):
    """Take one or two from one of three rows; who takes the last one wins."""

    most: int = 24

    def start(self) -> State:
        return (self.most, self.most, self.most)

    def moves(self, state: State) -> Iterator[tuple[int, int]]:
        for row in range(3):
            for taken in (1, 2):
                if taken <= state[row]:
                    yield row, taken

    def play(self, state: State, move: tuple[int, int]) -> State:
        row, taken = move
        rows = list(state)
        rows[row] -= taken
        return (rows[0], rows[1], rows[2])

    def outcome(self, state: State) -> Value | None:
        return Value.LOSS if sum(state) == 0 else None


@pytest.fixture(autouse=True)
def _large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of some thousand states is worth a compiler, and nothing is compiled before."""
    monkeypatch.setenv("PERFECTPLAY_CACHE", str(tmp_path))
    monkeypatch.setattr(solve_run, "is_large", lambda states, seconds: states > 2_000)
    monkeypatch.setattr(RulesToCompile, "is_kept", lambda given: False)


def test_the_interpreter_ends_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RulesToCompile, "compile", lambda given: time.sleep(600))
    game = Rows()
    solution = solve(game, threads=2)
    assert solution.engine == "interpreted"
    assert solution.counts == solve(game, method="reference").counts
    assert not multiprocessing.active_children()


def test_all_states_are_known_before_the_compiler_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then it is not waited for."""
    monkeypatch.setattr("perfectplay.solver.compiled_solve.enough", lambda _: lambda *_: False)
    monkeypatch.setattr(RulesToCompile, "compile", lambda given: time.sleep(600))
    assert solve(Rows(16), threads=2).engine == "interpreted"


def test_the_interpreter_ends_first_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else each run would be interpreted, and no later one would be faster."""
    compiled, game = RulesToCompile.compile, Rows(16)
    monkeypatch.setattr(RulesToCompile, "compile", lambda given: time.sleep(600))
    assert solve(game, threads=2).engine == "interpreted"
    assert solve(game, threads=2).engine == "interpreted"  # so short a solve waits for nothing
    monkeypatch.setattr("perfectplay.solver.compile_apart.WORTH_SECONDS", 0.0)
    assert solve(game, threads=2).engine == "interpreted"

    def slow(given: RulesToCompile) -> object:
        time.sleep(3.0)
        return compiled(given)

    monkeypatch.setattr(RulesToCompile, "compile", slow)
    told: list[str] = []
    solution = solve(game, threads=2, progress=lambda event: told.append(str(event)))
    assert solution.engine == "compiled"
    assert solution.counts == solve(game, method="reference").counts
    assert sum("compiled to the end" in text for text in told) == 1


def test_the_compiler_ends_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.solver.compile_apart.MEANWHILE_STATES", 0)
    game = Rows()
    solution = solve(game, threads=2)
    assert solution.engine == "compiled"
    assert solution.counts == solve(game, method="reference").counts


def test_rules_that_do_not_compile_cost_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other process says why, and this one does not compile them again."""
    here = multiprocessing.current_process().pid

    def refused(given: RulesToCompile) -> None:
        assert multiprocessing.current_process().pid != here
        time.sleep(0.3)
        raise NotCompilable("there are three of them", "rows.py:3", "take two")

    monkeypatch.setattr(RulesToCompile, "compile", refused)
    game, told = Rows(40), []
    solution = solve(game, threads=2, progress=lambda event: told.append(str(event)))
    assert solution.engine == "interpreted"
    assert solution.counts == solve(game, method="interpreted").counts
    assert any("because there are three of them (rows.py:3); take two" in x for x in told)


def test_a_process_that_dies_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then this process compiles."""
    here, compiled = multiprocessing.current_process().pid, RulesToCompile.compile

    def dying(given: RulesToCompile) -> object:
        if multiprocessing.current_process().pid != here:
            raise MemoryError
        return compiled(given)

    monkeypatch.setattr(RulesToCompile, "compile", dying)
    assert solve(Rows(40), threads=2).engine == "compiled"


def test_one_core_has_no_time_for_two() -> None:
    assert solve(Rows(), threads=1).engine == "compiled"
