"""The children of batches of keys, by the interpreter: what `Expander` does by compiled rules."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from perfectplay.verifier.crew import InterpreterCrew
from perfectplay.verifier.expand import ChildBatch, TroubleError
from perfectplay.verifier.interpreter import RulesInterpreter

IntArray = NDArray[np.int64]


class PlainAnswering:
    """Called in each process with some keys, and whether classes are compared: what the rules say
    of them, and the keys of the states on which the rules fail."""

    def __init__(self, asker: RulesInterpreter) -> None:
        self.asker = asker

    def __call__(self, keys: Sequence[int], compares: bool) -> tuple[ChildBatch, list[int]]:
        told = [self.asker.ask_whole(key, compares=compares) for key in keys]
        fine = [one for one in told if one.whole]
        expanded = ChildBatch(
            np.array([child for one in fine for child in one.children], np.int64),
            np.array([again for one in fine for again in one.again], np.uint8),
            np.array([tier for one in fine for tier in one.tiers], np.int64),
            np.array([len(one.children) for one in fine], np.int32),
            np.array([one.over for one in fine], np.uint8),
            np.array([gain for one in fine for gain in one.gains], np.int32),
            np.array([one.final or 0 for one in fine], np.int32),
            np.array([one.size for one in fine], np.int64),
            tuple(problem for one in fine for problem in one.problems),
            tuple(image for one in fine for image in one.passed),
        )
        return expanded, [one.key for one in told if not one.whole]


class PlainExpander:
    """Asks the interpreter, by a process of the crew; one for each thread."""

    batch = 500

    def __init__(self, crew: InterpreterCrew) -> None:
        self._crew = crew

    def expand(self, keys: IntArray, *, compares: bool = True) -> ChildBatch:
        """The children of some keys. ``compares``: the states of their classes are compared.

        Raises TroubleError.
        """
        expanded: ChildBatch
        expanded, trouble = self._crew.call(keys.tolist(), compares)
        if trouble:
            raise TroubleError("the rules break a promise", trouble)
        return expanded

    def class_sizes(self, keys: IntArray) -> IntArray:
        """[B] how many states each representative stands for; part of `expand`'s answer."""
        sizes = self.expand(keys).sizes
        assert sizes is not None
        return sizes

    def unlike(self, keys: IntArray) -> list[int]:  # noqa: ARG002
        """None: `expand` tells of them."""
        return []
