"""Whether a plan is consistent, and true where it says that it is exact."""

from __future__ import annotations

import math
from typing import Any

from tests.fuzz.actions import SMALLEST, Action
from tests.fuzz.faults import check_sentence, expect, judge_error
from tests.fuzz.truth import Truth

from perfectplay.core.errors import MemoryBudgetError
from perfectplay.solver.estimate.plan import plan

RANGES = (
    "states",
    "representatives",
    "moves",
    "largest_tier",
    "memory",
    "disk",
    "work_files",
    "seconds",
)


def planned(truth: Truth, action: Action) -> dict[str, Any] | None:
    """The plan as JSON; None where the budget is rightly refused."""
    try:
        found = plan(
            truth.game, memory=action.memory, threads=action.threads,
            symmetries=action.symmetries, seconds=action.seconds,
        )  # fmt: skip
        lines = found.lines()
    except MemoryBudgetError as error:
        check_sentence(error)
        small = action.memory is not None and error.least > action.memory
        expect(small, "a plan refuses a budget that is enough", f"{action.memory}: {error}")
        return None
    except Exception as error:
        raise judge_error(error, "plan") from error
    expect(not any(word in line for line in lines for word in ("nan", "inf ")), "a plan says nan",
           "; ".join(lines))  # fmt: skip
    return found.as_dict()


def check_plan(
    found: dict[str, Any],
    states: int,
    classes: int,
    moves: int,
    kept_moves: int | None,
    action: Action,
    symmetric: bool,
) -> bool:
    """Whether the truth lies in the ranges of a plan. Raises Fault where the plan cannot be right.

    ``states`` and ``moves``: of the game; ``classes``: states that a solve keeps, with
    ``kept_moves`` of their own (None: not known).
    """  # fmt: skip
    check_consistent(found)
    kept = classes if symmetric else states
    wanted = {"states": states, "representatives": kept if symmetric else None, "moves": kept_moves}
    if not symmetric:
        wanted["moves"] = moves
    inside = True
    for name, right in wanted.items():
        told = found[name]
        if told is None or right is None:
            continue
        low, high = told["low"], told["high"]
        if found["exact"]:
            exact = low == told["likely"] == high == right
            expect(exact, "a plan says exact and is not", f"{name} {told}, should be {right}")
        if high is None:
            expect(low <= right, "a bound of a plan does not hold", f"{name} {told}, it is {right}")
        inside &= low <= right and (high is None or right <= high)
    if action.memory is not None and action.memory < SMALLEST:
        expect(False, "a plan accepts a budget that no solve takes", f"{action.memory}")
    return inside


def check_consistent(found: dict[str, Any]) -> None:
    """Raises Fault where the numbers of a plan contradict each other."""
    for name in RANGES:
        told = found[name]
        if told is None:
            continue
        low, likely, high = told["low"], told["likely"], told["high"]
        ordered = 0 <= low <= likely <= (math.inf if high is None else high)
        expect(ordered, "a range of a plan is out of order", f"{name} {told}")
    states, kept, moves = found["states"], found["representatives"], found["moves"]
    if kept is not None:
        for end in ("low", "likely", "high"):
            if states[end] is None:
                continue
            fewer = kept[end] is not None and kept[end] <= states[end] * 1.001 + 1
            expect(fewer, "a plan has more representatives than states", f"{states}, {kept}")
    stored = kept or states
    if moves["high"] is None:
        # every state but the start is reached by a move
        expect(moves["low"] >= stored["low"] - 1, "a plan contradicts itself",
               f"at least {stored['low']} states, at least {moves['low']} moves")  # fmt: skip
