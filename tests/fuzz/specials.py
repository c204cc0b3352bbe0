"""Cases that random small games do not reach: large games, long rows of moves, tight budgets.

Each is a function that raises Fault; it runs in a process of its own. What is measured is counted
(calls, bytes of memory, processor time), never the time that passes.
"""

from __future__ import annotations

import io
import os
import sys
import tempfile
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import numpy as np
from tests.fuzz import machine
from tests.fuzz.checks import STATE_LIMIT
from tests.fuzz.faults import Fault, check_sentence, expect, judge_error
from tests.fuzz.large import COUNTER, IMAGES, LEVELS, LOOPS, SET_UP, TREE
from tests.fuzz.performing import in_child, load
from tests.fuzz.plans import check_consistent

from perfectplay import Game, solve
from perfectplay.core.errors import EndlessGameError, MemoryBudgetError

Write = Callable[[str], Path]


def finite_on_a_busy_machine(write: Write) -> None:
    """A tree that is finite is solved, however late the clocks say that it is."""
    game = load(write(TREE), {"depth": 9})
    machine.let_minutes_pass()
    expect_states(game, (4**10 - 1) // 3, method="interpreted")


def finite_in_a_large_process(write: Write) -> None:
    """A process that is larger than its budget says so, and does not call the game endless."""
    game = load(write(TREE), {"depth": 8})
    ballast = np.ones(30_000_000)  # 240 MB, all of them touched
    try:
        expect_states(game, (4**9 - 1) // 3, method="interpreted", memory=300_000_000)
        game = load(write(TREE), {"depth": 9})
        expect_states(game, (4**10 - 1) // 3, method="interpreted", memory=300_000_000)
    except MemoryBudgetError as error:
        check_sentence(error)
        expect(error.least > 300_000_000, "a budget is refused that is enough", str(error))
    except STATE_LIMIT as error:
        check_sentence(error)
        names = "memory" in str(error) or "budget" in str(error)
        expect(names, "a process that is too large does not say so", str(error))
    del ballast


def endless(write: Write) -> None:
    """A game that has no end is found out, and the message shows a state."""
    game = load(write(COUNTER), {})
    try:
        solution = solve(game, threads=1, memory=1_000_000_000)
    except EndlessGameError as error:
        check_sentence(error)
        return
    raise Fault("an endless game is solved", repr(solution))


def expect_states(game: Game, states: int, **options: Any) -> None:
    """Solves a game of so many states. Raises Fault, MemoryBudgetError."""
    try:
        found = len(solve(game, **options))
    except EndlessGameError as error:
        raise Fault("a finite game is called endless", str(error)) from error
    expect(found == states, "wrong counts", f"{found:,} states, should be {states:,}")


def many_moves(write: Write) -> None:
    """A state with very many moves is asked about a few times, not many times."""
    moves = 40_000
    game = load(write(SET_UP), {"squares": moves})
    calls = 0
    code = type(game).play.__code__

    def count(frame: Any, event: str, _: Any) -> None:
        nonlocal calls
        calls += event == "call" and frame.f_code is code

    sys.setprofile(count)
    try:
        solution = solve(game, method="compiled", threads=1)
    finally:
        sys.setprofile(None)
    expect(solution.counts.moves == 2 * moves, "wrong counts", str(solution.counts))
    most = 2 * moves + moves // 2
    expect(calls <= most, "a state with many moves is asked about too often",
           f"play was called {calls:,} times for {2 * moves:,} moves")  # fmt: skip


def many_images(write: Write) -> None:
    """Where images cost more than they save, somebody says so."""
    from perfectplay.cli.main import run

    said = io.StringIO()
    with redirect_stdout(said):
        run(["plan", str(write(IMAGES)), "--threads", "1"])
    line = next((line for line in said.getvalue().splitlines() if "images" in line), "")
    expect("times as long" in line, "the cost of images is not said", said.getvalue())


def budget_of_a_loopy_game(write: Write) -> None:
    """A large game with loops keeps to its budget, or names one before it begins that it keeps."""
    file, size = write(LOOPS), 4_000_003
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        budget = 300_000_000
        status, said, peak = peak_of(file, size, budget, Path(folder) / "one")
        if status == "refused":
            budget = int(said)
            expect(budget > 300_000_000, "a budget is refused that is enough", said)
            status, said, peak = peak_of(file, size, budget, Path(folder) / "two")
        expect(status == "solved", "a solve within a budget fails", f"{status} {said}")
        expect(int(said) == reached(size), "wrong counts", f"{said}, should be {reached(size)}")
        most = budget * 105 // 100
        expect(peak <= most, "a budget is not kept",
               f"{peak / 1e6:,.0f} MB at the peak, of {budget / 1e6:,.0f} MB")  # fmt: skip


def peak_of(file: Path, size: int, budget: int, folder: Path) -> tuple[str, str, int]:
    """What a solve in a process of its own says, and the most memory that it held, in bytes."""
    program = (
        "import sys\nfrom perfectplay.registry.address import load_class\n"
        "from perfectplay.solver.resume import solve_into\n"
        "from perfectplay.core.errors import MemoryBudgetError\n"
        f"game = load_class({str(file)!r})({size})\n"
        "try:\n"
        f"    print('solved', len(solve_into(game, {str(folder)!r}, memory={budget}, threads=2,"
        " method='compiled').solution))\n"
        "except MemoryBudgetError as error:\n    print('refused', error.least)\n"
    )
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(writes, 1)
        os.execv(sys.executable, [sys.executable, "-c", program])
    os.close(writes)
    with os.fdopen(reads) as pipe:
        status, _, said = pipe.read().strip().partition(" ")
    _, _, usage = os.wait4(child, 0)
    return status or "died", said, usage.ru_maxrss * 1024


def reached(size: int) -> int:
    """The states of the loopy game that a play reaches, counted without perfectplay."""
    seen = np.zeros(size, bool)
    level = np.array([1], np.int64)
    seen[1] = True
    while len(level):
        level = level[(level % 17 != 3)]
        children = [(level * (2 * move + 3) + 7 * move + 1) % size for move in range(3)]
        level = np.unique(np.concatenate(children))
        level = level[~seen[level]]
        seen[level] = True
    return int(seen.sum())


def plans_of_large_games(write: Write) -> None:
    """Bounds hold, no right rules are blamed, and no range is far from the truth, also where states
    outgrow their keys while samples are taken. (How many ranges hold it is a test of its own.)"""
    from perfectplay.solver.estimate.plan import plan

    machine.set_where_present("perfectplay.solver.estimate.forecast", "EXACT", 30_000)
    # few scouts, so that those who follow them start again from states that are known
    machine.set_where_present("perfectplay.solver.estimate.estimate", "SCOUTS", 500)
    file = write(LEVELS)
    for seed in (1, 2, 3):
        game = load(file, {"seed": seed})
        try:
            found = plan(game, threads=2, seconds=3.0).as_dict()
        except Exception as error:
            raise judge_error(error, "plan") from error
        check_consistent(found)
        right, told = level_states(seed), found["states"]
        low, high = told["low"], told["high"]
        if high is None:
            expect(low <= right, "a bound of a plan does not hold", f"{told}, it is {right:,}")
        near = low <= 2 * right and (high is None or right <= 2 * high)
        expect(near, "a range of a plan is far from the truth", f"{told}, it is {right:,}")


def level_states(seed: int) -> int:
    """The states of the game of levels, counted without perfectplay."""
    states = np.array([[0, 0]], np.int64)
    total = 0
    for level in range(25):
        total += len(states)
        if level == 24:
            break
        x, y = states.T
        children = []
        for move in range(3):
            below = (x * 3 + y + move * (seed + 5) + 1) % (1_000 + 300 * level + 37 * seed)
            children.append(np.stack([below, (y * 2 + move + level) % (level + 3)], 1))
        codes = np.unique(np.concatenate([c[:, 0] * 64 + c[:, 1] for c in children]))
        states = np.stack([codes // 64, codes % 64], 1)
    return total


SPECIALS: dict[str, Callable[[Write], None]] = {
    check.__name__.replace("_", " "): check
    for check in (
        finite_on_a_busy_machine,
        finite_in_a_large_process,
        endless,
        many_moves,
        many_images,
        plans_of_large_games,
        budget_of_a_loopy_game,
    )
}


def run_special(name: str) -> str:
    """What is wrong by a special case; "" where all is right."""
    with tempfile.TemporaryDirectory(prefix="fuzz-special-") as folder:

        def write(text: str) -> Path:
            file = Path(folder) / "rules.py"
            file.write_text(text, encoding="utf-8")
            return file

        try:
            in_child(lambda: SPECIALS[name](write))
        except Fault as fault:
            return str(fault)
    return ""
