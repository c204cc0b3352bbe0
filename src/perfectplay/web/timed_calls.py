"""Questions to games, each in a thread and within a time: rules are anybody's, and may not end."""

from __future__ import annotations

import asyncio
import ctypes
import threading
import time
from collections.abc import Callable
from contextlib import asynccontextmanager, suppress
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar
from weakref import WeakKeyDictionary

from perfectplay.core.errors import PerfectPlayError
from perfectplay.game.functions import FunctionGame
from perfectplay.game.game import Game
from perfectplay.game.operators.operator import innermost

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

Answer = TypeVar("Answer")

SECONDS = 10.0
"""So long a question may take."""

GRACE = 1.0
"""So long a question that was told to stop may go on, until it is left to itself."""

THREADS = 32
"""So many questions, each about another game, are asked at the same time."""

ENDING = "the server is about to stop; ask again when it is there"

WAITING = 256
"""So many questions wait for one game at most."""


class TakesTooLongError(PerfectPlayError, TimeoutError):
    """The rules of a game take longer than a question may."""


class BusyError(PerfectPlayError, TimeoutError):
    """More questions wait for a game than are kept waiting."""


class EndingError(PerfectPlayError, TimeoutError):
    """The server is about to stop."""


class BadRulesError(PerfectPlayError, ValueError):
    """The rules of a game raise something while they are asked."""


class _StopQuestion(BaseException):
    """Raised within a question whose time is over; rules that catch errors pass it on."""


class TimedCalls:
    """Asks questions in threads of its own: of one game one at a time, of several together.

    ``seconds``: how long one may take.
    """

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._threads = _Threads(THREADS)
        self._turns: WeakKeyDictionary[object, _Turn] = WeakKeyDictionary()
        self._open: set[asyncio.Future[Any]] = set()
        self._ending = False

    async def ask(
        self, about: object, question: Callable[[], Answer], name: str, most: float | None = None
    ) -> Answer:
        """What a question says, once all earlier ones about the same object are answered.

        ``name``: of the game, for sentences; ``most``: seconds for this one question,
        once it is asked. Raises TakesTooLongError, BusyError, EndingError, and what the
        question raises.
        """
        seconds = self.seconds if most is None else min(most, self.seconds)
        turn = self._turns.setdefault(about, _Turn())
        async with turn.taken(name):
            if self._ending:
                raise EndingError(ENDING)
            asked = _Question(question)
            future = self._threads.run(asked)
            self._open.add(future)
            future.add_done_callback(self._open.discard)
            done, _ = await asyncio.wait((future,), timeout=seconds)
            if not done:
                asked.stop()
                done, _ = await asyncio.wait((future,), timeout=GRACE)
            if not done:  # it holds its turn until it ends by itself
                turn.left_to(future)
                raise TakesTooLongError(_too_long(name, seconds))
            try:
                return future.result()
            except _StopQuestion:
                raise TakesTooLongError(_too_long(name, seconds)) from None

    def end(self) -> None:
        """Ends all questions with EndingError, by the thread of the loop; they are asked in vain
        from now on. What runs in threads ends with the program."""
        self._ending = True
        for future in list(self._open):
            if not future.done():
                future.set_exception(EndingError(ENDING))

    def close(self) -> None:
        """Ends the threads that are idle; the others end with the program."""
        self._threads.close()


def _too_long(name: str, seconds: float) -> str:
    return (
        f"the rules of {name} have not answered within {seconds:g} seconds; "
        "see whether they end in this state"
    )


class _Threads:
    """Threads that are made as they are needed, up to a number.

    They are no reason for a program to go on, as those of the standard library are: rules that do
    not end must not keep a server from ending.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._none_yet()

    def _none_yet(self) -> None:
        self._made = 0
        self._idle = threading.Semaphore(0)
        self._work: SimpleQueue[_Work | None] = SimpleQueue()

    def run(self, question: Callable[[], Answer]) -> asyncio.Future[Answer]:
        """A future of the running loop, for what the question says."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Answer] = loop.create_future()
        self._work.put((question, loop, future))
        if self._made < self._most and not self._idle.acquire(blocking=False):
            self._made += 1
            given = (self._work, self._idle)
            threading.Thread(target=_works, args=given, daemon=True).start()
        return future

    def close(self) -> None:
        """Ends those that are idle, and others when they become so; new ones may be made."""
        for _ in range(self._made):
            self._work.put(None)
        self._none_yet()


def _works(waiting: SimpleQueue[_Work | None], idle: threading.Semaphore) -> None:
    """What a thread does."""
    while True:
        work = waiting.get()
        if work is None:
            return
        question, loop, future = work
        result, error = None, None
        try:
            result = question()
        except BaseException as raised:
            error = raised
        idle.release()
        with suppress(RuntimeError):  # nobody waits any more: the loop is closed
            loop.call_soon_threadsafe(_tell, future, result, error)
        del work, question, future, result, error  # nothing is kept while it is idle


_Work: TypeAlias = tuple[Callable[[], Any], asyncio.AbstractEventLoop, "asyncio.Future[Any]"]


def _tell(future: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
    if future.done():  # nobody waits for it
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)


class _Turn:
    """Whose turn it is to ask about one thing."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._waiting = 0
        self._stuck: asyncio.Future[Any] | None = None

    @asynccontextmanager
    async def taken(self, name: str) -> AsyncIterator[None]:
        """Waits for the turn, and holds it."""
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

    def left_to(self, future: asyncio.Future[Any]) -> None:
        """Until this is done nobody else asks."""
        self._stuck = future
        future.add_done_callback(_forgotten)


def _forgotten(future: asyncio.Future[Any]) -> None:
    """Takes what nobody waits for, so that nothing complains of it."""
    if not future.cancelled():
        future.exception()


class _Question(Generic[Answer]):
    """A question in a thread, which can be stopped where it runs Python."""

    def __init__(self, question: Callable[[], Answer]) -> None:
        self._question = question
        self._lock = threading.Lock()
        self._thread: int | None = None
        self._over = False
        self._stopped = False

    def __call__(self) -> Answer:
        """The answer. Raises what the question does; whatever that is, the thread goes on."""
        try:
            with self._lock:
                self._thread = threading.get_ident()
                if self._over:
                    raise _StopQuestion
            try:
                return self._question()
            finally:
                with self._lock:
                    self._over = True
                if self._stopped:
                    _let_it_come()
        except StopIteration as error:  # no future takes it
            raise BadRulesError(f"the rules raise {error!r}; a generator ends by return") from error
        except (Exception, _StopQuestion):
            raise
        except BaseException as error:
            raise BadRulesError(f"the rules end the program: {error!r}") from error

    def stop(self) -> None:
        """Raises in its thread, where it still runs."""
        with self._lock:
            if self._over:
                return
            if self._thread is None:
                self._over = True
                return
            self._stopped = True
            thread = ctypes.c_ulong(self._thread)
            ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(_StopQuestion))


def _let_it_come() -> None:
    """Waits for a stop that was sent as the question ended: it must not stop the next one. (To take
    it back by the same call would leave the interpreter looking for it ever after.)"""
    for _ in range(10):
        time.sleep(0.001)


def of_rules(error: BaseException, game: Game) -> bool:
    """Whether an error came out of the rules of a game, and not out of what asks them."""
    kind: Any = innermost(game)
    if isinstance(kind, FunctionGame):
        modules = {getattr(kind._do_move, "__module__", None)}
    else:
        modules = {cls.__module__ for cls in type(kind).__mro__}
    modules -= {Game.__module__, "abc", "builtins", None}
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_globals.get("__name__") in modules:
            return True
        trace = trace.tb_next
    return False
