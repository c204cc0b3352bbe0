"""Statistics of a game: its plays, states and moves."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.analysis.kernels.counting import (
    PlayCounts,
    count_plays,
    merged,
    results_of,
    routes_of,
    seats_reached,
)
from perfectplay.core.progress import ProgressCallback, Reporter
from perfectplay.core.value import Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.score_promises import refuse_points
from perfectplay.game.game import Game, has_symmetries
from perfectplay.game.moves import first_position
from perfectplay.solver.move_graph import MoveGraph
from perfectplay.solver.retrograde.resolve import resolve
from perfectplay.solver.threads import ThreadTeam
from perfectplay.solver.whole_graph import WholeGraph, whole_graph
from perfectplay.tablebase.counts import rows_by_remoteness
from perfectplay.tablebase.game_or_solution import game_in
from perfectplay.tablebase.record import game_fields
from perfectplay.tablebase.solution import Solution

PLAYERS = ("first", "second", "drawn")
"""Results of a play of two players: who has won."""

PUZZLE = ("solved", "unsolved")
"""Results of a play of a puzzle."""


@dataclass(frozen=True)
class Plays:
    """Numbers of complete plays, sequences of moves from the start to an end; None if infinite.

    count: all plays; by_result: plays of each result ("first": won by seat 0, "second": by seat 1,
    "drawn"; of a puzzle "solved", "unsolved"); by_length: for each length, all plays ("plays") and
    those of each result, or None for the reason ``why``; ``tree``: sequences of moves from the
    start, complete or not, including the empty one; ``endless``: a play can go on for ever.
    """

    count: int | None
    by_result: dict[str, int | None]
    by_length: dict[int, dict[str, int]] | None
    tree: int | None
    endless: bool
    why: str | None

    @property
    def by_seat(self) -> tuple[int | None, int | None] | None:
        """Plays that seat 0 wins, and seat 1: the results "first" and "second" by the numbers that
        seats have everywhere else; None in a puzzle."""
        if "first" not in self.by_result:
            return None
        return self.by_result["first"], self.by_result["second"]

    def as_dict(self) -> dict[str, Any]:
        """The plays as JSON: null if there are infinitely many."""
        rows = self.by_length
        return {
            "count": self.count,
            "infinitely_many": self.count is None,
            "endless": self.endless,
            "by_result": self.by_result,
            "by_seat": self.by_seat,
            "tree": self.tree,
            "shortest": min(rows) if rows else None,
            "longest": max(rows) if rows else None,
            "by_length": None if rows is None else [{"length": n, **rows[n]} for n in rows],
            "why": self.why,
        }


@dataclass(frozen=True)
class Branching:
    """Mean, least and most moves of states that are not terminal; None if there are none."""

    mean: float | None
    least: int | None
    most: int | None


@dataclass(frozen=True)
class GraphStatistics:
    """Statistics of one graph: of all states, or of representatives with parallel moves merged.

    ends: terminal states by result; "either" counts those whose result depends on the play that
    leads there. by_ply: for each ply, "states", "terminal", "wins", "draws", "losses" (for the
    player to move), "moves" and "branching"; the ply of a state is the fewest plies in which it
    is reached. by_remoteness: "wins", "draws", "losses"; the key None, endless, is last.
    """

    states: int
    moves: int
    terminal: int
    ends: dict[str, int]
    branching: Branching
    plays: Plays
    by_ply: list[dict[str, Any]]
    by_remoteness: dict[int | None, dict[str, int]]

    def as_dict(self) -> dict[str, Any]:
        """The statistics as JSON."""
        return {
            **vars(self),
            "branching": asdict(self.branching),
            "plays": self.plays.as_dict(),
            "by_ply": [
                {"ply": ply, **row, "branching": asdict(row["branching"])}
                for ply, row in enumerate(self.by_ply)
            ],
            "by_remoteness": [{"remoteness": r, **row} for r, row in self.by_remoteness.items()],
        }


@dataclass(frozen=True)
class Statistics:
    """Result of `statistics`: of all states, and of representatives if there are symmetries."""

    game: Game
    all: GraphStatistics
    representatives: GraphStatistics | None

    def as_dict(self) -> dict[str, Any]:
        """The one JSON object of ``perfectplay stats --json``."""
        same = self.representatives
        return {
            **game_fields(self.game),
            **self.all.as_dict(),
            "representatives": None if same is None else same.as_dict(),
        }


def statistics(
    game: Game | Solution,
    *,
    symmetries: bool = True,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
    max_states: int | None = None,
) -> Statistics:
    """Exact numbers of plays, states and moves of a game, or of that of a solution.

    ``symmetries``: also of representatives, if the game declares symmetries. Raises RulesError,
    StateLimitError beyond ``max_states`` (default: what memory holds), and ParameterError for a
    game of points, whose ends do not say who has won.

    >>> from perfectplay.games.tic_tac_toe import TicTacToe
    >>> found = statistics(TicTacToe())
    >>> found.all.plays.count, found.all.plays.by_result
    (255168, {'first': 131184, 'second': 77904, 'drawn': 46080})
    >>> found.representatives.states, found.representatives.plays.count
    (765, 26830)
    """
    rules = game_in(game, "statistics")
    refuse_points(CheckedGame(rules), "statistics count plays")

    def spread(symmetric: bool) -> GraphStatistics:
        whole = whole_graph(
            rules, symmetries=symmetric, threads=threads, progress=progress, max_states=max_states
        )
        return _spread(whole, ThreadTeam(threads), Reporter(progress))

    same = spread(True) if symmetries and has_symmetries(rules) else None
    return Statistics(rules, spread(False), same)


def _spread(whole: WholeGraph, team: ThreadTeam, reporter: Reporter) -> GraphStatistics:
    graph = merged(whole.graph) if whole.symmetric else whole.graph
    seat = first_position(whole.rules).seat
    reached = seats_reached(graph, seat)
    plays = _plays(count_plays(routes_of(graph, reached, seat), reporter), graph.always_again)
    resolved = resolve(graph, team, reporter)
    degrees, going = graph.degrees(), graph.over == 0
    return GraphStatistics(
        states=len(graph),
        moves=len(graph.edges),
        terminal=int((~going).sum()),
        ends=_ends(graph, reached),
        branching=_branching(degrees[going]),
        plays=plays,
        by_ply=_by_ply(graph, resolved.values),
        by_remoteness=_by_remoteness(resolved.values, resolved.remoteness),
    )


def _plays(found: PlayCounts, puzzle: bool) -> Plays:
    names = PUZZLE if puzzle else PLAYERS
    count = None if None in found.totals else sum(n for n in found.totals if n is not None)
    rows = None
    if found.by_length is not None:
        rows = {
            length: dict(zip(("plays", *names), row, strict=True))
            for length, row in enumerate(found.by_length)
            if row[0]
        }
    why = None
    if found.too_long:
        why = "plays are so long, and so many, that counts by length would take too long"
    elif rows is None:
        why = "there are infinitely many plays: some pass through a loop on the way to an end"
    totals = dict(zip(names, found.totals, strict=True))
    return Plays(count, totals, rows, found.tree, found.endless, why)


def _ends(graph: MoveGraph, reached: NDArray[np.uint8]) -> dict[str, int]:
    """Terminal states by result."""
    puzzle = graph.always_again
    first, second = (results_of(graph.over, seat, puzzle) for seat in (0, 1))
    # a draw is the same for either player to move
    result = np.where(reached == 1, first, second)
    result[(reached == 3) & (first != second)] = len(PLAYERS) + 1
    names = PUZZLE if puzzle else (*PLAYERS, "either")
    counts = np.bincount(result, minlength=len(PLAYERS) + 2).tolist()
    return {name: counts[i] for i, name in enumerate(names, 1)}


def _branching(degrees: NDArray[np.int64]) -> Branching:
    """degrees: [K], moves of the states that are not terminal."""
    if not len(degrees):
        return Branching(None, None, None)
    return Branching(float(degrees.mean()), int(degrees.min()), int(degrees.max()))


def _by_ply(graph: MoveGraph, values: NDArray[np.uint8]) -> list[dict[str, Any]]:
    degrees, going = graph.degrees(), graph.over == 0
    rows = []
    for begin, end in pairwise(graph.plies()):
        counts = np.bincount(values[begin:end], minlength=4).tolist()
        open_ones = going[begin:end]
        rows.append(
            {
                "states": end - begin,
                "terminal": end - begin - int(open_ones.sum()),
                "wins": counts[Value.WIN],
                "draws": counts[Value.DRAW],
                "losses": counts[Value.LOSS],
                "moves": int(graph.starts[end] - graph.starts[begin]),
                "branching": _branching(degrees[begin:end][open_ones]),
            }
        )
    return rows


def _by_remoteness(
    values: NDArray[np.uint8], remoteness: NDArray[np.int32]
) -> dict[int | None, dict[str, int]]:
    found, counts = np.unique(remoteness.astype(np.int64) * 4 + values, return_counts=True)
    pairs = zip((found & 3).tolist(), (found >> 2).tolist(), strict=True)
    return rows_by_remoteness(dict(zip(pairs, counts.tolist(), strict=True)))
