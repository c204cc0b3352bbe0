"""Which texts in the tuples of a game's states grow and shrink, found by playing it at random.

``"white"`` beside ``"black"`` is a word, whatever its length; ``"ab"`` after ``"a"`` is a text to
which rules add characters, or from which they take some.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import combinations, islice
from typing import Any

from perfectplay.core.sample_clock import SampleClock
from perfectplay.core.value import State
from perfectplay.game.find.random_plays import random_states
from perfectplay.game.game import Game
from perfectplay.game.shape.record_classes import field_names
from perfectplay.game.shape.shape_tree import Place

_STATES = 200
"""States that are played through."""

_PATIENCE = 1.0
"""Seconds of the thread's processor time that these states may take before a text has grown."""

_LONGEST_NAME = 3
"""Characters of the longest name of a square that may be "", too."""

_FEWEST = 3
"""A text that takes fewer values is a word."""


def growing_texts(
    game: Game, start: State, places: Collection[Place], *, turned: bool = True
) -> set[Place]:
    """Those of the places of texts in the start at which a move only adds characters or takes some;
    if there are none, and ``turned``, those at which it may exchange two characters, too: ``"xo"``
    becomes ``"oxx"`` where states are turned to the mover.

    The same plays are made each time. From and to "" all changes are of that kind, and so show
    nothing: others have to show it, and at least three values.
    """
    found = [_Growing(start, places, _adds_or_takes)]
    if turned:  # not of what may be whose turn it is: "x", "o"
        several = [place for place in places if len(item_at(start, place)) != 1]
        found.append(_Growing(start, several, _turns))
    before, clock = start, SampleClock(_PATIENCE, _STATES)
    for state in islice(random_states(game, start), _STATES):
        waits = any(each.waiting for each in found)
        if not waits or (clock.over() and not any(each.grown for each in found)):
            break
        for each in found if state != start else ():
            each.note(before, state)
        before = state
    return next(filter(None, (each.found() for each in found)), set())


class _Growing:
    """The places at which all changes that were seen are of a kind."""

    def __init__(
        self, start: State, places: Collection[Place], of_kind: Callable[[str, str], bool]
    ) -> None:
        self.start, self.of_kind = start, of_kind
        self.waiting, self.grown = set(places), set[Place]()
        self.values: dict[Place, set[str]] = {p: {item_at(start, p)} for p in places}

    def note(self, before: State, state: State) -> None:
        """Note what a move changes."""
        for place in list(self.waiting):
            old, new = item_at(before, place), item_at(state, place)
            if old == new:
                continue
            if type(new) is not str or not self.of_kind(old, new):
                self.waiting.discard(place)
                continue
            self.values[place].add(new)
            if old and new and len(old) != len(new):
                self.grown.add(place)

    def found(self) -> set[Place]:
        """The places that have grown, or are beside one that has."""
        found = {p for p in self.waiting & self.grown if len(self.values[p]) >= _FEWEST}
        return found | {p for p in self.waiting - found if self._is_beside(p, found)}

    def _is_beside(self, place: Place, found: set[Place]) -> bool:
        """Whether a text that only a few moves may change is one of a tuple of texts, others of
        which grow and shrink: ``"*"`` beside ``"***"``."""
        beside = {other for other in found if place and other[:-1] == place[:-1]}
        row = item_at(self.start, place[:-1])
        if not beside or type(row) is not tuple or not all(type(text) is str for text in row):
            return False
        letters = set().union(*(text for other in beside for text in self.values[other]))
        own = self.values[place]
        return len(set(map(len, own))) > 1 and letters.issuperset("".join(own))


def vanishing_texts(
    game: Game, start: State, places: Collection[Place], boards: Collection[Place]
) -> set[Place]:
    """Those of the places of texts in the start that are names of a few characters, or "" or None:
    the square of a piece that may be taken. ``boards``: those that are boards otherwise; of others,
    a name takes three values or more."""
    short = {place for place in places if len(item_at(start, place)) <= _LONGEST_NAME}
    values: dict[Place, set[Any]] = {place: set() for place in short}
    for state in islice(random_states(game, start), _STATES) if short else ():
        for place in short:
            values[place].add(item_at(state, place))
    return {
        place for place, found in values.items()
        if found & {"", None} and _lengths_of(found - {"", None}) <= {len(item_at(start, place))}
        and (place in boards or len(found - {"", None}) >= _FEWEST)
    }  # fmt: skip


def uneven_texts(game: Game, start: State, places: Collection[Place]) -> set[Place]:
    """Those of the places of texts in the start that hold texts of other lengths in plays at
    random: names, which happened to be of one length in the first plies."""
    uneven: set[Place] = set()
    clock = SampleClock(_PATIENCE, _STATES)
    for state in islice(random_states(game, start), _STATES):
        for place in places:
            text = item_at(state, place)
            if type(text) is str and text and len(text) != len(item_at(start, place)):
                uneven.add(place)
        if len(uneven) == len(places) or clock.over():
            break
    return uneven


def _lengths_of(texts: set[Any]) -> set[int]:
    return {len(text) if type(text) is str else -1 for text in texts}


def _adds_or_takes(old: str, new: str) -> bool:
    """Whether the characters of one text are among those of the other, in their order.

    >>> _adds_or_takes("abc", "ac"), _adds_or_takes("", "x"), _adds_or_takes("w", "b")
    (True, True, False)
    """
    if len(old) == len(new):
        return False
    shorter, longer = sorted((old, new), key=len)
    rest = iter(longer)
    return all(letter in rest for letter in shorter)


def _turns(old: str, new: str) -> bool:
    """Whether one text becomes the other, and `_adds_or_takes` holds of the rest, once two
    characters are exchanged, or none.

    >>> _turns("xo", "oxx"), _turns("xo", "ox"), _turns("queen", "rook")
    (True, True, False)
    """
    pairs = combinations(sorted({*old, *new}), 2)
    exchanged = (old.translate(str.maketrans(a + b, b + a)) for a, b in pairs)
    return any(text == new or _adds_or_takes(text, new) for text in (old, *exchanged))


def items_within(value: Any) -> tuple[Any, ...]:
    """The items of a tuple or a dataclass; none of anything else."""
    if isinstance(value, tuple):
        return tuple(value)  # a NamedTuple may have a __getitem__ of its own
    return tuple(getattr(value, name) for name in field_names(type(value)))


def item_at(state: State, place: Place) -> Any:
    """The part of a state at a place; None if it has none."""
    for i in place:
        items = items_within(state)
        if i >= len(items):
            return None
        state = items[i]
    return state
