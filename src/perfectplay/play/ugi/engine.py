"""Our side of the universal game interface: any game of ours answers as an engine."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from perfectplay.core.errors import (
    GameTooLargeError,
    MemoryBudgetError,
    ParseError,
    PerfectPlayError,
    StateLimitError,
)
from perfectplay.core.value import Value
from perfectplay.core.version import __version__
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game
from perfectplay.game.moves import PlayPosition, first_position
from perfectplay.game.naming import game_name
from perfectplay.game.read_state import read_state
from perfectplay.game.result_scale import FAR
from perfectplay.play.ugi.tokens import NO_MOVE, move_token, moved
from perfectplay.searcher.move_bounds import MoveBounds, PositionBounds
from perfectplay.searcher.move_search import MoveSearch
from perfectplay.tablebase.record import Record
from perfectplay.tablebase.solution import Solution

SHARE = 30
"""A move takes this part of the time that is left on a clock."""

WITHOUT_LIMIT = 3_600.0
"""Seconds of a search without a limit, which ``stop`` ends."""

PV = 4
"""The most moves of a line that is told: each costs as much as the answer itself."""

LAST = {"isready": "readyok", "go": f"bestmove {NO_MOVE}"}
"""The last line of the answers that an arena waits for."""

COMMANDS = "ugi isready uginewgame setoption position query go stop quit"


@dataclass
class UgiEngine:
    """Answers the lines of an arena. ``solve`` gives the solution, or raises if the game is too
    large; then each position is searched. ``stopped`` says whether a search is to end, and
    is told whether it has a limit of time.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> from perfectplay.solver.solve import solve
    >>> engine = UgiEngine(ThreeRocks(), lambda: solve(ThreeRocks()), lambda _: False)
    >>> for line in ("position startpos moves 1,0", "query p1turn", "go movetime 100"):
    ...     for reply in engine.answer(line):
    ...         print(reply)
    response false
    info depth 9 score mate 9 pv 0,3 0,1 0,3 0,1
    bestmove 0,3
    """

    game: Game
    solve: Callable[[], Solution]
    stopped: Callable[[bool], bool]

    def __post_init__(self) -> None:
        self.rules = CheckedGame(self.game)
        self.first = first_position(self.rules)
        self._position: PlayPosition | None = self.first
        self._solution: Solution | None = None
        self._search: MoveSearch | None = None

    def answer(self, line: str) -> Iterator[str]:
        """The replies to a line. Nothing is raised: what is wrong is told as ``info string``."""
        verb, *words = line.split() or [""]
        method = {
            "ugi": self._ugi, "isready": self._is_ready, "position": self._place,
            "query": self._query, "go": self._go, "uginewgame": self._new, "stop": self._nothing,
            "setoption": self._nothing, "": self._nothing,
        }.get(verb)  # fmt: skip
        if method is None:
            yield f"info string unknown command {verb!r}; expected one of {COMMANDS}"
            return
        try:
            yield from method(words)
        except PerfectPlayError as error:
            yield f"info string error: {' '.join(str(error).split())}"
            if verb in LAST:  # an arena waits for it
                yield LAST[verb]

    def _nothing(self, _: list[str]) -> Iterator[str]:
        return iter(())

    def _ugi(self, _: list[str]) -> Iterator[str]:
        yield f"id name perfectplay {__version__} {game_name(self.game)}"
        yield "id author the perfectplay developers"
        yield "ugiok"

    def _is_ready(self, _: list[str]) -> Iterator[str]:
        yield from self._known()
        yield LAST["isready"]

    @property
    def position(self) -> PlayPosition:
        """The last position that was sent. Raises ParseError if it could not be read."""
        if self._position is None:
            raise ParseError("the last position could not be read; send another one")
        return self._position

    def _new(self, _: list[str]) -> Iterator[str]:
        self._position = self.first
        return iter(())

    def _known(self) -> Iterator[str]:
        """Solve the game, or tell that positions are searched."""
        if self._solution is None and self._search is None:
            try:
                self._solution = self.solve()
            except (StateLimitError, GameTooLargeError, MemoryBudgetError):
                self._search = MoveSearch(self.game)
                yield "info string the game is too large to solve here; each position is searched"

    def _place(self, words: list[str]) -> Iterator[str]:
        at = words.index("moves") if "moves" in words else len(words)
        self._position = None
        kind, text, moves = words[:1], words[1:at], words[at + 1 :]
        if kind == ["startpos"] and not text:
            first = self.first
        elif kind == ["fen"] and text:
            first = first_position(self.rules, self._read(" ".join(text)))
        else:
            yield "info string expected position startpos or position fen STATE, then moves"
            return
        self._position = moved(self.rules, first, moves)

    def _read(self, text: str) -> Any:
        solution = self._solution
        return read_state(self.game, text) if solution is None else solution.find(text)

    def _query(self, words: list[str]) -> Iterator[str]:
        question = " ".join(words)
        over = self.rules.position(self.position.state).outcome
        first = self.position.seat == self.first.seat
        if question == "gameover":
            yield f"response {_truth(over is not None)}"
        elif question == "p1turn":
            yield f"response {_truth(first)}"
        elif question == "result":
            names = {None: "none", Value.DRAW: "draw", Value.WIN: "p1win", Value.LOSS: "p2win"}
            yield f"response {names[over if first or over is None else over.negated]}"
        else:
            yield f"info string unknown query {question!r}; expected gameover, p1turn or result"

    # --- moves ------------------------------------------------------------------------------------

    def _go(self, words: list[str]) -> Iterator[str]:
        yield from self._known()
        if not self.rules.position(self.position.state).options:
            yield LAST["go"]
        elif self._solution is not None:
            yield from self._solved(self._solution, self._solution.probe(self.position.state))
        else:
            yield from self._searched(_seconds(words, self.position, self.first))

    def _solved(self, solution: Solution, record: Record[Any, Any]) -> Iterator[str]:
        line = solution.line(record.state, most=PV).moves
        if record.score is not None:
            score = f"cp {record.score}"
        elif record.value is Value.DRAW:
            score = "cp 0"
        else:
            score = f"mate {'-' if record.value is Value.LOSS else ''}{record.remoteness}"
        depth = record.remoteness or 0
        pv = " ".join(move_token(self.rules, move) for move in line)
        yield f"info depth {depth} score {score} pv {pv}"
        yield f"bestmove {move_token(self.rules, record.moves[0].move)}"

    def _searched(self, seconds: float) -> Iterator[str]:
        assert self._search is not None
        end = time.monotonic() + seconds
        found = self._search.run(
            self.position.state,
            lambda: time.monotonic() < end and not self.stopped(seconds < WITHOUT_LIMIT),
        )
        best = found.best
        assert best is not None
        yield f"info nodes {found.nodes}{_score(found, best)} string {found.grade}: {best.words}"
        yield f"bestmove {move_token(self.rules, best.move)}"


def _truth(answer: bool) -> str:
    return "true" if answer else "false"


def _score(found: PositionBounds, best: MoveBounds) -> str:
    """The score of a searched position if it is proved."""
    if best.low != best.high or found.best_of(best) is None:
        return ""
    if best.scoring or best.low == 0:
        return f" score cp {best.low}"
    plies = FAR - abs(best.low)
    return f" score mate {plies if best.low > 0 else -plies}"


def _seconds(words: list[str], position: PlayPosition, first: PlayPosition) -> float:
    """How long a search may take. Depths and nodes are no limits: all that is told is proved."""
    numbers = {
        name: int(value) / 1000
        for name, value in zip(words[::2], words[1::2], strict=False)
        if value.lstrip("-").isdigit()
    }
    if "movetime" in numbers:
        return max(0.0, numbers["movetime"])
    mine = "p1" if position.seat == first.seat else "p2"
    if f"{mine}time" in numbers:
        left = max(0.0, numbers[f"{mine}time"])
        return min(left / 2, left / SHARE + numbers.get(f"{mine}inc", 0.0))
    return WITHOUT_LIMIT if words[:1] == ["infinite"] else 1.0
