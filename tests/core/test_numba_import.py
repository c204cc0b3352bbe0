"""When kernels import Numba, and what that brings in."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec

import pytest

PROGRAM = """
import sys
import numpy as np
from perfectplay.core.kernels import njit

assert njit(lambda n: n + 1)(1) == 2
assert "scipy.linalg" not in sys.modules, "a quarter of a second for nothing"
dot = njit(lambda a: np.dot(a, a)[0, 0] + np.linalg.det(a))
assert dot(np.eye(2)) == 2.0
"""


@pytest.mark.skipif(find_spec("scipy") is None, reason="SciPy is not installed")
def test_scipy_is_loaded_only_by_rules_that_use_it() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


LAZY = """
import copy, sys
from threading import Thread
from perfectplay.core.kernels import njit

@njit(nogil=True)
def twice(n):
    return 2 * n

@njit(nogil=True, inline="always")
def added(n):
    return twice(n) + 1

@njit(nogil=True)
def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)

@njit(nogil=True)
def asked(function, n):
    return function(added(n))

assert "numba" not in sys.modules, "a kernel that is not called costs half a second"
assert asked.__name__ == "asked" and twice.__wrapped__(4) == 8
assert not hasattr(twice, "__len__") and copy.copy(twice).__name__ == "twice"
assert "numba" not in sys.modules, "Python asks for such names by itself"
answers = []
threads = [Thread(target=lambda: answers.append(asked(fibonacci, 4))) for _ in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert answers == [34] * 4, answers
assert len(asked.signatures) == len(twice.signatures) == 1
assert twice.py_func(5) == 10
"""


def test_numba_is_imported_when_a_kernel_is_called() -> None:
    done = subprocess.run([sys.executable, "-c", LAZY], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
