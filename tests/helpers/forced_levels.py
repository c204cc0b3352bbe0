"""A solve of a small game that goes the way of large ones."""

from __future__ import annotations

import pytest

from perfectplay.solver import tier_solve
from perfectplay.solver.explore import hash_explorer
from perfectplay.solver.memory import BufferRoom


def force_levels(monkeypatch: pytest.MonkeyPatch, batch: int = 50) -> None:
    """Games are explored by levels however small they are."""
    monkeypatch.setattr(hash_explorer, "WIDE_STATES", 1)
    monkeypatch.setattr(hash_explorer, "WIDE_LEVEL", 0)
    monkeypatch.setattr(hash_explorer, "_PIECE", 2)
    room = BufferRoom(batch, 40 * batch, 1 << 30, 1 << 30, 2 * batch, 0)
    monkeypatch.setattr(tier_solve, "room_for", lambda *_: room)
