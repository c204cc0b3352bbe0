"""A stored solution that is read whole, for whoever asks it thousands of quick questions."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from typing import Any

import numpy as np

from perfectplay.core.arguments import available_cores
from perfectplay.core.packed import pack, pack_scores
from perfectplay.tablebase.solution import Solution
from perfectplay.tablebase.store.parts import StoredPart
from perfectplay.tablebase.store.stored_solution import StoredSolution
from perfectplay.tablebase.store.table_reader import TextStateTable
from perfectplay.tablebase.table import StateEntries, Table, TablePart

STATE_BYTES = 24
"""Memory of a state while it is read: key, value, remoteness or score, and these packed."""


def loaded(stored: StoredSolution, memory: int) -> Solution:
    """The same solution with its table in memory; as it is if that takes more than ``memory``
    bytes, or if its states are kept as texts.

    A position is looked up in microseconds then; on the disk each row group that it touches takes
    some tenths of a millisecond. Raises DamagedError.
    """
    if isinstance(stored.table, TextStateTable) or len(stored.table) * STATE_BYTES > memory:
        return stored
    with ThreadPoolExecutor(available_cores()) as pool:
        parts = list(pool.map(_read, stored.table.stored))
    given: dict[str, Any] = {
        one.name: getattr(stored, one.name) for one in fields(Solution) if one.init
    }
    return Solution(**{**given, "table": Table(parts, [part.tier for part in stored.table.stored])})


def _read(part: StoredPart) -> TablePart:
    groups = range(part.groups)
    keys = np.concatenate([np.asarray(part.states(group), np.int64) for group in groups])
    values, remoteness, scores = StateEntries.joined([part.entries(group) for group in groups])
    if scores is not None:
        return TablePart(keys, pack_scores(scores, remoteness))
    return TablePart(keys, pack(values, remoteness))
