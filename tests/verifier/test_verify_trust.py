"""The verifier where compiled rules cannot be trusted: it asks the interpreter about every state.

A fault of the compiler is never told as a fault of the solution, and a wrong solution is found
all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from games_to_verify import Exchanged, LoopyTiers, OneMoveLess, Tiered, TwoPiles
from perfectplay import Game, Value, solve
from perfectplay.cli.main import run
from perfectplay.compiler import load
from perfectplay.compiler.load import compile_rules
from perfectplay.verifier import rule_comparison
from perfectplay.verifier.verifying import verify
from stored_by_hand import Stored, rows_of, write
from verify_modes import FEW, kinds, named

Fault = Callable[..., None]


def with_kernel(monkeypatch: pytest.MonkeyPatch, game: Game, fault: Fault) -> None:
    """Compiled rules with a fault: it is called with the keys of a batch and what the kernel gave
    (children, degrees, over, tiers) and may change these, or raise."""
    compiled = compile_rules(game)

    def expand(keys, begin, end, layout, children, again, tiers, degrees, over, *points):  # type: ignore[no-untyped-def]
        at, n, status = compiled.kernels.expand(
            keys, begin, end, layout, children, again, tiers, degrees, over, *points
        )
        fault(keys[begin:at], children[:n], degrees, over, tiers[:n])
        return at, n, status

    kernels = replace(compiled, kernels=SimpleNamespace(expand=expand))
    monkeypatch.setattr(load, "compile_rules", lambda *_, **__: kernels)


def deep(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first states say nothing of the fault."""
    monkeypatch.setattr(rule_comparison, "FIRST_STATES", 1)


def raising(key: int) -> Fault:
    def fault(keys: Any, *_: Any) -> None:
        if key in keys.tolist():
            raise IndexError("tuple index out of range")

    return fault


def other_child(key: int) -> Fault:
    """The first child of one state becomes a state that is not stored."""

    def fault(keys: Any, children: Any, degrees: Any, *_: Any) -> None:
        for place in np.flatnonzero(keys == key).tolist():
            if degrees[place]:
                children[int(degrees[:place].sum())] = 1 << 40

    return fault


def other_end(key: int) -> Fault:
    """A state in which the play is over has another value."""

    def fault(keys: Any, _: Any, __: Any, over: Any, *___: Any) -> None:
        for place in np.flatnonzero(keys == key).tolist():
            if over[place]:
                over[place] = 4 - over[place]

    return fault


def other_tier(key: int) -> Fault:
    def fault(_: Any, children: Any, __: Any, ___: Any, tiers: Any) -> None:
        tiers[children == key] = 77

    return fault


STORED = rows_of(Tiered())
END = next(row[0] for row in STORED.every() if row[2] == 0)
DEEP = STORED.rows[4][3][0]


