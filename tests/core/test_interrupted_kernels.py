"""Ctrl-C while a kernel is compiled."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import os, signal
from numba.core.codegen import JITCPUCodegen
from perfectplay.core.kernels import njit

library = JITCPUCodegen._library_class
real, pressed = library._object_compiled_hook.__func__, []
def press(cls, module, code):  # LLVM calls this, and loses what it raises
    if not pressed:
        pressed.append(True)
        os.kill(os.getpid(), signal.SIGINT)
    return real(cls, module, code)
library._object_compiled_hook = classmethod(press)

@njit(cache=True)
def twice(n):
    return 2 * n

try:
    twice(21)
except KeyboardInterrupt:
    print("interrupted")
print(twice(21))
"""


def test_ctrl_c_is_neither_lost_nor_another_error(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(program)], capture_output=True, text=True, check=False,
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")},
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, "interrupted\n42\n", "")
