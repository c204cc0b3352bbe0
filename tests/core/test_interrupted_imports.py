"""Ctrl-C while a library is imported: in a notebook, the next solve must not meet half of it."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import os, signal, sys
from perfectplay.compiler.numba_found import set_up_compiler
from perfectplay.games.three_rocks import ThreeRocks

class Press:
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[1]:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)

def work():
    from perfectplay import solve
    print(len(solve(ThreeRocks(left=2, right=3))))
    set_up_compiler()
    print("compiled")

sys.meta_path.insert(0, Press())
try:
    work()
except KeyboardInterrupt:
    print("interrupted")
work()
"""


@pytest.mark.parametrize(
    ("module", "first"), [("numpy._core._add_newdocs", ""), ("numba.core.types.misc", "12\n")]
)
def test_the_next_solve_has_whole_libraries(module: str, first: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, module], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == (f"{first}interrupted\n12\ncompiled\n", "")
