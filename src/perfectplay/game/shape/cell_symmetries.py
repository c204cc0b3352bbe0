"""Symmetries that a game declares as data: permutations of fields, perhaps with values exchanged.

The fields of a state are its numbers, letters and other words in the order in which it is written.
What is declared generates a group, whose members give the images of a state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import Any

from perfectplay.core.value import State
from perfectplay.game.shape.number_enums import is_number_enum, members_of
from perfectplay.game.shape.shape_tree import Part, ShapeTree
from perfectplay.game.shape.state_sets import BitSet
from perfectplay.game.shape.state_shape import StateShape

MOST_IMAGES = 1_000
"""Images of one state: a declaration that generates more is refused."""

Pairs = tuple[tuple[Any, Any], ...]
"""Values of a field of the image that are changed: the old and the new one."""

FieldKind = tuple[Part, type]
"""The kind of a field, and the class of a text or bytes that it is in, else `tuple`."""


@dataclass(frozen=True)
class CellImage:
    """One image of every state.

    ``places``: [F] for each field of the image, the field of the state whose content it gets;
    ``values``: [F] the values that it changes there, sorted, () for none.
    """

    places: tuple[int, ...]
    values: tuple[Pairs, ...]

    @cached_property
    def _taken(self) -> Callable[[Sequence[Any]], Sequence[Any]]:
        one = len(self.places) == 1  # of which `itemgetter` would make no tuple
        return list if one else itemgetter(*self.places)

    @cached_property
    def _changes(self) -> list[tuple[int, dict[Any, Any]]]:
        return [(i, dict(pairs)) for i, pairs in enumerate(self.values) if pairs]

    def of(self, fields: Sequence[Any]) -> Sequence[Any]:
        """The fields of the image of a state with these fields."""
        if not self._changes:
            return self._taken(fields)
        found = list(self._taken(fields))
        for i, change in self._changes:
            found[i] = change.get(found[i], found[i])
        return found

    def after(self, first: CellImage) -> CellImage:
        """The image of the image under ``first``."""
        values = []
        for place, then in zip(self.places, self.values, strict=True):
            one, two = dict(first.values[place]), dict(then)
            changed = {old: two.get(one.get(old, old), one.get(old, old)) for old in (*one, *two)}
            values.append(sorted_pairs(changed))
        return CellImage(tuple(first.places[place] for place in self.places), tuple(values))


@dataclass(frozen=True)
class CellSymmetries:
    """The images of the states of one shape, but for the state itself.

    ``declared``: the images that the game declares, of which these are made.

    >>> from perfectplay.game.shape.state_shape import StateShape
    >>> mirror = CellImage((2, 1, 0), ((), (), ()))
    >>> list(CellSymmetries(StateShape.flat(3), (mirror,)).images_of((5, 6, 7)))
    [(7, 6, 5)]
    """

    shape: StateShape
    images: tuple[CellImage, ...]
    declared: tuple[CellImage, ...] = ()

    @cached_property
    def _make(self) -> Callable[[Sequence[Any]], State]:
        return state_maker(self.shape)

    def images_of(self, state: State) -> Iterator[State]:
        """The images of a state. Raises ValueError if it has another shape."""
        fields = fields_of(self.shape, state)
        if fields is None:
            raise ValueError(
                f"cell_symmetries are for states of {self.shape.size} fields in the places that "
                "they have in the start; this state has another shape"
            )
        for image in self.images:
            yield self._make(image.of(fields))


def fields_of(shape: ShapeTree, value: Any) -> list[Any] | None:
    """The fields of a value, as they stand in it; None if it has another shape.

    >>> from perfectplay.game.shape.state_shape import state_shape
    >>> fields_of(state_shape(((1, 2), "X")), ((3, 4), "O"))
    [3, 4, 'O']
    """
    items = shape.items(value)
    if items is None or shape.varying:
        return None
    found: list[Any] = []
    for part, item in zip(shape.parts, items, strict=True):
        inner = fields_of(part, item) if isinstance(part, ShapeTree) else [item]
        if inner is None:
            return None
        found += inner
    return found


def kinds_of_fields(shape: ShapeTree) -> list[FieldKind]:
    """The kind of each field, in the order in which a value is written."""
    found: list[FieldKind] = []
    for part in shape.parts:
        if isinstance(part, ShapeTree):
            found += kinds_of_fields(part)
        else:
            found.append((part, shape.cls if shape.cls in (str, bytes) else tuple))
    return found


def are_alike(kinds: Sequence[FieldKind], i: int, place: int) -> bool:
    """Whether field ``i`` may get the content of field ``place``; that of a set stays."""
    return i == place or (kinds[i] == kinds[place] and kinds[i][0] is not BitSet)


def state_maker(shape: ShapeTree, first: int = 0) -> Callable[[Sequence[Any]], Any]:
    """A function from fields, of which those of the shape begin at ``first``, to the value: the
    inverse of `fields_of`.

    >>> from perfectplay.game.shape.state_shape import state_shape
    >>> state_maker(state_shape(((1, True), "X")))([3, 0, "O"])
    ((3, False), 'O')
    """
    classes = {part for part in shape.kinds if part is bool or is_number_enum(part)}
    end, makers = first, list[Callable[[Sequence[Any]], Any]]()
    for part in shape.parts:
        size = part.size if isinstance(part, ShapeTree) else 1
        makers.append(_field_maker(part, end))
        end += size
    make = _class_maker(shape.cls)
    if not any(isinstance(part, ShapeTree) or part in classes for part in shape.parts):
        return lambda fields: make(fields[first:end])  # half of the time
    return lambda fields: make([maker(fields) for maker in makers])


def _field_maker(part: Part | ShapeTree, place: int) -> Callable[[Sequence[Any]], Any]:
    if isinstance(part, ShapeTree):
        return state_maker(part, place)
    if part is bool:
        return lambda fields: bool(fields[place])
    if is_number_enum(part):
        return lambda fields: members_of(part, [fields[place]])[0]
    return itemgetter(place)


def _class_maker(cls: type) -> Callable[[Sequence[Any]], Any]:
    """A function from the items of a value of a class to the value."""
    if cls in (tuple, bytes):
        return cls
    if cls is str:
        return "".join
    if cls is frozenset:
        return itemgetter(0)
    return lambda items: cls(*items)


def sorted_pairs(changed: Mapping[Any, Any]) -> Pairs:
    """The values that are changed, each with what it becomes, in an order of their own."""
    pairs = ((old, new) for old, new in changed.items() if old != new)
    return tuple(sorted(pairs, key=repr))
