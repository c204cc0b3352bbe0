"""One play between two players, as a stream of events for an interface."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from perfectplay.core.errors import IllegalMoveError
from perfectplay.core.value import Move, Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.score_range import value_of_score
from perfectplay.game.moves import PlayPosition, first_position, illegal, next_position, same_move
from perfectplay.play.players import Human, LeavePlay, Player, TakeBack

Points: TypeAlias = tuple[int, int] | None


@dataclass(frozen=True, kw_only=True)
class _Event:
    """``points``, in a game of points: those of each seat so far."""

    points: Points = None


@dataclass(frozen=True)
class TurnBegins(_Event):
    """A player is to move. ``ply`` counts the moves so far."""

    position: PlayPosition
    player: Player
    ply: int


@dataclass(frozen=True)
class MoveMade(_Event):
    """A player has moved in ``before``."""

    before: PlayPosition
    after: PlayPosition
    player: Player
    move: Move


@dataclass(frozen=True)
class TakenBack(_Event):
    """``plies`` moves were taken back to ``position``, None if there was nothing to take back."""

    position: PlayPosition | None
    plies: int


@dataclass(frozen=True)
class PlayOver(_Event):
    """The play is over: ``value`` is for the seat to move, ``winner`` a seat or None for a draw. In
    a game of points, the ``points`` decide."""

    position: PlayPosition
    value: Value
    winner: int | None
    plies: int


@dataclass(frozen=True)
class PlayStopped:
    """The play was stopped: ``left`` by a human, for ever ``repeated`` otherwise, else after the
    most ``plies``."""

    position: PlayPosition
    plies: int
    left: bool
    repeated: bool = False


Event: TypeAlias = TurnBegins | MoveMade | TakenBack | PlayOver | PlayStopped


def match(
    rules: CheckedGame,
    players: Sequence[Player],
    *,
    position: PlayPosition | None = None,
    most_plies: int | None = None,
    may_repeat: bool = True,
) -> Iterator[Event]:
    """Play from a position (default: the start) to an end, and yield the events.

    ``players`` are those of seat 0 and seat 1; a puzzle has one. ``most_plies`` stops a play, which
    need not end in a game with loops. ``may_repeat=False`` stops it as soon as it comes back to a
    position from which the players, who all `repeat`, go on as before. InputEndedError passes
    through.
    """
    stays = not may_repeat and all(getattr(player, "repeats", False) for player in players)
    seen: set[PlayPosition] = set()
    current = first_position(rules) if position is None else position
    earlier: list[tuple[PlayPosition, Move]] = []
    while (here := rules.position(current.state)).outcome is None:
        full = most_plies is not None and len(earlier) >= most_plies
        if full or (stays and current in seen):
            yield PlayStopped(current, len(earlier), left=False, repeated=not full)
            return
        seen.add(current)
        player = players[current.seat % len(players)]
        legal = [move for move, _ in here.options]
        yield TurnBegins(current, player, len(earlier), points=_points(rules, earlier))
        try:
            move = player.choose(current.state, legal, _last_of_other(earlier, current.seat))
        except TakeBack:
            count = len(earlier)
            current = _take_back(earlier, players, current)
            taken = count - len(earlier)
            yield TakenBack(current if taken else None, taken, points=_points(rules, earlier))
            continue
        except LeavePlay:
            yield PlayStopped(current, len(earlier), left=True)
            return
        if not any(same_move(move, one) for one in legal):
            raise IllegalMoveError(f"{player.name}: {illegal(rules, current.state, repr(move))}")
        earlier.append((current, move))
        after = next_position(rules, current, move)
        yield MoveMade(current, after, player, move, points=_points(rules, earlier))
        current = after
    value = Value(here.outcome)
    points = _points(rules, earlier, (current.seat, here.score or 0))
    if points is not None:
        value = value_of_score(points[current.seat] - points[1 - current.seat])
    yield PlayOver(current, value, _winner(value, current.seat), len(earlier), points=points)


def _points(
    rules: CheckedGame, earlier: Sequence[tuple[PlayPosition, Move]], end: tuple[int, int] = (0, 0)
) -> Points:
    """Points of each seat by some moves, and by an ``end`` of (seat, score)."""
    if not rules.scoring:
        return None
    points = [0, 0]
    points[end[0]] += end[1]
    for before, move in earlier:
        points[before.seat] += rules.gain(before.state, move)
    return points[0], points[1]


def _winner(value: Value, seat: int) -> int | None:
    if value is Value.DRAW:
        return None
    return seat if value is Value.WIN else 1 - seat


def _last_of_other(earlier: Sequence[tuple[PlayPosition, Move]], seat: int) -> Move | None:
    """Last move of the other seat."""
    return next((move for before, move in reversed(earlier) if before.seat != seat), None)


def _take_back(
    earlier: list[tuple[PlayPosition, Move]], players: Sequence[Player], current: PlayPosition
) -> PlayPosition:
    """Remove moves from ``earlier`` down to and including the last one by a human."""
    for index in range(len(earlier) - 1, -1, -1):
        before, _ = earlier[index]
        if isinstance(players[before.seat % len(players)], Human):
            del earlier[index:]
            return before
    return current
