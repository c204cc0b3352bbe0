"""Which tuples, texts and bytes in a game's states change their length, and how long they become,
and which parts are None or something else, found by playing it at random."""

from __future__ import annotations

from collections.abc import Collection

from perfectplay.core.sample_clock import SampleClock
from perfectplay.core.value import State
from perfectplay.game.find.random_plays import random_states
from perfectplay.game.game import Game
from perfectplay.game.shape.joined_trees import joined, settled
from perfectplay.game.shape.shape_tree import Nothing, Place, ShapeTree
from perfectplay.game.shape.state_shape import MOST_ITEMS, tree_of
from perfectplay.game.shape.state_words import Word

FIRST_STATES = 200
"""States that are played through if no tuple in them changes its length."""

FEWEST_STATES = 1_000
"""States that are played through otherwise: more of them as long as longer tuples are found."""

MOST_FIELDS = 160
"""States with more fields, some of them of tuples that change their length, have no shape."""

PATIENCE = 1.0
"""Seconds of the thread's processor time that the first states may take: tuples of slower rules are
taken to keep their length."""


def joined_tree(game: Game, start: State, boards: Collection[Place]) -> ShapeTree | None:
    """The parts of the states of a game; None if they have none. The same plays are made each time.
    ``boards``: the places of the texts that are boards."""
    first = tree_of(start, boards, nothing=Nothing)
    if first is None:
        return None
    tree = settled(first) if Nothing in first.kinds else first
    found, last_found, clock = first, 0, SampleClock(PATIENCE, FIRST_STATES)
    seen = {first}
    varies = False
    for n, state in enumerate(random_states(game, start)):
        if n - last_found >= (FEWEST_STATES if varies else FIRST_STATES):
            break
        if not varies and clock.over():
            break
        other = None if type(state) is not type(start) else tree_of(state, boards, nothing=Nothing)
        if other is None:
            return tree
        if other in seen:
            continue
        seen.add(other)
        both = joined(found, other)
        if not isinstance(both, ShapeTree):
            return tree
        if both != found:
            found, last_found = both, n
            varies = settled(found) != tree
    return _roomy(settled(found), start) if varies else tree


def _roomy(tree: ShapeTree, start: State) -> ShapeTree | None:
    """The tree with room for more items in tuples that become longer than any in the start, since
    plays at random rarely meet the longest; None if they become too long.

    Room that no state needs makes keys no wider.
    """
    tree = _filled(tree)
    if not tree.lengths:
        return tree
    longest = max(tree.longest_in(start))
    lengths = [most if most <= longest else most + most // 2 + 1 for most in tree.lengths]
    if max(lengths) > MOST_ITEMS:
        return None
    roomy = ShapeTree(tree.cls, tree.parts_of_lengths(iter(lengths)), tree.varying)
    return roomy if roomy.size <= MOST_FIELDS else None


def _filled(tree: ShapeTree) -> ShapeTree:
    """The tree with an item in tuples, texts and bytes that were never met with one: a number in
    a tuple."""
    if not tree.parts:
        return ShapeTree(tree.cls, (Word if tree.cls is str else int,), varying=True)
    parts = (_filled(part) if isinstance(part, ShapeTree) else part for part in tree.parts)
    return ShapeTree(tree.cls, tuple(parts), tree.varying)
