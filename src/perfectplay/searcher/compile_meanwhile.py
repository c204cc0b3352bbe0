"""Compile a search in another process, while this one goes on, and no longer than there is time."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.core.fork_pool import can_fork
from perfectplay.core.separate_process import BEAT, EndedError, SeparateWork, Tell
from perfectplay.searcher.driver import StoppedError
from perfectplay.solver.compile_apart import PATIENCE

if TYPE_CHECKING:
    from perfectplay.compiler.load import RulesToCompile

_going_on: dict[str, SeparateWork] = {}
"""Compilations that a search had no time to wait for, by the digest of what is compiled: the next
search waits for it. Games change: only the last one goes on."""


def compile_search_apart(given: RulesToCompile, alive: Callable[[], None]) -> None:
    """Fill the code cache, so that this process only loads the search; do nothing if it is there,
    or if this process has to compile by itself.

    ``alive`` is called every tenth of a second; StoppedError from it leaves the compilation to
    later searches. Raises NotCompilable if the rules do not compile, and what ``alive`` raises.
    """
    if not can_fork() or not given.is_kept_once_compiled:
        return
    digest = given.digest
    copy = _going_on.pop(digest, None)
    if given.is_kept():
        if copy is not None:
            copy.kill()
        return
    refused: list[NotCompilable] = []

    def work(tell: Tell) -> None:
        try:
            given.compile()
        except NotCompilable as refusal:
            tell(refusal)

    while _going_on:
        _going_on.popitem()[1].kill()
    try:
        copy = copy or SeparateWork(work, PATIENCE)
    except OSError:
        return
    try:
        with suppress(EndedError):  # this process will find what it was
            copy.watched(time.monotonic() + PATIENCE, refused.append, alive, BEAT)
    except StoppedError:
        _going_on[digest] = copy
        raise
    except BaseException:
        copy.kill()
        raise
    copy.kill()
    if refused:
        raise refused[0]
