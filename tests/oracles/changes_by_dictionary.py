"""Two games compared by dictionaries of the reference solver: slow and obvious."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from perfectplay import Game, Solution, Value, solve
from perfectplay.analysis.diff.changed_position import ChangedPosition
from perfectplay.analysis.diff.difference import Difference
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.solver.retrograde.reference_solver import solve_reference


@dataclass(frozen=True)
class Truth:
    """A game by the plain solver: the worth of each state, and the fewest plies to it."""

    worth: dict[Any, tuple[Value, int | None, int | None]]
    plies: dict[Any, int]


@lru_cache(maxsize=4)
def truth(game: Game) -> Truth:
    found = solve_reference(CheckedGame(game), 200_000)
    scores = found.score or [None] * len(found.states)
    worth = dict(
        zip(found.states, zip(found.value, found.remoteness, scores, strict=True), strict=True)
    )
    plies = {found.states[0]: 0}
    waiting = [0]
    for node in waiting:
        for child, _ in found.children[node]:
            state = found.states[child]
            if state not in plies:
                plies[state] = plies[found.states[node]] + 1
                waiting.append(child)
    return Truth(worth, plies)


@lru_cache(maxsize=4)
def by_reference(game: Game) -> Solution:
    return solve(game, method="reference")


def check(found: Difference, a: Game, b: Game, *, by: str | None = "ply") -> None:
    """Compare a difference with dictionaries."""
    one, other = truth(a), truth(b)
    common = [state for state in one.worth if state in other.worth]
    changed = [state for state in common if _differ(one.worth[state], other.worth[state])]
    assert found.states == (len(one.worth), len(other.worth))
    assert found.common == len(common)
    assert found.alone == (len(one.worth) - len(common), len(other.worth) - len(common))
    assert found.changed == len(changed)
    pairs = Counter((one.worth[state][0], other.worth[state][0]) for state in common)
    assert dict(found.changes) == dict(pairs)
    later = [
        state for state in set(common) - set(changed)
        if one.worth[state][1] != other.worth[state][1]
    ]  # fmt: skip
    assert found.later == len(later)
    assert found.by == by
    if by == "ply":
        rows = {
            ply: (row.common, row.changed, row.alone) for ply, row in found.rows.items()
        }  # fmt: skip
        alone = [state for state in one.worth if state not in other.worth]
        counts = [Counter(one.plies[s] for s in some) for some in (common, changed, alone)]
        assert rows == {
            ply: tuple(count[ply] for count in counts) for ply in sorted(set(one.plies.values()))
        }
    _check_examples(found, one, other, changed, a, b)


def _differ(one: Any, other: Any) -> bool:
    return one[0] is not other[0] or one[2] != other[2]


def _check_examples(
    found: Difference, one: Truth, other: Truth, changed: list[Any], a: Game, b: Game
) -> None:
    examples = [found.first, found.smallest, found.nearest]
    for example in examples:
        if example is not None:
            _check_example(example, one, other, a, b)
    assert (found.smallest is None) == (not changed)
    if found.smallest is not None:
        sizes = {state: size_of_change(one.worth[state], other.worth[state]) for state in changed}
        assert sizes[found.smallest.state] == min(sizes.values())
    if found.nearest is not None:
        assert one.plies[found.nearest.state] == min(one.plies[state] for state in changed)
        assert found.nearest.ply == one.plies[found.nearest.state]
    _check_first(found.first, one, set(changed), a)


def size_of_change(one: Any, other: Any) -> float:
    """The plies to the end in both; an end is no example if there is another."""
    plies = [float("inf") if plies is None else plies for plies in (one[1], other[1])]
    return 1e9 if plies == [0, 0] else min(max(plies), 1e8)


def _check_example(position: ChangedPosition, one: Truth, other: Truth, a: Game, b: Game) -> None:
    assert tuple(position.before) == one.worth[position.state]
    assert tuple(position.after) == other.worth[position.state]
    rules = CheckedGame(a)
    if position.ply is not None:
        assert len(position.moves) == position.ply
        assert position.state in _reached(rules, rules.start(), position.moves)
    for game, line, entry in (
        (a, position.line_before, position.before), (b, position.line_after, position.after),
    ):  # fmt: skip
        if "…" not in line:
            assert len(line) == entry.remoteness
            assert _reached(CheckedGame(game), position.state, line)


def _reached(rules: CheckedGame, state: Any, texts: tuple[str, ...]) -> list[Any]:
    """The states after moves with these texts."""
    states = [state]
    for text in texts:
        states = [
            child for state in states for move, child in rules.position(state).options
            if rules.move_text(move) == text
        ]  # fmt: skip
    return states


def _check_first(first: ChangedPosition | None, one: Truth, changed: set[Any], a: Game) -> None:
    """By its definition: the best moves from the start, ply by ply."""
    rules, solution = CheckedGame(a), by_reference(a)
    level, seen, ply = [rules.start()], {rules.start()}, 0
    while level and not changed & set(level):
        following = []
        for state in level:
            for move in solution.best_moves(state):
                child = rules.play(state, move)
                if child not in seen:
                    seen.add(child)
                    following.append(child)
        level, ply = following, ply + 1
    assert (first is None) == (not level)
    if first is not None:
        assert first.state in level
        assert first.ply == ply
        assert first.ply >= one.plies[first.state]
