"""Search: the exact results of single positions of games that are too large to be solved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from numbers import Integral
from os import PathLike
from typing import TYPE_CHECKING

import numpy as np

from perfectplay.core.arguments import available_cores, check_whole
from perfectplay.core.errors import MethodError, ParameterError, RulesError, TableSizeError
from perfectplay.core.process_memory import available_bytes
from perfectplay.core.progress import ProgressCallback, Reporter
from perfectplay.core.value import MoveT, State, StateT
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game, StateKind
from perfectplay.game.operators.start_at import start_at
from perfectplay.game.result_scale import FAR
from perfectplay.game.sides import SeatLike, seat_number
from perfectplay.searcher.book.book import Book
from perfectplay.searcher.compile_search import NotCompiledError, compiled_search, cycle_error
from perfectplay.searcher.dispatch import SearchRequest
from perfectplay.searcher.driver import SAMPLE, Deadline, ProvedBounds, StoppedError, sampled
from perfectplay.searcher.endgame_knowledge import EndgameKnowledge, Given, knowledge_of
from perfectplay.searcher.reference_search import CycleError
from perfectplay.searcher.result_builder import ResultBuilder
from perfectplay.searcher.searched import SearchedMany, SearchResult
from perfectplay.tablebase.game_or_solution import game_in
from perfectplay.tablebase.solution import Solution

if TYPE_CHECKING:
    from perfectplay.searcher.kernel.parallel_search import ParallelSearch


METHODS = ("auto", "compiled", "interpreted")

TABLE = 1 << 28
"""Bytes of the table by default."""


def search(
    game: Game[StateT, MoveT] | Solution[StateT, MoveT],
    state: StateT | None = None,
    *,
    distance: bool = True,
    moves: bool = True,
    method: str = "auto",
    hints: bool = True,
    symmetries: bool = True,
    threads: int | None = None,
    table: int | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    known: Given | Sequence[Given] | None = None,
    book: str | PathLike[str] | None = None,
    seat: SeatLike | None = None,
    progress: ProgressCallback | None = None,
) -> SearchResult[StateT, MoveT]:
    """The exact result of one position and of its moves, by looking ahead from it.

    ``state``: default the start. ``distance=False``: only who wins, which takes less time.
    ``moves=False``: the position alone. ``method``: "compiled" or "interpreted" rules; "auto"
    compiles if there are more than 20,000 states. ``hints=False`` and ``symmetries=False`` ignore
    these methods of the game. ``threads``: default all cores; on one thread ``nodes`` is the same
    in every run. ``table``: bytes of the transposition table (default 256 MiB; rounded down to a
    power of two). ``seconds``: after these the search stops with the bounds proved so far; so it
    does on Ctrl-C. ``memory``: the most bytes for tables, default 2 GiB. ``seat``: the side to
    move (0, 1, "first" or "second"), if the state does not say it; shown in text and picture.
    ``known``: solutions of parts of the game, such as `solve` gives for ``start_at(game, state)``,
    or their folders: lines end at their states. ``book``: a folder that keeps the results of
    searches for later ones; it is created if there is none.

    If a play can come back to a state, positions that reach at most a million states are solved by
    retrograde analysis; otherwise SearchCycleError shows the cycle. Raises RulesError if the rules
    break a promise, ParameterError for anything but a state of the game, MethodError if rules must
    be compiled and cannot be, TableSizeError and MemoryBudgetError if memory is too small,
    TypeError and ValueError for bad arguments.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> found = search(ThreeRocks(), (3, 2))
    >>> found.value, found.remoteness, found.best_moves
    (<Value.WIN: 3>, 3, [(0, 1), (1, 0)])
    """
    game = game_in(game, "search")
    _check(method, threads, table, seconds, memory)
    rules, room = CheckedGame(game), _table(table, memory)
    side = None if seat is None else seat_number(seat, rules)
    at = rules.start() if state is None else _state_of(rules, state)
    builder = ResultBuilder(
        rules, at, _seat(rules, state, side), distance, moves, Deadline(seconds, Reporter(progress))
    )
    sources = knowledge_of(known, rules, symmetries=symmetries)
    kept = None if book is None else Book(book, game, symmetries=symmetries)
    if kept is not None:
        sources.append(kept.content)
    found = SearchRequest(
        builder, method, hints, symmetries, threads or available_cores(), room, memory,
        EndgameKnowledge(sources),
    ).result()  # fmt: skip
    if kept is not None:
        kept.keep(builder.proved, found)
    return found


def _state_of(rules: CheckedGame, state: State) -> State:
    """The state; NumPy integers become Python's. Raises ParameterError for anything else."""
    if rules.kind is StateKind.INTEGER and isinstance(state, Integral):
        state = state if isinstance(state, bool) else int(state)
    try:
        found = start_at(rules.game, state).start()
    except ParameterError as error:  # in the words of whoever called search
        raise ParameterError(str(error).replace("start_at needs", "search needs")) from None
    if isinstance(found, str):
        try:
            rules.position(found)
        except RulesError as error:
            needed = f"search needs a state such as {rules.start()!r}, got {found!r}"
            raise ParameterError(f"{needed}; there {error}") from error
    return found


