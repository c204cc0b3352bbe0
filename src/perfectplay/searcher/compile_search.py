"""Compile the search of a game; the error that shows a cycle."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from perfectplay.compiler.numba_found import require_compiler
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.core.errors import SearchCycleError
from perfectplay.core.interrupts import heard
from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game
from perfectplay.game.search_hints import hints_of
from perfectplay.game.showing import shown
from perfectplay.searcher.hints import SearchHints
from perfectplay.searcher.reference_search import CycleError

if TYPE_CHECKING:
    from perfectplay.compiler.load import RulesToCompile
    from perfectplay.searcher.kernel.endgame_probe import Blocks
    from perfectplay.searcher.kernel.parallel_search import ParallelSearch


class NotCompiledError(Exception):
    """The rules do not compile; the message says why."""


def compiled_search(
    rules: CheckedGame,
    sample: list[State],
    *,
    hints: bool,
    symmetries: bool,
    table: int,
    threads: int,
    known: Blocks | None = None,
    before: Callable[[RulesToCompile], None] | None = None,
) -> tuple[ParallelSearch, str | None]:
    """The compiled search of a game, and the reason for leaving its hints out if they do not
    compile. ``before`` is called with what is to be compiled, before that. Raises NotCompiledError,
    RulesError."""
    if not rules.has_keys:
        from perfectplay.compiler.source.refusals import refusal_of_states

        raise NotCompiledError(refusal_of_states(sample[0])[0])
    try:
        require_compiler()
    except NotCompilable as reason:
        raise NotCompiledError(str(reason)) from None
    with heard():
        from perfectplay.searcher.kernel.parallel_search import ParallelSearch

    hints = hints and bool(hints_of(rules.game))
    if hints:
        check_hints(rules, sample)

    def compiled(*, hints: bool) -> ParallelSearch:
        try:
            return ParallelSearch(
                rules.game, sample, hints=hints, symmetries=symmetries, table=table,
                threads=threads, known=known, before=before,
            )  # fmt: skip
        except Exception as problem:
            raise refused(problem) from problem

    try:
        return compiled(hints=hints), None
    except NotCompiledError as refusal:
        if not hints:
            raise
        return compiled(hints=False), f"its hints, so that they are left out: {refusal}"


def check_hints(rules: CheckedGame, sample: list[State]) -> None:
    """Raise RulesError if a hint gives a malformed answer in one of the states."""
    hints = SearchHints(rules)
    for state in sample:
        if rules.outcome(state) is None:
            hints.check(state)


def refused(problem: Exception) -> Exception:
    """The exception to raise for a problem: NotCompiledError if the rules do not compile."""
    return NotCompiledError(str(problem)) if isinstance(problem, NotCompilable) else problem


def cycle_error(game: Game, cycle: CycleError) -> SearchCycleError:
    """The error that shows how a play comes back to a state."""
    return SearchCycleError(
        "a play can come back to a state, so that no search is sure to end: "
        f"{_way(game, cycle.states)}; solve the whole game instead, or count the plies in its "
        "states: cap(GAME,PLIES)",
        states=cycle.states,
    )


def _way(game: Game, states: list[State]) -> str:
    """A way back to a state, in words."""
    texts = [" / ".join(shown(game, state).splitlines()) for state in states[:4]]
    more = f", and after {len(states) - 4} more" if len(states) > 5 else ""
    back = "" if len(states) <= 4 else f"{more} back to the first"
    return " to ".join(texts) + back
