"""Games that say `impartial = True`: random ones, and those of the library."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from perfectplay import Game, Value, check_game
from perfectplay.conformance.report import Report
from perfectplay.game.naming import GAMES
from perfectplay.game.operators.misere import misere
from perfectplay.game.operators.start_at import start_at
from perfectplay.game.operators.sums import sum_of
from perfectplay.registry.address import load_game


class Base(Game):
    impartial: ClassVar[bool] = True
    stuck: Any = Value.LOSS

    def outcome(self, state: Any) -> Any:
        return None


def faults(report: Report) -> list[str]:
    return [finding.promise for finding in report.findings]


@dataclass(frozen=True)
class Drawn(Base):
    """A random game of levels, the same for both, with the turn in the state."""

    seed: int = 0

    def start(self) -> Any:
        return (0, 0, 0)

    def moves(self, state: Any) -> Any:
        level, node, _ = state
        if level == 5:
            return []
        some = random.Random(f"{self.seed} {level} {node}")
        return sorted(some.sample(range(4), some.randint(0, 3)))

    def play(self, state: Any, move: Any) -> Any:
        return (state[0] + 1, move, 1 - state[2])

    def player(self, state: Any) -> int:
        return int(state[2])


class DrawnFalse(Drawn):
    """One in which the other player lacks the first move of some states."""

    def moves(self, state: Any) -> Any:
        return super().moves(state)[state[2] :]


@pytest.mark.parametrize("seed", range(30))
def test_random_games(seed: int) -> None:
    assert faults(check_game(Drawn(seed), compiled=False)) == []
    game = DrawnFalse(seed)
    found = faults(check_game(game, compiled=False))
    states = {game.start()}
    for level in range(5):
        states |= {game.play(s, m) for s in states if s[0] == level for m in game.moves(s)}
    both = {state[2] for state in states} == {0, 1}
    differs = any(game.moves(s) != game.moves((*s[:2], 1 - s[2])) for s in states)
    if found:
        assert both
        assert differs
    elif both and len({state[0] for state in states}) > 2:  # else the level may be the turn
        # what differs leads to plays of one form
        assert all(_tree(game, s) == _tree(game, (*s[:2], 1 - s[2])) for s in states)


def _tree(game: Game, state: Any) -> Any:
    return frozenset(_tree(game, game.play(state, move)) for move in game.moves(state))


IMPARTIAL = [name for name in GAMES if load_game(name).impartial]


@pytest.mark.parametrize("name", IMPARTIAL)
def test_the_library(name: str) -> None:
    game = load_game(name)
    for one in (game, misere(game), start_at(game, game.start()), sum_of(game, game)):
        report = check_game(one, samples=300, compiled=False)
        assert "impartial-turn" not in faults(report)
        assert not any("impartial" in note for note in report.notes)
