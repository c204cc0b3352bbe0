"""Check the nodes of an explicit game and make the game."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from numbers import Integral, Rational, Real
from typing import Any

from perfectplay.core.errors import TreeError
from perfectplay.core.packed import SCORE_LIMIT
from perfectplay.core.shortened import shortened
from perfectplay.core.value import Value
from perfectplay.core.warn_user import warn_user
from perfectplay.game.explicit.explicit_game import ExplicitGame, ExplicitPoints, Node

SEATS: dict[Hashable, int] = {
    0: 0, "0": 0, "max": 0, "first": 0, 1: 1, "1": 1, "min": 1, "second": 1,
}  # fmt: skip
"""The players that a node may name, each with its seat."""

WORDS = {"win": Value.WIN, "draw": Value.DRAW, "loss": Value.LOSS}

UNITS = 10**6
"""Largest denominator of a utility."""

_SHOWN = 6

_RATIO = re.compile(r"-?[0-9]{1,10}/[0-9]{1,10}")


@dataclass
class GivenNode:
    """A node of the input. ``seat``: None if the node names no player."""

    name: str
    seat: int | None = None
    moves: dict[str, str] = field(default_factory=dict)
    end: Value | Fraction | None = None


def seat_of(player: Any, node: str) -> int:
    """Seat of the player that a node names. Raises TreeError."""
    known = isinstance(player, str | int) and not isinstance(player, bool) and player in SEATS
    if not known:
        raise TreeError(
            f'the player of the node "{node}" is {_shown(player)}; say "max" (or 0) for the '
            'player who moves first, "min" (or 1) for the other'
        )
    return SEATS[player]


def is_utility(text: str) -> bool:
    """True if a text is a utility: "win", "draw", "loss", or a ratio such as "1/3"."""
    return text in WORDS or _RATIO.fullmatch(text) is not None


def utility_of(utility: Any, node: str) -> Value | Fraction:
    """Utility of a leaf: the exact number as it is written, or a Value. Raises TreeError."""
    if isinstance(utility, Value) and utility:
        return utility
    if isinstance(utility, str) and utility in WORDS:
        return WORDS[utility]
    number = None if isinstance(utility, bool | Value) else _exact(utility)
    if number is None:
        raise TreeError(
            f'the utility of the leaf "{node}" is {_shown(utility)}; it must be a number (a third '
            'is "1/3"), or win, draw or loss, for the player who moves first'
        )
    if number.denominator > UNITS or abs(number) > SCORE_LIMIT:
        raise TreeError(
            f'the utility of the leaf "{node}" is {_shown(utility)}, which 32 bits do not hold '
            "exactly; round it, or count in other units"
        )
    return number


def _exact(number: Any) -> Fraction | None:
    """The exact number: 0.1 is a tenth, "1/3" a third. None if it is no number."""
    try:
        if isinstance(number, str):
            return Fraction(number) if _RATIO.fullmatch(number) else None
        if isinstance(number, Integral):
            return Fraction(int(number))
        if isinstance(number, Rational):
            return Fraction(int(number.numerator), int(number.denominator))
        if isinstance(number, Real):
            return Fraction(str(number))
        return Fraction(number) if type(number).__name__ == "Decimal" else None
    except (ValueError, OverflowError, ZeroDivisionError):  # NaN, infinities
        return None


def add_move(node: GivenNode, move: Any, child: str) -> None:
    """Add a move to a node. Raises TreeError if it already has a move of this name."""
    text = str(move)
    if text in node.moves:
        raise TreeError(f'the node "{node.name}" has two moves named "{text}"')
    node.moves[text] = child


def make_game(
    nodes: dict[str, GivenNode], start: str, *, name: str, file: str = ""
) -> ExplicitGame:
    """Make the game of some nodes; warn of unreachable nodes. Raises TreeError."""
    for node in nodes.values():
        _check(node, nodes)
    seats = _seats(nodes, start)
    _warn_of_unreached([node for node in nodes if node not in seats], start)
    ends = {node: given.end for node, given in nodes.items() if given.end is not None}
    points = [(node, end) for node, end in ends.items() if isinstance(end, Fraction)]
    if points and len(points) < len(ends):
        word = next(node for node, end in ends.items() if isinstance(end, Value))
        raise TreeError(
            f'the leaf "{points[0][0]}" has a number for utility and the leaf "{word}" a word; '
            "give all of them numbers, or all of them win, draw or loss"
        )
    scale = lcm(*(end.denominator for _, end in points))
    for leaf, end in points:
        if abs(end * scale) > SCORE_LIMIT:
            raise TreeError(
                f'the utility of the leaf "{leaf}", {end}, counted in units of 1/{scale:,}, does '
                "not fit 32 bits; round the utilities"
            )
    if points:
        _refuse_loop(nodes, start)
    checked = {}
    for text, given in nodes.items():
        worth = int(given.end * scale) if isinstance(given.end, Fraction) else given.end
        checked[text] = Node(seats.get(text, 0) if given.moves else 0, given.moves, worth)
    kind = ExplicitPoints if points else ExplicitGame
    return kind(checked, start, unit=Fraction(1, scale), name=name, file=file)


def _check(node: GivenNode, nodes: dict[str, GivenNode]) -> None:
    if node.moves and node.end is not None:
        raise TreeError(f'the node "{node.name}" has moves and a utility; a leaf has no moves')
    if not node.moves and node.end is None:
        raise TreeError(
            f'the node "{node.name}" has no moves and no utility; a leaf needs a utility, any '
            "other node a move"
        )
    for move, child in node.moves.items():
        if child not in nodes:
            raise TreeError(
                f'the move "{move}" of the node "{node.name}" leads to "{child}", which is not a '
                "node"
            )


def _seats(nodes: dict[str, GivenNode], start: str) -> dict[str, int]:
    """Seat of every reachable node: the one that it names, or the other than its parent's."""
    if nodes[start].seat == 1:
        raise TreeError(
            f'the first node, "{start}", belongs to the second player; the player who moves first '
            'is "max" (or 0), and utilities are for that player'
        )
    seats, waiting, parent = {start: 0}, [start], {start: start}
    for node in waiting:  # grows during the loop
        for child in nodes[node].moves.values():
            given = nodes[child].seat
            seat = 1 - seats[node] if given is None else given
            if child not in seats:
                seats[child], parent[child] = seat, node
                waiting.append(child)
            elif seats[child] != seat and nodes[child].moves:
                first = f'after "{parent[child]}"' if child != start else "first"
                raise TreeError(
                    f'the node "{child}" comes {first} and after "{node}", so either player '
                    "could be to move; say which one with its player"
                )
    return seats


