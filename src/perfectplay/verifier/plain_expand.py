"""The children of batches of keys, by the interpreter; `KernelExpander` uses compiled rules."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from perfectplay.core.arrays import IntArray
from perfectplay.verifier.expand import ChildBatch, TroubleError
from perfectplay.verifier.plain.interpreter import RulesInterpreter
from perfectplay.verifier.plain.interpreter_pool import InterpreterPool


class PlainAnswering:
    """Called in each process with some keys, and whether classes are compared: returns the
    children, and the keys of the states on which the rules fail."""

    def __init__(self, interpreter: RulesInterpreter) -> None:
        self.interpreter = interpreter

    def __call__(self, keys: Sequence[int], compares: bool) -> tuple[ChildBatch, list[int]]:
        results = [self.interpreter.ask_whole(key, compares=compares) for key in keys]
        whole = [one for one in results if one.whole]
        expanded = ChildBatch(
            np.array([child for one in whole for child in one.children], np.int64),
            np.array([again for one in whole for again in one.again], np.uint8),
            np.array([tier for one in whole for tier in one.tiers], np.int64),
            np.array([len(one.children) for one in whole], np.int32),
            np.array([one.over for one in whole], np.uint8),
            np.array([gain for one in whole for gain in one.gains], np.int32),
            np.array([one.final or 0 for one in whole], np.int32),
            np.array([one.size for one in whole], np.int64),
            tuple(problem for one in whole for problem in one.problems),
            tuple(image for one in whole for image in one.passed),
        )
        return expanded, [one.key for one in results if not one.whole]


class PlainExpander:
    """Runs the rules in a process of the pool; one for each thread."""

    batch = 500

    def __init__(self, pool: InterpreterPool) -> None:
        self._pool = pool

    def expand(self, keys: IntArray, *, compares: bool = True) -> ChildBatch:
        """The children of some keys. ``compares``: the states of their classes are compared. Raises
        TroubleError."""
        expanded: ChildBatch
        expanded, trouble = self._pool.call(keys.tolist(), compares)
        if trouble:
            raise TroubleError("the rules break a promise", trouble)
        return expanded

    def class_sizes(self, keys: IntArray) -> IntArray:
        """[B] how many states each representative stands for; part of `expand`'s answer."""
        sizes = self.expand(keys).sizes
        assert sizes is not None
        return sizes

    def unlike(self, keys: IntArray) -> list[int]:  # noqa: ARG002
        """Nothing: `expand` has reported them."""
        return []
