"""What a game declares as ``cell_symmetries``: read, checked, and all that it generates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import index
from typing import Any

from perfectplay.core.shortened import shortened
from perfectplay.core.value import State
from perfectplay.game.checks.promises import broken
from perfectplay.game.find.find_shape import game_shape
from perfectplay.game.game import Game, overrides
from perfectplay.game.shape.cell_symmetries import (
    MOST_IMAGES,
    CellImage,
    CellSymmetries,
    FieldKind,
    Pairs,
    are_alike,
    fields_of,
    kinds_of_fields,
    sorted_pairs,
    state_maker,
)
from perfectplay.game.shape.joined_trees import without_options
from perfectplay.game.shape.state_sets import BitSet
from perfectplay.game.shape.state_shape import StateShape, shape_of_tree
from perfectplay.game.shape.state_words import Word, is_letter, is_word
from perfectplay.game.showing import rule_name

_KEPT: dict[int, tuple[Game, CellSymmetries | None]] = {}  # with the game, so that the id lasts
_MOST_KEPT = 32


def declared_cells(game: Game) -> CellSymmetries | None:
    """The symmetries that a game declares as data, all that they generate; None if it does not.

    Raises RulesError for a permutation that is none, for values that are not exchanged, and if the
    states have no fields.
    """
    if not overrides(game, "cell_symmetries"):
        return None
    known = _KEPT.get(id(game))
    if known is None or known[0] is not game:
        found = _Declaration(game).symmetries()
        if len(_KEPT) >= _MOST_KEPT:
            _KEPT.clear()
        _KEPT[id(game)] = known = (game, found)
    return known[1]


def permuted_shape(game: Game) -> StateShape | None:
    """The shape in which symmetries permute the fields of the states of a game; None if these are
    integers, or not of one shape."""
    start = game.start()
    shape = None if isinstance(start, int) else game_shape(game, start)
    if shape is not None and shape.may_be_none:  # one field each, as they are written
        shape = shape_of_tree(without_options(shape), [start])
    return None if shape is None or shape.lengths else shape


def declared_images(game: Game, state: State) -> Iterable[State]:
    """The images of a state that the game declares as data; of other games the state alone."""
    cells = declared_cells(game)
    return (state,) if cells is None else cells.images_of(state)


def source_of(game: Game, state: State, image: State) -> str:
    """What gives an image of a state, in words: the method, or one of the permutations."""
    cells = declared_cells(game)
    fields = None if cells is None else fields_of(cells.shape, state)
    if cells is None or fields is None:
        return "symmetries"
    for number, one in enumerate(cells.declared):
        if state_maker(cells.shape)(one.of(fields)) == image:
            return f"cell_symmetries[{number}]"
    return "cell_symmetries, one permutation after another,"


class _Declaration:
    """What ``cell_symmetries`` of a game is, read and checked."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.name = rule_name(game, "cell_symmetries")
        self.given: Any = game.cell_symmetries

    def symmetries(self) -> CellSymmetries | None:
        if self.given is None or self.given == ():
            return None
        if overrides(self.game, "symmetries"):
            raise self._wrong("stands beside symmetries, and one of them is enough")
        if not isinstance(self.given, tuple | list):
            raise self._wrong(f"is {shortened(repr(self.given), 60)}")
        self.shape = permuted_shape(self.game)
        if self.shape is None:
            what = "integers" if isinstance(self.game.start(), int) else "not of one shape"
            raise self._wrong(f"is for states with fields, and these are {what}")
        self.kinds = kinds_of_fields(self.shape)
        images = [self._image(number) for number in range(len(self.given))]
        return CellSymmetries(self.shape, self._generated(images), tuple(images))

    def _generated(self, images: list[CellImage]) -> tuple[CellImage, ...]:
        """All that the images generate, but for the one that changes nothing, themselves first."""
        size = len(self.kinds)
        same = CellImage(tuple(range(size)), ((),) * size)
        found = dict.fromkeys((same, *images))
        rest = list(found)
        for one in rest:  # grows while it is read
            for image in images:
                new = image.after(one)
                if new not in found:
                    found[new] = None
                    rest.append(new)
            if len(found) > MOST_IMAGES + 1:
                raise self._wrong(f"generates more than {MOST_IMAGES:,} images of a state")
        return tuple(image for image in found if image != same)

    def _image(self, number: int) -> CellImage:
        given = self.given[number]
        places, values = given, None
        if isinstance(given, tuple | list) and given and isinstance(given[0], tuple | list):
            if len(given) != 2:
                raise self._odd(number, "is not a permutation, and not one with values")
            places, values = given
        image = self._places(number, places)
        return CellImage(image, self._values(number, values))

    def _places(self, number: int, given: Any) -> tuple[int, ...]:
        size = len(self.kinds)
        try:
            places = tuple(index(place) for place in given)
        except TypeError:
            raise self._odd(number, "is not a sequence of the numbers of fields") from None
        if len(places) != size:
            raise self._odd(number, f"has {len(places)} fields, and states have {size}")
        if missing := sorted(set(range(size)) - set(places)):
            twice = sorted({place for place in places if places.count(place) > 1})
            outside = sorted({place for place in places if not 0 <= place < size})
            what = f"names field {outside[0]}" if outside else f"names field {twice[0]} twice"
            raise self._odd(number, f"is no permutation: it {what}, and not field {missing[0]}")
        for i, place in enumerate(places):
            if not are_alike(self.kinds, i, place):
                raise self._odd(number, f"puts field {place} in the place of field {i}, which are "
                                "of two kinds, or sets")  # fmt: skip
        return places

    def _values(self, number: int, given: Any) -> tuple[Pairs, ...]:
        size = len(self.kinds)
        if given is None:
            return ((),) * size
        each = [given] * size if isinstance(given, Mapping) else given
        if not isinstance(each, tuple | list) or len(each) != size:
            raise self._odd(number, "needs a dict of values, or one or None for each field")
        return tuple(self._pairs(number, i, one, alone=each is given) for i, one in enumerate(each))

    def _pairs(self, number: int, i: int, given: Any, *, alone: bool) -> Pairs:
        """The values that field ``i`` changes; ``alone``: they are given for this field."""
        if given is None:
            return ()
        if not isinstance(given, Mapping):
            raise self._odd(number, f"has no dict of values for field {i}")
        pairs = dict(given)
        if set(pairs) != set(pairs.values()):
            raise self._odd(number, "changes values without exchanging them: what one becomes must "
                            "become something, too")  # fmt: skip
        fits = {old: new for old, new in pairs.items() if _fits(self.kinds[i], old)}
        wrong = [new for new in fits.values() if not _fits(self.kinds[i], new)]
        if wrong or (alone and len(fits) < len(pairs)):
            value = wrong[0] if wrong else next(old for old in pairs if old not in fits)
            raise self._odd(number, f"names the value {value!r}, which field {i} cannot have")
        return sorted_pairs(fits)

    def _odd(self, number: int, problem: str) -> Exception:
        given = shortened(repr(self.given[number]), 60)
        return broken("illegal-cell-symmetries", f"{self.name}[{number}], {given}, {problem}")

    def _wrong(self, problem: str) -> Exception:
        return broken("illegal-cell-symmetries", f"{self.name} {problem}")


def _fits(kind: FieldKind, value: Any) -> bool:
    """Whether a field of a kind may have a value."""
    part, within = kind
    if within is str:
        return is_letter(value)
    if within is bytes:
        return type(value) is int and 0 <= value <= 255
    if part is Word:
        return is_word(value)
    if part is BitSet or not isinstance(value, int):
        return False
    return value in (0, 1) if part is bool else True
