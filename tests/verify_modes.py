"""The two ways of verifying, and what problems they name."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.stored_by_hand import Stored

from perfectplay.results.verify.report import KINDS, Verification

ALL, FEW = 100_000, 5
"""Samples: the interpreter is asked about all states; compiled rules, and it about a few."""

MODES = pytest.mark.parametrize("sample", [ALL, FEW], ids=["interpreted", "compiled"])


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
