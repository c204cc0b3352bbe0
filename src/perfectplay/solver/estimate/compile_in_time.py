"""Kernels for samples, compiled within a limit of time."""

from __future__ import annotations

import math
from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np

from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.packing import Keys
from perfectplay.solver.compile_apart import compile_apart, compile_walk

if TYPE_CHECKING:
    from perfectplay.compiler.expander import Expander


class NotInTimeError(Exception):
    """The rules were not compiled in the time that they had."""


def compile_in_time(rules: CheckedGame, keys: Keys, symmetric: bool, seconds: float) -> None:
    """Fill the code cache with what samples need, unless it is there or time has no limit. A
    compiler cannot be interrupted, so it runs in another process. Raises NotInTimeError,
    NotCompilable."""
    from perfectplay.compiler.load import is_compiled

    if math.isinf(seconds) or is_compiled(rules.game, symmetries=symmetric):
        return
    if seconds <= 0 or not compile_apart(
        rules, keys, symmetries=symmetric, alive=lambda: None, seconds=seconds, use=warm_up
    ):
        raise NotInTimeError


def warm_up(expander: Expander) -> None:
    """Compile what samples need, so that it takes no time from the samples."""
    from perfectplay.compiler.expander import KeysOutgrownError

    with suppress(KeysOutgrownError):  # kernels are compiled all the same
        compile_walk(expander)
    with suppress(KeysOutgrownError):
        start = np.array([expander.start_key()], np.int64)
        expander.tiers_of(start, 0, 1)
        expander.class_sizes(start, 0, 1)
        expander.expand(start, 0, 1)
