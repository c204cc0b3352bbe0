"""Puzzles of a solved game: positions with exactly one good move, graded, spread over themes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from perfectplay.analysis.puzzles.graded_positions import GradedPositions, graded_positions
from perfectplay.analysis.puzzles.key_positions import KeyPositions, key_positions, move_arrays
from perfectplay.analysis.puzzles.looked_positions import (
    LookedPositions,
    branching,
    chances,
    looked_positions,
)
from perfectplay.analysis.puzzles.puzzle import PuzzleSet
from perfectplay.analysis.puzzles.puzzle_themes import checked_themes, left_out, passed_turn
from perfectplay.core.arguments import LARGEST, check_number
from perfectplay.core.errors import ParameterError, QueryError
from perfectplay.core.progress import ProgressCallback, Reporter
from perfectplay.game.naming import game_name
from perfectplay.game.showing import number_of, plies_words
from perfectplay.tablebase.game_or_solution import wrong_kind
from perfectplay.tablebase.plain_solution import PlainSolution
from perfectplay.tablebase.solution import Solution

LOOK = 500_000
"""The most positions that are looked at by default; of more, so many by chance."""

SEARCHED = 2_000
"""The most positions that are graded in a game of points, where a search rates the moves."""

RANGES = {
    "count": (1, 10_000), "seed": (0, LARGEST), "least": (1, 1 << 31), "look": (1, 10_000_000)
}  # fmt: skip
"""The least and the greatest numbers that may be asked for."""


def puzzles(
    solution: Solution,
    count: int = 10,
    *,
    themes: Sequence[str] | None = None,
    only: bool = False,
    seed: int = 0,
    least: int = 2,
    look: int = LOOK,
    progress: ProgressCallback | None = None,
) -> PuzzleSet:
    """At most ``count`` positions in which exactly one of several moves is best: the key.

    In a won position that is the one fastest win; with ``only``, and in any drawn position and in a
    game of points, the one move that keeps the value, or the score. Lost positions are no puzzles,
    except in games of points.

    ``themes``: some of "only", "quiet", "sacrifice", "zugzwang", "longest", "escape", "deep2" and
    "deep4" (docs/puzzles.md); default: all that the game can have. Puzzles are spread over these.
    No two are symmetric, and at most two have a theme, the value, the plies, the number of moves
    and the number of tempting ones in common. ``least``: the fewest plies to the end. ``look``: the
    most positions that are looked at; of more, about so many by chance, of all values and
    distances. The same solution and ``seed`` give the same puzzles.

    Raises ParameterError for a wrong argument, and if there is no puzzle; QueryError for what is no
    solution.

    >>> from perfectplay import solve
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> found = puzzles(solve(ThreeRocks()), 3)
    >>> [(one.record.text, one.task, one.key_text) for one in found.puzzles]
    [('0,9', 'Win in 5 plies.', '0,1'), ('0,6', 'Win in 3 plies.', '0,2'),
     ('0,10', 'Win in 5 plies.', '0,2')]
    """
    _check(solution, count, seed, least, look)
    checked_themes(themes, {})
    reporter = Reporter(progress)
    looked = looked_positions(solution, look, least, seed, reporter)
    twin = passed_turn(solution, looked.keys)
    reasons = left_out(solution, twin)
    wanted = checked_themes(themes, reasons)
    arrays = move_arrays(solution, looked.keys)
    scoring = solution.rules.scoring
    keyed = key_positions(
        arrays, looked, only=only or scoring, moves=branching(solution), reporter=reporter
    )
    if not len(keyed):
        raise _none(solution, looked, only or scoring, least)
    graded = _some(keyed, seed) if scoring else keyed
    twin = None if "zugzwang" in reasons else twin
    table = graded_positions(solution, arrays, graded, twin, seed, reasons)
    chosen = table.chosen(wanted, count)
    if not chosen:
        raise _none_of(solution, looked, wanted)
    told = reasons if themes is None else {}
    made = [table.puzzle(place, theme) for place, theme in chosen]
    missing = count - len(made), _why_fewer(table, len(made), wanted, themes is None)
    return PuzzleSet(
        solution.game,
        tuple(sorted(made, key=lambda puzzle: puzzle.grade)),
        seed,
        len(looked.keys),
        looked.total,
        len(keyed),
        table.counts,
        reasons,
        tuple(_notes(solution, looked, len(keyed), table, missing, told)),
    )


def _some(keyed: KeyPositions, seed: int) -> KeyPositions:
    """At most SEARCHED of the positions, by chance."""
    if len(keyed) <= SEARCHED:
        return keyed
    first = np.argsort(chances(keyed.keys, seed + 1), kind="stable")[:SEARCHED]
    return keyed.take(np.sort(first))


def _check(solution: Solution, count: int, seed: int, least: int, look: int) -> None:
    """Raise QueryError, ParameterError for wrong arguments."""
    if not isinstance(solution, Solution):
        raise wrong_kind(solution, "puzzles", "a solution, as solve returns it")
    if isinstance(solution, PlainSolution):
        raise QueryError("puzzles are found with NumPy, which is not installed here")
    check_numbers(count=count, seed=seed, least=least, look=look)


def check_numbers(**numbers: int) -> None:
    """Raise ParameterError for numbers that `puzzles` does not take."""
    for name, number in numbers.items():
        check_number(name, number, *RANGES[name])


def _none(solution: Solution, looked: LookedPositions, only: bool, least: int) -> ParameterError:
    """The error for a game without puzzles."""
    name = game_name(solution.game)
    far = f" {plies_words(least)} or more from the end" if least > 1 else ""
    hint = "; with a least distance of 1, keys that end the play count, too" if least == 2 else ""
    if not looked.total:
        kind = _kind(solution)
        return ParameterError(f"{name} has no puzzle: no {kind}{far}{hint}")
    what = "does only one of several moves keep what can be had"
    if not only:
        what = "is exactly one of several moves best"
    count = f"{looked.total:,}"
    if not looked.exact:
        count = f"{len(looked.keys):,} by chance of {looked.total:,}"
    return ParameterError(
        f"{name} has no puzzle: in none of the {_kind(solution)}s{far} ({count}) {what}{hint}"
    )


def _none_of(solution: Solution, looked: LookedPositions, wanted: Sequence[str]) -> ParameterError:
    """The error if no puzzle has a wanted theme."""
    themes = " or ".join(wanted)
    return ParameterError(
        f"{game_name(solution.game)} has no puzzle of the theme {themes} among "
        f"{_positions(solution, looked)}; leave out themes for puzzles of any"
    )


def _kind(solution: Solution) -> str:
    """The positions among which puzzles are looked for."""
    if solution.rules.scoring:
        return "position"
    return "solvable position" if solution.rules.game.players == 1 else "won or drawn position"


def _positions(solution: Solution, looked: LookedPositions) -> str:
    """Those that were looked at."""
    all_of_them = number_of(looked.total, _kind(solution))
    return all_of_them if looked.exact else f"{len(looked.keys):,} by chance of {all_of_them}"


def _why_fewer(table: GradedPositions, made: int, wanted: Sequence[str], any_theme: bool) -> str:
    """Why there are not as many puzzles as were asked for."""
    if table.bearing(wanted) > made:
        return "all others are symmetric to these, or too much like two of them"
    if len(table) > made:
        return "the others have no theme" if any_theme else "the others have none of these themes"
    return "there are no others"


def _notes(
    solution: Solution, looked: LookedPositions, keyed: int, table: GradedPositions,
    missing: tuple[int, str], reasons: Mapping[str, str],
) -> Iterator[str]:  # fmt: skip
    """Where puzzles were looked for; how many are ``missing``, and why."""
    apart = ", no two of them symmetric," if solution.symmetric and looked.total > 1 else ""
    have = "has" if keyed == 1 else "have"
    yield f"{keyed:,} of {_positions(solution, looked)}{apart} {have} exactly one good move"
    if len(table) < keyed:
        yield f"{len(table):,} of these, by chance, were graded"
    elif table.asked < keyed:
        yield f"zugzwang was looked for in {table.asked:,} of these, by chance"
    fewer, why = missing
    if fewer:
        yield f"{number_of(fewer, 'puzzle')} fewer than asked for: {why}"
    for theme, why in reasons.items():
        yield f"no theme {theme}: {why}"
