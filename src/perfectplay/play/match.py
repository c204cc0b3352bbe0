"""One play between two players, as a stream of events for a surface to show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from perfectplay.core.errors import IllegalMoveError
from perfectplay.core.value import Move, Value
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.moves import PlayPosition, first_position, illegal, next_position, same_move
from perfectplay.game.score_range import value_of_score
from perfectplay.play.players import Human, LeavePlay, Player, TakeBack

Points: TypeAlias = tuple[int, int] | None


@dataclass(frozen=True)
class TurnBegins:
    """A player is about to be asked. ``ply`` counts the moves made so far; ``points``, in a game of
    points: what they have brought each seat."""

    position: PlayPosition
    player: Player
    ply: int
    points: Points = None


@dataclass(frozen=True)
class MoveMade:
    """A player has moved in ``before``; ``points``, in a game of points: those of each seat."""

    before: PlayPosition
    after: PlayPosition
    player: Player
    move: Move
    points: Points = None


@dataclass(frozen=True)
class TakenBack:
    """``plies`` moves were taken back to ``position``; None: there was none to take back.
    ``points``, in a game of points: what the moves before have brought each seat."""

    position: PlayPosition | None
    plies: int
    points: Points = None


@dataclass(frozen=True)
class PlayOver:
    """The play is over: ``value`` is for the seat to move, ``winner`` a seat, None for a draw;
    ``points``, in a game of points: those of each seat, which decide."""

    position: PlayPosition
    value: Value
    winner: int | None
    plies: int
    points: Points = None


@dataclass(frozen=True)
class PlayStopped:
    """The play is not over: ``left`` by a human, else ``plies`` were as many as allowed."""

    position: PlayPosition
    plies: int
    left: bool


Event: TypeAlias = TurnBegins | MoveMade | TakenBack | PlayOver | PlayStopped


def match(
    rules: CheckedGame,
    players: Sequence[Player],
    *,
    position: PlayPosition | None = None,
    most_plies: int | None = None,
) -> Iterator[Event]:
    """Plays from a position (default: the start) to an end.

    ``players`` holds who plays from seat 0 and from seat 1; a puzzle has one. A play in a game
    with loops need not end: ``most_plies`` stops it. InputEndedError passes through.
    """
    now = first_position(rules) if position is None else position
    earlier: list[tuple[PlayPosition, Move]] = []
    while (here := rules.position(now.state)).outcome is None:
        if most_plies is not None and len(earlier) >= most_plies:
            yield PlayStopped(now, len(earlier), left=False)
            return
        player = players[now.seat % len(players)]
        legal = [move for move, _ in here.options]
        yield TurnBegins(now, player, len(earlier), _points(rules, earlier))
        try:
            move = player.choose(now.state, legal, _last_of_other(earlier, now.seat))
        except TakeBack:
            count = len(earlier)
            now = _take_back(earlier, players, now)
            taken = count - len(earlier)
            yield TakenBack(now if taken else None, taken, _points(rules, earlier))
            continue
        except LeavePlay:
            yield PlayStopped(now, len(earlier), left=True)
            return
        if not any(same_move(move, one) for one in legal):
            raise IllegalMoveError(f"{player.name}: {illegal(rules, now.state, repr(move))}")
        earlier.append((now, move))
        after = next_position(rules, now, move)
        yield MoveMade(now, after, player, move, _points(rules, earlier))
        now = after
    value = Value(here.outcome)
    points = _points(rules, earlier, (now.seat, here.score or 0))
    if points is not None:
        value = value_of_score(points[now.seat] - points[1 - now.seat])
    yield PlayOver(now, value, _winner(value, now.seat), len(earlier), points)


def _points(
    rules: CheckedGame, earlier: Sequence[tuple[PlayPosition, Move]], end: tuple[int, int] = (0, 0)
) -> Points:
    """What each seat has won by some moves and, at the ``end``, a seat by so much."""
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
    """The last move that the other seat has made."""
    return next((move for before, move in reversed(earlier) if before.seat != seat), None)


def _take_back(
    earlier: list[tuple[PlayPosition, Move]], players: Sequence[Player], now: PlayPosition
) -> PlayPosition:
    """Takes moves off ``earlier`` down to the last one that a human made, that one included."""
    for index in range(len(earlier) - 1, -1, -1):
        before, _ = earlier[index]
        if isinstance(players[before.seat % len(players)], Human):
            del earlier[index:]
            return before
    return now
