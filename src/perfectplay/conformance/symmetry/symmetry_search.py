"""Find symmetries by trying permutations of fields on sampled states."""

from __future__ import annotations

import random
from dataclasses import replace

from perfectplay.conformance.symmetry.board_shapes import (
    MOST_FIELDS,
    BoardShape,
    candidates,
    exchange,
)
from perfectplay.conformance.symmetry.permutation import FieldPermutation, PermutationGroup, Places
from perfectplay.conformance.symmetry.search_result import (
    LARGEST,
    RefutedSymmetry,
    SymmetrySearchResult,
)
from perfectplay.conformance.symmetry.symmetry_trial import PATIENCE, SymmetryTrial
from perfectplay.conformance.watch import Watch
from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.declared_cells import permuted_shape
from perfectplay.game.game import Game, StateKind, has_symmetries, kind_of
from perfectplay.game.shape.cell_symmetries import FieldKind, are_alike, kinds_of_fields
from perfectplay.game.shape.state_shape import StateShape

STATES = 10_000
SECONDS = 60.0

_PROBES = 200  # states on which a candidate is tried first
_TRYING = 0.6  # share of the time after which no more candidates are tried
_ORBIT = 200  # maximum number of images of one state
_WEIGHED = 1_000  # states from which the saving is estimated


def find_symmetries(
    game: Game, *, states: int = STATES, seed: int = 0, max_seconds: float = SECONDS
) -> list[FieldPermutation]:
    """Permutations of the fields that hold on all sampled states, as generators of a group.

    A permutation holds on a state if the outcome, the seat, the tier and the children of the image
    are the images of those of the state. The image of the start must be a sampled state. This is
    no proof, because other states may break a symmetry. Empty if states have no fields.

    ``states``: number of states to sample; ``seed``: of the sample; ``max_seconds``: time limit.
    Raises RulesError if the rules break a promise.

    >>> from perfectplay.games.wythoff import Wythoff
    >>> [one.places for one in find_symmetries(Wythoff(5, 5))]
    [(1, 0)]
    >>> find_symmetries(Wythoff(5, 4))
    []
    """
    found = search_symmetries(game, states=states, seed=seed, max_seconds=max_seconds)
    return list(found.generators)


def search_symmetries(
    game: Game, *, states: int = STATES, seed: int = 0, max_seconds: float = SECONDS
) -> SymmetrySearchResult:
    """As `find_symmetries`, with details of the result.

    >>> from perfectplay.games.nim import Nim
    >>> found = search_symmetries(Nim(rows=(3, 3, 3)))
    >>> found.order, found.checked, found.complete
    (6, 64, True)
    """
    rules = CheckedGame(game)
    shape = permuted_shape(game) if rules.kind is StateKind.OBJECT else None
    kinds = _kinds(rules, shape)
    if reason := _not_offered(rules, kinds):
        return SymmetrySearchResult(game, reason=reason)
    with Watch(PATIENCE) as watch:
        trial = SymmetryTrial(rules, watch, max_seconds, shape)
        trial.sample(states, seed)
        if reason := _unlike_rows(trial, len(kinds)):
            return SymmetrySearchResult(game, reason=reason, checked=len(trial.states))
        return _CandidateSearch(trial, kinds, seed).found()


def _kinds(rules: CheckedGame, shape: StateShape | None) -> list[FieldKind]:
    """The kinds of the fields of the states, none if they have no fields."""
    if shape is not None:
        return kinds_of_fields(shape)
    return [(int, tuple)] * len(rules.start()) if rules.kind is StateKind.TUPLE else []


def _not_offered(rules: CheckedGame, kinds: list[FieldKind]) -> str:
    if rules.kind is StateKind.INTEGER:
        return (
            "states are integers, whose bits the rules alone can read; symmetries that you know "
            "can be given by a method symmetries(state)"
        )
    if not kinds:
        return (
            "states have no fixed fields; symmetries that you know can be given by a method "
            "symmetries(state)"
        )
    if len(kinds) < 2:
        return "states have a single field, which leaves nothing to exchange"
    if len(kinds) > MOST_FIELDS:
        return (
            f"states have {len(kinds)} fields; symmetries are looked for in at most {MOST_FIELDS}"
        )
    return ""


def _unlike_rows(trial: SymmetryTrial, fields: int) -> str:
    for state in trial.states:
        text = trial.rules.state_text
        if trial.shape is not None:
            if trial.fields(state) is None:
                return f"state {text(state)} has other fields than the start"
            continue
        if kind_of(state) is not StateKind.TUPLE or len(state) != fields:
            return f"state {text(state)} is not a tuple of {fields} whole numbers, as the start is"
        if not all(-(2**63) <= field < 2**63 for field in state):
            return (
                f"state {text(state)} holds a number of more than 64 bits; take smaller parameters"
            )
    return ""