def _warn_of_unreached(nodes: list[str], start: str) -> None:
    if nodes:
        plural = "" if len(nodes) == 1 else "s"
        message = f'no play from "{start}" reaches the node{plural} {_listed(nodes)}'
        warn_user(message)


def _refuse_loop(nodes: dict[str, GivenNode], start: str) -> None:
    """Raise TreeError if a play can return to a node."""
    path: dict[str, str] = {}  # nodes on the current path, each with its move
    done: set[str] = set()
    stack = [(start, iter(nodes[start].moves.items()))]
    while stack:
        node, moves = stack[-1]
        for move, child in moves:
            path[node] = move
            if child in path:
                places = list(path)
                loop = [path[place] for place in places[places.index(child) :]]
                raise TreeError(
                    f'the moves {_listed(loop)} lead from the node "{child}" back to it; where '
                    "utilities are numbers every play must end"
                )
            if child not in done and nodes[child].moves:
                stack.append((child, iter(nodes[child].moves.items())))
                break
        else:
            stack.pop()
            path.pop(node, None)
            done.add(node)


def _listed(names: Iterable[str]) -> str:
    all_ = [f'"{name}"' for name in names]
    more = f" and {len(all_) - _SHOWN:,} more" if len(all_) > _SHOWN else ""
    return ", ".join(all_[:_SHOWN]) + more


def _shown(value: Any) -> str:
    finite = type(value).__name__ == "Decimal" and value.is_finite()  # a number of a JSON file
    text = str(value) if finite else repr(value)
    return shortened(text, 60)
