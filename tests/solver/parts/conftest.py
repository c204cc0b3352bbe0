"""Executors, and thresholds under which small games take the way of large ones, in many parts."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pytest

from games_to_store import (
    few_at_a_time,
)
from perfectplay.solver.parts import part_explorer, part_resolver, part_store, tier_sweeps
from perfectplay.tablebase.store import writer


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Small games take the way of large ones, in many parts, all of them by the executor."""
    few_at_a_time(monkeypatch)
    monkeypatch.setattr(part_explorer, "PART_KEYS", 40)
    monkeypatch.setattr(part_explorer, "LEAST_KEYS", 4)
    monkeypatch.setattr(part_explorer, "SHARES", 3)
    monkeypatch.setattr(part_explorer, "FEW_KEYS", -1)
    monkeypatch.setattr(part_resolver, "FEW_KEYS", -1)
    monkeypatch.setattr(part_store, "INLINE", 5)
    monkeypatch.setattr(writer, "PARTS", 3)
    monkeypatch.setattr(writer, "LEAST_PART", 4)
    monkeypatch.setattr(tier_sweeps, "SWEPT_STATES", 20)
    monkeypatch.setattr(tier_sweeps, "FEW_SWEPT", -1)
    return monkeypatch


@pytest.fixture(scope="module")
def threads() -> Iterator[Executor]:
    with ThreadPoolExecutor(3) as pool:
        yield pool


@pytest.fixture(scope="module")
def processes() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        yield pool
