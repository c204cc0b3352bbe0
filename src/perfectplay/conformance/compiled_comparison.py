"""Compare compiled and interpreted rules; the only part of the check that loads the compiler."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from math import inf

from perfectplay.conformance.rules_speed import compiled_speed
from perfectplay.conformance.watch import TookTooLong, Watch
from perfectplay.core.arguments import available_cores
from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.fork_pool import can_fork
from perfectplay.core.separate_process import EndedError, SeparateWork, Tell, apart, sendable
from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.findings import Finding, FindingLog
from perfectplay.game.explicit.explicit_game import ExplicitGame
from perfectplay.game.game import Game
from perfectplay.game.openspiel.spiel_game import OpenSpielGame
from perfectplay.game.shape.double_keys import keys_of_any_length
from perfectplay.game.shape.keys import Keys

NEVER_COMPILED = ExplicitGame | OpenSpielGame
"""Games that have no rules to compile."""

_BATCH = 50  # states compared between two messages


def _keys(rules: CheckedGame, states: list[State]) -> tuple[Keys, str]:
    """Keys for some states; and why a solve has none, if they have two words. Raises
    NotCompilable."""
    from perfectplay.compiler.first_keys import first_keys
    from perfectplay.compiler.numba_found import require_compiler
    from perfectplay.compiler.source.not_compilable import NotCompilable

    shape = rules.shape
    if shape is not None and shape.has_tables:
        from perfectplay.compiler.translate import translate

        shape = translate(rules.game).shape
    require_compiler()
    try:
        return first_keys(rules, states, shape), ""
    except NotCompilable as refusal:
        keys = first_keys(rules, states, shape, keys_of_any_length)
        return keys, str(refusal)


def compile_early(game: Game, seconds: float) -> SeparateWork | None:
    """Begin to compile in another process, for at most ``seconds``, so that the comparison finds
    the code; None with one core, without rules, or if no process can be started."""
    if not can_fork() or available_cores() == 1 or isinstance(game, NEVER_COMPILED):
        return None

    def work(tell: Tell) -> None:  # noqa: ARG001
        from perfectplay.compiler.load import RulesToCompile

        rules = CheckedGame(game)
        _, refusal = _keys(rules, [rules.start()])
        given = RulesToCompile(game, symmetries=True, double=bool(refusal))
        if given.is_kept_once_compiled and not given.is_kept():
            given.compile()

    try:
        return SeparateWork(work, seconds)
    except OSError:
        return None


@dataclass(frozen=True)
class ComparisonNews:
    """Message of the comparing process: the states compared so far, a note, a finding, a speed."""

    compared: int
    note: str = ""
    finding: Finding | None = None
    speed: float | None = None


class CompiledComparison:
    """Compares the answers of compiled and interpreted rules about some states.

    ``states_compared``: number of states on which both agree; ``stage``: the current work;
    ``speed``: children a second of the compiled rules, measured for ``measured`` seconds, if any.
    Runs in another process if possible, because compilers and compiled rules cannot be interrupted.
    ``early``: the process that compiles already.
    """

    def __init__(
        self, game: Game, states: list[State], log: FindingLog, max_moves: int, measured: float,
        early: SeparateWork | None,
    ) -> None:  # fmt: skip
        self.states_compared = 0
        self.speed: float | None = None
        self.stage = "compiling"
        self._game, self._states, self._log = game, states, log
        self._max_moves, self._measured, self._early = max_moves, measured, early

    def compare(self, end: float, alive: Callable[[], None]) -> bool:
        """Compare until ``end``, in seconds of time.monotonic(); False if the time ran out. The
        first difference, or the reason why a game is not compiled, goes into the log."""
        if self._early is not None:
            with suppress(EndedError):  # the comparison will find why
                if not self._early.watched(end, lambda _: None, alive):
                    return False
        if can_fork():
            try:
                return apart(self._work, end, self._take, alive)
            except EndedError as ended:
                self._take(ComparisonNews(self.states_compared, f"compilation failed ({ended})"))
                return True
            except OSError:  # no process can be started
                pass
        try:
            with Watch(inf) as watch, watch.question(end):
                self._work(self._take)
        except TookTooLong:
            return False
        return True

    def _take(self, news: ComparisonNews) -> None:
        self.states_compared, self.stage = news.compared, "comparing"
        if news.speed is not None:
            self.speed = news.speed
        if news.note:
            self._log.note("compiled", f"the game runs interpreted: {news.note}")
        if news.finding is not None:
            self._log.keep(news.finding)

    def _work(self, tell: Tell) -> None:
        from perfectplay.compiler.compare import compare, refusal_of
        from perfectplay.compiler.source.not_compilable import NotCompilable

        compared = 0

        def agree() -> None:
            nonlocal compared
            compared += 1

        try:
            rules = CheckedGame(self._game, max_moves=self._max_moves)
            keys, refusal = _keys(rules, self._states)
            if refusal:
                tell(ComparisonNews(0, f"{refusal}; a search of a position compiles its rules"))
            from perfectplay.compiler.load import RulesToCompile

            given = RulesToCompile(self._game, symmetries=True, double=bool(refusal))
            compiled = given.compile()
        except NotCompilable as reason:
            tell(ComparisonNews(0, str(reason)))
            return
        except Exception as failure:  # the compiler fails, or keys are too wide
            tell(ComparisonNews(0, f"compilation failed ({type(failure).__name__}: {failure})"))
            return
        difference: PerfectPlayError | None = None
        try:
            if self._measured and not refusal:
                fast = compiled_speed(compiled, rules, keys, self._states, self._measured)
                tell(ComparisonNews(0, speed=fast))
            for begin in range(0, len(self._states), _BATCH):
                tell(ComparisonNews(compared))
                batch = self._states[begin : begin + _BATCH]
                if difference := compare(compiled, rules, keys, batch, agree=agree):
                    if why := refusal_of(difference, compiled, rules):  # as in a solve
                        raise why
                    break
        except NotCompilable as reason:
            if given.takes_another_way(reason):
                return self._work(tell)
            tell(ComparisonNews(compared, str(reason)))
            return
        except PerfectPlayError as error:
            difference = error
        tell(ComparisonNews(compared, finding=self._finding(difference)))

    def _finding(self, error: PerfectPlayError | None) -> Finding | None:
        """The finding for an error, in a form that can be sent to another process, or None."""
        if error is None:
            return None
        found = Finding.of(self._game, error)
        return replace(found, state=sendable(found.state), move=sendable(found.move))
