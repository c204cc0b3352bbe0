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

import typer

from perfectplay.core.errors import ClusterError, MissingExtraError, ParameterError
from perfectplay.core.extras import extra_module
from perfectplay.core.interrupts import put_off

if TYPE_CHECKING:
    from concurrent.futures import Executor

FORMS = (
    "processes:4, dask:tcp://HOST:8786, dask:local?workers=4, ray:auto, ray:local?workers=4 or mpi"
)

SECONDS = 10
"""How long a scheduler may take to answer."""

RETRIES = 20
"""How often Ray runs a task again whose worker has ended."""


@contextmanager
def workers_at(address: str) -> Iterator[Executor]:
    """The executor of an address, while the context lasts; workers that it has started end then.

    With "mpi", all processes that mpiexec has started call this, and all but the first one work
    here until the first one has finished; then they end, by typer.Exit.

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
    elif kind == "ray" and rest:
        with _ray(address, rest) as executor:
            yield executor
    elif address == "mpi":
        with _mpi() as executor:
            yield executor
    else:
        raise _unknown(address)


def _processes(count: int) -> Executor:
    """Processes of this machine that are started when they are needed."""
    from concurrent.futures import ProcessPoolExecutor  # not on every system
    from multiprocessing import get_context

    from perfectplay.solver.parts.worker_start import load_modules

    class Processes(ProcessPoolExecutor):
        def submit(self, *arguments: Any, **named: Any) -> Any:
            with put_off():  # it may start a process
                return super().submit(*arguments, **named)

        def wake(self) -> None:
            for _ in range(count):
                self.submit(load_modules)

    return Processes(count, get_context("spawn"), _worker)


@contextmanager
def _dask(address: str, rest: str) -> Iterator[Any]:
    """A client of a scheduler that runs somewhere, or of one that is started here."""
    distributed = extra_module("distributed", "cluster", "workers of Dask")
    for name in ("distributed", "tornado", "asyncio", "concurrent.futures"):  # they show tracebacks
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    place, _, query = rest.partition("?")
    if place == "local":
        count = _workers_in(address, query)
        with (
            distributed.LocalCluster(
                n_workers=count, threads_per_worker=1, dashboard_address="127.0.0.1:0"
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


@contextmanager
def _ray(address: str, rest: str) -> Iterator[Executor]:
    """The cluster of Ray that this machine is part of, or one that is started here."""
    from concurrent.futures import Executor, Future

    place, _, query = rest.partition("?")
    count = _workers_in(address, query) if place == "local" else 0
    if place not in ("auto", "local") or (place == "auto" and query):
        raise _unknown(address)
    ray = extra_module("ray", "ray", "workers of Ray")
    quiet = {"log_to_driver": False, "logging_level": logging.CRITICAL}
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # else it warns
    try:
        if place == "auto":
            ray.init(address="auto", **quiet)
        else:
            ray.init(address="local", num_cpus=count, include_dashboard=False, **quiet)
    except (ConnectionError, RuntimeError, ValueError, OSError) as error:
        if place == "local":
            raise ClusterError(f"Ray could not be started here: {error}") from error
        raise ClusterError(
            f"no cluster of Ray answers here ({error}); start one with: ray start --head"
        ) from error

    class RayExecutor(Executor):
        def submit(self, call: Any, /, *arguments: Any, **named: Any) -> Any:
            future: Future[Any] = Future()

            def settle(done: Any) -> None:
                if not future.set_running_or_notify_cancel():
                    return
                error = done.exception()
                if error is None:
                    future.set_result(done.result())
                else:  # Ray's own class shows a traceback; the cause is what the task raised
                    future.set_exception(getattr(error, "cause", None) or error)

            called.remote(call, arguments, named).future().add_done_callback(settle)
            return future

    called = ray.remote(max_retries=RETRIES)(_called)
    try:
        yield RayExecutor()
    finally:
        ray.shutdown()


def _called(call: Any, arguments: Any, named: Any) -> Any:
    return call(*arguments, **named)


@contextmanager
def _mpi() -> Iterator[Executor]:
    """The processes that mpiexec has started with this one."""
    futures = extra_module("mpi4py.futures", "mpi", "workers of MPI")
    try:
        world = extra_module("mpi4py.MPI", "mpi", "workers of MPI").COMM_WORLD
    except MissingExtraError:
        raise
    except (RuntimeError, ImportError) as error:
        raise ClusterError(
            "no MPI is installed here; install one, such as openmpi or mpich"
        ) from error
    if world.Get_size() < 2:
        raise ClusterError(
            "mpiexec has started no workers; for four, write: mpiexec -n 5 perfectplay ..."
        )
    with futures.MPICommExecutor(world, root=0) as executor:
        if executor is not None:  # it is None for the others, when they have nothing more to do
            yield executor
            return
    raise typer.Exit


def _workers_in(address: str, query: str) -> int:
    """The number in "workers=4"; 2 if there is nothing. Raises ParameterError."""
    given = parse_qs(query, keep_blank_values=True)
    count = given.pop("workers", ["2"])[-1]
    if given or not _count(count):
        raise _unknown(address)
    return int(count)


def _unknown(address: str) -> ParameterError:
    return ParameterError(f"{address!r} names no workers; write {FORMS}")


def _count(text: str) -> int:
    """The number of workers, 0 if it is none."""
    return int(text) if re.fullmatch(r"[1-9][0-9]{0,4}", text) else 0


def _worker() -> None:
    """Begin a worker: Ctrl-C is for the process that has started it, and it ends with that one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)
