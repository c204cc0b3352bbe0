"""The choice among many puzzles: spread over themes and grades, without near-duplicates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from perfectplay.core.value import State

ALIKE = 2
"""The most puzzles of one theme and shape."""

SPARE = 24
"""So many of one theme and shape are tried: some are images of others."""


def spread(
    themes: Mapping[str, NDArray[np.bool_]],
    wanted: Sequence[str],
    kinds: NDArray[np.int64],
    shapes: NDArray[np.int64],
    order: NDArray[np.float64],
    count: int,
    classes: Callable[[int], Sequence[State]],
) -> list[tuple[int, str]]:
    """The places of at most ``count`` of C puzzles, each with the theme for which it was chosen:
    from the wanted themes in turn, the rarest first, and from the kinds of a theme in turn.

    themes: by name, [C] bool; kinds: [C] numbers, the easiest first; shapes: [C, F], two puzzles of
    one theme with equal rows are alike; order: [C] numbers by chance, the smallest come first;
    ``classes``: gives the state of a puzzle and all that are symmetric to it, the state first.
    """
    _, shape = np.unique(shapes, axis=0, return_inverse=True)
    shape = shape.reshape(-1)
    there = sorted((int(themes[theme].sum()), theme) for theme in wanted if theme in themes)
    lines = {theme: _InTurn(themes[theme], kinds, shape, order) for size, theme in there if size}
    bearing = list(lines)
    chosen: list[tuple[int, str]] = []
    seen: set[State] = set()
    alike: Counter[tuple[str, int]] = Counter()
    while lines and len(chosen) < count:
        for theme in list(lines):
            for place in lines[theme].places:
                of = [(one, int(shape[place])) for one in bearing if themes[one][place]]
                if any(alike[one] >= ALIKE for one in of):
                    continue
                images = classes(place)
                if images[0] in seen:
                    continue
                seen.update(images)
                alike.update(of)
                chosen.append((place, theme))
                break
            else:
                del lines[theme]
            if len(chosen) == count:
                break
    return chosen


class _InTurn:
    """The puzzles of a theme, from its kinds in turn."""

    def __init__(
        self,
        has: NDArray[np.bool_],
        kinds: NDArray[np.int64],
        shape: NDArray[np.int64],
        order: NDArray[np.float64],
    ) -> None:
        places = np.flatnonzero(has)
        places = places[np.lexsort((order[places], shape[places]))]
        same = shape[places]
        rank = np.arange(len(places)) - np.searchsorted(same, same)
        places = places[rank < SPARE]
        places = places[np.argsort(order[places], kind="stable")]
        of = kinds[places]
        groups = [places[of == kind].tolist() for kind in np.unique(of)]
        self.places = _round([iter(group) for group in groups])


def _round(groups: list[Iterator[int]]) -> Iterator[int]:
    """One of each group in turn, until all are empty.

    >>> list(_round([iter([1, 2, 3]), iter([]), iter([7])]))
    [1, 7, 2, 3]
    """
    while groups:
        left = []
        for group in groups:
            for place in group:
                yield place
                left.append(group)
                break
        groups = left
