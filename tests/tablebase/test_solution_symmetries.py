"""Solutions that know classes of states answer as those that know all states."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from forced_levels import force_levels
from games_to_solve import Piles
from perfectplay import Game, Solution, Value, solve
from random_games import RandomGame, TurnedIntegers, TurnedStrings, TurnedTuples

LOSS, DRAW, WIN = Value.LOSS, Value.DRAW, Value.WIN


# --- symmetries -----------------------------------------------------------------------------------


def unreachable_images(game: Any, plain: Solution) -> int:
    """How many images of reachable states no play reaches."""
    return sum(image not in plain for s in plain.states() for image in game.symmetries(s))


WAYS = ["interpreted", "compiled", "levels"]
SYMMETRIC = [*itertools.product((TurnedIntegers, TurnedTuples), WAYS)]
SYMMETRIC += [(TurnedStrings, "interpreted")]


@pytest.mark.parametrize(("cls", "way"), SYMMETRIC)
def test_symmetries(cls: type[RandomGame], way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A solution over representatives answers all reachable states, and counts no others."""
    if way == "levels":
        force_levels(monkeypatch, 7)
    method = "interpreted" if way == "interpreted" else "compiled"
    lost = whole = 0
    for seed in (0, 1, 2, 5, 12, 13, 32, 43, 82, 96, 241, 243, 247, 252, 263, 273, 482, 487):
        game = cls(seed)
        plain = solve(game, method="interpreted", symmetries=False)
        solution = solve(game, method=method)
        assert plain.representatives is None
        assert solution.counts == plain.counts
        assert len(solution) == len(plain)
        assert solution.by_remoteness == plain.by_remoteness
        states = list(plain.states())
        degrees = {game.plain(s)[:2]: len(plain.probe(s).moves) for s in states}
        classes = {game.plain(s)[:2]: (plain.value(s), plain.remoteness(s)) for s in states}
        given = solution.representatives
        assert given is not None
        assert given.states == len(classes) == len(list(solution.states()))
        assert given.wins == sum(v is WIN for v, _ in classes.values())
        assert given.endless == sum(r is None for _, r in classes.values())
        assert given.terminal == sum(r == 0 for _, r in classes.values())
        assert given.moves == sum(degrees.values())
        for state in states:
            assert solution.probe(state) == plain.probe(state)
            assert state in solution
        assert solution.values(states).tolist() == plain.values(states).tolist()
        assert solution.remotenesses(states).tolist() == plain.remotenesses(states).tolist()
        missing = unreachable_images(game, plain)
        lost += missing > 0
        whole += missing == 0 and len(states) > given.states
    assert lost >= 2, "games some images of whose states no play reaches"
    assert whole >= 2, "games all images of whose states are reached"


@pytest.mark.parametrize(
    ("kind", "piles"),
    [("plain", (0, 2, 3)), ("plain", (3, 1, 0)), ("shorter", (3, 1, 2)), ("large", (1, 2, 3, 3)),
     ("nested", (3, 1, 2)), ("nested", (0, 1, 2))],
)  # fmt: skip
def test_symmetries_of_tuples_of_all_sorts(kind: str, piles: tuple[int, ...]) -> None:
    """States that are no representatives are found where keys are tight, or numbers."""
    game = Piles(piles, kind)
    plain = solve(game, symmetries=False)
    for method in ("auto", "interpreted"):
        solution = solve(game, method=method)
        assert solution.counts == plain.counts
        states = list(plain.states())
        assert len(states) > solution.representatives.states > 2  # type: ignore[union-attr]
        for state in states:
            assert solution.probe(state) == plain.probe(state)
        assert solution.values(states).tolist() == plain.values(states).tolist()
        line = solution.line()
        assert len(line.moves) == plain.remoteness(plain.start)
        for wrong in ["x", None, -4, (9, 9, 9), ((9,),), [1], {}, 2.5]:
            assert wrong not in solution, wrong
            assert solution.get(wrong) is None


# --- games without end ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Pruned(Game):
    """Two piles; where they are equal, only the first is offered: the other move is the same."""

    n: int = 5
    stuck: ClassVar[Value] = Value.LOSS

    def start(self):
        return (self.n, self.n)

    def moves(self, state):
        for i in range(1 if state[0] == state[1] else 2):
            for k in range(1, state[i] + 1):
                yield (i, k)

    def play(self, state, move):
        if move[0] == 0:
            return (state[0] - move[1], state[1])
        return (state[0], state[1] - move[1])

    def symmetries(self, state):
        yield (state[1], state[0])

    def outcome(self, state):
        return None


@pytest.mark.parametrize("method", ["interpreted", "compiled"])
def test_classes_that_plays_reach_in_part_only_are_counted_as_reached(method: str) -> None:
    """The start is alone in its class, and yet class sizes count too many."""
    solution = solve(Pruned(), method=method)
    plain = solve(Pruned(), method=method, symmetries=False)
    assert len(plain) == 31
    assert solution.counts == plain.counts
    assert solution.representatives.states == 21
