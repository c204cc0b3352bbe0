"""What a solve remembers of a large game for the next one, and what that must not change."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perfectplay import Game, Value, solve
from perfectplay.compiler.growth import move_record
from perfectplay.core.process_memory import resident_bytes
from perfectplay.core.progress import Progress
from perfectplay.identity.fingerprint import fingerprint
from perfectplay.solver import large_before, solve_run, state_limits
from perfectplay.solver.explore import hash_explorer
from perfectplay.solver.large_before import FORGOTTEN, LargeBefore, SolvedBefore

State = tuple[int, int, int]

SOLVED = SolvedBefore("tiers, one pass", 1_000, 3_375, 0.5, 2)


@dataclass(frozen=True)
class Heaps(Game):
    """Take one or two from one of three heaps; who takes the last one wins."""

    most: int = 14

    def start(self) -> State:
        return (self.most, self.most, self.most)

    def moves(self, state: State) -> Iterator[tuple[int, int]]:
        for heap in range(3):
            for taken in (1, 2):
                if taken <= state[heap]:
                    yield heap, taken

    def play(self, state: State, move: tuple[int, int]) -> State:
        heap, taken = move
        heaps = list(state)
        heaps[heap] -= taken
        return (heaps[0], heaps[1], heaps[2])

    def outcome(self, state: State) -> Value | None:
        return Value.LOSS if sum(state) == 0 else None


class TieredHeaps(Heaps):
    """The same with tiers."""

    def tier(self, state: State) -> int:
        return 42 - sum(state)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where it is remembered; games of some thousand states are large here."""
    monkeypatch.setattr(large_before, "our_cache", lambda name: tmp_path / name)
    monkeypatch.setattr(solve_run, "is_large", lambda states, seconds: states > 1_500)
    monkeypatch.setattr(hash_explorer, "WIDE_STATES", 1_500)
    monkeypatch.setattr(hash_explorer, "WIDE_LEVEL", 10)
    monkeypatch.setattr(hash_explorer, "_PIECE", 300)
    monkeypatch.setattr(solve_run, "ASK_SECONDS", -1.0)
    return tmp_path / "large"


@pytest.fixture
def walks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows with each walk of a solve."""
    begun: list[int] = []
    real = hash_explorer.walk

    def walk(*arguments: Any) -> Any:
        begun.append(1)
        return real(*arguments)

    monkeypatch.setattr(hash_explorer, "walk", walk)
    return begun


def test_a_second_solve_goes_by_tiers_at_once(walks: list[int], folder: Path) -> None:
    game = TieredHeaps()
    first = solve(game, threads=1)
    assert (first.engine, len(walks)) == ("compiled", 1)
    [note] = folder.iterdir()
    assert json.loads(note.read_text())["how"] == "tiers, one pass"
    second = solve(game, threads=1)
    assert (second.engine, len(walks)) == ("compiled", 1)
    assert second.counts == first.counts == solve(game, method="reference").counts
    states = list(first)
    assert list(second) == states
    assert np.array_equal(second.values(states), first.values(states))
    assert len(list(folder.iterdir())) == 1


def test_a_known_game_is_not_looked_at_once_more(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither while it is solved nor afterwards: a look takes a fourth of a second."""
    looks: list[int] = []
    look = state_limits.StateLimits.look
    monkeypatch.setattr(
        state_limits.StateLimits, "look", lambda *given: (looks.append(1), look(*given))
    )
    for looked in (1, 1):
        solve(TieredHeaps(), threads=1)
        assert len(looks) == looked


def watched(game: Game, **options: Any) -> list[str]:
    """The notes of a solve that somebody watches."""
    notes = list[str]()
    solution = solve(
        game, threads=1, progress=lambda progress: notes.extend(progress.notes), **options
    )
    assert solution.engine == "compiled"
    return notes


def test_whoever_watches_sees_what_the_game_took_before(walks: list[int]) -> None:
    """In place of an estimate, which there is the first time."""
    game = TieredHeaps()
    assert any(note.startswith("plan: ") for note in watched(game))
    walked = len(walks)
    totals = list[int | None]()
    for threads in (1, 2):
        solve(game, threads=threads, progress=lambda progress: totals.append(progress.total))
    [note] = watched(game)
    # Either solve may have been the faster one.
    assert re.fullmatch(
        r"solved here before: 3,375 states, in \d+\.\d s by (1 thread|2 threads)", note
    )
    assert 3_375 in totals
    assert len(walks) == walked


@pytest.mark.parametrize("seconds", [0.0, 1e6])
def test_the_fastest_solve_is_remembered(seconds: float, folder: Path) -> None:
    game = TieredHeaps()
    LargeBefore(game, False).note(replace(SOLVED, memory=10**9, seconds=seconds, threads=7))
    solve(game, threads=1)
    [note] = folder.iterdir()
    known = SolvedBefore.read(note.read_bytes())
    assert (known.threads, known.seconds > 0) == ((7, False) if seconds == 0 else (1, True))
    assert known.seconds < 1_000


