"""The atlas of a game: every combination of its parameters solved, in one table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import copy_context
from dataclasses import dataclass
from os import PathLike
from typing import Any

from perfectplay.analysis.atlas.kept_rows import KeptRows
from perfectplay.analysis.atlas.row_processes import Ended, RowProcesses
from perfectplay.analysis.atlas.rule_trials import GRACE, RuleTask, RuleTrials
from perfectplay.analysis.atlas.shared_kernels import share_kernels
from perfectplay.analysis.atlas.solved_row import (
    LOOK,
    SweepLimits,
    blank_row,
    estimated_row,
    load_compiler,
    load_solver,
    searched_row,
    solved_row,
    without_search,
)
from perfectplay.analysis.atlas.sweep_ranges import Ranges, combinations
from perfectplay.analysis.atlas.swept_row import (
    FAILED,
    OUT_OF_TIME,
    RESULTS,
    SOLVED,
    TOO_LARGE,
    SweptRow,
)
from perfectplay.analysis.atlas.swept_rule import SweptRule
from perfectplay.core.arguments import available_cores, check_whole
from perfectplay.core.errors import ParameterError
from perfectplay.core.fork_pool import can_fork
from perfectplay.core.process_memory import LEAST_MEMORY, default_budget, resident_bytes
from perfectplay.core.progress import ProgressCallback, Reporter
from perfectplay.core.value import Value
from perfectplay.game.game import Game
from perfectplay.game.naming import GAMES, game_name
from perfectplay.game.showing import number_of
from perfectplay.registry.parameters import defaults_of, fields_of, name_of

SECONDS, STATES = 60.0, 10_000_000
"""What each combination may take by default."""

ESTIMATING = 6 * LOOK
"""The seconds of an estimate."""

COMPILING = 60.0
"""The seconds in which the rules of a search are compiled."""


@dataclass(frozen=True)
class Atlas:
    """The result of `sweep`: ``rows`` in the order of the combinations; ``name`` of the game;
    ``players``: how many it has; ``varied``: the parameters that were swept, ``fixed``: the others,
    both as JSON; ``rule``: the rule that was tried on the solved rows, None if there is none;
    ``rule_note``: why a rule that was to be found is missing."""

    name: str
    players: int
    varied: Mapping[str, tuple[Any, ...]]
    fixed: Mapping[str, Any]
    rows: tuple[SweptRow, ...]
    rule: SweptRule | None = None
    rule_note: str | None = None

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[SweptRow]:
        return iter(self.rows)

    @property
    def results(self) -> dict[str, int]:
        """How many rows have ended in each way that occurs."""
        counts = Counter(row.result for row in self.rows)
        return {result: counts[result] for result in RESULTS if counts[result]}

    def records(self) -> list[dict[str, Any]]:
        """One flat row for each combination, for a table such as ``pandas.DataFrame`` makes.

        >>> from perfectplay.games.nim import Nim
        >>> found = sweep(Nim, {"rows": [(1, 2), (1, 2, 3)]}, processes=1)
        >>> [(row["rows"], row["value"], row["states"]) for row in found.records()]
        [('1,2', 'win', 6), ('1,2,3', 'loss', 24)]
        """
        return [row.record() for row in self.rows]

    def as_dict(self) -> dict[str, Any]:
        """The JSON object of ``perfectplay sweep --json``."""
        return {
            "game": self.name,
            "varied": {name: list(values) for name, values in self.varied.items()},
            "fixed": dict(self.fixed),
            "results": self.results,
            "rule": None if self.rule is None else self.rule.as_dict(),
            "rule_note": self.rule_note,
            "rows": [row.as_dict() for row in self.rows],
        }


def sweep(
    game: type[Game] | Game,
    ranges: Ranges,
    *,
    seconds: float = SECONDS,
    max_states: int | None = STATES,
    search: float = 0.0,
    symmetries: bool = True,
    rule: str | None = None,
    find_rule: bool = False,
    value: Value = Value.LOSS,
    memory: int | None = None,
    threads: int | None = None,
    processes: int | None = None,
    results: str | PathLike[str] | None = None,
    progress: ProgressCallback | None = None,
) -> Atlas:
    """Solve a game with every combination of some values of its parameters.

    ``game``: its class, or a game whose other parameters are kept. ``ranges``: for each parameter
    a text such as "3..6" or "no,yes", or its values. ``seconds``, ``max_states``: what each
    combination may take; of a larger one the row has an estimate of its states, and with ``search``
    what that many seconds of search prove about the start. ``processes``: how many combinations are
    solved at a time, each in a process of its own (default: as many as there are cores); they share
    ``memory`` (bytes; default half of what is free) and ``threads`` (default: the cores).
    ``results``: a file to which each row is added as soon as it is known; a sweep that was stopped
    goes on from it.

    ``rule``: an expression over a state ``s``, as `explain` gives them and `conjecture` takes them;
    it is tried on every state of each solved combination, whether it is true for just the states
    that have ``value``. It may name parameters of the game. ``find_rule``: let `explain` find the
    rule, on the largest combination that has at most 50,000 states and an exact rule.

    A combination that the game refuses, whose rules raise, or that does not end is a row that says
    so. Raises ParameterError for unknown parameters and values of a wrong type, StoreError for a
    file of something else, ConjectureError for a rule that cannot be read, QueryError, TypeError
    and ValueError for other bad arguments.

    >>> from perfectplay.games.tic_tac_toe import TicTacToe
    >>> found = sweep(TicTacToe, {"width": "3", "height": "2..3", "misere": "no,yes"}, processes=1)
    >>> [(row.words(), row.value, row.states) for row in found][2:]
    [('width=3 height=3 misere=no', 'draw', 5478), ('width=3 height=3 misere=yes', 'draw', 5478)]
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> found = sweep(ThreeRocks, {"most": "2..4"}, rule="sum(s) % 4 == 0")
    >>> [(row.words(), row.rule.holds, row.rule.wrong) for row in found]
    [('most=2', False, 50), ('most=3', True, 0), ('most=4', False, 51)]
    """
    given = combinations(game, ranges)
    rules = RuleTask(rule, find_rule, value)
    rules.check(game, given)
    size = _processes(processes, len(given))
    limits = _limits(seconds, max_states, search, symmetries, memory, threads, size)
    name = _name(game)
    kept = None if results is None else KeptRows(results, name, limits)
    work = _Sweep(game, given, limits, kept, Reporter(progress))
    apart = copy_context()  # what kernels share here, they share nowhere else
    apart.run(work.run, size)
    trials = RuleTrials(game, given, limits, kept, Reporter(progress), size)
    tried, rule_note = apart.run(trials.run, work.rows, rules)
    rows = tuple(work.rows[number] for number in range(len(given)))
    varied = {
        parameter: tuple(dict.fromkeys(row.parameters[parameter] for row in rows))
        for parameter in ranges
    }
    return Atlas(name, game.players, varied, _fixed(game, ranges), rows, tried, rule_note)


def _processes(asked: int | None, combined: int) -> int:
    check_whole(processes=asked)
    return min(asked or available_cores(), combined) if can_fork() else 1


def _limits(
    seconds: float, max_states: int | None, search: float, symmetries: bool, memory: int | None,
    threads: int | None, size: int,
) -> SweepLimits:  # fmt: skip
    check_whole(max_states=max_states, memory=memory, threads=threads)
    for name, number, least in (("seconds", seconds, 0.1), ("search", search, 0.0)):
        if not isinstance(number, int | float) or not least <= number <= 1e7:
            raise ParameterError(
                f"{name} must be a number of seconds from {least:g} to ten million, got {number!r}"
            )
    room = None if memory is None else memory // size
    if memory is None and size > 1:  # what this process holds is in each copy, and taken once
        held = resident_bytes()
        room = held + (default_budget() - held) // size
    if room is not None and room < LEAST_MEMORY:
        if memory is not None:
            raise ParameterError(
                f"{memory:,} bytes of memory are too few for {number_of(size, 'combination')} at a "
                f"time: each takes at least {LEAST_MEMORY:,}"
            )
        room = LEAST_MEMORY
    each = max(1, (threads or available_cores()) // size)
    return SweepLimits(float(seconds), max_states, float(search), symmetries, memory, room, each)


def _name(game: type[Game] | Game) -> str:
    """As `game_name`, of a class too."""
    if isinstance(game, Game):
        return game_name(game)
    home = f"{game.__module__}:{game.__qualname__}"
    return next((name for name, place in GAMES.items() if place == home), name_of(game))


def _fixed(game: type[Game] | Game, ranges: Ranges) -> Mapping[str, Any]:
    """The parameters that are not swept, as in rows."""
    defaults = defaults_of(game)
    fixed = {name: defaults[name] for name in fields_of(game) if name not in ranges}
    return blank_row(fixed, SOLVED).parameters


@dataclass(frozen=True)
class _RowTask:
    """The combination of a number; ``row``: that of a solve which needs an estimate, or None;
    ``estimated``: it has one, as far as there is any, and needs a search."""

    number: int
    row: SweptRow | None = None
    estimated: bool = False


class _Sweep:
    """A sweep at work: ``rows`` by the numbers of their combinations."""

    def __init__(
        self, game: type[Game] | Game, given: Sequence[Mapping[str, Any]], limits: SweepLimits,
        kept: KeptRows | None, reporter: Reporter,
    ) -> None:  # fmt: skip
        self._game, self._given, self._limits = game, given, limits
        self._kept, self._reporter = kept, reporter
        self.rows: dict[int, SweptRow] = {}
        self._compiles = False

    def run(self, size: int) -> None:
        """Solve what no earlier sweep has."""
        for number, parameters in enumerate(self._given):
            row = None if self._kept is None else self._kept.row(self._game, parameters)
            if row is not None:
                self.rows[number] = row
        tasks = [_RowTask(n) for n in range(len(self._given)) if n not in self.rows]
        if self.rows and tasks:
            self._reporter.note(
                f"known from before: {len(self.rows):,} of {len(self._given):,} rows"
            )
        load_solver(len(tasks))
        RowProcesses(self._work, self._seconds, size).run(tasks, self._take, self._tell)

    def _tell(self) -> None:
        self._reporter.tell(f"{len(self.rows):,} of {len(self._given):,} combinations")

    def _seconds(self, task: _RowTask) -> float:
        if task.row is None:
            return self._limits.seconds + GRACE
        return COMPILING + 1.5 * self._limits.search if task.estimated else ESTIMATING

    def _work(self, task: _RowTask, alive: Callable[[], None]) -> SweptRow:
        parameters = self._given[task.number]
        if task.row is None:
            return solved_row(self._game, parameters, self._limits, alive)
        made = searched_row if task.estimated else estimated_row
        return made(self._game, task.row, parameters, self._limits, alive)

    def _take(self, task: _RowTask, answer: SweptRow | Ended) -> Sequence[_RowTask]:
        """Keep the row; or ask for the estimate of one that was not solved, and then a search."""
        lasts = True
        if isinstance(answer, SweptRow):
            row = answer
        elif task.row is not None:
            row, lasts = task.row, answer.late
            if task.estimated:
                row = without_search(row, "no answer in time" if answer.late else answer.why)
        elif answer.late:
            row = blank_row(
                self._given[task.number], OUT_OF_TIME,
                f"not solved in {self._limits.seconds:g} s",
            )  # fmt: skip
        else:
            row, lasts = blank_row(self._given[task.number], FAILED, answer.why), False
        if task.row is None and row.result in (TOO_LARGE, OUT_OF_TIME):
            return [_RowTask(task.number, row)]
        if task.row is not None and not task.estimated and self._limits.search:
            return [_RowTask(task.number, row, estimated=True)]
        self.rows[task.number] = row
        if row.engine == "compiled" and not self._compiles:
            self._compiles = True
            load_compiler()
            if len(self.rows) < len(self._given):
                share_kernels(self._game, self._given, task.number, self._limits, self._tell)
        if self._kept is not None and lasts:
            self._kept.keep(self._game, self._given[task.number], row)
        return ()
