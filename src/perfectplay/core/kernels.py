"""Numba's ``njit`` for modules of kernels, which can be imported without Numba too.

Ctrl-C waits until a kernel is compiled, which takes seconds: LLVM's callbacks lose the exception,
or Numba makes another one of it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from functools import update_wrapper
from importlib.util import find_spec
from threading import RLock
from typing import Any

from perfectplay.core.errors import MissingExtraError
from perfectplay.core.interrupts import put_off
from perfectplay.core.numba_messages import MISSING, REMEDY

Kernel = Callable[..., Any]

_MAKING = RLock()


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


class LazyKernel:
    """A function that Numba compiles when it is called first; until then Numba is not imported.

    Numba takes half a second to import, and many commands import kernels that they do not call.
    Another kernel may call it: Numba asks for the type, and finds its own dispatcher there.
    """

    _dispatcher: Any = None

    def __init__(self, function: Kernel, options: dict[str, Any]) -> None:
        self._options = options
        update_wrapper(self, function)

    def __call__(self, *arguments: Any) -> Any:
        return (self._dispatcher or self._made())(*arguments)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # what Python asks of any object is no reason to import Numba
            raise AttributeError(name)
        return getattr(self._dispatcher or self._made(), name)

    def _made(self) -> Any:
        """Numba's dispatcher. Raises MissingExtraError if Numba is not there or cannot start."""
        with _MAKING:
            if self._dispatcher is None:
                self._dispatcher = _patient(_numba().njit(self.__wrapped__, **self._options))
        return self._dispatcher


def njit(kernel: Kernel | None = None, **options: Any) -> Any:
    """As Numba's njit, which is imported when the kernel is called first."""
    if kernel is None:
        return lambda kernel: LazyKernel(kernel, options)
    return LazyKernel(kernel, options)


def load_numba() -> Any:
    """Numba, imported. Raises ImportError.

    Ctrl-C waits for it: a Numba that is half imported fails in every later solve.
    """
    with put_off():
        import numba

        _load_without_scipy()
    return numba


def _numba() -> Any:
    try:
        return load_numba()
    except ImportError as problem:
        why = MISSING if isinstance(problem, ModuleNotFoundError) else f"Numba fails: {problem}"
        raise MissingExtraError(f"this needs compiled code, and {why}; {REMEDY}") from problem


def _patient(kernel: Any) -> Any:
    """A kernel that delays Ctrl-C while it is compiled or loaded."""
    compile_now = kernel.compile

    def compile_then_stop(signature: Any) -> Any:
        with put_off():
            return compile_now(signature)

    kernel.compile = compile_then_stop
    return kernel


__all__ = ["load_numba", "njit"]
