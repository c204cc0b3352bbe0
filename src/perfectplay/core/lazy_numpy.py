"""NumPy, imported when something of it is first used.

A browser runs Python without NumPy. Modules that a plain solve goes through import ``np`` from this
one, in place of NumPy. Without NumPy its types are there, with no instances; all else raises
MissingExtraError.
"""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from typing import TYPE_CHECKING, Any

from perfectplay.core.errors import MissingExtraError
from perfectplay.core.interrupts import put_off

if TYPE_CHECKING:
    import numpy as np
else:
    np = sys.modules[__name__]

__all__ = ["NoInstance", "has_numpy", "load_numpy", "np"]

_TYPES = ("integer", "generic", "bool_", "ndarray")


class NoInstance:
    """In place of a type of NumPy, where there is none: nothing is an instance of it."""


@cache
def has_numpy() -> bool:
    """Whether NumPy is installed; it is not imported."""
    if "numpy" in sys.modules:
        return sys.modules["numpy"] is not None
    return importlib.util.find_spec("numpy") is not None


@cache
def load_numpy() -> None:
    """Import NumPy. Ctrl-C waits for it: one that is half imported cannot be imported again."""
    with put_off():
        import numpy  # noqa: F401


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    if has_numpy():
        load_numpy()
        import numpy

        found = getattr(numpy, name)
    elif name in _TYPES:
        found = NoInstance
    else:
        raise MissingExtraError("this needs NumPy, which is not installed; pip install numpy")
    globals()[name] = found
    return found
