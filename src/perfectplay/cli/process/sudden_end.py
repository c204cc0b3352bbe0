"""A last sentence where rules end the whole process, which nothing can stop."""

from __future__ import annotations

import faulthandler
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NoReturn

from perfectplay.cli.output.answer import complain
from perfectplay.registry.source import FILES_RUN


@contextmanager
def says_sudden_ends() -> Iterator[None]:
    """A block in which the process does not end in silence: ``os._exit`` in a file of rules says
    so, and a crash (of C code that rules call) writes the lines that were at work."""
    before = os._exit

    def leave(status: int) -> NoReturn:
        frame = sys._getframe(1)
        if frame.f_code.co_filename in FILES_RUN:
            place = f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}"
            complain(f"the rules ended the program with os._exit({status!r}) at {place}")
            sys.stderr.flush()
        before(status)

    ours = not faulthandler.is_enabled()
    with suppress(io.UnsupportedOperation, ValueError):  # a stream that is no file
        faulthandler.enable()
    os._exit = leave
    try:
        yield
    finally:
        os._exit = before
        if ours:
            faulthandler.disable()
