"""The same moves played again and again from a state, one by one and for all numbers at once."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from math import gcd
from typing import Any

from perfectplay.compiler.growth.affine import Affine, Undecided
from perfectplay.compiler.growth.changes import (
    FieldChange,
    Path,
    changes,
    numbers_at,
    with_numbers,
)
from perfectplay.core.value import Move, State
from perfectplay.game.game import Game

MOST_REPEATS = 1_000
"""Rounds that are tried as one, where the rules take a number modulo another."""

_TRIALS = 12
_ANSWERS = 100_000  # of numbers, in a round
_MARGIN = 8  # rounds before that in which something changes
_MISSING = object()


class WorkLimit:
    """Counts what is done, so that it ends: ``left`` are calls of ``play`` that may still be."""

    def __init__(self, left: int) -> None:
        self.left = left

    def spend(self, calls: int = 1) -> None:
        """Raises SpentError."""
        self.left -= calls
        if self.left < 0:
            raise SpentError


class SpentError(Exception):
    """All the work that was allowed is done."""


def option_at(game: Game, state: State, index: int) -> tuple[Move, State] | None:
    """The move at a place in the rules' own order, and the state after it; None where the play is
    over or has no such move."""
    if game.outcome(state) is not None:
        return None
    if type(game).options is not Game.options:
        return next(islice(game.options(state), index, None), None)
    move = next(islice(game.moves(state), index, None), _MISSING)
    return None if move is _MISSING else (move, game.play(state, move))


@dataclass(frozen=True)
class MoveRound:
    """``indices``: the places of some moves, each in the rules' own order."""

    game: Game
    indices: tuple[int, ...]

    def end(self, state: State, work: WorkLimit) -> State | None:
        """The state after a round; None where it cannot be played.

        Raises SpentError, and whatever the rules raise.
        """
        work.spend(len(self.indices))
        for index in self.indices:
            option = option_at(self.game, state, index)
            if option is None:
                return None
            state = option[1]
        return state

    def moves(self, state: State) -> list[Move]:
        """The moves of a round from a state in which it can be played."""
        moves = []
        for index in self.indices:
            option = option_at(self.game, state, index)
            assert option is not None
            moves.append(option[0])
            state = option[1]
        return moves

    def times(self, n: int) -> MoveRound:
        """Some rounds as one."""
        return MoveRound(self.game, self.indices * n)


@dataclass(frozen=True)
class GrowthProof:
    """From ``head`` on a round can be played ``times`` times, None: again and again without end,
    each time into a state that is new: it is ``head`` but for some fields."""

    head: State
    round: MoveRound
    times: int | None


@dataclass
class RoundRepeater:
    """Plays a round again and again as long as nothing changes but the same fields, each in the
    same way. ``played``: how often it was."""

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
        """Plays some more rounds; whether they all could be played, and changed the same."""
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
    """A proof that the rounds of a pump never end, or that they are at least ``enough``; None
    where the rules do not allow one. The pump is played on as far as that takes.

    Raises SpentError, and whatever the rules raise.
    """
    if any(change.kind != "number" for change in pump.changed):
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
    """A proof over ``repeats`` rounds at a time; why there is none, where that may be helped."""
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
    """Numbers for the fields that change: all of one t, as many steps on; each of its own."""
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
    """The numbers after a round of all states of a form at once; None where the states after it
    are none of that form."""
    end = round_.end(with_numbers(head, form), work)
    if end is None:
        return None
    try:
        return numbers_at(end, head, set(form))
    except ValueError:
        return None


def _times(form: dict[Path, Affine], moved: dict[Path, Any], horizon: int | None) -> int | None:
    """How often a round can be played that takes numbers of a form to ``moved``, None: without
    end; 0 where that does not follow."""
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
            return 0  # some state after it is none of the form
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
