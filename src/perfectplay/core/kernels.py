"""Numba's ``njit`` for modules of kernels, which can be imported without Numba too.

Ctrl-C waits until a kernel is compiled, which takes seconds: LLVM's callbacks lose the exception,
or Numba makes another one of it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from importlib.util import find_spec
from typing import Any

from perfectplay.core.errors import MissingExtraError
from perfectplay.core.interrupts import put_off
from perfectplay.core.numba_messages import MISSING, REMEDY

Kernel = Callable[..., Any]


def _load_without_scipy() -> None:
    """Load Numba's functions of arrays, which the first compilation does otherwise, without SciPy.

    They import scipy.linalg only to learn whether it is there, which takes a quarter of a second;
    whatever uses it imports it again.
    """
    if "numba.np.arraymath" in sys.modules or find_spec("scipy") is None:
        return
    with suppress(ImportError, AttributeError):  # another Numba is as it is
        from numba.np import linalg

        asked = linalg.ensure_blas
        linalg.ensure_blas = lambda: None
        try:
            import numba.np.arraymath  # noqa: F401
        finally:
            linalg.ensure_blas = asked


try:
    from numba import njit as _njit

    def _patient(kernel: Any) -> Any:
        """A kernel that delays Ctrl-C while it is compiled or loaded."""
        compile_now = kernel.compile

        def compile_then_stop(signature: Any) -> Any:
            with put_off():
                return compile_now(signature)

        kernel.compile = compile_then_stop
        return kernel

    def njit(kernel: Kernel | None = None, **options: Any) -> Any:
        """Numba's njit."""
        if kernel is None:
            return lambda kernel: njit(kernel, **options)
        return _patient(_njit(kernel, **options))

    _load_without_scipy()
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
