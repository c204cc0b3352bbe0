"""A round of moves repeated from a state: one by one, or for all numbers at once as a proof."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from math import gcd
from typing import Any

from perfectplay.compiler.growth.affine import Affine, Undecided
from perfectplay.compiler.growth.asked_types import asks_for_types
from perfectplay.compiler.growth.changes import FieldChange, Path, changes, numbers_at, with_numbers
from perfectplay.core.thread_clock import thread_seconds
from perfectplay.core.value import Move, State
from perfectplay.game.game import Game
from perfectplay.game.sorted_moves import in_order

MOST_REPEATS = 1_000
"""Maximum number of rounds tried as one, for rules that take numbers modulo another."""

_TRIALS = 12
_ANSWERS = 100_000  # operations on numbers in a round
_MARGIN = 8  # a bounded proof ends this many rounds before the one in which an answer changes


SECONDS = 10.0
"""Processor time after which rules that take long are not called any more."""


class WorkLimit:
    """A limit of the work: ``left`` calls of ``play`` are still allowed, within `SECONDS`."""

    def __init__(self, left: int) -> None:
        self.left = left
        self._until = thread_seconds() + SECONDS

    def spend(self, calls: int = 1) -> None:
        """Count some calls. Raises SpentError if they exceed the limit, or take too long."""
        self.left -= calls
        if thread_seconds() > self._until:
            self.left = -1
        if self.left < 0:
            raise SpentError


class SpentError(Exception):
    """The limit of the work is reached."""


def option_at(game: Game, state: State, index: int) -> tuple[Move, State] | None:
    """The move at an index in the order of the rules, and the state after it; None if the play is
    over or has no such move."""
    if game.outcome(state) is not None:
        return None
    if type(game).options is not Game.options:
        return next(islice(game.options(state), index, None), None)
    for move in islice(in_order(game.moves(state)), index, index + 1):  # only this one is played
        return move, game.play(state, move)
    return None


@dataclass(frozen=True)
class MoveRound:
    """A sequence of moves, by the ``indices`` of each among the moves of its state."""

    game: Game
    indices: tuple[int, ...]

    def end(self, state: State, work: WorkLimit) -> State | None:
        """The state after the round; None if it cannot be played. Raises SpentError, and whatever
        the rules raise."""
        for index in self.indices:
            work.spend()
            option = option_at(self.game, state, index)
            if option is None:
                return None
            state = option[1]
        return state

    def moves(self, state: State) -> list[Move]:
        """The moves of the round, from a state in which it can be played."""
        moves = []
        for index in self.indices:
            option = option_at(self.game, state, index)
            assert option is not None
            moves.append(option[0])
            state = option[1]
        return moves

    def times(self, n: int) -> MoveRound:
        """This round n times as one round."""
        return MoveRound(self.game, self.indices * n)


@dataclass(frozen=True)
class GrowthProof:
    """From ``head`` the round can be played ``times`` times, or without end if that is None, and
    each time reaches a new state, which differs from ``head`` in some fields only."""

    head: State
    round: MoveRound
    times: int | None


@dataclass
class RoundRepeater:
    """Repeats a round as long as only the same fields change, each in the same way. ``played``:
    number of rounds played."""

    round: MoveRound
    head: State
    tail: State
    work: WorkLimit
    played: int = 1

    def __post_init__(self) -> None:
        found = changes(self.head, self.tail)
        self.changed: tuple[FieldChange, ...] = found or ()
        self.ways = [change.way for change in self.changed]
        self._longer = {change.path for change in self.changed if change.kind == "length"}
        self.goes_on = bool(found)

    def again(self, times: int) -> bool:
        """Play some more rounds. True if all of them were possible and changed the same fields."""
        while times and self.goes_on:
            end = self.round.end(self.tail, self.work)
            found = None if end is None else changes(self.tail, end, self._longer)
            self.goes_on = bool(found) and [change.way for change in found or ()] == self.ways
            if self.goes_on:
                self.head, self.tail, self.changed = self.tail, end, found or ()
                self.played += 1
            times -= 1
        return self.goes_on


def proof_of(pump: RoundRepeater, enough: int) -> GrowthProof | None:
    """A proof that the rounds can be repeated without end, or at least ``enough`` times; None if
    there is no proof. Plays more rounds of ``pump`` if a proof holds only from a later state on.

    Raises SpentError, and whatever the rules raise.
    """
    if any(change.kind != "number" for change in pump.changed):
        return None
    if asks_for_types(type(pump.round.game)):
        return None
    repeats = 1
    for _ in range(_TRIALS):
        found = _tried(pump, repeats, None)
        if isinstance(found, GrowthProof):
            return found
        if found is None:
            return None
        if found.after is not None and found.after - _MARGIN > enough:
            bounded = _tried(pump, repeats, found.after - _MARGIN)
            if isinstance(bounded, GrowthProof):
                return bounded
        step = gcd(*(change.after - change.before for change in pump.changed)) * repeats
        factor = (found.modulus or 1) // gcd(found.modulus or 1, step)
        if found.modulus is not None and repeats * factor <= MOST_REPEATS:
            repeats *= factor
        elif found.after is None:
            return None
        else:
            if found.after * repeats * len(pump.round.indices) > pump.work.left:
                return None
            if not pump.again(found.after * repeats):
                return None
    return None


def _tried(
    pump: RoundRepeater, repeats: int, horizon: int | None
) -> GrowthProof | Undecided | None:
    """A proof for ``repeats`` rounds at a time. If there is none, an `Undecided` that says where
    one may be found, or None."""
    if not pump.again(repeats):
        return None
    head, round_ = pump.tail, pump.round.times(repeats)
    undecided: Undecided | None = None
    steps = {change.path: change.after - change.before for change in pump.changed}
    for form in _forms(head, steps, repeats, horizon):
        raised, Affine.left = Undecided.raised, _ANSWERS
        try:
            moved = _moved(head, round_, form, pump.work)
        except Undecided as problem:
            # its traceback would hold this frame, and all below it, until garbage is collected
            undecided = undecided or problem.with_traceback(None)
            continue
        if Undecided.raised == raised and moved is not None:
            times = _times(form, moved, horizon)
            if times != 0:
                return GrowthProof(head, round_, times)
    return undecided


def _forms(
    head: State, steps: dict[Path, int], repeats: int, horizon: int | None
) -> list[dict[Path, Affine]]:
    """Numbers for the fields that change: first all as functions of one t, the number of rounds;
    then, without a horizon, each as a function of its own t."""
    at = numbers_at(head, head, set(steps))
    together = {path: Affine(at[path], (step * repeats,), horizon) for path, step in steps.items()}
    if horizon is not None:
        return [together]
    alone: dict[Path, Affine] = {}
    for i, (path, step) in enumerate(steps.items()):
        unit = repeats if step > 0 else -repeats
        alone[path] = Affine(at[path], tuple(unit * (i == j) for j in range(len(steps))), None)
    return [together, alone]


def _moved(
    head: State, round_: MoveRound, form: dict[Path, Affine], work: WorkLimit
) -> dict[Path, Any] | None:
    """The numbers after a round from all states of a form at once; None if the states after it do
    not have this form."""
    end = round_.end(with_numbers(head, form), work)
    if end is None:
        return None
    try:
        return numbers_at(end, head, set(form))
    except ValueError:
        return None


def _times(form: dict[Path, Affine], moved: dict[Path, Any], horizon: int | None) -> int | None:
    """Number of times that a round can be played if it changes numbers of a form to ``moved``;
    None for without end, 0 if that does not follow."""
    after: dict[int, tuple[int, tuple[int, ...]]] = {}
    for path, number in form.items():
        change = moved[path] - number.constant
        j = next(j for j, slope in enumerate(number.slopes) if slope)
        constant, slopes = (
            (change.constant, change.slopes)
            if type(change) is Affine
            else (change, (0,) * len(number.slopes))
        )
        divided = [divmod(each, number.slopes[j]) for each in (constant, *slopes)]
        if any(rest or quotient < 0 for quotient, rest in divided):
            return 0  # some state after the round does not have the form
        here = divided[0][0], tuple(quotient for quotient, _ in divided[1:])
        if after.setdefault(j, here) != here:
            return 0
    grow = [constant for j, (constant, slopes) in after.items() if constant and slopes[j]]
    if not grow:
        return 0
    if horizon is None:
        return None
    ((constant, slopes),) = after.values()
    return horizon // constant if slopes == (1,) else 0
