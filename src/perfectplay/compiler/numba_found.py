"""Whether there is a compiler: rules are interpreted where Numba is not installed."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from typing import Any

from perfectplay.compiler.source.constants import NotCompilable
from perfectplay.core.interrupts import put_off
from perfectplay.core.numba_messages import MISSING, REMEDY


@cache
def look_for_compiler() -> None:
    """Raise NotCompilable if Numba is not installed. Nothing is imported; what was found
    is remembered."""
    if "numba" in sys.modules and sys.modules["numba"] is not None:
        return
    if importlib.util.find_spec("numba") is None:
        raise NotCompilable(MISSING, idiom=REMEDY)


def require_compiler() -> None:
    """Import Numba. Raises NotCompilable if it is not installed, or does not fit what is.

    Ctrl-C waits for it: a Numba that is half imported fails in every later solve.
    """
    look_for_compiler()
    try:
        with put_off():
            _import_numba()
    except ImportError as problem:
        raise NotCompilable(f"Numba cannot be imported: {problem}", idiom=REMEDY) from problem


def _import_numba() -> None:
    """Import Numba, and what it loads when something is first compiled."""
    if "numba" in sys.modules and "perfectplay.core.kernels" in sys.modules:
        return
    import numba  # noqa: F401

    import perfectplay.core.kernels  # noqa: F401


def set_up_compiler() -> None:
    """Let Numba load what the first compilation of a process needs, so that copies of this process
    have it. Raises NotCompilable as `require_compiler`."""
    require_compiler()
    import numba

    compiled: Any = numba.njit(lambda: 0)
    compiled()
