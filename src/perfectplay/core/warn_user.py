"""Warnings at the line of the user that led to them."""

from __future__ import annotations

import sys
import warnings
from types import FrameType

from perfectplay.core.errors import PerfectPlayWarning


def warn_user(message: str) -> None:
    """Give a PerfectPlayWarning at the line outside of perfectplay that has called it, however
    deep."""
    level = 1
    frame: FrameType | None = sys._getframe()
    while frame is not None and frame.f_globals.get("__name__", "").startswith("perfectplay."):
        frame, level = frame.f_back, level + 1
    warnings.warn(message, PerfectPlayWarning, stacklevel=level)
