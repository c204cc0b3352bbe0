"""Performs one case in this process: an action on a game, compared with the truth about it."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

from tests.fuzz import machine
from tests.fuzz.actions import Action
from tests.fuzz.checks import check_refusal, check_solution, check_verified, solved, verified
from tests.fuzz.damage import damage
from tests.fuzz.faults import Fault, check_sentence, expect, judge_error
from tests.fuzz.plans import check_plan, planned
from tests.fuzz.programs import MARK
from tests.fuzz.truth import LoopError, Truth, explored, truth_of

from perfectplay import Game, check_game
from perfectplay.core.errors import (
    EndlessGameError,
    MemoryBudgetError,
    PerfectPlayError,
    RulesError,
    StoreError,
)
from perfectplay.game.game import has_symmetries
from perfectplay.registry.address import load_class
from perfectplay.solver.resume import solve_into


def load(file: Path, parameters: dict[str, Any]) -> Game:
    """The game of a file of rules."""
    game = load_class(str(file))
    assert isinstance(game, type)
    return game(**parameters)


def marked_lines(file: Path) -> list[int]:
    """Lines of a file of rules that hold an idiom which may not compile, its neighbours too where
    it takes several."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return [number for number, line in enumerate(lines, 1) if line.endswith(MARK)]


def perform(file: Path, parameters: dict[str, Any], action: Action, broken: str = "") -> None:
    """Performs a case. Raises Fault where the library gets something wrong.

    ``broken``: the promise that the rules may break. Where they do break it, they must be refused.
    """
    game, marked = load(file, parameters), marked_lines(file)
    try:
        truth = truth_of(game)
    except LoopError:
        truth, broken = explored(game, 50_000), "loop"
    wrong = broken_promise(truth, broken)
    if action.large:
        machine.use_small_thresholds()
    if action.late:
        machine.let_minutes_pass()
    machine.set_where_present(*machine.NO_SYNC)
    if wrong:
        perform_broken(truth, action, wrong)
    elif action.do == "solve":
        if (solution := solved(truth, action, marked)) is not None:
            check_solution(solution, truth)
            check_refusal(solution.why, marked)
    elif action.do == "store":
        with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
            perform_store(truth, action, marked, Path(folder) / "solution")
    elif action.do == "plan":
        perform_plan(truth, action)
    elif action.do == "check":
        perform_check(truth, action)
    else:
        perform_compile(game, action, marked)


# --- rules that break a promise -------------------------------------------------------------------


def broken_promise(truth: Truth, may: str) -> str:
    """The promise that rules break; "" where they keep all, or break one too seldom to be seen."""
    game = truth.game
    if may == "loop":
        return "loop" if game.scoring and not truth.value else ""
    if may == "stuck":
        return "stuck" if truth.over.count(None) > sum(1 for c in truth.children if c) else ""
    if may == "tier":
        tiers = [game.tier(state) for state in truth.states]
        falls = any(tiers[c] < tiers[i] for i, row in enumerate(truth.children) for c, _, _ in row)
        return "tier" if falls else ""
    if may == "symmetry":
        false = [any(game.outcome(image) != game.outcome(state) for image in game.symmetries(state))
                 for state in truth.states]  # fmt: skip
        return "symmetry" if sum(false) * 5 >= len(false) else "symmetry, seldom" * any(false)
    return ""


def perform_broken(truth: Truth, action: Action, wrong: str) -> None:
    """Solves rules that break a promise, or checks them: they must be refused with the promise."""
    if wrong == "symmetry, seldom" or (wrong == "symmetry" and not action.symmetries):
        return
    if wrong == "symmetry" and action.method == "reference":
        return  # it does not use symmetries
    if action.do == "check":
        report = check_game(truth.game, compiled=False)
        expect(not report.ok, "check finds nothing", f"in rules with a wrong {wrong}")
        return
    if action.memory is not None and action.memory < 1 << 30:
        return
    from perfectplay import solve

    try:
        solution = solve(truth.game, method=action.method, threads=action.threads)
    except RulesError as error:
        check_sentence(error)
        return
    except Exception as error:
        raise judge_error(error, "solve") from error
    raise Fault("broken rules are solved", f"wrong {wrong}, by {solution.made.how}")


