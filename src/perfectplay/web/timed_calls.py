"""Questions to games, each in a thread and limited in time: rules may be anybody's, and endless."""

from __future__ import annotations

import asyncio
import ctypes
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

from perfectplay.core.errors import PerfectPlayError, StopRules
from perfectplay.game.functions import FunctionGame
from perfectplay.game.game import Game
from perfectplay.game.operators.operator import innermost

Answer = TypeVar("Answer")

SECONDS = 10.0
"""Default of the seconds that a question may take."""

GRACE = 1.0
"""Seconds that a stopped question may still take before it is abandoned."""

THREADS = 32
"""The most questions that run at the same time, each about another game; also the most threads,
since those that are abandoned count too."""

ENDING = "the server is about to stop; ask again when it is there"

WAITING = 256
"""The most questions that wait for one game."""


class TakesTooLongError(PerfectPlayError, TimeoutError):
    """The rules of a game take longer than a question may."""


class BusyError(PerfectPlayError, TimeoutError):
    """Too many questions wait for a game."""


class EndingError(PerfectPlayError, TimeoutError):
    """The server is about to stop."""


class BadRulesError(PerfectPlayError, ValueError):
    """The rules of a game raise an error."""


class _StopQuestion(StopRules):
    """Raised within a question whose time is over."""


class TimedCalls:
    """Runs questions in threads: one at a time about each game, several games together.
    ``seconds``: how long a question may take."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._slots = threading.Semaphore(THREADS)
        self._waiting: deque[_Call[Any]] = deque()
        self._turns: WeakKeyDictionary[object, _Turn] = WeakKeyDictionary()
        self._open: set[asyncio.Future[Any]] = set()
        self._ending = False

    async def ask(
        self, about: object, question: Callable[[], Answer], name: str, most: float | None = None
    ) -> Answer:
        """The result of a question, after all earlier ones about the same object.

        ``name``: of the game, for sentences; ``most``: seconds for this question, once it runs.
        Raises TakesTooLongError, BusyError, EndingError, and what the question raises.
        """
        seconds = self.seconds if most is None else min(most, self.seconds)
        turn = self._turns.setdefault(about, _Turn())
        async with turn.taken(name):
            if self._ending:
                raise EndingError(ENDING)
            call = _Call(question, self._slots, self._start_waiting)
            self._open.add(call.future)
            call.future.add_done_callback(self._open.discard)
            self._waiting.append(call)
            self._start_waiting()
            try:
                done, _ = await asyncio.wait((call.future,), timeout=seconds)
            finally:  # it has run, or nobody waits for it any more
                if waits := call in self._waiting:
                    self._waiting.remove(call)
                    call.future.cancel()
            if waits and not done:
                raise BusyError(
                    f"{THREADS} other questions are running, and none has ended within "
                    f"{seconds:g} seconds; ask again later"
                )
            if not done:
                call.stop()
                done, _ = await asyncio.wait((call.future,), timeout=GRACE)
            if not done:  # it keeps its turn until it ends by itself
                turn.abandon(call.future)
                raise TakesTooLongError(_too_long(name, seconds))
            try:
                return call.future.result()
            except _StopQuestion:
                raise TakesTooLongError(_too_long(name, seconds)) from None

    def _start_waiting(self) -> None:
        """Start the threads of questions that wait, while there are slots for them."""
        while self._waiting and self._slots.acquire(blocking=False):
            self._waiting.popleft().start()

    def end(self) -> None:
        """End all questions with EndingError, now and from now on. Only the thread of the loop may
        call it. Threads that still run end with the program."""
        self._ending = True
        for future in list(self._open):
            if not future.done():
                future.set_exception(EndingError(ENDING))


def _too_long(name: str, seconds: float) -> str:
    return (
        f"the rules of {name} have not answered within {seconds:g} seconds; "
        "see whether they end in this state"
    )


class _Turn:
    """The queue of questions about one object."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._waiting = 0
        self._stuck: asyncio.Future[Any] | None = None

    @asynccontextmanager
    async def taken(self, name: str) -> AsyncIterator[None]:
        """Wait for the turn, and hold it."""
        if self._waiting >= WAITING:
            raise BusyError(f"more than {WAITING} questions wait for {name}; ask again later")
        self._waiting += 1
        try:
            async with self._lock:
                if self._stuck is not None and not self._stuck.done():
                    raise BusyError(
                        f"the rules of {name} are still busy with an earlier question, which does "
                        "not end; start the server anew"
                    )
                yield
        finally:
            self._waiting -= 1

    def abandon(self, future: asyncio.Future[Any]) -> None:
        """Let no other question run until an abandoned one is done."""
        self._stuck = future
        future.add_done_callback(_retrieve)


