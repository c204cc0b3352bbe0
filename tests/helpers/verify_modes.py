"""The two ways of verifying, and what problems they name."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from perfectplay.tablebase.verification import KINDS, Verification
from stored_by_hand import Stored

ALL, FEW = 100_000, 5
"""Samples: the interpreter is asked about all states; compiled rules, and it about a few."""

WALK: dict[str, Any] = {"sample": ALL}
COMPILED: dict[str, Any] = {"sample": FEW}
SWEEP: dict[str, Any] = {"sample": 0, "interpreted": True}
SHARED: dict[str, Any] = {"sample": FEW, "executor": ThreadPoolExecutor(2)}
"""Ways of verifying, as arguments: the plain walk of small games; compiled rules; every state of a
large game by the interpreter; compiled rules by tasks of workers."""

MODES = pytest.mark.parametrize(
    "mode", [WALK, COMPILED, SWEEP, SHARED], ids=["walk", "compiled", "interpreted", "shared"]
)


def how_of(mode: dict[str, Any], states: int) -> str:
    """How a solution of so many numbered states is verified."""
    by_all = states <= mode["sample"] or mode.get("interpreted")
    return "interpreted" if by_all else "compiled"


def kinds(result: Verification) -> set[str]:
    assert result.ok == (result.found == 0) == (not result.problems)
    assert {problem.kind for problem in result.problems} <= set(KINDS)
    return {problem.kind for problem in result.problems}


def named(result: Verification, kind: str) -> list[Any]:
    """The keys that problems of a kind name."""
    return [problem.key for problem in result.problems if problem.kind == kind]


def levels_of(stored: Stored) -> Stored:
    """The solution of a game of levels with the levels as tiers."""
    rows: dict[int, list[Any]] = {}
    for row in stored.every():
        rows.setdefault(int(row[0]) // 100, []).append(row)
    return replace(stored, rows=rows)


def told(result: Verification) -> dict[str, Any]:
    """All that is reported but the time; of problems the kind, the key and what is right: of the
    parents of a missing state, the first that is met is named."""
    answer = {name: value for name, value in result.as_dict().items() if name != "seconds"}
    places = ("kind", "key", "stored", "right")
    answer["problems"] = [{name: one[name] for name in places} for one in answer["problems"]]
    return answer
