"""Numba's ``njit`` for modules of kernels, which can be imported without Numba too."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from perfectplay.core.errors import MissingExtraError
from perfectplay.core.numba_messages import MISSING, REMEDY

Kernel = Callable[..., Any]

njit: Callable[..., Any]

try:
    from numba import njit
except ImportError as problem:
    WHY = MISSING if isinstance(problem, ModuleNotFoundError) else f"Numba fails: {problem}"

    def _refusing(kernel: Kernel | None = None, **_: Any) -> Kernel:
        """In place of ``njit``: each kernel raises MissingExtraError when it is called."""
        if kernel is None:
            return _refusing

        @wraps(kernel)
        def refuse(*_: Any) -> Any:
            raise MissingExtraError(f"this needs compiled code, and {WHY}; {REMEDY}")

        return refuse

    njit = _refusing

__all__ = ["njit"]
