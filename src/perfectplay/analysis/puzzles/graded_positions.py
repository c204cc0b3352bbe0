"""Positions with a key, graded and with their themes; puzzles are made of the chosen ones."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perfectplay.analysis.annotate.judged_play import Worth
from perfectplay.analysis.perfect_line import perfect_line
from perfectplay.analysis.puzzles.key_positions import KeyPositions
from perfectplay.analysis.puzzles.looked_positions import chances
from perfectplay.analysis.puzzles.move_arrays import MoveArrays
from perfectplay.analysis.puzzles.puzzle import Puzzle, WrongAnswer
from perfectplay.analysis.puzzles.puzzle_themes import (
    THEMES,
    Themes,
    array_themes,
    state_themes,
)
from perfectplay.analysis.puzzles.shallow_ratings import (
    DEPTHS,
    Difficulty,
    difficulty,
    ratings,
)
from perfectplay.analysis.puzzles.spread_puzzles import spread
from perfectplay.core.value import State
from perfectplay.game.moves import first_position, next_position
from perfectplay.game.turns import Twin
from perfectplay.tablebase.record import MoveRecord, Record
from perfectplay.tablebase.solution import Solution

ASKED = 20_000
"""The most positions about which the rules are asked for a theme."""

LINE = 12
"""The most plies of a line."""

OTHERS = 24
"""The most wrong moves whose lines are told, beside the one that tempts most."""


@dataclass(frozen=True)
class GradedPositions:
    """C positions with a key.

    rated: by depth, [T] how a search rates each move; themes: by name, [C]; order: [C] numbers by
    chance; asked: about how many of them the rules were asked.
    """

    solution: Solution
    found: KeyPositions
    rated: dict[int, NDArray[np.int64]]
    hard: Difficulty
    themes: Themes
    order: NDArray[np.float64]
    asked: int

    def __len__(self) -> int:
        return len(self.found)

    @property
    def counts(self) -> dict[str, int]:
        """By theme, how many have it."""
        return {theme: int(self.themes[theme].sum()) for theme in THEMES if theme in self.themes}

    def bearing(self, wanted: Sequence[str]) -> int:
        """How many have one of the themes."""
        has = [self.themes[theme] for theme in wanted if theme in self.themes]
        return int(np.any(has, axis=0).sum())

    def chosen(self, wanted: Sequence[str], count: int) -> list[tuple[int, str]]:
        """The places of at most so many, spread over themes; each with the theme for which it was
        chosen."""
        found = self.found
        shapes: NDArray[np.int64] = np.column_stack(
            (found.values, found.moves.worth, found.plies, found.moves.counts, self.hard.tempting)
        )
        rules, keys = self.solution.rules, self.solution.keys

        def images(place: int) -> list[State]:
            return rules.symmetries(keys.state(int(found.keys[place])))

        kinds: NDArray[np.int64] = 4 * self.hard.grade + found.values
        return spread(self.themes, wanted, kinds, shapes, self.order, count, images)

    def puzzle(self, place: int, theme: str) -> Puzzle:
        """One of them as a puzzle."""
        rules = self.solution.rules
        state = self.solution.keys.state(int(self.found.keys[place]))
        record = self.solution.probe(state)
        legal = [move for move, _ in rules.position(state).options]
        first = self.found.moves.starts[place]
        rated = self.rated[DEPTHS[0]][first : first + len(legal)].tolist()
        key = legal[self.found.places[place]]
        assert record.moves[0].move == key
        by_text = {rules.move_text(move): one for move, one in zip(legal, rated, strict=True)}
        tempting = sorted(
            record.moves[1:], key=lambda move: _temptation(move, by_text), reverse=True
        )
        wrong, *others = (
            WrongAnswer(move.text, _after(move), self._line(record, move))
            for move in tempting[: OTHERS + 1]
        )
        refutation = int(self.hard.refutation[place])
        more = [one for one in THEMES if one != theme and one in self.themes]
        return Puzzle(
            record,
            (theme, *(one for one in more if self.themes[one][place])),
            int(self.hard.grade[place]),
            int(self.hard.tempting[place]),
            refutation or None,
            {depth: float(chance[place]) for depth, chance in self.hard.chances.items()},
            self._line(record, None),
            wrong,
            rules.game.players == 1,
            tuple(others),
        )

    def _line(self, record: Record, move: MoveRecord | None) -> tuple[str, ...]:
        """A perfect play from a position, or from the state after one of its moves, with it."""
        rules = self.solution.rules
        position = first_position(rules, record.state)
        first: tuple[str, ...] = ()
        if move is not None:
            position, first = next_position(rules, position, move.move), (move.text,)
        steps, _ = perfect_line(self.solution, position, False, LINE - len(first))
        return (*first, *(step["move_text"] for step in steps if step["move_text"] is not None))


def graded_positions(
    solution: Solution,
    arrays: MoveArrays,
    found: KeyPositions,
    twin: Twin | None,
    seed: int,
    left_out: Container[str],
) -> GradedPositions:
    """Positions with a key, graded.

    ``twin``: passes the turn, None without that theme; ``left_out``: themes that the game cannot
    have.
    """
    rated = {depth: ratings(solution, found, depth) for depth in DEPTHS}
    hard = difficulty(found, rated, scoring=solution.rules.scoring)
    order = chances(found.keys, seed + 1)
    themes = array_themes(solution, arrays, found, rated)
    asked = len(found)
    if solution.rules.scoring or twin is not None:
        some = np.sort(np.argsort(order, kind="stable")[:ASKED])
        asked = len(some)
        for theme, has in state_themes(solution, found.take(arrays, some), twin).items():
            themes[theme] = np.zeros(len(found), bool)
            themes[theme][some] = has
    themes = {theme: has for theme, has in themes.items() if theme not in left_out}
    return GradedPositions(solution, found, rated, hard, themes, order, asked)


def _temptation(move: MoveRecord, rated: dict[str, int]) -> tuple[int, bool, int]:
    """Rated high, loses something, and shown to do so late."""
    return rated[move.text], not move.keeps, move.remoteness or 0


def _after(move: MoveRecord) -> Worth:
    plies = None if move.remoteness is None else move.remoteness + 1
    return Worth(move.value, plies, move.score, move.score_text)
