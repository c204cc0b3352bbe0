"""Whether what the library says of a game is true."""

from __future__ import annotations

import inspect
import re
from dataclasses import replace
from typing import Any

from tests.fuzz.actions import Action
from tests.fuzz.faults import Fault, check_sentence, expect, judge_error
from tests.fuzz.truth import Truth

from perfectplay import solve, verify
from perfectplay.core import errors
from perfectplay.core.errors import EndlessGameError, MemoryBudgetError, MethodError
from perfectplay.game.game import has_symmetries

MOVES_LOOKED_AT = 12

STATE_LIMIT = getattr(errors, "StateLimitError", EndlessGameError)
"""What says that there are more states than there is room for."""


def check_solution(solution: Any, truth: Truth) -> None:
    """Raises Fault where a solution is not the truth, state by state and in its counts."""
    _check_counts(solution, truth)
    for i, state in enumerate(truth.states):
        try:
            found = int(solution.value(state)), solution.remoteness(state)
            score = None if truth.score is None else solution.score(state)
        except Exception as error:
            raise Fault("a state has no value", f"{state!r}: {error!r}") from error
        wanted = truth.value[i], truth.remoteness[i]
        expect(found == wanted, "a wrong value", f"{state!r} is {found}, should be {wanted}")
        if truth.score is not None:
            right = truth.score[i]
            expect(score == right, "a wrong score", f"{state!r} is {score}, should be {right}")
    step = max(1, len(truth.states) // MOVES_LOOKED_AT)
    for i in range(0, len(truth.states), step):
        _check_moves(solution, truth, i)


def _check_counts(solution: Any, truth: Truth) -> None:
    found, wanted = solution.counts.as_dict(), truth.counts()
    expect(found == wanted, "wrong counts", f"{found}, should be {wanted}")
    covered = solution.covered[0] if solution.covered is not None else solution.histogram
    histogram = {(int(v), r): n for (v, r), n in covered.items() if n}
    expect(histogram == truth.histogram(), "a wrong histogram", f"{histogram}")
    expect(len(solution) == len(truth.states), "a wrong length", f"{len(solution)}")
    if solution.symmetric:
        classes = truth.classes()
        kept = solution.representatives.states
        expect(kept == classes, "wrong representatives", f"{kept}, should be {classes}")


def _check_moves(solution: Any, truth: Truth, i: int) -> None:
    state = truth.states[i]
    for name, wanted in (("keeping", truth.keeping_moves(i)), ("best", truth.best_moves(i))):
        found = list(getattr(solution, f"{name}_moves")(state))
        expect(found == wanted, f"wrong {name} moves", f"{state!r}: {found}, should be {wanted}")


# --- solving --------------------------------------------------------------------------------------


def solved(
    truth: Truth, action: Action, marked: list[int], refused_before: str = "", **more: Any
) -> Any:
    """The solution by the options of an action; None where the rules are rightly not compiled.

    A budget that is refused is followed by the least that the refusal names, which must do.
    ``marked``: lines that may not compile; ``refused_before``: that refusal.
    """
    try:
        return solve(
            truth.game, method=action.method, threads=action.threads, memory=action.memory,
            symmetries=action.symmetries, **more,
        )  # fmt: skip
    except MemoryBudgetError as error:
        check_sentence(error)
        expect(not refused_before, "the least budget that is named does not do",
               f"{refused_before}; then, with {action.memory}: {error}")  # fmt: skip
        expect(action.memory is not None, "a budget that nobody gave is refused", str(error))
        enough = error.least <= (action.memory or 0)
        expect(not enough, "a budget is refused that is enough", f"{action.memory}: {error}")
        larger = replace(action, memory=error.least * 11 // 10 + (32 << 20))
        return solved(truth, larger, marked, str(error), **more)
    except EndlessGameError as error:
        raise Fault("a finite game is called endless", str(error)) from error
    except STATE_LIMIT as error:
        check_sentence(error)
        expect(action.memory is not None, "a small game has too many states", str(error))
        return solved(truth, replace(action, memory=None), marked, refused_before, **more)
    except MethodError as error:
        check_sentence(error)
        if action.method != "compiled":
            raise judge_error(error, "solve") from error
        check_refusal(str(error), marked)
        return None
    except Exception as error:
        raise judge_error(error, "solve") from error


STUMBLES = ("its states change their shape", "compiled code fails where Python does not (")
"""What is said of rules that compile and then meet, as they run, what compiled code has not, such
as a number of several digits in a text: nobody knows the line."""


def check_refusal(said: str | None, marked: list[int]) -> None:
    """Raises Fault where the reason for not compiling (None: there is none) names no idiom."""
    if said is None or "its states are" in said or "its states hold" in said:
        return
    lines = [int(line) for line in re.findall(r"\.py:(\d+)", said)]
    expect(marked, "rules that must compile do not", said)
    if any(stumble in said for stumble in STUMBLES):
        return
    expect(lines, "a refusal to compile names no line", said)
    expect(set(lines) <= set(marked), "a refusal names a wrong line", f"{said} (it is {marked})")
    jargon = re.search(r"\bphi\b|_pp_|\$|getiter|UniTuple|Literal|typeinfer", said)
    expect(jargon is None, "a refusal is in the compiler's words", said)


# --- verifying ------------------------------------------------------------------------------------


def verified(folder: Any, truth: Truth, action: Action) -> Any:
    """What `verify` says of a folder, with the options of an action."""
    options: dict[str, Any] = {"threads": action.threads, "sample": action.sample}
    if action.interpreted and "interpreted" in inspect.signature(verify).parameters:
        options = {"threads": action.threads, "interpreted": True}
    try:
        found = verify(folder, truth.game, **options)
    except Exception as error:
        raise judge_error(error, "verify") from error
    expect(found.ok == (found.found == 0), "verify contradicts itself", f"{found}")
    return found


def check_verified(found: Any, truth: Truth) -> None:
    """Raises Fault where a right solution is called wrong, or not looked at whole."""
    said = "; ".join(problem.message for problem in found.problems[:3])
    expect(found.ok, "verify calls a right solution wrong", said)
    stored = found.states
    most = len(truth.states)
    symmetric = has_symmetries(truth.game)
    # an image that no play reaches may stand for its class
    expect(0 < stored <= most if symmetric else stored == most, "verify looks at other states",
           f"{stored} of {most}")  # fmt: skip
