"""All positions of a solution, each with its number: 0 is the start."""

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
    order of the record. A state that both sides meet has two."""

    number: int
    record: Record
    children: tuple[int, ...]


def positions(solution: Solution) -> Iterator[SitePosition]:
    """The positions that can be reached, the start first, each ply after the one before.

    Raises what the rules raise.

    >>> from perfectplay import solve
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> nodes = list(positions(solve(ThreeRocks(1, 1))))
    >>> [(node.record.text, node.record.seat, node.children) for node in nodes]
    [('1,1', 0, (1, 2, 3)), ('0,0', 1, ()), ('1,0', 1, (4,)), ('0,1', 1, (4,)), ('0,0', 0, ())]
    """
    rules = solution.rules
    begun = first_position(rules)
    start = (begun.state, begun.seat)
    numbers, met = {start: 0}, [start]
    for number, (state, seat) in enumerate(met):  # which grows meanwhile
        record = solution.probe(state, seat)
        children = []
        for move in record.moves:
            child = (move.state, _seat(rules, state, seat, move.move, move.state))
            if child not in numbers:
                numbers[child] = len(met)
                met.append(child)
            children.append(numbers[child])
        yield SitePosition(number, record, tuple(children))


def _seat(rules: CheckedGame, state: State, seat: int, move: object, child: State) -> int:
    """Who is to move after a move. A puzzle has one side."""
    if rules.game.players == 1:
        return 0
    known = rules.player(child)
    if known is not None:
        return known
    return seat if rules.moves_again(state, move, child) else 1 - seat
