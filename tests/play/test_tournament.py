"""Tournaments: every way of playing against plays of `match`, and figures that are known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest

from perfectplay import Game, Value, solve, tournament
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.kalah import Kalah
from perfectplay.games.nim import Nim
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.play.automatic import Automatic, Random
from perfectplay.play.match import PlayOver, PlayStopped, TurnBegins, match
from perfectplay.play.players import automatic_player
from perfectplay.play.strategy import make_strategy
from perfectplay.play.tournament import play_batches, rng
from perfectplay.play.tournament.play_batches import TournamentRun
from perfectplay.play.tournament.result import COUNT, STOPPED, PlayTally
from perfectplay.solver.threads import ThreadTeam
from random_games import AgainIntegers, AgainStrings, OnTuples, SeatedIntegers
from random_points import Points, PointsOnStrings

GAMES: list[Game] = [
    *(AgainIntegers(seed) for seed in (3, 5, 283, 245)),
    *(SeatedIntegers(seed) for seed in (3, 5, 324, 104)),
    AgainStrings(5),
    OnTuples(5),
    Kalah(2, 2),
    Nim((2, 3, 2)),
    Points(3, 40),
    PointsOnStrings(5, 40),
    Kalah(2, 2, scoring=True),
    DotsAndBoxes(2, 1),
]
PAIRS = [
    ("random", "random"),
    ("perfect", "random:5"),
    ("keeping", "perfect:3"),
    ("minimax:2", "hashed"),
    ("greedy", "minimax:2:9"),
    ("hashed", "after_last"),
    ("after_last", "after_last"),
]
MOST = 40


def hashed(state):
    """A strategy that answers in three states of four."""
    number = sum(map(ord, str(state)))
    return None if number % 4 == 0 else _legal(state)[number % len(_legal(state))]


def after_last(state, last):
    """One that looks at the last move too."""
    number = sum(map(ord, f"{state}{last}"))
    return None if number % 5 == 0 else _legal(state)[number % len(_legal(state))]


_legal: Callable[[Any], list[Any]]


def made(name: str, game: Game) -> Automatic:
    """A player of PAIRS."""
    global _legal
    rules = CheckedGame(game)
    _legal = cache(lambda state: [move for move, _ in rules.position(state).options])
    if name in ("hashed", "after_last"):
        from perfectplay.play.automatic import Strategist

        return Strategist(make_strategy(globals()[name], game), rules)
    return automatic_player(name, rules=rules, solution=lambda: solve(game, symmetries=False))


@dataclass
class Drawn:
    """A player of `match` that draws the numbers of a tournament."""

    player: Automatic
    base: int
    clock: list[int]
    unanswered: int = 0
    name: str = field(default="drawn")

    def choose(self, state: Any, legal: Any, last: Any) -> Any:
        places = self.player.among(state, legal, last)
        if places is None:
            self.unanswered += 1
            places = list(range(len(legal)))
        at = rng.number(self.base, self.clock[0])
        return legal[places[rng.chosen(at, len(places)) if len(places) > 1 else 0]]


def by_match(
    rules: CheckedGame, pair: list[Automatic], games: int, seed: int, swap: bool
) -> PlayTally:
    """The slow and obvious twin of all ways of playing."""
    tally = PlayTally()
    for play in range(games):
        clock = [0]
        players = [
            Drawn(player, rng.number(rng.key(seed, i, player.seed), play), clock)
            for i, player in enumerate(pair)
        ]
        side = play % 2 if swap else 0
        for event in match(rules, players[::-1] if side else players, most_plies=MOST):
            if isinstance(event, TurnBegins):
                clock[0] = event.ply
        result = STOPPED
        if isinstance(event, PlayOver):
            winner = None if event.winner is None else event.winner ^ side
            result = {0: 2, None: 1, 1: 0}[winner]
        else:
            assert isinstance(event, PlayStopped)
        silent = (players[0].unanswered, players[1].unanswered)
        tally.enter(side, result, event.plies, silent)
    return tally


def played(
    game: Game, pair: list[Automatic], games: int = 60, seed: int = 1, swap: bool = True, cores=2
) -> PlayTally:
    return TournamentRun(CheckedGame(game), pair, games, seed, swap, MOST, ThreadTeam(cores)).play()


@pytest.mark.thinned(5)
@pytest.mark.parametrize("swap", [True, False])
@pytest.mark.parametrize("pair", PAIRS, ids=" ".join)
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_every_way_plays_the_plays_of_match(game, pair, swap, monkeypatch) -> None:
    players = [made(name, game) for name in pair]
    truth = by_match(CheckedGame(game), players, 60, 1, swap)
    assert truth.plays == 60
    assert played(game, players, swap=swap) == truth  # one by one
    monkeypatch.setattr(play_batches, "FEW", 10)
    monkeypatch.setattr(play_batches, "SLICE", 7)
    monkeypatch.setattr(play_batches, "BATCH", 11)
    monkeypatch.setattr(play_batches, "SEEN", 0.0)
    batches = []
    batch = TournamentRun._batch
    monkeypatch.setattr(
        TournamentRun,
        "_batch",
        lambda self, *part: batches.append(len(part[1])) or batch(self, *part),
    )
    assert played(game, players, swap=swap) == truth  # whole tables, or those that are met
    monkeypatch.setattr(TournamentRun, "_whole", lambda self: None)
    assert batches
    batches.clear()
    assert played(game, players, swap=swap, cores=1) == truth  # those that are met
    assert batches == [11, 22, 27]  # and what they meet for the first time, one by one
    monkeypatch.setattr(play_batches, "SOME", 0)
    assert played(game, players, swap=swap) == truth  # all over tables
    assert len(batches) > 6


@pytest.mark.parametrize("pair", [("random", "perfect"), ("after_last", "random")], ids=" ".join)
def test_processes_play_the_same_plays(pair, monkeypatch) -> None:
    game = AgainIntegers(5)
    players = [made(name, game) for name in pair]
    truth = by_match(CheckedGame(game), players, 60, 1, True)
    forks = []
    monkeypatch.setattr(play_batches, "SLICE", 7)
    monkeypatch.setattr(play_batches, "FORK_SECONDS", 1e-5)
    by_forks = TournamentRun._by_forks
    monkeypatch.setattr(
        TournamentRun, "_by_forks", lambda self, *part: forks.append(part) or by_forks(self, *part)
    )
    assert played(game, players, cores=3) == truth
    assert forks


def test_tables_that_are_too_large_are_begun_anew(monkeypatch) -> None:
    from perfectplay.play.tournament import situations

    game = AgainIntegers(5)
    players = [made(name, game) for name in ("after_last", "random")]
    truth = by_match(CheckedGame(game), players, 60, 1, True)
    monkeypatch.setattr(situations, "KEPT", 20)
    assert played(game, players) == truth
    monkeypatch.setattr(play_batches, "FEW", 10)
    monkeypatch.setattr(play_batches, "SLICE", 7)
    monkeypatch.setattr(play_batches, "BATCH", 11)
    monkeypatch.setattr(play_batches, "SEEN", 0.0)
    assert played(game, players) == truth


def test_a_whole_graph_that_is_too_large_is_done_without(monkeypatch) -> None:
    game = TicTacToe()
    players = [Random(), Random()]
    truth = played(game, players, 300)
    monkeypatch.setattr(play_batches, "FEW", 10)
    assert (
        TournamentRun(CheckedGame(game), players, 300, 1, True, MOST, ThreadTeam(1))._whole()
        is not None
    )
    monkeypatch.setattr(play_batches, "MOST_WHOLE", 1_000)
    assert (
        TournamentRun(CheckedGame(game), players, 300, 1, True, MOST, ThreadTeam(1))._whole()
        is None
    )
    assert played(game, players, 300) == truth


def test_seeds_and_threads() -> None:
    def counts(**asked: Any) -> list[int]:
        found = tournament(TicTacToe(), "random", "keeping", games=20_000, **asked)
        return found.tally.rows[:, :, COUNT].ravel().tolist()

    assert counts(seed=4, threads=1) == counts(seed=4, threads=3)
    assert counts(seed=4) != counts(seed=5)
    several = [tournament(TicTacToe(), f"random:{i}", "random", games=500).tally for i in (1, 2)]
    assert several[0] != several[1]


# --- a game of an author's own --------------------------------------------------------------------


@dataclass(frozen=True)
class Race(Game):
    """Two runners; a step of one keeps the turn, a leap of two gives it away; first at the end
    wins. States are strings that know whose turn it is."""

    length: int = 6

    def start(self):
        return f"b{self.length},{self.length}"

    def player(self, state):
        return "ab".index(state[0])

    def moves(self, state):
        return ["step", "leap"]

    def play(self, state, move):
        left = list(map(int, state[1:].split(",")))
        who = self.player(state)
        left[who] -= 1 if move == "step" else 2
        return f"{'ab'[who if move == 'step' else 1 - who]}{left[0]},{left[1]}"

    def outcome(self, state):
        left = list(map(int, state[1:].split(",")))
        if min(left) > 0:
            return None
        return Value.WIN if left[self.player(state)] <= 0 else Value.LOSS


def test_a_game_of_steps_and_leaps() -> None:
    """The seat of the start is 1, so that the second player begins; walking on wins at once."""

    def walk(state):
        return "step"

    found = tournament(Race(), "random", walk, games=1_000, swap=False)
    assert found.counts(1).wins == 1_000
    found = tournament(Race(), "perfect", "random", games=1_000, swap=False)
    assert 0 < found.counts(0).wins < 1_000
    assert tournament(Race(), "greedy", "random", games=500).counts(0).win_rate.rate > 0.5