def _retrieve(future: asyncio.Future[Any]) -> None:
    """Retrieve an abandoned future's exception to silence the warning."""
    if not future.cancelled():
        future.exception()


class _Call(Generic[Answer]):
    """A question in a thread of its own, which can be stopped while it runs Python.

    The thread is a daemon, unlike those of the standard library's pools: rules that do not end must
    not keep a server from ending. It releases one of ``slots`` at its end; then the loop calls
    ``ended``. ``future``: of the running loop.
    """

    def __init__(
        self, question: Callable[[], Answer], slots: threading.Semaphore, ended: Callable[[], None]
    ) -> None:
        self._ended = ended
        self._loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Answer] = self._loop.create_future()
        self._lock = threading.Lock()
        self._running = False
        self._over = False
        self._stopped = False
        self._thread = threading.Thread(target=self._run, args=(question, slots), daemon=True)

    def start(self) -> None:
        """Start the thread; the caller has acquired a slot for it."""
        self._thread.start()

    def _run(self, question: Callable[[], Answer], slots: threading.Semaphore) -> None:
        result, error = None, None
        try:
            result = self._result(question)
        except BaseException as raised:
            error = raised
        finally:
            slots.release()
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(self._finish, result, error)

    def _result(self, question: Callable[[], Answer]) -> Answer:
        """The answer. Raises BadRulesError for what no future or thread should raise."""
        try:
            with self._lock:
                if self._over:
                    raise _StopQuestion
                self._running = True
            try:
                return question()
            finally:
                with self._lock:
                    self._over = True
                if self._stopped:
                    _receive_stop()
        except StopIteration as error:  # a future refuses it
            raise BadRulesError(f"the rules raise {error!r}; a generator ends by return") from error
        except (Exception, _StopQuestion):
            raise
        except BaseException as error:
            raise BadRulesError(f"the rules end the program: {error!r}") from error

    def _finish(self, result: Any, error: BaseException | None) -> None:
        self._ended()
        if self.future.done():  # by TimedCalls.end
            return
        if error is None:
            self.future.set_result(result)
        else:
            self.future.set_exception(error)

    def stop(self) -> None:
        """Raise _StopQuestion in the thread if the question still runs."""
        with self._lock:
            if self._running and not self._over:
                self._stopped = True
                thread = ctypes.c_ulong(self._thread.ident or 0)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(_StopQuestion))
            self._over = self._over or not self._running


def _receive_stop() -> None:
    """Let a stop be raised here that was sent as the question ended: not where the answer is sent.
    (To take it back by the same call would leave the interpreter looking for it ever after.)"""
    for _ in range(10):
        time.sleep(0.001)


def of_rules(error: BaseException, game: Game) -> bool:
    """Whether an error was raised in the rules of a game, and not in the code that calls them."""
    kind: Any = innermost(game)
    if isinstance(kind, FunctionGame):
        modules = {getattr(kind._do_move, "__module__", None)}
    else:
        modules = {cls.__module__ for cls in type(kind).__mro__}
    modules -= {*(cls.__module__ for cls in Game.__mro__), None}
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_globals.get("__name__") in modules:
            return True
        trace = trace.tb_next
    return False
