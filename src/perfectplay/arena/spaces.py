"""Spaces of Gymnasium for the actions and observations of a game. Imports Gymnasium."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from perfectplay.arena.encoding import Encoding
from perfectplay.core.errors import ParameterError


class LegalActions(spaces.Discrete):
    """The numbers of all moves; without a mask, legal ones are drawn.

    ``legal``: gives the mask of the position, all 0 if the play is over.
    """

    def __init__(self, count: int, legal: Callable[[], NDArray[np.int8]]) -> None:
        super().__init__(count)
        self._legal = legal

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """An action by chance."""
        if mask is None and probability is None:
            legal = self._legal()
            mask = legal if legal.any() else None
        return super().sample(mask, probability)


def observation_space(encoding: Encoding) -> spaces.Box:
    """The space of the arrays of states: of their type and shape, with the bounds of that type.

    Raises ParameterError for a function that makes no array of numbers of the start.
    """
    example = encoding.observation(encoding.rules.start())
    if example.dtype == bool or not np.issubdtype(example.dtype, np.number) or not example.size:
        raise ParameterError(
            f"observe must make an array of numbers, got one of {example.dtype} of shape "
            f"{list(example.shape)}"
        )
    if np.issubdtype(example.dtype, np.floating):
        return spaces.Box(-np.inf, np.inf, example.shape, example.dtype)
    limits = np.iinfo(example.dtype)
    return spaces.Box(limits.min, limits.max, example.shape, example.dtype)
