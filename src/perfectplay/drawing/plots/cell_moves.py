"""Perfect moves of the cells of a grid, and the cells that they lead to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from perfectplay.core.value import Move, State, Value
from perfectplay.drawing.plots.grid import Place, SolutionGrid
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.game import has_again
from perfectplay.game.moves import one_line, same_move
from perfectplay.tablebase.solution import Solution

_BATCH = 256


@dataclass(frozen=True)
class CellMove:
    """A perfect move: its text, and the cell that it leads to (None: outside the grid)."""

    text: str
    target: Place | None


def perfect_moves(grid: SolutionGrid) -> dict[Place, list[CellMove]]:
    """Perfect moves of each cell that is one state with moves, in the order of the rules.

    >>> from perfectplay import solve
    >>> from perfectplay.drawing.plots.grid import grid_of
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> moves = perfect_moves(grid_of(solve(ThreeRocks(left=2, right=1))))
    >>> moves[1, 2]
    [CellMove(text='2,1', target=(0, 0))]
    """
    found: dict[Place, list[CellMove]] = {}
    rows, columns = np.nonzero(grid.keys >= 0)
    places = list(zip(rows.tolist(), columns.tolist(), strict=True))
    for first in range(0, len(places), _BATCH):
        some = places[first : first + _BATCH]
        states = [grid.state(row, column) for row, column in some]
        of_all = list(perfect_options(grid.solution, states))
        targets = iter(grid.places([child for moves in of_all for _, child in moves]))
        for place, moves in zip(some, of_all, strict=True):
            if moves:
                texts = (one_line(grid.solution.rules.move_text(move)) for move, _ in moves)
                found[place] = [CellMove(text, next(targets)) for text in texts]
    return found


def perfect_options(solution: Solution, states: list[State]) -> Iterator[list[tuple[Move, State]]]:
    """Perfect moves of each state, with the states that they lead to."""
    rules = solution.rules
    options = [rules.position(state).options for state in states]
    if rules.scoring:  # moves of one value and remoteness may differ in points
        for state, some in zip(states, options, strict=True):
            best = solution.perfect_moves(state)
            yield [pair for pair in some if any(same_move(pair[0], move) for move in best)]
        return
    children = [child for some in options for _, child in some]
    after = iter(solution.values(children).tolist())
    left = iter(solution.remotenesses(children).tolist())
    values, plies = solution.values(states).tolist(), solution.remotenesses(states).tolist()
    for state, some, value, ply in zip(states, options, values, plies, strict=True):
        perfect = []
        for move, child in some:
            for_mover = _for_mover(rules, state, move, child, Value(next(after)))
            rest = next(left)
            if for_mover == value and (rest + 1 if rest >= 0 else -1) == ply:
                perfect.append((move, child))
        yield perfect


def _for_mover(rules: CheckedGame, state: State, move: Move, child: State, value: Value) -> Value:
    turns = has_again(rules.game) or rules.game.players == 1
    return value if turns and rules.moves_again(state, move, child) else value.negated
