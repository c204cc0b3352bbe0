"""Permutations of the fields of a tuple, and the groups that they generate."""

from __future__ import annotations

from dataclasses import dataclass, field

from perfectplay.core.value import State

Places = tuple[int, ...]
"""[F] for each field of the image, the field of the state that it is taken from."""


@dataclass(frozen=True)
class FieldPermutation:
    """The image of a state has in field ``i`` what the state has in field ``places[i]``.

    ``name`` says for people what it does; it does not count when two are compared.

    >>> mirror = FieldPermutation((2, 1, 0), "left and right exchanged")
    >>> mirror((5, 6, 7))
    (7, 6, 5)
    >>> mirror.cycles()
    ((0, 2),)
    """

    places: Places
    name: str = field(default="", compare=False)

    def __call__(self, state: State) -> State:
        """The image of a state, of the same class of tuple."""
        image = tuple(state[place] for place in self.places)
        return image if type(state) is tuple else type(state)(*image)

    def cycles(self) -> tuple[tuple[int, ...], ...]:
        """The fields that move, in cycles, each beginning with its smallest field.

        What stands in a field of a cycle goes into the next field of it.
        """
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
    """The permutation that leads back.

    >>> inverse((1, 2, 0))
    (2, 0, 1)
    """
    back = [0] * len(places)
    for i, place in enumerate(places):
        back[place] = i
    return tuple(back)


def after(first: Places, then: Places) -> Places:
    """``first``, and on its image ``then``.

    >>> after((1, 2, 0), (1, 0, 2))
    (2, 1, 0)
    """
    return tuple(first[place] for place in then)


class PermutationGroup:
    """The group that some permutations generate: its order, and whether one is in it.

    A chain of stabilisers (Schreier, Sims): level k has the elements that leave the first k
    fields alone, as one element for each field that field k can be taken from. So a group of
    many millions is known by a handful of elements.

    >>> group = Group(4)
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
        """How many permutations there are, the one that changes nothing included."""
        order = 1
        for level in self._chain:
            order *= len(level)
        return order

    def __contains__(self, places: Places) -> bool:
        return self._sifted(places) is None

    def add(self, places: Places) -> bool:
        """Makes the group larger by a permutation; False where it is in it already."""
        if places in self:
            return False
        waiting = [places]
        while waiting:
            rest = self._sifted(waiting.pop())
            if rest is not None:
                waiting += self._enlarged(*rest)
        return True

    def takes(self, field: int, place: int) -> bool:
        """Whether an element leaves the fields before one alone and fills it from a place."""
        return place in self._chain[field]

    def elements(self, most: int) -> list[Places] | None:
        """All permutations, the identity first; None where they are more than ``most``."""
        if self.order > most:
            return None
        found = [self._identity]
        for level in reversed(self._chain):
            found = [after(one, element) for one in level.values() for element in found]
        return sorted(found, key=lambda one: (one != self._identity, one))

    def _sifted(self, places: Places) -> tuple[int, Places] | None:
        """What is left of a permutation, and the level where the chain does not know it."""
        for k in range(self.size):
            known = self._chain[k].get(places[k])
            if known is None:
                return k, places
            places = after(inverse(known), places)
        return None

    def _enlarged(self, k: int, places: Places) -> list[Places]:
        """Takes a strong generator into levels 0 to k; gives what must be in the group too."""
        more: list[Places] = []
        for level in range(k + 1):
            self._strong[level].append(places)
            more += self._orbit(level)
        return more

    def _orbit(self, level: int) -> list[Places]:
        """Closes a level under its newest generator; gives the products that lie deeper."""
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
