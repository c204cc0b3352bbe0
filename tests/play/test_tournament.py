"""Tournaments: every way of playing against plays of `match`, and figures that are known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

from perfectplay import Game, Value, solve, tournament
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.kalah import Kalah
from perfectplay.games.nim import LastMouseLost, Nim
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.play.automatic import Automatic, Random
from perfectplay.play.match import PlayOver, PlayStopped, TurnBegins, match
from perfectplay.play.players import automatic_player
from perfectplay.play.strategy import make_strategy
from perfectplay.play.tournament import play_batches, rng
from perfectplay.play.tournament.play_batches import TournamentRun
from perfectplay.play.tournament.result import COUNT, STOPPED, PlayTally, wilson
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


# --- figures --------------------------------------------------------------------------------------


def exact(game: Game, state: Any) -> tuple[Fraction, Fraction, Fraction]:
    """Win, draw and loss of who moves, where both play at random."""

    @cache
    def chances(state: Any) -> tuple[Fraction, Fraction, Fraction]:
        outcome = game.outcome(state)
        if outcome is not None:
            return tuple(Fraction(outcome is v) for v in (Value.WIN, Value.DRAW, Value.LOSS))  # type: ignore[return-value]
        after = [chances(game.play(state, move)) for move in game.moves(state)]
        won, drawn, lost = (
            sum((chance[i] for chance in after), Fraction(0)) / len(after) for i in range(3)
        )
        return lost, drawn, won

    return chances(state)


def test_random_tic_tac_toe_comes_out_as_it_must() -> None:
    """Tic-tac-toe at random: 58.5 % first, 28.8 % second, 12.7 % drawn; exactly, by recursion."""
    chances = exact(TicTacToe(), TicTacToe().start())
    assert [round(float(p), 3) for p in chances] == [0.585, 0.127, 0.288]
    games = 200_000
    found = tournament(TicTacToe(), "random", "random", games=games, seed=3, swap=False)
    one = found.counts(0)
    for count, chance in zip((one.wins, one.draws, one.losses), chances, strict=True):
        sigma = float(games * chance * (1 - chance)) ** 0.5
        assert abs(count - games * chance) < 5 * sigma
        assert count != round(games * chance)  # drawn, not computed


def test_the_draws_are_even_at_every_ply() -> None:
    """Chi-squared over 6 choices: five degrees of freedom, 25.7 is one in 10,000."""
    for ply in range(6):
        got = np.zeros(6)
        for play in range(6_000):
            got[rng.chosen(rng.number(rng.number(rng.key(8, 1, None), play), ply), 6)] += 1
        assert 0 < ((got - 1_000) ** 2 / 1_000).sum() < 25.7


def test_mirror_never_loses_a_million_plays() -> None:
    """A million plays as the second player, without a loss."""
    found = tournament(LastMouseLost(), "random", "mirror", games=1_000_000, swap=False)
    assert (found.counts(1).wins, found.unanswered(1), found.stopped) == (1_000_000, 0, 0)
    stated = tournament(LastMouseLost(), "random", "mirror_as_stated", games=50_000, swap=False)
    assert stated.counts(1).wins == 50_000
    assert stated.unanswered(1) > 5_000


def test_perfect_play_is_not_beaten() -> None:
    found = tournament(TicTacToe(), "perfect", "random", games=20_000)
    assert found.counts(0).losses == 0 < found.counts(0).draws
    rocks = tournament(ThreeRocks(), "random", "perfect", games=20_000, swap=False)
    assert rocks.counts(1).wins == 20_000
    assert rocks.plies.most <= 10  # the start is lost in 10 plies, and the loser may err


def test_what_never_ends_is_stopped_and_a_draw() -> None:
    from perfectplay.registry.address import load_game

    found = tournament(load_game("fingers_down"), "perfect", "perfect", games=20, max_plies=50)
    assert (found.stopped, found.counts(0).draws, found.counts(1).draws) == (20, 20, 20)
    assert (found.plies.mean, found.plies.fewest, found.plies.most) == (50, 50, 50)


def test_the_result_as_json() -> None:
    found = tournament(ThreeRocks(1, 2), "random", lambda state: None, games=3, seed=1).as_dict()
    one, two = found["players"]
    assert (one["player"], two["player"]) == ("random", "<lambda>")
    assert [seat["plays"] for seat in one["by_seat"]] == [2, 1]
    assert [seat["plays"] for seat in two["by_seat"]] == [1, 2]
    assert one["wins"] + one["losses"] == 3 == two["wins"] + one["wins"]
    assert (one["unanswered"], two["unanswered"] > 0) == (0, True)
    assert found["plies"]["fewest"] <= found["plies"]["mean"] <= found["plies"]["most"]


@pytest.mark.parametrize(
    ("hits", "plays", "low", "high"),
    [
        # E. B. Wilson (1927); figures as in R. G. Newcombe, Statistics in Medicine 17 (1998)
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_s_interval(hits, plays, low, high) -> None:
    rate = wilson(hits, plays)
    assert rate is not None
    assert (round(rate.low, 4), round(rate.high, 4)) == (low, high)
    assert wilson(0, 0) is None


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
