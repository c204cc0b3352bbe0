"""A check that ends soon, and rules that do not."""

from __future__ import annotations

import time
from typing import Any

from perfectplay import Game, check_game

SOON = 60.0
"""Seconds in which a check of less than five has ended on the busiest machine."""


def ended_soon(game: Game, **options: Any) -> Any:
    began = time.monotonic()
    report = check_game(game, **options)
    assert time.monotonic() - began < SOON
    return report


# --- rules that hang lose nothing -----------------------------------------------------------------


def hanging(*_: Any) -> Any:
    while True:
        pass
