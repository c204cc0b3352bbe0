"""Compiles a game's rules in a separate process, which frees its memory and can be given up."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from perfectplay.compiler.source.constants import NotCompilable
from perfectplay.core.fork_pool import can_fork
from perfectplay.core.progress import Reporter
from perfectplay.core.separate_process import BEAT, EndedError, Tell, apart
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.packing import Keys
from perfectplay.solver.state_limits import unlimited

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
