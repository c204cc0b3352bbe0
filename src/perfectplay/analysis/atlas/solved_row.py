"""One combination of a sweep, solved, or estimated and searched."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from perfectplay.analysis.atlas.swept_row import (
    FAILED,
    OUT_OF_TIME,
    REFUSED,
    SEARCHED,
    SOLVED,
    TOO_LARGE,
    SweptRow,
)
from perfectplay.core.errors import (
    EndlessGameError,
    GameTooLargeError,
    MemoryBudgetError,
    ParameterError,
    PerfectPlayError,
    PerfectPlayWarning,
    StateLimitError,
)
from perfectplay.core.progress import Progress, ProgressCallback
from perfectplay.core.shortened import shortened
from perfectplay.game.game import Game
from perfectplay.registry.parameter_texts import parameter_text
from perfectplay.registry.parameters import build
from perfectplay.tablebase.solution import Solution

LOOK = 2.0
"""Seconds of samples for the estimate of a game that was not solved."""

FEW = 4
"""The most tasks for which the reader of rules is not loaded beforehand."""

NOTE = 400
"""The most characters of a note."""


@dataclass(frozen=True)
class SweepLimits:
    """What each combination may take: ``seconds``; ``max_states``; ``search``: seconds of a search
    if the game is not solved, 0 for none; ``symmetries`` as for `solve`; ``memory``: bytes for all
    processes, or None; ``room``: bytes for one of them, or None; ``threads`` of one of them."""

    seconds: float
    max_states: int | None
    search: float
    symmetries: bool
    memory: int | None
    room: int | None
    threads: int | None

    def watched(self, alive: Callable[[], None]) -> ProgressCallback:
        """A callback of a solve that calls ``alive``, and raises OutOfTimeError after the
        seconds."""

        def report(progress: Progress) -> None:
            alive()
            if progress.seconds > self.seconds:
                raise OutOfTimeError(progress.states)

        return report


class OutOfTimeError(Exception):
    """A solve has taken the seconds that were allowed; with the states found so far."""


def load_solver(tasks: int) -> None:
    """Import what a solve needs, so that processes which are copied from this one have it.

    For several tasks also what some games need to find the shape of their states, a third of a
    second in each copy.
    """
    import perfectplay.game.boards.board_of
    import perfectplay.solver.solve
    import perfectplay.tablebase.solution

    if tasks > FEW:
        import perfectplay.compiler.translate  # noqa: F401


def load_compiler() -> None:
    """Import what compiled solves need, if it is installed, and let the compiler set itself up. Its
    first call takes a third of a second, which each copy of this process would take anew."""
    from perfectplay.compiler.source.not_compilable import NotCompilable

    with suppress(ImportError, NotCompilable):
        import perfectplay.compiler.load
        import perfectplay.solver.explore.hash_explorer
        import perfectplay.solver.tier_solve  # noqa: F401
        from perfectplay.compiler.numba_found import set_up_compiler

        set_up_compiler()


def blank_row(parameters: Mapping[str, Any], result: str, note: str | None = None) -> SweptRow:
    """A row without figures; ``note``: why."""
    plain = {name: _plain(value) for name, value in parameters.items()}
    return SweptRow(plain, result, note=None if note is None else _one_line(note))


def solved_row(
    game: type[Game] | Game,
    parameters: Mapping[str, Any],
    limits: SweepLimits,
    alive: Callable[[], None],
) -> SweptRow:
    """The row of a combination that is solved within the limits, or why it was not. ``alive`` is
    called some times a second. Raises nothing that the rules raise."""
    from perfectplay.solver.options import SolveOptions
    from perfectplay.solver.solve import solve_in_memory

    try:
        made = build(game, parameters)
    except ParameterError as error:
        _, _, why = str(error).partition(" is refused by its rules: ")
        return blank_row(parameters, REFUSED, why or str(error))
    with collected_warnings() as notes:
        try:
            options = SolveOptions(
                threads=limits.threads, progress=limits.watched(alive), memory=limits.room,
                max_states=limits.max_states, symmetries=limits.symmetries, notes=False,
            )  # fmt: skip
            solution = solve_in_memory(made, options)
            row = _figures(solution, blank_row(parameters, SOLVED))
        except BaseException as error:  # rules may raise anything
            return unsolved_row(parameters, error, limits)
    return replace(row, note=_one_line("; ".join(notes)) or None)


def unsolved_row(
    parameters: Mapping[str, Any], error: BaseException, limits: SweepLimits
) -> SweptRow:
    """The row of a combination that an error has kept from being solved. Raises the error again if
    it is Ctrl-C, or one of the machine."""
    if isinstance(error, OutOfTimeError):
        found = f": {error.args[0]:,} states by then" if error.args[0] else ""
        return blank_row(parameters, OUT_OF_TIME, f"not solved in {limits.seconds:g} s{found}")
    if isinstance(error, EndlessGameError):
        return blank_row(parameters, FAILED, str(error))
    if isinstance(error, StateLimitError | GameTooLargeError | MemoryBudgetError):
        return blank_row(parameters, TOO_LARGE, _why_large(error, limits))
    if isinstance(error, PerfectPlayError):
        return blank_row(parameters, FAILED, str(error))
    if isinstance(error, MemoryError):
        return blank_row(parameters, TOO_LARGE, "there is not enough memory")
    if isinstance(error, KeyboardInterrupt | OSError):
        raise error
    if isinstance(error, SystemExit):
        return blank_row(parameters, FAILED, f"the rules call sys.exit({error.code!r})")
    return blank_row(parameters, FAILED, f"{type(error).__name__}: {error}")


def _why_large(error: Exception, limits: SweepLimits) -> str:
    """Why a game is too large, without the ways out that a sweep has not."""
    most = limits.max_states
    if isinstance(error, StateLimitError) and most is not None and error.states >= most:
        return f"more than {most:,} states"
    return str(error).partition(";")[0]


def _figures(solution: Solution, row: SweptRow) -> SweptRow:
    counts = solution.counts
    start = solution.probe(solution.start)
    ends = solution.by_remoteness.items()
    drawn = solution.rules.scoring  # then all ends count alike
    plies = [p for p, n in ends if p is not None and (drawn or n["wins"] or n["losses"])]
    going = counts.states - counts.terminal
    kinds: dict[str, Any] = dict(counts.as_dict())
    return replace(
        row,
        value=str(start.value),
        remoteness=start.remoteness,
        score=start.score,
        **kinds,
        longest=max(plies, default=None),
        branching=counts.moves / going if going else None,
        first_moves=len(start.moves),
        keeping_moves=sum(move.keeps for move in start.moves),
        best_moves=sum(move.best for move in start.moves),
        engine=solution.engine,
        seconds=round(solution.seconds, 3),
    )


def estimated_row(
    game: type[Game] | Game, row: SweptRow, parameters: Mapping[str, Any], limits: SweepLimits,
    alive: Callable[[], None],
) -> SweptRow:  # fmt: skip
    """A row that was not solved, with the estimate of its states."""
    with collected_warnings():
        return replace(row, estimate=_estimate(build(game, parameters), limits, alive))


def _estimate(
    game: Game, limits: SweepLimits, alive: Callable[[], None]
) -> Mapping[str, int | None] | None:
    from perfectplay.solver.estimate.forecast import forecast

    alive()
    try:
        found = forecast(
            game, symmetries=limits.symmetries, threads=limits.threads, seconds=LOOK, compiling=LOOK
        )
    except (KeyboardInterrupt, OSError):
        raise
    except BaseException:  # no estimate; why the row is not solved is said already
        return None
    return (found.every or found.states).as_dict()


def searched_row(
    game: type[Game] | Game, row: SweptRow, parameters: Mapping[str, Any], limits: SweepLimits,
    alive: Callable[[], None],
) -> SweptRow:  # fmt: skip
    """A row that was not solved, with what a search has proved."""
    from perfectplay.searcher.search import search

    try:
        with collected_warnings():
            found = search(
                build(game, parameters), threads=limits.threads, seconds=limits.search,
                symmetries=limits.symmetries, memory=limits.room, moves=False,
                progress=lambda _: alive(),
            )  # fmt: skip
    except (KeyboardInterrupt, OSError):
        raise
    except BaseException as error:
        return without_search(row, str(error))
    row = replace(row, bounds=found.proved, seconds=round(found.seconds, 3), engine=found.engine)
    if found.value is None:
        return row
    return replace(
        row, result=SEARCHED, value=str(found.value), remoteness=found.remoteness, score=found.score
    )


def without_search(row: SweptRow, why: str) -> SweptRow:
    """A row whose search has failed."""
    told = f"{row.note}; " if row.note else ""
    return replace(row, note=_one_line(f"{told}no search: {why}"))


@contextmanager
def collected_warnings() -> Iterator[list[str]]:
    """A context in which warnings are collected: those of perfectplay, as texts."""
    notes: list[str] = []

    def keep(message: Warning | str, category: type[Warning], *_: Any, **__: Any) -> None:
        if issubclass(category, PerfectPlayWarning) and str(message) not in notes:
            notes.append(str(message))

    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = keep
        yield notes


def _plain(value: Any) -> Any:
    """A value as JSON has it, or as it is typed."""
    plain = value is None or isinstance(value, str | bool | int | float)
    return value if plain and not isinstance(value, Enum) else parameter_text(value)


def _one_line(text: str) -> str:
    return shortened(" ".join(text.split()), NOTE)
