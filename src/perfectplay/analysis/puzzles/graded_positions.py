"""Positions with a key, graded and with their themes; puzzles are made of the chosen ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from perfectplay.analysis.annotate.judged_play import Worth
from perfectplay.analysis.puzzles.key_positions import KeyPositions, MoveArrays
from perfectplay.analysis.puzzles.looked_positions import chances
from perfectplay.analysis.puzzles.puzzle import Puzzle, WrongAnswer
from perfectplay.analysis.puzzles.puzzle_themes import THEMES, Themes, array_themes, state_themes
from perfectplay.analysis.puzzles.shallow_ratings import DEPTHS, Difficulty, difficulty, ratings
from perfectplay.core.value import State
from perfectplay.game.moves import same_move
from perfectplay.game.turns import Twin
from perfectplay.tablebase.record import MoveRecord
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
    chance; asked: about how many of them the rules were asked; next: `_best` of states in
    lines, many of which are in several.
    """

    solution: Solution
    found: KeyPositions
    rated: dict[int, NDArray[np.int64]]
    hard: Difficulty
    themes: Themes
    order: NDArray[np.float64]
    asked: int
    next: dict[State, tuple[str, State]] = field(default_factory=dict)

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
            WrongAnswer(move.text, Worth.of_move(move), self._line(move.state, move.text))
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
            self._line(state),
            wrong,
            rules.game.players == 1,
            tuple(others),
        )

    def _line(self, state: State, *texts: str) -> tuple[str, ...]:
        """Texts of moves, and a perfect play after them, from a state until it comes back."""
        visited: set[State] = set()
        while len(texts) < LINE and state not in visited:
            visited.add(state)
            if state not in self.next:
                self.next[state] = self._best(state)
            text, state = self.next[state]
            texts += (text,) if text else ()
        return texts

    def _best(self, state: State) -> tuple[str, State]:
        """The first best move of a state as text, and the state after it; at an end no text."""
        options = self.solution.rules.position(state).options
        if not options:
            return "", state
        best, *_ = self.solution.best_moves(state)
        after = next(child for move, child in options if same_move(move, best))
        return self.solution.rules.move_text(best), after


def graded_positions(
    solution: Solution,
    arrays: MoveArrays,
    found: KeyPositions,
    twin: Twin | None,
    seed: int,
    left_out: Container[str],
) -> GradedPositions:
    """Positions with a key, graded. ``twin``: passes the turn, None without that theme;
    ``left_out``: themes that the game cannot have."""
    rated = {depth: ratings(solution, found, depth) for depth in DEPTHS}
    hard = difficulty(found, rated, scoring=solution.rules.scoring)
    order = chances(found.keys, seed + 1)
    themes = array_themes(solution, arrays, found, rated)
    asked = len(found)
    if solution.rules.scoring or twin is not None:
        some = np.sort(np.argsort(order, kind="stable")[:ASKED])
        asked = len(some)
        for theme, has in state_themes(solution, found.take(some), twin).items():
            themes[theme] = np.zeros(len(found), bool)
            themes[theme][some] = has
    themes = {theme: has for theme, has in themes.items() if theme not in left_out}
    return GradedPositions(solution, found, rated, hard, themes, order, asked)


def _temptation(move: MoveRecord, rated: dict[str, int]) -> tuple[int, bool, int]:
    """Rated high, loses something, and shown to do so late."""
    return rated[move.text], not move.keeps, move.remoteness or 0


ALIKE = 2
"""The most puzzles of one theme and shape."""

SPARE = 24
"""So many of one theme and shape are tried: some are images of others."""


def spread(
    themes: Mapping[str, NDArray[np.bool_]],
    wanted: Sequence[str],
    kinds: NDArray[np.int64],
    shapes: NDArray[np.int64],
    order: NDArray[np.float64],
    count: int,
    classes: Callable[[int], Sequence[State]],
) -> list[tuple[int, str]]:
    """The places of at most ``count`` of C puzzles, each with the theme for which it was chosen:
    from the wanted themes in turn, the rarest first, and from the kinds of a theme in turn.

    themes: by name, [C] bool; kinds: [C] numbers, the easiest first; shapes: [C, F], two puzzles of
    one theme with equal rows are alike; order: [C] numbers by chance, the smallest come first;
    ``classes``: gives the state of a puzzle and all that are symmetric to it, the state first.
    """
    _, shape = np.unique(shapes, axis=0, return_inverse=True)
    shape = shape.reshape(-1)
    there = sorted((int(themes[theme].sum()), theme) for theme in wanted if theme in themes)
    lines = {theme: _InTurn(themes[theme], kinds, shape, order) for size, theme in there if size}
    bearing = list(lines)
    chosen: list[tuple[int, str]] = []
    seen: set[State] = set()
    alike: Counter[tuple[str, int]] = Counter()
    while lines and len(chosen) < count:
        for theme in list(lines):
            for place in lines[theme].places:
                of = [(one, int(shape[place])) for one in bearing if themes[one][place]]
                if any(alike[one] >= ALIKE for one in of):
                    continue
                images = classes(place)
                if images[0] in seen:
                    continue
                seen.update(images)
                alike.update(of)
                chosen.append((place, theme))
                break
            else:
                del lines[theme]
            if len(chosen) == count:
                break
    return chosen


class _InTurn:
    """The puzzles of a theme, from its kinds in turn."""

    def __init__(
        self,
        has: NDArray[np.bool_],
        kinds: NDArray[np.int64],
        shape: NDArray[np.int64],
        order: NDArray[np.float64],
    ) -> None:
        places = np.flatnonzero(has)
        places = places[np.lexsort((order[places], shape[places]))]
        same = shape[places]
        rank = np.arange(len(places)) - np.searchsorted(same, same)
        places = places[rank < SPARE]
        places = places[np.argsort(order[places], kind="stable")]
        of = kinds[places]
        groups = [places[of == kind].tolist() for kind in sorted(set(of.tolist()))]
        self.places = _round([iter(group) for group in groups])


def _round(groups: list[Iterator[int]]) -> Iterator[int]:
    """One of each group in turn, until all are empty.

    >>> list(_round([iter([1, 2, 3]), iter([]), iter([7])]))
    [1, 7, 2, 3]
    """
    while groups:
        left = []
        for group in groups:
            for place in group:
                yield place
                left.append(group)
                break
        groups = left
