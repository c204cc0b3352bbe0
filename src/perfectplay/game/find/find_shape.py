"""The shape of a game's states, found from its first states: which of their texts are boards, and
what their sets hold, and which tuples, texts and bytes change their length.

``"white"`` is a word that is compared as a whole; ``"X..O....."`` is a board that is indexed. The
start alone does not tell them apart, but the first two plies do: boards take many values.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from itertools import islice
from typing import Any

from perfectplay.core.value import State
from perfectplay.game.explicit.explicit_game import ExplicitGame
from perfectplay.game.find.find_lengths import joined_tree
from perfectplay.game.find.find_texts import (
    growing_texts,
    item_at,
    items_within,
    uneven_texts,
    vanishing_texts,
)
from perfectplay.game.find.random_plays import first_states, random_states
from perfectplay.game.game import Game
from perfectplay.game.shape.shape_tree import Place, is_filled
from perfectplay.game.shape.state_sets import element_table, element_words, is_element, rounded
from perfectplay.game.shape.state_shape import StateShape, shape_of_tree
from perfectplay.game.shape.state_words import LONGEST_WORD
from perfectplay.game.showing import faults_of
from perfectplay.game.sorted_moves import in_order

SHORTEST_BOARD = 2
"""The least number of characters of a text that may be a board."""

FEWEST_BOARDS = 3
"""A text that takes fewer values in the first states is a word."""

STATES_WITH_MEMBERS = 50
"""States of random plays in which members of Enums are looked for: mostly the first move puts one
down. No clock ends it, so that a game always has the same shape."""

WIDEST, MOST_STATES = 40, 150
"""Children of one state, and states, that are looked at."""


def game_shape(game: Game, start: State, *, former: bool = False) -> StateShape | None:
    """The shape of the states of a game, with the words of the first ones; None if they have none.

    ``start``: the first state. A text there is a board if it has one length in all states of the
    first two plies, at least two characters, and three values or more; so are texts of the same
    length beside it, unless a short one becomes "" later; and so is a state that is a text itself,
    whatever its values. So is a text to which moves of random plays only add characters, or from
    which they take some. Texts in a tuple that changes its length in these plies, or in a set, are
    words, and so are the same ones elsewhere. The elements of sets, and the lengths of tuples and
    texts, are those of random plays. ``former``: the shape in which older folders were stored:
    before November 26, 2026, a short text that becomes "" was one that changes its length, and
    before November 30, one whose characters are exchanged while it grows was a word, and one that
    is of another length after the first plies was a board.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> game_shape(ThreeRocks(), (10, 10)) == StateShape.flat(2)
    True
    """
    texts = dict(_texts(start, ()))
    named = isinstance(game, ExplicitGame)  # its states are names, whose letters mean nothing
    growing = set() if named else _growing(game, start, texts, turned=not former)
    states = list(_first_states(game, start)) if growing or _long(texts) else []
    boards = _boards(texts, growing, states)
    if not former and boards - growing:
        boards -= uneven_texts(game, start, boards - growing)
    tree = joined_tree(game, start, boards)
    if not former and tree is not None and boards - growing:
        vanishing = vanishing_texts(game, start, set(_long(texts)) - growing, boards)
        tree = joined_tree(game, start, boards - _beside(vanishing, texts)) if vanishing else tree
    shape = None if tree is None or not is_filled(tree) else shape_of_tree(tree, [start])
    if shape is not None and shape.cls is str and len(start) < SHORTEST_BOARD and not shape.varying:
        return None  # a letter
    if shape is not None and shape.has_sets:
        elements = elements_of(game, start, shape)
        shape = None if elements is None else shape.with_elements(elements)
    if shape is None or not shape.has_words:
        return shape
    words = [word for state in states if shape.holds(state) for word in shape.words_in(state)]
    shape = shape.with_words([*shape.words, *words, *_later_members(game, start, shape)])
    return shape if shape.tells_members_apart else None


def _later_members(game: Game, start: State, shape: StateShape) -> Iterator[Any]:
    """The members of Enums that random plays put where the start has None or nothing: whoever
    reads a solution needs to know their classes."""
    if not (shape.lengths or None in shape.words_in(start)):
        return
    for state in islice(random_states(game, start), STATES_WITH_MEMBERS):
        if not shape.holds(state):
            return
        yield from (word for word in shape.words_in(state) if isinstance(word, Enum))


def _texts(value: Any, place: Place) -> Iterator[tuple[Place, str]]:
    """The texts in a state that may be boards, with their places."""
    if type(value) is str:
        if len(value) <= LONGEST_WORD:
            yield place, value
        return
    for i, item in enumerate(items_within(value)):
        yield from _texts(item, (*place, i))


def _first_states(game: Game, start: State) -> Iterator[State]:
    """The start, its children, and children of those; as far as the rules do not stumble."""
    yield start
    try:
        children = list(islice(_children(game, start), WIDEST))
        yield from children
        grandchildren = (state for child in children for state in _children(game, child))
        yield from islice(grandchildren, MOST_STATES)
    except faults_of(game):  # whatever rules raise: who solves the game is told
        return


def _children(game: Game, state: State) -> Iterator[State]:
    if game.outcome(state) is None:
        for move in islice(in_order(game.moves(state)), WIDEST):
            yield game.play(state, move)


def _long(texts: dict[Place, str]) -> dict[Place, str]:
    """Those of the texts that may be boards that keep their length."""
    return {place: text for place, text in texts.items() if len(text) >= SHORTEST_BOARD}


def _growing(game: Game, start: State, texts: dict[Place, str], *, turned: bool) -> set[Place]:
    """The places of the texts that grow and shrink; a text that is the whole state may."""
    return set(texts) if () in texts else growing_texts(game, start, texts, turned=turned)


def _boards(texts: dict[Place, str], growing: set[Place], states: list[State]) -> set[Place]:
    """The places of the texts that are boards."""
    long = _long(texts)
    found = {place for place in long if _varies(place, states)}
    alike = {(place[:-1], len(texts[place])) for place in found}
    boards = growing | {
        place for place, text in long.items()
        if (place[:-1], len(text)) in alike and _keeps_its_length(text, place, states)
    }  # fmt: skip
    return boards - _of_words(texts, states) if boards else boards


def _of_words(texts: dict[Place, str], states: list[State]) -> set[Place]:
    """The places of texts that are words, since tuples that change their length, or sets, hold the
    same."""
    found = [_long(dict(_texts(state, ()))) for state in states]
    moving = {place for place in set().union(*found) if not _stays(place, states)}
    words = {text for those in found for place, text in those.items() if place in moving}
    words |= {text for state in states for text in _in_sets(state)}
    return {
        place for place in texts
        if place in moving or any(those.get(place) in words for those in found)
    }  # fmt: skip


def _in_sets(value: Any) -> set[str]:
    """The texts in the sets of a state."""
    if type(value) is frozenset:
        return element_words(value)
    return set().union(*map(_in_sets, items_within(value)))


def _beside(places: set[Place], texts: dict[Place, str]) -> set[Place]:
    """The places of texts that are as long as one of these beside them."""
    alike = {(place[:-1], len(texts[place])) for place in places}
    return {place for place, text in texts.items() if (place[:-1], len(text)) in alike}


def _varies(place: Place, states: list[State]) -> bool:
    return len({repr(item_at(state, place)) for state in states}) >= FEWEST_BOARDS


def _keeps_its_length(text: str, place: Place, states: list[State]) -> bool:
    found = [item_at(state, place) for state in states]
    return all(type(other) is str and len(other) == len(text) for other in found)


def _stays(place: Place, states: list[State]) -> bool:
    """Whether the tuples around a place keep their length."""
    around = [place[:i] for i in range(len(place))]
    return all(
        len({len(items_within(item_at(state, outer))) for state in states}) == 1 for outer in around
    )


FEWEST_STATES = 1_000
"""States that are played through: more of them as long as new elements are found."""

FIRST_MOVES = 2_000
"""Moves that are made ply by ply, too: a play at random may stay in a part without a way out, and
never see the rest."""


def elements_of(game: Game, start: State, shape: StateShape) -> tuple[Any, ...] | None:
    """The table of the elements in a game's states; None if sets hold something that has no bit, or
    too much.

    The same plays are made each time, so that a game always has the same table. ``shape``: of the
    start.
    """
    found: set[Any] = set(shape.elements_in(start))
    last_found = 0
    for n, state in enumerate(random_states(game, start)):
        if n - last_found >= FEWEST_STATES or not shape.holds(state):
            break
        new = set(shape.elements_in(state)) - found
        if new:
            last_found = n
            found |= new
            if not all(map(is_element, new)) or element_table(found) is None:
                return None
    for state in first_states(game, start, FIRST_MOVES):
        if not shape.holds(state):
            break
        found.update(shape.elements_in(state))
    table = element_table(found)
    return element_table(rounded(table)) if table else None
