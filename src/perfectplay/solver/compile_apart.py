"""Compiles a game's rules in a separate process, which frees its memory and can be given up."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.core.fork_pool import can_fork
from perfectplay.core.process_memory import resident_bytes
from perfectplay.core.progress import Reporter
from perfectplay.core.separate_process import BEAT, EndedError, Tell, apart
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.keys import Keys
from perfectplay.solver.explore.interpreted import explore_interpreted
from perfectplay.solver.explore.interpreted_states import InterpretedStates
from perfectplay.solver.state_limits import StateLimits, unlimited

if TYPE_CHECKING:
    from perfectplay.compiler.expander import Expander
    from perfectplay.compiler.load import RulesToCompile

PATIENCE = 600.0
"""Seconds after which this process compiles by itself."""

MEANWHILE_STATES = 250_000
"""States up to which the interpreter goes on while another process compiles: what it holds is soon
more than that costs."""

WORTH_SECONDS = 3.0
"""Seconds that the interpreter needs in all for a game whose rules are worth a compiler all the
same: it may be first once, and the next run waits for the compiler."""

TIGHT = 512 << 20
"""Bytes: if a budget has less to spare, rules are compiled in a process of their own."""


class FinishedMeanwhileError(Exception):
    """The interpreter has found all states before the rules were compiled."""


@dataclass
class SolveCompiler:
    """Compiles the rules of a game of which the interpreter has ``found`` the first states.

    ``memory``: the budget in bytes of the process if the caller has given one, else None: if it is
    tight, another process compiles. ``meanwhile``: whether another process may compile while the
    interpreter goes on.
    """

    rules: CheckedGame
    found: InterpretedStates
    limits: StateLimits
    reporter: Reporter
    memory: int | None
    meanwhile: bool
    _waits: bool = field(default=False, init=False)  # for the compiler, all states being found

    def __call__(self, keys: Keys, given: RulesToCompile) -> None:
        """Announce the compilation, and let another process do it if that is better. Raises
        FinishedMeanwhileError, NotCompilable."""
        self._tell()
        if self.memory is not None and self.memory - resident_bytes() < TIGHT:
            compile_apart(self.rules, keys, given, alive=self._tell)
        elif self.meanwhile and given.is_kept_once_compiled and not given.is_kept():
            go_on = partial(self._go_on, given, given.was_overtaken)
            compile_apart(self.rules, keys, given, alive=go_on, beat=0.1 * BEAT)

    def _tell(self) -> None:
        self.reporter.tell("compiling", states=len(self.found.states))

    def _go_on(self, given: RulesToCompile, again: bool) -> None:
        """Explore by the interpreter for a moment. Raises FinishedMeanwhileError, but not if this
        happens ``again``: the next runs would be interpreted as well, and never be faster."""
        found = self.found
        if self._waits or (not found.finished and len(found.states) > MEANWHILE_STATES):
            self._tell()
            return
        explore_interpreted(found, self.limits, self.reporter, lambda _, s: s > BEAT)
        if not found.finished:
            return
        long = found.seconds > WORTH_SECONDS
        if not (again and long):
            if long:
                given.note_overtaken()
            raise FinishedMeanwhileError
        self._waits = True
        self.reporter.note(
            "all states are found, but the rules are compiled to the end, so that later solves of "
            "this game are faster"
        )


def compile_walk(expander: Expander) -> None:
    """Compile what the first step of an exploration needs. Raises KeysOutgrownError, NotCompilable,
    RulesError."""
    from perfectplay.solver.explore.hash_explorer import walk

    walk(expander, unlimited(), Reporter(), lambda _: True)


def compile_apart(
    rules: CheckedGame,
    keys: Keys,
    given: RulesToCompile,
    *,
    alive: Callable[[], None],
    beat: float = BEAT,
    seconds: float = PATIENCE,
    use: Callable[[Expander], None] = compile_walk,
) -> bool:
    """Fill the code cache, so that this process only loads the kernels of the game; False if that
    was not done within ``seconds``.

    Compiling leaves about 20 MB in a process; a small memory budget needs them. ``alive`` is called
    every ``beat`` seconds; what it raises ends the compilation. ``use`` calls the kernels, which
    compiles them. Raises NotCompilable if they do not compile. Whatever else ends the other process
    is found again when this one compiles.
    """
    refused: list[NotCompilable] = []

    def work(tell: Tell) -> None:
        from perfectplay.compiler.expander import Expander

        try:
            use(Expander(given.compile(), rules, keys))
        except NotCompilable as refusal:
            tell(refusal)

    in_time = True
    if can_fork():
        with suppress(EndedError, OSError):
            in_time = apart(work, time.monotonic() + seconds, refused.append, alive, beat)
    if refused:
        raise refused[0]
    return in_time
