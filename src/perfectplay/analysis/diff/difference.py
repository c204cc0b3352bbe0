"""Two games, or two solutions, compared position by position."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.analysis.diff.alike_states import check_alike, same_classes, shared_coding
from perfectplay.analysis.diff.changed_position import (
    ChangedPosition,
    changed_position,
    first_on_perfect_lines,
    moves_to,
    nearest_change,
    other_texts,
)
from perfectplay.analysis.diff.merged_keys import chunks_of, compare_keys, has_plies
from perfectplay.analysis.diff.tally import KINDS, Row, Tally
from perfectplay.core.errors import QueryError
from perfectplay.core.json_of import json_of
from perfectplay.core.progress import ProgressCallback, Reporter
from perfectplay.core.value import State, Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game
from perfectplay.game.shape.keys import Keys
from perfectplay.game.showing import shown
from perfectplay.solver.solution_of import solution_of
from perfectplay.solver.threads import ThreadTeam
from perfectplay.solver.whole_graph import WholeGraph, whole_graph
from perfectplay.tablebase.game_or_solution import game_in
from perfectplay.tablebase.record import game_fields
from perfectplay.tablebase.solution import Solution

PLIES = 1 << 20
"""The most states of the first game of which the plies from the start are found."""


@dataclass(frozen=True)
class Difference:
    """The result of `diff`. All values are for the player to move.

    ``states``: of the first and of the second game; ``common``: states of both; ``changes``: common
    states by their value in the first and in the second game; ``changed``: common states that are
    worth something else (in games of points: another score); ``later``: common states that are
    worth the same, with other plies to the end. ``by``: "ply", "tier" or None, what ``rows`` are
    by: states of the first game. ``first``: the nearest changed position of a perfect play of the
    first game; ``smallest``: the one with the fewest plies to its end in both games, and not over
    in both if there is such a one; ``nearest``: the one with the fewest plies from the start; each
    None if there is none, or it is not known.
    ``note``: why the comparison may mean little, or None. ``classes``: whether all counts are of
    classes of equal states, of which one state each was compared.
    """

    games: tuple[Game, Game]
    states: tuple[int, int]
    common: int
    changes: Mapping[tuple[Value, Value], int]
    changed: int
    later: int
    by: str | None
    rows: Mapping[int, Row]
    first: ChangedPosition | None
    smallest: ChangedPosition | None
    nearest: ChangedPosition | None
    note: str | None
    classes: bool = False

    @property
    def alone(self) -> tuple[int, int]:
        """How many states only the first game has, and only the second."""
        return self.states[0] - self.common, self.states[1] - self.common

    def as_dict(self) -> dict[str, Any]:
        """The JSON object of ``perfectplay diff --json``."""
        return {
            "a": game_fields(self.games[0]),
            "b": game_fields(self.games[1]),
            "states": list(self.states),
            "up_to_symmetry": self.classes,
            "common": self.common,
            "only_a": self.alone[0],
            "only_b": self.alone[1],
            "changed": self.changed,
            "other_plies": self.later,
            "changes": [
                {"from": str(one), "to": str(other), "states": count}
                for (one, other), count in self.changes.items()
            ],
            "by": self.by,
            "rows": [
                {str(self.by): group, "common": row.common, "changed": row.changed,
                 "only_a": row.alone}
                for group, row in self.rows.items()
            ],
            **json_of(self, "first smallest nearest note"),
        }  # fmt: skip


def diff(
    a: Game | Solution,
    b: Game | Solution,
    *,
    threads: int | None = None,
    memory: int | None = None,
    max_states: int | None = None,
    progress: ProgressCallback | None = None,
) -> Difference:
    """Compare the states of two games, or of their solutions, whose states look alike.

    A game is solved first, without symmetries; ``threads``, ``memory`` and ``max_states`` are those
    of the solve. Solutions without symmetries whose keys have one coding are merged, in memory that
    does not grow with them; so are large ones with the same symmetries, and then classes are
    counted. All others are compared state by state.

    Raises QueryError if the states differ in shape, or if only one is a game of points; it is
    found before anything is solved. Raises all that `solve` raises.

    >>> from perfectplay.games.tic_tac_toe import TicTacToe
    >>> found = diff(TicTacToe(), TicTacToe(misere=True))
    >>> found.common, found.alone, found.changed
    (5478, (0, 0), 4082)
    >>> found.nearest.moves, str(found.nearest.before.value), str(found.nearest.after.value)
    (('1',), 'draw', 'win')
    """
    rules = CheckedGame(game_in(a, "diff")), CheckedGame(game_in(b, "diff"))
    check_alike(*rules)

    one, other = (
        solution_of(
            given, "diff", progress, threads=threads, memory=memory, max_states=max_states,
            symmetries=False,
        )
        for given in (a, b)
    )  # fmt: skip
    return _Comparison(one, other, ThreadTeam(threads), Reporter(progress)).difference()


def _check_whole(solution: Solution) -> None:
    """Raise QueryError if a state of a class may be one that no play reaches."""
    if solution.symmetric and not solution.whole_classes:
        raise QueryError(
            "a class of states holds some that no play reaches, so that a solution with symmetries "
            "does not say which states there are; solve the game with symmetries=False "
            "(--no-symmetries)"
        )


class _Comparison:
    """Two solutions that are compared."""

    def __init__(self, a: Solution, b: Solution, team: ThreadTeam, reporter: Reporter) -> None:
        self.a, self.b, self.team, self.reporter = a, b, team, reporter
        self.whole: WholeGraph | None = None
        if len(a) <= PLIES:
            self.whole = whole_graph(a.game, threads=team.threads)
        self.coding = None
        self.classes = self.whole is None and same_classes(a, b)
        if self.classes or not (a.symmetric or b.symmetric):
            self.coding = shared_coding(a, b)
        if self.coding is None:
            self.classes = False
            for solution in (a, b):
                _check_whole(solution)

    def difference(self) -> Difference:
        """Compare all states, and find the examples."""
        tally = Tally(self._plies())
        if self.coding is None:
            self._by_states(tally)
        else:
            self._by_keys(tally)
        a, b = self.a, self.b
        common = int(tally.values[:, 1:].sum())
        first = first_on_perfect_lines(a, b) if tally.changed else None
        near = nearest_change(a, b) if tally.changed and self.whole is None else None
        states = [len(s.table) if self.classes else len(s) for s in (a, b)]
        return Difference(
            (a.game, b.game), (states[0], states[1]), common, _changes(tally), tally.changed,
            tally.later,
            self._by(tally), dict(sorted(tally.rows.items())),
            first and changed_position(a, b, *first),
            self._example(tally.smallest),
            changed_position(a, b, *near) if near else self._example(tally.nearest),
            self._note(tally), self.classes,
        )  # fmt: skip

    def _by(self, tally: Tally) -> str | None:
        """What the rows are by."""
        if not tally.rows:
            return None
        return "ply" if self.whole is not None or has_plies(self.a) else "tier"

    # --- all states -------------------------------------------------------------------------------

    def _by_keys(self, tally: Tally) -> None:
        assert self.coding is not None
        _, of_a, of_b = self.coding
        ours, theirs = chunks_of(self.a, of_a), chunks_of(self.b, of_b)

        def alive(done: int) -> None:
            self.reporter.tell("comparing", done, len(self.a))

        compare_keys(ours, theirs, self.a.rules.scoring, self.team, tally.take, alive)

    def _by_states(self, tally: Tally) -> None:
        done = 0
        for states, entries in self.a.state_blocks(symmetric=True):
            tally.take(states, entries, self.b.look_up(states), None)
            done += len(states)
            self.reporter.tell("comparing", done, len(self.a))

    def _plies(self) -> Callable[[Any], NDArray[np.int64]] | None:
        """A function from states, or from their keys, to the plies from the start."""
        whole = self.whole
        if whole is None:
            return None
        bounds = np.array(whole.graph.plies()[1:], np.int64)
        if self.coding is None:
            return lambda states: np.searchsorted(
                bounds, whole.nodes(whole.keys.array(states)), "right"
            )
        keys = self._keys_of(whole)
        order = np.argsort(keys)
        rising = keys[order]
        return lambda some: np.searchsorted(bounds, order[np.searchsorted(rising, some)], "right")

    def _keys_of(self, whole: WholeGraph) -> NDArray[np.int64]:
        assert self.coding is not None
        found: NDArray[np.int64] = self.coding[0].array(whole.states())
        return found

    # --- examples ---------------------------------------------------------------------------------

    def _state(self, kept: Any) -> State:
        """The state that was taken, which may be a key."""
        keys: Keys | None = None if self.coding is None else self.coding[0]
        return kept if keys is None else keys.state(int(kept))

    def _example(self, kept: tuple[tuple[int, ...], Any] | None) -> ChangedPosition | None:
        if kept is None:
            return None
        state = self._state(kept[1])
        moves = None if self.whole is None else moves_to(self.whole, state)
        return changed_position(self.a, self.b, state, moves)

    def _note(self, tally: Tally) -> str | None:
        if not tally.values[:, 1:].sum():
            return "the two games have no state in common"
        state = other_texts(self.a, self.b, [self._state(kept) for kept in tally.sample])
        if state is None:
            return None
        one, other = (shown(solution.game, state) for solution in (self.a, self.b))
        return f"a state may mean something else in the second game: {one} is written {other} there"


def _changes(tally: Tally) -> dict[tuple[Value, Value], int]:
    """The common states by both values."""
    return {
        (Value(one), Value(other)): int(tally.values[one, other])
        for one in range(KINDS - 1, 0, -1)
        for other in range(KINDS - 1, 0, -1)
        if tally.values[one, other]
    }
