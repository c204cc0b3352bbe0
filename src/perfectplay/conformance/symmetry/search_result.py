"""The result of a search for symmetries."""

from __future__ import annotations

from dataclasses import dataclass

from perfectplay.conformance.symmetry.board_shapes import BoardShape
from perfectplay.conformance.symmetry.permutation import FieldPermutation, PermutationGroup, Places
from perfectplay.core.value import State
from perfectplay.game.game import Game

LARGEST = 1_000_000
"""A group is not extended beyond this order, which only freely exchangeable fields reach."""


@dataclass(frozen=True)
class RefutedSymmetry:
    """A permutation that held on the first states, and a state on which it fails."""

    permutation: FieldPermutation
    state: State


@dataclass(frozen=True)
class SymmetrySearchResult:
    """Result of `search_symmetries`.

    ``fields``: number of fields of a state, 0 if it has none; ``generators``: they generate a group
    of ``order`` permutations, the identity included; ``shapes``: for each generator the board that
    suggested it, or None; ``checked``: number of states tried; ``complete``: True if these are all
    reachable states; ``saving``: estimated number of states per representative; ``refuted``:
    permutations that failed after the first states; ``declared``: True if the game's own symmetries
    include all of these; ``late``: True if time ran out; ``reason``: why nothing can be offered, or
    "".
    """

    game: Game
    fields: int = 0
    generators: tuple[FieldPermutation, ...] = ()
    shapes: tuple[BoardShape | None, ...] = ()
    order: int = 1
    checked: int = 0
    complete: bool = False
    saving: float = 1.0
    refuted: tuple[RefutedSymmetry, ...] = ()
    declared: bool = False
    late: bool = False
    reason: str = ""

    @property
    def capped(self) -> bool:
        """True if the group may be larger than ``order``."""
        return self.order > LARGEST

    def elements(self, most: int) -> list[Places] | None:
        """All elements of the group, the identity first; None if there are more than ``most``."""
        group = PermutationGroup(self.fields)
        for one in self.generators:
            group.add(one.places)
        return group.elements(most)
