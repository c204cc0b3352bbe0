"""Copies of this process, made by fork, each at the other end of a connection."""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess


_starting: list[BaseProcess] = []
"""The copies that are being made."""


def _forget_input() -> None:
    """Give a copy other input: to close that of this process, as the library does, waits for ever
    if another thread is reading it."""
    if _starting:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_input)


def can_fork() -> bool:
    """True if the system copies processes safely, and this one may have copies.

    Windows and browsers copy none. On macOS, libraries of the system may have started threads that
    a copy lacks, and then it hangs or crashes.
    """
    if not hasattr(os, "fork") or sys.platform == "darwin":
        return False
    import multiprocessing

    methods = multiprocessing.get_all_start_methods()
    return "fork" in methods and not multiprocessing.current_process().daemon


def fork(serve: Callable[..., None], *arguments: Any) -> tuple[BaseProcess, Connection]:
    """Start a copy that calls ``serve(connection, *arguments)``; return it and our end.

    Ctrl-C does not reach the copy: this process ends it. Raises OSError if there can be no copy.
    """
    import multiprocessing

    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(serve, ours, theirs, *arguments), daemon=True)
    with warnings.catch_warnings():
        # the copy runs rules, players or a compiler: it takes no lock of our other threads
        warnings.simplefilter("ignore", DeprecationWarning)
        _starting.append(process)
        try:
            process.start()
        finally:
            _starting.remove(process)
    theirs.close()
    return process, ours


def _serve(
    serve: Callable[..., None], ours: Connection, theirs: Connection, *arguments: Any
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    faulthandler.disable()  # this process says how the copy ended
    ours.close()
    serve(theirs, *arguments)


class ForkPool:
    """Copies of this process that all serve alike; as a context manager, which ends them.

    ``serve`` is called in each copy with its connection, which fails with EOFError or OSError when
    this process has closed it or has ended. Raises OSError if there can be no copies.
    """

    def __init__(self, serve: Callable[[Connection], None], size: int) -> None:
        self.connections: list[Connection] = []
        self.processes: list[BaseProcess] = []
        self._serve, self._size = serve, size

    def __enter__(self) -> Self:
        for _ in range(self._size):
            process, connection = fork(self._serve_alone)
            self.processes.append(process)
            self.connections.append(connection)
        return self

    def __exit__(self, *_: object) -> None:
        for connection in self.connections:
            connection.close()
        for process in self.processes:
            process.terminate()
            process.join()

    @property
    def numbers(self) -> list[int]:
        """The system's numbers of the copies."""
        return [process.pid for process in self.processes if process.pid is not None]

    def _serve_alone(self, connection: Connection) -> None:
        for other in self.connections:  # else no copy would see that this process has ended
            other.close()
        self._serve(connection)


def how_ended(process: BaseProcess, otherwise: str) -> str:
    """How a copy has ended, which has closed its end: by which signal, or else ``otherwise``."""
    process.join(1.0)
    status = process.exitcode
    if status is None or status >= 0:
        return otherwise
    return f"its process was ended by {signal_name(-status)}"


def signal_name(number: int) -> str:
    """The name of a signal.

    >>> signal_name(15), signal_name(40)  # not all have one
    ('SIGTERM', 'signal 40')
    """
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