class _CandidateSearch:
    """The candidates that have held so far, and their group."""

    def __init__(self, trial: SymmetryTrial, kinds: list[FieldKind], seed: int) -> None:
        self.trial, self.kinds = trial, kinds
        self.fields = len(kinds)
        # shuffled, so that the states tried are of all plies even if time runs out
        self.order = list(trial.states)
        random.Random(seed).shuffle(self.order)
        self.probes = trial.states[:8] + self.order[:_PROBES]
        self.survivors: list[FieldPermutation] = []
        self.shape_of: dict[Places, BoardShape | None] = {}
        self.refuted: list[RefutedSymmetry] = []

    def found(self) -> SymmetrySearchResult:
        """The symmetries that hold on all states, as far as the time allows."""
        self._try_all()
        cut = self.trial.cut or self.trial.late(_TRYING)
        while True:
            generators, group = self._reduced()
            checked, failed = self._checked(generators)
            if failed is None:
                break
            self.refuted.append(failed)
            self.survivors.remove(failed.permutation)
        if not checked:
            generators, group = [], PermutationGroup(self.fields)
        return SymmetrySearchResult(
            self.trial.rules.game,
            self.fields,
            tuple(generators),
            tuple(self.shape_of.get(one.places) for one in generators),
            group.order,
            checked,
            self.trial.complete and checked == len(self.trial.states),
            self._saving(generators),
            tuple(self.refuted),
            bool(generators) and self._declared(generators),
            cut or checked < len(self.trial.states),
        )

    # --- candidates -------------------------------------------------------------------------------

    def _try_all(self) -> None:
        for one, shape in candidates(self.fields):
            if self.trial.late(_TRYING):
                return
            if self._passes(one):
                self.survivors.append(self._of_states(one))
                self.shape_of[one.places] = shape
        from perfectplay.conformance.symmetry.cell_colours import automorphisms, colours

        _, group = self._reduced()
        if group.order > LARGEST:
            return
        for places in automorphisms(
            colours(self.trial),
            group,
            lambda places: self._passes(exchange(places)),
            lambda: self.trial.late(_TRYING),
        ):
            self.survivors.append(self._of_states(exchange(places)))
            group.add(places)
            if group.order > LARGEST:
                return

    def _of_states(self, one: FieldPermutation) -> FieldPermutation:
        return replace(one, shape=self.trial.shape)

    def _passes(self, candidate: FieldPermutation) -> bool:
        """True if a candidate holds on the first states and changes at least one state."""
        if not all(are_alike(self.kinds, i, place) for i, place in enumerate(candidate.places)):
            return False
        trial, one = self.trial, self._of_states(candidate)
        if not trial.keeps_start(one):
            return False
        return all(trial.holds(one, state) for state in self.probes) and any(
            one(state) != state for state in trial.states
        )

    def _reduced(self) -> tuple[list[FieldPermutation], PermutationGroup]:
        """A minimal set of survivors that generates all of them, and its group."""
        group, kept = PermutationGroup(self.fields), []
        for one in self.survivors:
            if group.order <= LARGEST and group.add(one.places):
                kept.append(one)
        for one in reversed(kept[:-1]):
            others = PermutationGroup(self.fields)
            rest = [other for other in kept if other is not one]
            for other in rest:
                others.add(other.places)
            if others.order == group.order:
                kept = rest
        return kept, group

    # --- all states -------------------------------------------------------------------------------

    def _checked(self, generators: list[FieldPermutation]) -> tuple[int, RefutedSymmetry | None]:
        """Number of states on which the whole group was tried, and the first failure.

        Each generator is also tried on every image of a state, so that the whole group holds on
        the state.
        """
        if not generators:
            return len(self.trial.states), None
        for done, state in enumerate(self.order):
            if self.trial.late():
                return done, None
            for image in orbit(generators, state):
                for one in generators:
                    if not self.trial.holds(one, image):
                        return done, RefutedSymmetry(one, image)
            self.trial.forget()
        return len(self.trial.states), None

    def _saving(self, generators: list[FieldPermutation]) -> float:
        states = self.trial.states
        some = states[:: max(1, len(states) // _WEIGHED)]
        return len(some) / sum(1 / len(orbit(generators, state)) for state in some)

    def _declared(self, generators: list[FieldPermutation]) -> bool:
        rules = self.trial.rules
        if not has_symmetries(rules.game):
            return False
        return all(
            one(state) in rules.symmetries(state) for state in self.probes for one in generators
        )


def orbit(generators: list[FieldPermutation], state: State) -> list[State]:
    """Up to some hundred images of a state, itself first."""
    found = {state: None}
    rest = [state]
    while rest and len(found) < _ORBIT:
        at = rest.pop()
        for one in generators:
            image = one(at)
            if image not in found:
                found[image] = None
                rest.append(image)
    return list(found)
