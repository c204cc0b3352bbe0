"""``--cluster``: the workers that an address names, as an executor."""

from __future__ import annotations

import logging
import os
import re
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from perfectplay.core.errors import ClusterError, ParameterError
from perfectplay.core.extras import extra_module
from perfectplay.core.interrupts import put_off

if TYPE_CHECKING:
    from concurrent.futures import Executor

FORMS = "processes:4, dask:tcp://HOST:8786 or dask:local?workers=4"

SECONDS = 10
"""How long a scheduler may take to answer."""


@contextmanager
def workers_at(address: str) -> Iterator[Executor]:
    """The executor of an address, while the context lasts; workers that it has started end then.

    Raises ParameterError for an address of no known form, ClusterError if nobody answers there,
    MissingExtraError.

    >>> with workers_at("processes:2") as executor:
    ...     executor.submit(abs, -1).result()
    1
    """
    kind, _, rest = address.partition(":")
    if kind == "processes" and (count := _count(rest)):
        with _processes(count) as executor:
            try:
                yield executor
            except BaseException:
                executor.shutdown(cancel_futures=True)  # tasks that run are finished, and kept
                raise
    elif kind == "dask" and rest:
        with _dask(address, rest) as client:
            yield client.get_executor()
    else:
        raise ParameterError(f"{address!r} names no workers; write {FORMS}")


def _processes(count: int) -> Executor:
    """Processes of this machine that are started when they are needed."""
    from concurrent.futures import ProcessPoolExecutor  # not on every system
    from multiprocessing import get_context

    class Processes(ProcessPoolExecutor):
        def submit(self, *arguments: Any, **named: Any) -> Any:
            with put_off():  # it may start a process
                return super().submit(*arguments, **named)

    return Processes(count, get_context("spawn"), _worker)


@contextmanager
def _dask(address: str, rest: str) -> Iterator[Any]:
    """A client of a scheduler that runs somewhere, or of one that is started here."""
    distributed = extra_module("distributed", "cluster", "workers of Dask")
    for name in ("distributed", "tornado", "asyncio", "concurrent.futures"):  # they show tracebacks
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    place, _, query = rest.partition("?")
    if place == "local":
        count = parse_qs(query).get("workers", ["2"])[-1]
        if not _count(count) or set(parse_qs(query)) - {"workers"}:
            raise ParameterError(f"{address!r} names no workers; write {FORMS}")
        with (
            distributed.LocalCluster(
                n_workers=int(count), threads_per_worker=1, dashboard_address="127.0.0.1:0"
            ) as cluster,
            distributed.Client(cluster) as client,
        ):
            yield client
        return
    if "://" not in place:
        raise ParameterError(f"{address!r} has no protocol; write dask:tcp://{place}")
    try:
        client = distributed.Client(rest, timeout=SECONDS)
    except (OSError, ValueError, TypeError) as error:
        raise ClusterError(
            f"no scheduler answers at {rest} ({error}); start one with: dask scheduler"
        ) from error
    with client:
        yield client


def _count(text: str) -> int:
    """The number of workers, 0 if it is none."""
    return int(text) if re.fullmatch(r"[1-9][0-9]{0,4}", text) else 0


def _worker() -> None:
    """Begin a worker: Ctrl-C is for the process that has started it, and it ends with that one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