def test_a_budget_that_is_given_is_planned_if_it_is_smaller_than_before(folder: Path) -> None:
    game = TieredHeaps()
    most = resident_bytes() + 2_000_000_000
    solve(game, threads=1, memory=most)
    for memory, first in ((most - 100_000_000, "forecast"), (most, "solved here before")):
        assert watched(game, memory=memory)[0].startswith(first)


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe", b"[1]", b'{"memory": 1}', b"[" * 999, b"x" * 10_000]
)
def test_a_note_that_says_something_else(content: bytes, folder: Path, walks: list[int]) -> None:
    game = TieredHeaps()
    solve(game, threads=1)
    [note] = folder.iterdir()
    note.write_bytes(content)
    assert solve(game, threads=1).counts == solve(game, method="reference").counts
    assert len(walks) == 2
    assert json.loads(note.read_text())["how"] == "tiers, one pass"


def test_other_rules_are_another_game(folder: Path) -> None:
    game = TieredHeaps()
    LargeBefore(game, False).note(SOLVED)
    assert LargeBefore(game, False).is_known
    assert not LargeBefore(game, True).is_known
    assert not LargeBefore(TieredHeaps(21), False).is_known
    assert not LargeBefore(Heaps(), False).is_known


def test_a_class_without_notes_needs_no_fingerprint(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes as long as the solve of a small game."""
    asked = []

    def noted(game: Game) -> Any:
        asked.append(type(game))
        return fingerprint(game)

    monkeypatch.setattr("perfectplay.identity.fingerprint.fingerprint", noted)
    LargeBefore(TieredHeaps(), False).note(SOLVED)
    assert asked == [TieredHeaps]
    assert not LargeBefore(Heaps(), False).is_known
    assert asked == [TieredHeaps]
    assert LargeBefore(TieredHeaps(), False).is_known
    assert asked == [TieredHeaps] * 2


def test_with_less_memory_it_is_as_if_nothing_was_known(folder: Path) -> None:
    LargeBefore(Heaps(), False).note(SOLVED)
    before = LargeBefore(Heaps(), False)
    assert [before.within(memory) for memory in (499, 500, 2_000)] == [None, SOLVED, SOLVED]
    assert [before.within(memory, given=True) for memory in (999, 1_000)] == [None, SOLVED]
    assert LargeBefore(Heaps(3), False).within(1_000) is None


def test_a_solve_that_was_forced_says_nothing_of_the_next_one(folder: Path) -> None:
    solve(TieredHeaps(), threads=1, force=True)
    assert not folder.exists()


def test_odd_and_large_parameters_are_not_looked_up(folder: Path) -> None:
    """A fingerprint of them would fail, or take seconds."""
    deep: tuple[object, ...] = ()
    for _ in range(3_000):
        deep = (deep,)

    class Odd:
        def __reduce__(self) -> Any:
            raise RuntimeError("odd")

        def __repr__(self) -> str:
            raise RuntimeError("odd")

    for held in (deep, dict.fromkeys(range(1_000_000)), [[0] * 100] * 100, Odd(), {Odd(): Odd()}):
        game = TieredHeaps()
        object.__setattr__(game, "held", held)
        began = time.process_time()
        before = LargeBefore(game, False)
        before.note(SOLVED)
        assert not before.is_known or isinstance(held, Odd | dict)
        assert time.process_time() - began < 1.0
    assert solve(game, threads=1).engine == "compiled"


def test_a_folder_that_cannot_be_written(folder: Path) -> None:
    folder.write_text("a file")
    assert solve(TieredHeaps(), threads=1).engine == "compiled"
    assert folder.read_text() == "a file"


def test_old_notes_go(folder: Path) -> None:
    LargeBefore(Heaps(3), False).note(SOLVED)
    [old] = folder.iterdir()
    then = time.time() - FORGOTTEN - 60
    os.utime(old, (then, then))
    LargeBefore(Heaps(4), False).note(SOLVED)
    assert not old.exists()
    assert len(list(folder.iterdir())) == 1


def test_it_is_asked_only_if_the_interpreter_is_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve_run, "ASK_SECONDS", 60.0)
    monkeypatch.setattr(solve_run, "is_large", lambda *_: False)
    monkeypatch.setattr(large_before, "our_cache", None)
    assert solve(TieredHeaps(), threads=1).engine == "interpreted"


def test_what_one_solve_says_the_next_one_says(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game with something to tell of is explored by the interpreter each time."""

    class Record:
        def sentence(self) -> str:
            return "it keeps the order of moves"

    monkeypatch.setattr(state_limits, "FIRST_LOOK", 100)
    monkeypatch.setattr(move_record, "find_record", lambda _: Record())
    heard = []

    def hear(progress: Progress) -> None:
        heard.extend(note for note in progress.notes if "the order of moves" in note)

    for number in (1, 2):
        assert solve(TieredHeaps(), threads=1, progress=hear).engine == "compiled"
        assert len(heard) == number
        assert not folder.exists()


def test_a_state_that_nobody_decides_is_met_again(folder: Path) -> None:
    """Functions that leave a state without moves undecided: the warning comes each time."""

    def do_move(move: int, state: State) -> State | bool:
        if move == 6:  # the first player gives up
            return (0, 0, 0) if state == (14, 14, 14) else False
        heap, taken = divmod(move, 2)
        heaps = list(state)
        heaps[heap] -= taken + 1
        return False if heaps[heap] < 0 else (heaps[0], heaps[1], heaps[2])

    game = Game.from_functions((14, 14, 14), range(7), do_move, lambda state: "undecided")
    for _ in range(2):
        with pytest.warns(UserWarning, match="no legal moves and is undecided"):
            assert solve(game, threads=1).engine == "compiled"
        assert not folder.exists()
