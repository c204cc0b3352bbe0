"""Permutations of the fields of a state, and the groups that they generate."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from typing import Any

from perfectplay.core.value import State
from perfectplay.game.shape.cell_symmetries import fields_of, state_maker
from perfectplay.game.shape.shape_tree import ShapeTree

Places = tuple[int, ...]
"""[F] for each field of the image, the field of the state whose content it gets."""


@dataclass(frozen=True)
class FieldPermutation:
    """A permutation: field ``i`` of the image is field ``places[i]`` of the state.

    ``name`` describes it in words; ``shape`` is that of states that are no flat tuples. Neither
    affects equality.

    >>> mirror = FieldPermutation((2, 1, 0), "left and right exchanged")
    >>> mirror((5, 6, 7))
    (7, 6, 5)
    >>> mirror.cycles()
    ((0, 2),)
    >>> from perfectplay.game.shape.state_shape import state_shape
    >>> FieldPermutation((2, 1, 0, 3), shape=state_shape(((1, 2, 0), 0)))(((5, 6, 7), 1))
    ((7, 6, 5), 1)
    """

    places: Places
    name: str = field(default="", compare=False)
    shape: ShapeTree | None = field(default=None, compare=False)

    @cached_property
    def _made(self) -> Callable[[Sequence[Any]], State]:
        assert self.shape is not None
        return state_maker(self.shape)

    def __call__(self, state: State) -> State | None:
        """The image of a state, of the same class; None if it is not of the shape."""
        if self.shape is not None:
            fields = fields_of(self.shape, state)
            return None if fields is None else self._made([fields[place] for place in self.places])
        image = tuple(state[place] for place in self.places)
        return image if type(state) is tuple else type(state)(*image)

    def cycles(self) -> tuple[tuple[int, ...], ...]:
        """Cycles of the fields that move, each beginning with its smallest field. The content of
        each field goes into the next field of its cycle."""
        to = inverse(self.places)
        found, seen = [], set()
        for first in range(len(to)):
            if first in seen or to[first] == first:
                continue
            cycle = [first]
            while to[cycle[-1]] != first:
                cycle.append(to[cycle[-1]])
            seen.update(cycle)
            found.append(tuple(cycle))
        return tuple(found)


def inverse(places: Places) -> Places:
    """The inverse permutation.

    >>> inverse((1, 2, 0))
    (2, 0, 1)
    """
    return tuple(sorted(range(len(places)), key=places.__getitem__))


def after(first: Places, then: Places) -> Places:
    """The composition: ``first``, then ``then`` applied to its image.

    >>> after((1, 2, 0), (1, 0, 2))
    (2, 1, 0)
    """
    return tuple(first[place] for place in then)


class PermutationGroup:
    """The group that some permutations generate.

    A stabiliser chain (Schreier and Sims): level k has, of the elements that fix the first k
    fields, one for each possible source of field k. So a few elements represent a group of many
    millions.

    >>> group = PermutationGroup(4)
    >>> group.add((1, 0, 2, 3)), group.add((1, 2, 3, 0)), group.add((3, 2, 1, 0))
    (True, True, False)
    >>> group.order
    24
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self._identity = tuple(range(size))
        self._chain: list[dict[int, Places]] = [{k: self._identity} for k in range(size)]
        self._strong: list[list[Places]] = [[] for _ in range(size)]

    @property
    def order(self) -> int:
        """Number of permutations, including the identity."""
        return prod(map(len, self._chain))

    def __contains__(self, places: Places) -> bool:
        return self._sifted(places) is None

    def add(self, places: Places) -> bool:
        """Extend the group by a permutation; False if the group contains it already."""
        if places in self:
            return False
        waiting = [places]
        while waiting:
            if (rest := self._sifted(waiting.pop())) is not None:
                waiting += self._enlarged(*rest)
        return True

    def takes(self, field: int, place: int) -> bool:
        """True if an element fixes all fields before ``field`` and fills it from ``place``."""
        return place in self._chain[field]

    def elements(self, most: int) -> list[Places] | None:
        """All permutations, the identity first; None if there are more than ``most``."""
        if self.order > most:
            return None
        found = [self._identity]
        for level in reversed(self._chain):
            found = [after(one, element) for one in level.values() for element in found]
        return sorted(found, key=lambda one: (one != self._identity, one))

    def _sifted(self, places: Places) -> tuple[int, Places] | None:
        """The level at which a permutation leaves the chain, and what remains of it; else None."""
        for k in range(self.size):
            known = self._chain[k].get(places[k])
            if known is None:
                return k, places
            places = after(inverse(known), places)
        return None

    def _enlarged(self, k: int, places: Places) -> list[Places]:
        """Add a strong generator to levels 0 to k; return further elements to add."""
        more: list[Places] = []
        for level in range(k + 1):
            self._strong[level].append(places)
            more += self._orbit(level)
        return more

    def _orbit(self, level: int) -> list[Places]:
        """Close a level under its newest generator; return products for deeper levels."""
        chain, strong = self._chain[level], self._strong[level]
        more: list[Places] = []
        pairs = [(element, strong[-1]) for element in chain.values()]
        while pairs:
            element, generator = pairs.pop()
            product = after(generator, element)
            known = chain.setdefault(product[level], product)
            if known is product:
                pairs += [(product, other) for other in strong]
            elif known != product:
                more.append(after(inverse(known), product))
        return more
