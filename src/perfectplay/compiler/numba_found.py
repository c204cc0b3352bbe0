"""Whether there is a compiler: rules are interpreted where Numba is not installed."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache

from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.core.kernels import load_numba, njit
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
    """Import Numba. Raises NotCompilable if it is not installed, or does not fit what is."""
    look_for_compiler()
    try:
        load_numba()
    except ImportError as problem:
        raise NotCompilable(f"Numba cannot be imported: {problem}", idiom=REMEDY) from problem


def set_up_compiler() -> None:
    """Let Numba load what the first compilation of a process needs, so that copies of this process
    have it. Raises NotCompilable as `require_compiler`."""
    require_compiler()
    njit(lambda: 0)()