def _seat(rules: CheckedGame, state: State | None, given: int | None) -> int | None:
    """The seat to move, if known, as in a solution's record; 0 at the start."""
    known = rules.player(rules.start() if state is None else state)
    if known is None and given is None and state is None:
        return 0
    return given if known is None else known


def _check(
    method: str, threads: int | None, table: int | None, seconds: float | None, memory: int | None
) -> None:
    if method not in METHODS:
        raise MethodError(f'unknown method "{method}"; methods are {", ".join(METHODS)}')
    check_whole(threads=threads, table=table, memory=memory)
    if seconds is not None and not (isinstance(seconds, int | float) and seconds >= 0):
        raise ValueError(f"seconds must be a number that is not negative, got {seconds!r}")


def _table(table: int | None, memory: int | None) -> int:
    """The bytes of the table. Raises TableSizeError."""
    most = memory if memory is not None else 1 << 62
    if table is None:
        return min(TABLE, most)
    size, free = min(table, most), available_bytes()
    taken = 1 << size.bit_length() - 1
    if taken > free:
        raise TableSizeError(taken, free)
    return size


def search_many(
    game: Game | Solution,
    states: Iterable[State],
    *,
    distance: bool = True,
    hints: bool = True,
    symmetries: bool = True,
    threads: int = 1,
    table: int | None = None,
    seconds: float | None = None,
    known: Given | Sequence[Given] | None = None,
    progress: ProgressCallback | None = None,
) -> SearchedMany:
    """The exact results of many positions, each searched separately with an empty table.

    Like `search` with ``moves=False``, but the rules are compiled once and results are arrays, so
    that a position costs little more than its search. The positions are divided among ``threads``,
    each of which has its part of the ``table``. ``known`` as for `search`. After ``seconds``, or
    Ctrl-C, positions that are not proved are 0 in ``values``.

    Raises MethodError if the rules do not compile, SearchCycleError if a play comes back to a
    state, and what `search` raises.

    >>> from perfectplay.games.connect_four import ConnectFour
    >>> game = ConnectFour(4, 4)
    >>> found = search_many(game, [game.start(), game.play(game.start(), 0)])
    >>> found.values.tolist(), found.remoteness.tolist()
    ([2, 2], [16, 15])
    """
    game = game_in(game, "search_many")
    _check("compiled", threads, table, seconds, None)
    rules, clock = CheckedGame(game), Deadline(seconds, Reporter(progress))
    kind = type(rules.start())
    states = [each if type(each) is kind else _state_of(rules, each) for each in states]
    before = EndgameKnowledge(knowledge_of(known, rules, symmetries=symmetries))
    try:
        some = states[:: max(1, len(states) // 8)] or [rules.start()]
        most = SAMPLE // len(some)  # as many in all as for one position: Python asks about each
        sample = dict.fromkeys(x for state in some for x in sampled(rules, state, before, most))
        parallel, _ = compiled_search(
            rules, list(sample), hints=hints, symmetries=symmetries,
            table=_table(table, None), threads=threads, known=before.blocks if before else None,
        )  # fmt: skip
        return searched(rules, states, parallel, clock, before, distance=distance)
    except NotCompiledError as refusal:
        raise MethodError(f"this game cannot be compiled: {refusal}") from None
    except CycleError as cycle:
        raise cycle_error(game, cycle) from None


def searched(
    rules: CheckedGame,
    states: Sequence[State],
    parallel: ParallelSearch,
    clock: Deadline,
    known: EndgameKnowledge,
    *,
    distance: bool,
) -> SearchedMany:
    """The results of many states. Raises what `ParallelSearch.many` raises."""
    before, stopped = clock.passed, None
    exact = distance or rules.scoring
    low, high, nodes = (np.full(len(states), edge, np.int64) for edge in (-FAR, FAR, 0))
    try:
        found = parallel.many(
            states, distance=exact, keep=False, go_on=lambda: clock.go_on(parallel.nodes)
        )
        low, high, nodes = found.low, found.high, found.nodes
        stopped = "interrupted" if found.interrupted else None
    except KeyboardInterrupt:  # before the search began
        stopped = "interrupted"
    proved = (low == high) if exact else (low == high) | (low > 0) | (high < 0)
    if not stopped and not proved.all():
        stopped = "time"
    result = np.where(high < 0, high, low)
    values = np.where(proved, np.sign(result) + 2, 0).astype(np.uint8)
    remoteness = np.full(len(states), -1, np.int32)
    if distance:
        plain = proved & (result != 0) & (not rules.scoring)
        remoteness[plain] = FAR - np.abs(result[plain])
        open_ends = [] if stopped == "interrupted" else np.flatnonzero(proved & ~plain).tolist()
        proof = ProvedBounds(rules, states[0] if len(states) else None, parallel, clock, known)
        try:
            for i in open_ends:
                bound = int(low[i])
                entry = proof.known(states[i], bound, bound, distance=True)
                remoteness[i] = -1 if entry.remoteness is None else entry.remoteness
        except StoppedError:
            stopped = "time"
        except KeyboardInterrupt:
            stopped = "interrupted"
    scores = np.where(proved, result, 0) if rules.scoring else None
    return SearchedMany(values, remoteness, scores, nodes, stopped, clock.passed - before)
