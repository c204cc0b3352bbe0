"""What importing Numba for kernels brings in."""

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
