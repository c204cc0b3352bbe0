"""All positions of a solution with their numbers; the start is 0."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from perfectplay.core.value import State
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.moves import first_position
from perfectplay.tablebase.record import Record
from perfectplay.tablebase.solution import Solution


@dataclass(frozen=True)
class SitePosition:
    """A position: its number, its record, and the numbers of the positions after its moves, in the
    order of the record. A state that occurs with both sides to move has two positions."""

    number: int
    record: Record
    children: tuple[int, ...]


def positions(solution: Solution) -> Iterator[SitePosition]:
    """The reachable positions in breadth-first order.

    Raises what the rules raise.

    >>> from perfectplay import solve
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> nodes = list(positions(solve(ThreeRocks(1, 1))))
    >>> [(node.record.text, node.record.seat, node.children) for node in nodes]
    [('1,1', 0, (1, 2, 3)), ('0,0', 1, ()), ('1,0', 1, (4,)), ('0,1', 1, (4,)), ('0,0', 0, ())]
    """
    rules = solution.rules
    first = first_position(rules)
    start = (first.state, first.seat)
    numbers, found = {start: 0}, [start]
    for number, (state, seat) in enumerate(found):  # which grows meanwhile
        record = solution.probe(state, seat)
        children = []
        for move in record.moves:
            child = (move.state, _seat(rules, state, seat, move.move, move.state))
            if child not in numbers:
                numbers[child] = len(found)
                found.append(child)
            children.append(numbers[child])
        yield SitePosition(number, record, tuple(children))


def _seat(rules: CheckedGame, state: State, seat: int, move: object, child: State) -> int:
    """The seat to move after a move; a puzzle has one seat."""
    if rules.game.players == 1:
        return 0
    known = rules.player(child)
    if known is not None:
        return known
    return seat if rules.moves_again(state, move, child) else 1 - seat
