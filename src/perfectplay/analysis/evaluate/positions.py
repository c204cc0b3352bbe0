"""The positions on which a player is measured: all, some by chance, given, or those of plays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from perfectplay.analysis.evaluate.compiled_moves import compiled_moves
from perfectplay.core.distinct import distinct
from perfectplay.core.errors import ParameterError
from perfectplay.core.rows import row_places, row_starts
from perfectplay.core.value import Move, State, Value
from perfectplay.tablebase.many_moves import ManyMoves, many_moves
from perfectplay.tablebase.solution import Solution
from perfectplay.tablebase.table import StateEntries

BATCH = 1 << 14
"""Positions whose moves are in memory at the same time."""

ALL = 100_000
"""The most positions of which all are taken by default; of more, as many by chance."""

MOST = 5_000_000
"""States up to which all can be asked for: they are in memory as Python has them."""

POOL = 8
"""Positions that are drawn for each one that is wanted, if their moves have to be seen first."""

LEAST_POOL = 20_000
"""The fewest that are drawn then."""


NO_POSITION = "there is no position in which a move can be made"


@dataclass(frozen=True)
class Positions:
    """N states in which a play goes on.

    entries: theirs; ``of``: where they come from, in words; ``exact``: they are all there are;
    plies: [N] int64, how many plies lead there, or None; lasts: the opponent's last move in each,
    or None; ``look_up``: finds the entries of any states; keys: [N] int64, if they are those of the
    table; batches: their moves, if they are known.
    """

    states: Sequence[State]
    entries: StateEntries
    of: str
    look_up: Callable[[list[State]], StateEntries]
    exact: bool = False
    plies: NDArray[np.int64] | None = None
    lasts: list[Move | None] | None = None
    keys: NDArray[np.int64] | None = None
    batches: list[ManyMoves] | None = None

    def __len__(self) -> int:
        return len(self.states)

    def take(self, places: NDArray[np.intp]) -> Positions:
        """Some of the positions."""
        some = places.tolist()
        return Positions(
            [self.states[i] for i in some],
            self.entries.take(places),
            self.of,
            self.look_up,
            False,
            None if self.plies is None else self.plies[places],
            None if self.lasts is None else [self.lasts[i] for i in some],
            None if self.keys is None else self.keys[places],
        )


def open_places(entries: StateEntries) -> NDArray[np.intp]:
    """The places of states in which the play goes on: only an end is 0 plies from the end."""
    return np.flatnonzero((entries.remoteness != 0) & (entries.values != 0))


def all_positions(solution: Solution) -> Positions:
    """All positions of a game, with symmetries every state of each class. If they are few, their
    moves and plies are found at the same time. Raises ParameterError for more than 5 million."""
    if len(solution) > MOST:
        raise ParameterError(
            f"all {len(solution):,} states are too many to ask in; draw some, as in 1,000,000 "
            "positions"
        )
    if len(solution) > ALL and not solution.symmetric:
        return replace(sampled_positions(solution, len(solution), None, 0), of="all")
    states: list[State] = []
    blocks = []
    for some, entries in solution.state_blocks(symmetric=True):
        states += some
        blocks.append(entries)
    entries = StateEntries.joined(blocks)
    number = {state: i for i, state in enumerate(states)}
    reached: list[NDArray[np.int64]] = []

    def look_up(wanted: list[State]) -> StateEntries:
        places = np.array([number.get(state, -1) for state in wanted], np.int64)
        reached.append(places)
        if len(places) and places.min() < 0:  # a class of which only some states are reached
            return solution.look_up(wanted)
        return entries.take(places)

    going = open_places(entries)
    if not len(going):
        raise ParameterError(NO_POSITION)
    found = Positions(
        [states[i] for i in going.tolist()], entries.take(going), "all", look_up, True
    )
    if len(found) > ALL:
        return found
    batches = [moves for _, moves in moves_by_batch(solution, found)]
    plies = _plies(len(states), going, batches, np.concatenate(reached), number[solution.start])
    return replace(found, batches=batches, plies=None if plies is None else plies[going])


def _plies(
    count: int, going: NDArray[np.intp], batches: list[ManyMoves], reached: NDArray[np.int64],
    start: int,
) -> NDArray[np.int64] | None:  # fmt: skip
    """[count] the fewest plies from the start to each state; None if a state is not reached.

    reached: [T] the states after the moves of the batches, -1 for one that has no number.
    """
    if reached.min(initial=0) < 0:
        return None
    counts = np.zeros(count, np.int64)
    counts[going] = np.concatenate([moves.counts for moves in batches])
    starts = row_starts(counts)
    plies = np.full(count, -1, np.int64)
    level, ply = np.array([start]), 0
    while len(level):
        plies[level] = ply
        ply += 1
        edges, _ = row_places(starts, level)
        level = distinct(reached[edges])
        level = level[plies[level] < 0]
    return plies if plies.min() >= 0 else None


def given_positions(solution: Solution, states: Iterable[State]) -> Positions:
    """Given states, without those in which the play is over. Raises UnknownStateError."""
    listed = _listed(solution, states)
    entries = solution.look_up(listed)
    unknown = np.flatnonzero(entries.values == 0)
    if len(unknown):
        solution.value(listed[unknown[0]])  # raises the error that names it
    going = open_places(entries)
    if not len(going):
        raise ParameterError(NO_POSITION)
    some = [listed[i] for i in going.tolist()]
    keys = None if solution.symmetric else solution.keys.array(some)
    return Positions(some, entries.take(going), "given", solution.look_up, keys=keys)


def _listed(solution: Solution, states: Iterable[State]) -> list[State]:
    """Given states; the rows of an array are the fields of one each. Raises ParameterError."""
    if not isinstance(states, Iterable):
        raise ParameterError(f"expected some states, got {states!r}")
    if not isinstance(states, np.ndarray):
        return list(states)
    shape = solution.rules.shape
    if states.ndim != (1 if shape is None else 2):
        fields = "" if shape is None else f", {shape.size}"
        raise ParameterError(
            f"expected states or an array of shape [N{fields}], got one of shape "
            f"{list(states.shape)}"
        )
    return states.tolist() if shape is None else [shape.state(row) for row in states.tolist()]


def sampled_positions(solution: Solution, count: int, by: str | None, seed: int) -> Positions:
    """So many different positions by chance, of stored states; the seed determines them.

    ``by``: "value" for as many positions of each value as there are, "difficulty" for as many of
    each number of good moves (1, 2, 3 and more) where not all are good, None for equal chances.
    """
    rng = np.random.default_rng(seed)
    of = f"drawn by {by or 'chance'}, seed {seed}"
    values = (Value.LOSS, Value.DRAW, Value.WIN)
    groups = [(value,) for value in values] if by == "value" else [values]
    sizes = [
        sum(n for (v, r), n in solution.histogram.items() if r != 0 and v in group)
        for group in groups
    ]
    wanted = max(count * POOL, LEAST_POOL) if by == "difficulty" else count
    ranks = [
        np.sort(rng.choice(size, most, replace=False, shuffle=False))
        for size, most in zip(sizes, equal_shares(wanted, sizes), strict=True)
    ]
    keys, entries = _ranked(solution, groups, ranks)
    states = solution.keys.states_of(keys)
    exact = not solution.symmetric and len(states) == sum(sizes)
    found = Positions(states, entries, of, solution.look_up, exact, keys=keys)
    return _by_difficulty(solution, found, count, rng) if by == "difficulty" else found


def equal_shares(wanted: int, sizes: Sequence[int]) -> list[int]:
    """How many to take of groups of these sizes: as equal as possible.

    >>> equal_shares(10, [1, 100, 100]), equal_shares(10, [2, 2])
    ([1, 5, 4], [2, 2])
    """
    shares = [0] * len(sizes)
    left = min(wanted, sum(sizes))
    for done, i in enumerate(sorted(range(len(sizes)), key=sizes.__getitem__)):
        shares[i] = min(sizes[i], -(-left // (len(sizes) - done)))
        left -= shares[i]
    return shares


def _ranked(
    solution: Solution, groups: Sequence[Sequence[Value]], ranks: list[NDArray[np.int64]]
) -> tuple[NDArray[np.int64], StateEntries]:
    """The keys and entries of the open states with these ranks among those of each group."""
    seen = [0] * len(groups)
    keys, found = [], []
    for block, entries in solution.table.blocks():
        going = entries.remoteness != 0
        for g, group in enumerate(groups):
            places = np.flatnonzero(going & np.isin(entries.values, [int(v) for v in group]))
            first, end = np.searchsorted(ranks[g], [seen[g], seen[g] + len(places)])
            chosen = places[ranks[g][first:end] - seen[g]]
            seen[g] += len(places)
            if len(chosen):
                keys.append(block[chosen])
                found.append(entries.take(chosen))
    if not keys:
        raise ParameterError(NO_POSITION)
    return np.concatenate(keys), StateEntries.joined(found)


def _by_difficulty(
    solution: Solution, pool: Positions, count: int, rng: np.random.Generator
) -> Positions:
    """Of a pool, positions with a bad move: as many with 1 good move as with 2, and with more."""
    good, moves = (
        np.concatenate(column) for column in zip(*_goodness(solution, pool), strict=True)
    )
    groups = [
        np.flatnonzero((good < moves) & wanted) for wanted in (good == 1, good == 2, good > 2)
    ]
    shares = equal_shares(count, [len(group) for group in groups])
    taken = [rng.permutation(g)[:n] for g, n in zip(groups, shares, strict=True)]
    places = np.sort(np.concatenate(taken))
    if not len(places):
        raise ParameterError("in no position that was drawn can a move lose anything")
    return pool.take(places)


def _goodness(
    solution: Solution, pool: Positions
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    for _, found in moves_by_batch(solution, pool):
        yield found.sums(found.keeps), found.counts


def moves_by_batch(solution: Solution, positions: Positions) -> Iterator[tuple[int, ManyMoves]]:
    """The moves of all positions, some thousands at a time, each with the first place."""
    if positions.batches is not None:
        first = 0
        for found in positions.batches:
            yield first, found
            first += len(found.moves)
        return
    compiled = compiled_moves(solution, positions.keys, positions.states)
    for first in range(0, len(positions), BATCH):
        piece = slice(first, first + BATCH)
        states, entries = list(positions.states[piece]), positions.entries.take(piece)
        if compiled is not None and positions.keys is not None:
            yield first, compiled(positions.keys[piece], states, entries)
        else:
            yield first, many_moves(solution.rules, positions.look_up, states, entries)
