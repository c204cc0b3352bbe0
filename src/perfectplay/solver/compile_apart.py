"""Compiles a game's rules in a separate process, so that the compiler's memory is freed with it."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress

from perfectplay.core.apart import EndedError, Tell, apart
from perfectplay.core.fork_pool import can_fork
from perfectplay.core.progress import Reporter
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.packing import Keys
from perfectplay.solver.state_limits import unlimited

PATIENCE = 600.0
"""Seconds after which this process compiles by itself."""


def compile_apart(
    rules: CheckedGame, keys: Keys, *, symmetries: bool, alive: Callable[[], None]
) -> None:
    """Fill the code cache, so that this process only loads the kernels of the game.

    Compiling leaves about 20 MB in a process; a small memory budget needs them. A compilation
    that fails here fails again in this process, and is reported there. ``alive`` is called ten
    times a second.
    """

    def work(_: Tell) -> None:
        from perfectplay.compiler.expander import Expander
        from perfectplay.compiler.load import compile_rules
        from perfectplay.solver.explore.hash_explorer import walk

        expander = Expander(compile_rules(rules.game, symmetries=symmetries), rules, keys)
        walk(expander, unlimited(), Reporter(), lambda _: True)

    if can_fork():
        with suppress(EndedError, OSError):
            apart(work, time.monotonic() + PATIENCE, lambda _: None, alive)
