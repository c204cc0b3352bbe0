"""Small solutions that are verified as those that memory does not hold."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from perfectplay import verify
from perfectplay.verifier.expand import KernelExpander
from perfectplay.verifier.plain_expand import PlainExpander
from perfectplay.verifier.stored import budget_tiers, stored_files, verify_room
from perfectplay.verifier.stored.verify_room import VerifyRoom

ROOMS = (0, 350, 600, 2_500)
"""Bytes for tiers: all are in pieces; some are in memory, and put away; some stay; many do."""


def divide_small_tiers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small games are divided as large ones."""
    monkeypatch.setattr(stored_files, "BLOCK", 10)
    for module in (verify_room, budget_tiers):
        monkeypatch.setattr(module, "LEAST_PIECE", 100)
    for expander in (KernelExpander, PlainExpander):
        monkeypatch.setattr(expander, "batch", 8)
    monkeypatch.setattr(KernelExpander, "first_room", 2)


def with_room(
    room: int,
    monkeypatch: pytest.MonkeyPatch,
    *given: Any,
    most: int | None = None,
    asked: int = 3,
    **more: Any,
) -> Any:
    """What `verify` finds if tiers may take so many bytes, and batches have at most so many
    moves."""
    with monkeypatch.context() as patch:
        patch.setattr(VerifyRoom, "left", lambda _: room)
        patch.setattr(VerifyRoom, "asked_at_once", lambda _: asked)
        patch.setattr(VerifyRoom, "most_moves", lambda *_: most)
        return verify(*given, **more)


def counting(kind: type, name: str, seen: Counter[str]) -> Any:
    """A method of a class, which counts its calls in ``seen``."""
    function = getattr(kind, name)

    def called(*given: Any, **more: Any) -> Any:
        seen[name] += 1
        return function(*given, **more)

    return called