# --- right rules ----------------------------------------------------------------------------------


def perform_store(truth: Truth, action: Action, marked: list[int], folder: Path) -> None:
    """Solves into a folder, interrupted or not; verifies it; damages it; verifies it again."""
    for call in action.kills:
        in_child(lambda at=call: store_until(truth, action, folder, at))  # type: ignore[misc]
    if action.full_at:
        in_child(lambda: store_on_full_disk(truth, action, folder))
    solution = solved(truth, action, marked, folder=folder)
    if solution is None:
        return
    check_solution(solution, truth)
    check_verified(verified(folder, truth, action), truth)
    check_refusal(solution.why, marked)
    if not action.damage:
        return
    done = damage(folder, action.damage, action.at)
    found = verified(folder, truth, action)
    expect(not found.ok, "verify does not notice damage", done)


def in_child(work: Any) -> None:
    """Does something in a copy of this process. Raises Fault where that ends in a fault."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        said = ""
        try:
            work()
        except Fault as fault:
            said = f"{fault.kind}\0{fault}"
        except BaseException as error:
            fault = judge_error(error, "a command")
            said = f"{fault.kind}\0{fault}"
        os.write(writes, said.encode()[:60_000])
        os._exit(0)
    os.close(writes)
    with os.fdopen(reads, encoding="utf-8", errors="replace") as pipe:
        kind, _, message = pipe.read().partition("\0")
    os.waitpid(child, 0)
    if kind:
        raise Fault(kind, message)


def store_until(truth: Truth, action: Action, folder: Path, call: int) -> None:
    """Solves into a folder until the process kills itself."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    machine.die_at(folder, call)
    try:
        solve_into(truth.game, folder, method=action.method, threads=action.threads,
                   symmetries=action.symmetries, memory=action.memory)  # fmt: skip
    except PerfectPlayError:
        return  # the solve that follows says whether that was right


def store_on_full_disk(truth: Truth, action: Action, folder: Path) -> None:
    """Solves into a folder on a disk that is full after a while: one sentence, and no traceback."""
    machine.fill_disk_at(folder, action.full_at)
    try:
        solve_into(truth.game, folder, method=action.method, threads=action.threads,
                   symmetries=action.symmetries, memory=action.memory)  # fmt: skip
    except (StoreError, MemoryBudgetError) as error:
        check_sentence(error)
    except EndlessGameError as error:
        raise Fault("a finite game is called endless", str(error)) from error
    except PerfectPlayError as error:
        check_sentence(error)


def perform_plan(truth: Truth, action: Action) -> None:
    """Plans a game: where the plan says that it is exact, it must be."""
    found = planned(truth, action)
    if found is None:
        return
    counts = truth.counts()
    symmetric = action.symmetries and has_symmetries(truth.game)
    inside = check_plan(
        found, counts["states"], truth.classes(), counts["moves"], None, action, symmetric
    )
    expect(inside, "a plan is wrong about a small game",
           f"{found['states']}, {found['moves']}; it has {counts}")  # fmt: skip


def perform_check(truth: Truth, action: Action) -> None:
    """Checks rules that keep every promise: nothing may be found."""
    try:
        report = check_game(truth.game, samples=max(1, action.sample), compiled=action.large)
    except Exception as error:
        raise judge_error(error, "check") from error
    said = "; ".join(map(str, report.findings))
    expect(report.ok, "check finds fault with right rules", said)


def perform_compile(game: Game, action: Action, marked: list[int]) -> None:
    """Compiles rules: they compile, or the refusal names the line of the idiom."""
    from perfectplay.compiler.load import compile_rules
    from perfectplay.compiler.source.not_compilable import NotCompilable

    try:
        compile_rules(game, symmetries=action.symmetries)
    except NotCompilable as refusal:
        check_refusal(str(refusal), marked)
    except Exception as error:
        raise judge_error(error, "compile") from error
