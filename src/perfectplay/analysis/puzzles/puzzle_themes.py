"""The themes of puzzles, each by a definition that can be checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from perfectplay.analysis.passing import passed, passing_of
from perfectplay.analysis.puzzles.key_positions import KeyPositions, MoveArrays
from perfectplay.analysis.puzzles.shallow_ratings import DEPTHS, tempted
from perfectplay.core.errors import ParameterError
from perfectplay.core.value import State, Value
from perfectplay.game.turns import Twin
from perfectplay.tablebase.many_moves import ManyMoves
from perfectplay.tablebase.solution import Solution
from perfectplay.tablebase.table import StateEntries

THEMES = {
    "only": "only move",
    "quiet": "quiet move",
    "sacrifice": "sacrifice",
    "zugzwang": "zugzwang",
    "longest": "longest win",
    "escape": "escape to a draw",
    "deep2": "too deep for 2 plies",
    "deep4": "too deep for 4 plies",
}
"""Names of themes, and what people read; docs/puzzles.md defines them."""

QUIET = 5
"""The fewest plies of a win that a quiet move begins."""

SAMPLE = 2_000
"""States by which it is found what passing the turn would be."""

Themes = dict[str, NDArray[np.bool_]]
"""By name, [C] whether a puzzle has the theme."""


def left_out(solution: Solution, twin: Twin | None) -> dict[str, str]:
    """The themes that a game cannot have, with the reasons."""
    rules, alone = solution.rules, solution.rules.game.players == 1
    reasons = {}
    if not rules.scoring:
        reasons["sacrifice"] = "there are no points"
    if rules.scoring:
        reasons["longest"] = "points hurry nobody"
        reasons["escape"] = "points so far decide what is a draw"
    if alone:
        reasons["quiet"] = reasons["zugzwang"] = reasons["escape"] = "there is no opponent"
        if rules.scoring:
            reasons["sacrifice"] = "there is no opponent"
    elif rules.game.impartial:
        reasons["zugzwang"] = "it is impartial: every lost position is one"
    elif twin is None:
        reasons["zugzwang"] = (
            "no position is known to be the same as another with the other player to move"
        )
    return {theme: reasons[theme] for theme in THEMES if theme in reasons}


def passed_turn(solution: Solution, keys: NDArray[np.int64]) -> Twin | None:
    """The function that gives the same state with the other player to move; None if the rules do
    not say, or if none of many states has such a twin that a play reaches.

    keys: [N], of stored states.
    """
    states = solution.keys.states_of(keys[:: max(1, len(keys) // SAMPLE)])
    return passing_of(solution, states)


def array_themes(
    solution: Solution, arrays: MoveArrays, found: KeyPositions, rated: dict[int, NDArray[np.int64]]
) -> Themes:
    """The themes that follow from the results of moves, for all positions at once."""
    rules, only = solution.rules, found.kept == 1
    themes = {"only": only}
    themes |= {f"deep{depth}": tempted(found, rated[depth]) > 0 for depth in DEPTHS}
    if rules.scoring:
        least = found.at_keys(rated[2])
        themes["sacrifice"] = (least < 0) & (least < found.largest(rated[2]))
        return themes
    won = found.values == Value.WIN
    themes["longest"] = won & (found.plies == found.plies[won].max(initial=0))
    themes["escape"] = (found.values == Value.DRAW) & only
    if rules.game.players == 2:
        themes["quiet"] = _quiet(arrays, found)
    return themes


def _quiet(arrays: MoveArrays, found: KeyPositions) -> NDArray[np.bool_]:
    """[C] a win in which nothing is forced at once: some wrong move does not lose within two plies,
    and after the key at least two replies do not."""
    quiet = np.zeros(len(found), bool)
    free = found.moves.sums(~_at_once(found.moves) & found.wrong) > 0
    wins = np.flatnonzero((found.values == Value.WIN) & (found.plies >= QUIET) & free)
    after = found.after[wins]
    entries = arrays.entries(after)
    theirs = np.flatnonzero(entries.values == Value.LOSS)  # else the same player moves again
    if len(theirs):
        moves, _ = arrays.moves(after[theirs], entries.take(theirs))
        quiet[wins[theirs]] = moves.sums(~_at_once(moves)) >= 2
    return quiet


def _at_once(moves: ManyMoves) -> NDArray[np.bool_]:
    """[T] whether a move loses within two plies."""
    lost: NDArray[np.bool_] = (moves.brings == Value.LOSS) & (moves.far <= 2)
    return lost


def state_themes(solution: Solution, found: KeyPositions, twin: Twin | None) -> Themes:
    """The themes for which the rules are asked, position by position."""
    rules = solution.rules
    themes: Themes = {}
    states = solution.keys.states_of(found.keys)
    if rules.scoring:
        quiet = [_gains_nothing(solution, *one) for one in _keyed(states, found)]
        themes["quiet"] = np.array(quiet, bool)
    if twin is not None:
        themes["zugzwang"] = _zugzwang(solution, states, found, twin)
    return themes


def _keyed(states: Sequence[State], found: KeyPositions) -> list[tuple[State, int]]:
    return list(zip(states, found.places.tolist(), strict=True))


def _gains_nothing(solution: Solution, state: State, place: int) -> bool:
    """Whether the key gains no point at once, and another move does."""
    rules = solution.rules
    gains = [rules.gain(state, move) for move, _ in rules.position(state).options]
    return gains[place] == 0 and max(gains) > 0


def _zugzwang(
    solution: Solution, states: Sequence[State], found: KeyPositions, twin: Twin
) -> NDArray[np.bool_]:
    """[C] after the key every reply loses what passing would keep."""
    after, others, which = [], [], []
    rules = solution.rules
    for i, (state, place) in enumerate(_keyed(states, found)):
        move, child = rules.position(state).options[place]
        other = None if rules.moves_again(state, move, child) else passed(solution, twin, child)
        if other is not None:
            after.append(child)
            others.append(other)
            which.append(i)
    found_at = np.zeros(len(found), bool)
    if after:
        here, there = solution.look_up(after), solution.look_up(others)
        going = (here.remoteness != 0) & (there.remoteness != 0) & (there.values != 0)
        found_at[np.array(which)[going & (_worth(here) < _negated(there))]] = True
    return found_at


def _worth(entries: StateEntries) -> NDArray[np.int64]:
    column = entries.values if entries.scores is None else entries.scores
    return column.astype(np.int64)


def _negated(entries: StateEntries) -> NDArray[np.int64]:
    return 4 - _worth(entries) if entries.scores is None else -_worth(entries)


def checked_themes(given: Sequence[str] | None, reasons: dict[str, str]) -> list[str]:
    """The themes that are wanted; by default all that the game can have. Raises ParameterError."""
    if given is None:
        return [theme for theme in THEMES if theme not in reasons]
    known = ", ".join(THEMES)
    if isinstance(given, str):
        given = [given]
    elif not isinstance(given, Iterable):
        raise ParameterError(f"themes are a list of some of {known}, got {given!r}")
    for theme in given:
        if theme not in THEMES:
            raise ParameterError(f"there is no theme {theme!r}; expected some of {known}")
        if theme in reasons:
            raise ParameterError(f"this game has no puzzles of the theme {theme}: {reasons[theme]}")
    if not given:
        raise ParameterError(f"expected at least one theme of {known}")
    return list(dict.fromkeys(given))
