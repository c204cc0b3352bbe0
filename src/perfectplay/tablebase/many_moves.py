"""The moves of many states with what they bring, and the best; one look-up finds all children."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import compress, pairwise
from typing import TYPE_CHECKING

from perfectplay.core.lazy_numpy import np
from perfectplay.core.rows import row_starts
from perfectplay.core.value import Move, State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import has_again
from perfectplay.game.showing import faults_of
from perfectplay.tablebase.table import StateEntries

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class ManyMoves:
    """The moves of N states, in the order of the rules; those of state i are the entries
    ``starts[i]:starts[i + 1]`` of the arrays. A state in which the play is over has none.

    moves: N lists; starts: [N + 1] int64; worth: [N] int64, the value of each state, or its score;
    brings: [T] int64, that of each move for the mover; far: [T] int64, the plies to the end after
    it and with it, -1 for an endless draw; plies: [N] int64, those of each state.
    """

    moves: list[list[Move]]
    starts: NDArray[np.int64]
    worth: NDArray[np.int64]
    brings: NDArray[np.int64]
    far: NDArray[np.int64]
    plies: NDArray[np.int64]

    @property
    def counts(self) -> NDArray[np.int64]:
        """[N] the number of moves of each state."""
        return np.diff(self.starts)

    @property
    def keeps(self) -> NDArray[np.bool_]:
        """[T] whether each move keeps the value of its state, or its score."""
        kept: NDArray[np.bool_] = self.brings == np.repeat(self.worth, self.counts)
        return kept

    @property
    def best(self) -> NDArray[np.bool_]:
        """[T] whether it keeps the plies to the end, too."""
        kept: NDArray[np.bool_] = self.far == np.repeat(self.plies, self.counts)
        return self.keeps & kept

    def sums(self, marks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """[N] how many moves of each state are marked; marks: [T]."""
        running = row_starts(marks)
        return running[self.starts[1:]] - running[self.starts[:-1]]


def many_moves(
    rules: CheckedGame,
    look_up: Callable[[list[State]], StateEntries],
    states: list[State],
    entries: StateEntries,
) -> ManyMoves:
    """The moves of some states by the interpreted rules.

    ``entries``: those of the states; ``look_up``: returns the entries of any states. Raises
    RulesError.
    """
    options = [_options(rules, state) for state in states]
    after = look_up([child for some in options for _, child in some])
    turns = has_again(rules.game) or rules.game.players == 1
    again = np.zeros(len(after.values), np.uint8)
    if turns:
        again[:] = [
            rules.moves_again(state, move, child)
            for state, some in zip(states, options, strict=True)
            for move, child in some
        ]
    gains = None
    if rules.scoring:
        gains = [
            rules.gain(state, move)
            for state, some in zip(states, options, strict=True)
            for move, _ in some
        ]
    counts = np.array([len(some) for some in options], np.int64)
    moves = [[move for move, _ in some] for some in options]
    return brought_by(moves, counts, entries, after, again, gains)


def brought_by(
    moves: list[list[Move]],
    counts: NDArray[np.integer],
    entries: StateEntries,
    after: StateEntries,
    again: NDArray[np.uint8],
    gains: list[int] | NDArray[np.integer] | None,
) -> ManyMoves:
    """What moves bring, from the entries of the states and of those after each move.

    counts: [N]; again: [T] 1 if the mover moves again, or empty; gains: [T] points of each move.
    """
    scored = after.scores is not None
    theirs = (after.values if after.scores is None else after.scores).astype(np.int64)
    ours = -theirs if scored else 4 - theirs
    brings = np.where(again == 1, theirs, ours) if len(again) else ours
    if gains is not None:
        brings = brings + np.asarray(gains, np.int64)
    far = np.where(after.remoteness < 0, -1, after.remoteness.astype(np.int64) + 1)
    worth = entries.values if entries.scores is None else entries.scores
    plies = entries.remoteness.astype(np.int64)
    return ManyMoves(moves, row_starts(counts), worth.astype(np.int64), brings, far, plies)


def _options(rules: CheckedGame, state: State) -> list[tuple[Move, State]]:
    """A state's moves with the states after them, by the unchecked rules if they do not raise."""
    try:
        over = rules.game.outcome(state) is not None
        return [] if over else list(rules.game.options(state))
    except faults_of(rules.game):  # the checked call says in words what is wrong
        return rules.position(state).options


def best_moves_of(
    rules: CheckedGame,
    look_up: Callable[[list[State]], StateEntries],
    states: list[State],
    entries: StateEntries,
    *,
    distance: bool,
) -> Iterator[tuple[State, list[Move]]]:
    """Each of ``states`` that has moves, with all moves that keep its value, or its score, in the
    rules' order; with ``distance``, only those that keep the plies to the end too.

    ``entries``: those of the states; ``look_up``: returns the entries of any states.
    """
    found = many_moves(rules, look_up, states, entries)
    marks = (found.best if distance else found.keeps).tolist()
    bounds = pairwise(found.starts.tolist())
    for state, moves, (begin, end) in zip(states, found.moves, bounds, strict=True):
        if moves:
            yield state, list(compress(moves, marks[begin:end]))
