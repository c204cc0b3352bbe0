"""An engine of somebody else as a player: a process that speaks the universal game interface."""

from __future__ import annotations

import os
import queue
import shlex
import subprocess
import threading
import time
import weakref
from collections.abc import Sequence
from dataclasses import dataclass, field

from perfectplay.core.errors import IllegalMoveError, ParameterError, PlayerGoneError, StrategyError
from perfectplay.core.shortened import shortened
from perfectplay.core.value import Move, State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.moves import listed
from perfectplay.play.automatic import Automatic
from perfectplay.play.ugi.tokens import move_of_token, state_line

MOVETIME = 1_000
"""Milliseconds for a move by default."""

HELLO = 60.0
"""Seconds until an engine must have said that it speaks UGI."""

READY = 600.0
"""Seconds until an engine must be ready: it may solve the game before."""

PATIENCE = 10.0
"""Seconds that an engine may take longer than it is given."""


WAITING = 10_000
"""Lines of an engine that wait to be read; one that says more has to wait."""

LONGEST = 1 << 16
"""Characters of a line; what is longer counts as several."""


@dataclass(eq=False)
class UgiPlayer(Automatic):
    """An engine that is started with a command when it is first asked.

    Each position is sent as ``position fen`` and the text of the state on one line: state and moves
    must be written as the engine writes them. Raises PlayerGoneError if the process cannot be
    started, ends or does not answer; StrategyError for an answer that is no legal move.
    """

    kind = "ugi"
    repeats = False
    rules: CheckedGame
    command: str
    movetime: int = MOVETIME
    seed: None = None
    _process: subprocess.Popen[str] | None = field(default=None, init=False)
    _lines: queue.Queue[str | None] = field(default_factory=queue.Queue, init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)
    _owner: int = field(default_factory=os.getpid, init=False)

    @property
    def name(self) -> str:
        limit = "" if self.movetime == MOVETIME else f"{self.movetime}:"
        return f"ugi:{limit}{self.command}"

    def among(self, state: State, legal: Sequence[Move], last: Move | None) -> list[int]:  # noqa: ARG002
        """As for any player."""
        if self._owner != os.getpid():  # a fork must not talk to the engine of another process
            self._process, self._owner = None, os.getpid()
            self._lock = threading.Lock()
        with self._lock:
            if self._process is None:
                self._start()
            self._pass_over()
            self._say(f"position fen {state_line(self.rules, state)}")
            self._say(f"go movetime {self.movetime}")
            words = self._wait("bestmove", self.movetime / 1000 + PATIENCE)
        token = words[1] if len(words) > 1 else ""
        where = self.rules.state_text(state)
        try:
            move = move_of_token(self.rules, state, token, legal)
        except IllegalMoveError:
            raise StrategyError(
                f"the engine answered {shortened(token)!r} in state {where}, which is not legal; "
                f"legal: {listed(self.rules, legal)}",
                state=state,
            ) from None
        return [list(legal).index(move)]

    def _start(self) -> None:
        try:
            self._process = subprocess.Popen(
                shlex.split(self.command), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, text=True, errors="replace", bufsize=1,
            )  # fmt: skip
        except (OSError, ValueError) as problem:
            raise PlayerGoneError(
                f"the engine {self.command!r} cannot be started: {problem}"
            ) from None
        self._lines = queue.Queue(WAITING)
        weakref.finalize(self, _end, self._process, self._owner)
        threading.Thread(target=_read, args=(self._process, self._lines), daemon=True).start()
        self._say("ugi")
        self._wait("ugiok", HELLO)
        self._say("isready")
        self._wait("readyok", READY)

    def _say(self, line: str) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._gone() from None

    def _pass_over(self) -> None:
        """Forget what was said unasked, such as a second answer to the question before."""
        for _ in range(self._lines.qsize()):
            if self._lines.get() is None:
                raise self._gone()

    def _wait(self, verb: str, seconds: float) -> list[str]:
        """The words of the first line that begins with a verb; other lines are passed over."""
        end = time.monotonic() + seconds
        heard = ""
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                self.close()
                said = f"; the last it said is {shortened(heard.strip())!r}" if heard else ""
                raise PlayerGoneError(
                    f"the engine {self.command!r} did not say {verb} within {seconds:g} s{said}"
                ) from None
            if line is None:
                raise self._gone()
            words = line.split()
            if words[:1] == [verb]:
                return words
            heard = line

    def _gone(self) -> PlayerGoneError:
        assert self._process is not None
        self._process.kill()
        code = self._process.wait()
        return PlayerGoneError(f"the engine {self.command!r} has ended, with exit status {code}")

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            _end(self._process, self._owner)


def ugi_player(text: str, rules: CheckedGame) -> UgiPlayer:
    """The player of a text such as ``ugi:./engine`` or ``ugi:250:./engine --fast``.

    The number is milliseconds for a move. Raises ParameterError.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> player = ugi_player("ugi:250:perfectplay engine three_rocks", CheckedGame(ThreeRocks()))
    >>> player.command, player.movetime
    ('perfectplay engine three_rocks', 250)
    """
    _, *parts = text.split(":", 2)
    timed = len(parts) == 2 and parts[0].isdigit()
    command = parts[1] if timed else ":".join(parts)
    try:
        words = shlex.split(command)
    except ValueError as problem:
        raise ParameterError(f"{command!r} cannot be read as a command: {problem}") from None
    if not words:
        raise ParameterError("ugi: wants a command, as in ugi:./engine or ugi:250:./engine")
    return UgiPlayer(rules, command, int(parts[0]) if timed else MOVETIME)


def _read(process: subprocess.Popen[str], lines: queue.Queue[str | None]) -> None:
    """Move the lines of a process to a queue until it ends; None is the last one."""
    assert process.stdout is not None
    while line := process.stdout.readline(LONGEST):
        while process.poll() is None or not lines.full():
            try:
                lines.put(line, timeout=1)
                break
            except queue.Full:
                continue  # nobody is asking, or the process is ended meanwhile
    while lines.full():  # of one that nobody reads, the end counts
        lines.get()
    lines.put(None)


def _end(process: subprocess.Popen[str], owner: int) -> None:
    if owner == os.getpid() and process.poll() is None:
        process.kill()
        process.wait()