@pytest.mark.parametrize("sample", [0, 30])
@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize(
    "fault", [raising(DEEP), other_child(DEEP), other_end(END), other_tier(DEEP)]
)
def test_a_right_solution_is_right_whatever_the_compiler_does(
    fault: Fault, first: bool, sample: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if not first:
        deep(monkeypatch)
    with_kernel(monkeypatch, STORED.game, fault)
    result = verify(write(tmp_path / "f", STORED), sample=sample)
    assert result.problems == ()
    assert (result.ok, result.how) == (True, "interpreted")
    assert result.sampled == result.states == len(STORED.every())
    assert "compiled code" in result.notes[0]
    assert "So the interpreter checked every state" in result.notes[0]


@pytest.mark.parametrize("fault", [raising(DEEP), other_child(DEEP), lambda *_: None])
def test_a_wrong_solution_is_wrong_whatever_the_compiler_does(
    fault: Fault, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    deep(monkeypatch)
    with_kernel(monkeypatch, STORED.game, fault)
    rows = [row for row in STORED.every() if row[0] not in (STORED.start[0], DEEP) and row[2]]
    for n, (key, value, plies) in enumerate(rows[::12]):
        assert plies is not None
        for what, wrong, kind in (
            ("value", STORED.changed(key, 4 - value, plies), "value"),
            ("plies", STORED.changed(key, value, plies + 2), "value"),
            ("gone", STORED.without(key), "missing"),
        ):
            result = verify(write(tmp_path / f"{what}-{n}", wrong), sample=FEW)
            assert key in named(result, kind), (what, key)


def compiled_as(monkeypatch: pytest.MonkeyPatch, wrong: Any) -> None:
    """The verifier's compiled rules are those of another game."""
    right = load.compile_rules

    def instead(game: Any, **how: bool) -> Any:
        return replace(right(game, **how), kernels=right(wrong, **how).kernels)

    monkeypatch.setattr(load, "compile_rules", instead)


@pytest.mark.parametrize("wrong", [OneMoveLess(), Exchanged()])
def test_rules_that_compile_to_something_else(
    wrong: TwoPiles, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What the wrong kernel would solve is found to be wrong, what is right to be right."""
    solved = rows_of(wrong)
    compiled_as(monkeypatch, wrong)
    result = verify(write(tmp_path / "wrong", replace(solved, game=TwoPiles())), sample=0)
    assert "value" in kinds(result)
    assert "compiled code answers differently in state" in result.notes[0]
    assert verify(write(tmp_path / "right", rows_of(TwoPiles())), sample=0).ok


def test_a_move_that_compiled_rules_leave_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """No value hangs on it, and no state is asked about: only counts and marks show it."""
    deep(monkeypatch)
    stored = rows_of(Ladder())

    def fault(keys: Any, children: Any, *_: Any) -> None:
        places = np.flatnonzero(keys == 3)
        if len(places):  # the state 3 has two moves; the second one alone leads to 103
            children[children == 103] = 2

    with_kernel(monkeypatch, stored.game, fault)
    result = verify(write(tmp_path / "f", stored), sample=0)
    assert (result.problems, result.how) == ((), "interpreted")
    assert "103" in result.notes[0]
    wrong = stored.with_rows(0, (999, 1, 0))
    result = verify(write(tmp_path / "wrong", wrong), sample=0)
    assert named(result, "unreached") == [999]


@dataclass(frozen=True)
class Ladder(Game):
    """Down from ten; beside 3 there is 103, which ends the play as 2 does not."""

    def start(self) -> int:
        return 10

    def moves(self, state: int) -> Iterator[int]:
        yield state - 1
        if state == 3:
            yield 103

    def play(self, state: int, move: int) -> int:
        return move

    def outcome(self, state: int) -> Value | None:
        if state == 103:
            return Value.WIN
        return Value.LOSS if state == 0 else None


def test_it_is_said_what_right_rests_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An error of compiled rules in a state that the interpreter is not asked about is in the
    solution, too, and is not found; so "right" comes with the number of such states."""
    monkeypatch.chdir(tmp_path)
    assert run(["solve", "tic_tac_toe", "-o", "X"]) == 0
    for how, others in (["--sample", "100"], 665), (["--interpreted"], 0), ([], 0):
        capsys.readouterr()
        assert run(["verify", "X", *how]) == 0
        said = " ".join(capsys.readouterr().out.split())
        rests = (
            f"rests on the compiled rules, which solve runs too, in the other {others:,} states; "
            "--interpreted asks the interpreter about every state"
        )
        assert (rests in said) == ("rests on" in said) == (others > 0)


# --- --interpreted --------------------------------------------------------------------------------


def test_no_code_is_generated(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def refused(*_: Any, **__: Any) -> None:
        raise AssertionError("compiled")

    monkeypatch.setattr(load, "compile_rules", refused)
    told: list[tuple[str, int]] = []
    folder = write(tmp_path / "f", rows_of(LoopyTiers()))
    result = verify(
        folder, sample=0, interpreted=True, progress=lambda p: told.append((p.stage, p.done))
    )
    assert (result.ok, result.how, result.notes) == (True, "interpreted", ())
    assert "verifying" in {stage for stage, _ in told}


def test_processes_find_what_one_process_finds(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from perfectplay.verifier import plain_expand
    from perfectplay.verifier.plain import interpreter_pool

    stored: Stored = rows_of(Tiered(12, 12))
    for key, value, plies in stored.every()[::9]:
        stored = stored.changed(key, 4 - value, plies)
    folder = write(tmp_path / "f", stored)
    monkeypatch.setattr(plain_expand.PlainExpander, "batch", 7)
    alone = verify(folder, sample=0, interpreted=True, threads=3)
    monkeypatch.setattr(interpreter_pool, "WORTH_PROCESSES", 1)
    together = verify(folder, sample=0, interpreted=True, threads=3)
    assert (together.problems, together.found) == (alone.problems, alone.found)
    assert alone.found > 5


def test_rules_that_raise_in_many_states(tmp_path: Path) -> None:
    """They are told one kind of problem, with how many states it is."""
    stored = replace(rows_of(TwoPiles()), game=Broken())
    folder = write(tmp_path / "f", stored)
    for mode in ({"sample": 100_000}, {"sample": 0}, {"sample": 0, "interpreted": True}):
        result = verify(folder, Broken(), **mode)  # type: ignore[arg-type]
        assert "rules" in kinds(result)
        assert sum(result.kinds.values()) == result.found
        (message,) = {p.message.split(" in state")[0] for p in result.problems if p.kind == "rules"}
        assert "ValueError" in message


class Broken(TwoPiles):
    """Its outcome raises where both piles are small."""

    def outcome(self, state: Any) -> Value | None:
        if 0 < state[0] < 5 and state[1] < 5:
            raise ValueError("no outcome")
        return Value.LOSS if state == (0, 0) else None


def test_both_solvers_agree(tmp_path: Path) -> None:
    """A solve of more states than the sample, verified in all ways."""
    solve(Tiered(30, 30), folder=tmp_path / "f")
    for mode in ({"sample": 50}, {"sample": 50, "interpreted": True}):
        result = verify(tmp_path / "f", **mode)  # type: ignore[arg-type]
        assert (result.ok, result.states) == (True, 31 * 31)
