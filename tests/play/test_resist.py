"""The player that resists, against its definition written down once more."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from perfectplay import Game, Solution, Value, solve, tournament
from perfectplay.core.errors import ParameterError
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.hexapawn import Hexapawn
from perfectplay.games.nim import Nim
from perfectplay.games.original import Original
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.play.automatic import Minimax
from perfectplay.play.match import match
from perfectplay.play.players import make_player
from perfectplay.play.resist import Resist
from random_games import AgainIntegers, SeatedIntegers

GAMES: list[Game] = [
    TicTacToe(2, 3, 2),
    Hexapawn(3, 3),
    Nim((2, 3, 4)),
    Nim((7, 8)),  # more than twelve moves
    DotsAndBoxes(1, 2),
    ConnectFour(3, 3, 3),
    Original(3),
    *(AgainIntegers(seed) for seed in (3, 283)),
    *(SeatedIntegers(seed) for seed in (3, 324)),
]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_each_choice_is_that_of_the_definition(game: Game) -> None:
    solution = solve(game)
    player, known = Resist(solution.rules, solution), ByDefinition(solve(game, method="reference"))
    looked_at = 0
    for state in solution.states():
        options = solution.rules.position(state).options
        if not options:
            continue
        looked_at += len(options) > 1
        moves = [move for move, _ in options]
        assert player.choose(state, moves, None) == known.choice(state)
        assert player.choose(state, moves[::-1], None) == known.choice(state)
    assert looked_at


class ByDefinition:
    """The player in words of its definition: nothing is kept, and values are the reference's."""

    def __init__(self, reference: Solution) -> None:
        self.known, self.rules = reference, reference.rules

    def choice(self, state: Any) -> Any:
        options = self.rules.position(state).options
        plies = 4 if len(options) <= 12 else 2
        ranked = []
        for number, move in enumerate(self.allowed(state)):
            child = dict(options)[move]
            ranked.append((self.after(state, move, child, True, plies), -number, move))
        return max(ranked, key=lambda one: one[:2])[2]

    def allowed(self, state: Any) -> list[Any]:
        record = self.known.probe(state)
        drawn = record.value is Value.DRAW or record.score is not None
        fine = [m.move for m in record.moves if (m.keeps if drawn else m.best)]
        return [move for move, _ in self.rules.position(state).options if move in fine]

    def after(self, state: Any, move: Any, child: Any, own: bool, plies: int) -> Fraction:
        again = self.rules.moves_again(state, move, child)
        mover = own if again else not own
        worth = self.worth(child, mover, plies - 1)
        return (worth if again else -worth) + self.rules.gain(state, move)

    def worth(self, state: Any, own: bool, plies: int) -> Fraction:
        options = self.rules.position(state).options
        if plies == 0 or not options:
            if self.rules.scoring:
                return Fraction(self.known.score(state))
            numbers = {Value.WIN: 1, Value.DRAW: 0, Value.LOSS: -1}
            return Fraction(numbers[self.known.value(state)])
        results = {m: self.after(state, m, child, own, plies) for m, child in options}
        if own:
            return max(results[move] for move in self.allowed(state))
        expected = Fraction(0)
        for depth in (1, 2):
            ratings = Minimax(self.rules, depth).ratings(state)
            top = [
                m for (m, _), score in zip(options, ratings, strict=True) if score == max(ratings)
            ]
            expected += sum(results[move] for move in top) / Fraction(len(top)) / 2
        return expected


def test_it_wins_what_is_drawn_more_often_than_the_perfect_player() -> None:
    """The bounds of 95 % do not overlap."""
    solution = solve(ConnectFour(4, 4))
    assert solution.value(solution.start) is Value.DRAW
    hard, perfect = (
        tournament(solution, one, "minimax:2:1", games=500) for one in ("resist", "perfect")
    )
    assert hard.counts(0).losses == perfect.counts(0).losses == 0
    assert hard.counts(0).win_rate.low > perfect.counts(0).win_rate.high


def test_it_saves_what_is_lost_more_often_than_the_perfect_player() -> None:
    """The second player of Hexapawn on 4×4 has a lost game."""
    solution = solve(Hexapawn(4, 4))
    assert solution.value(solution.start) is Value.WIN
    for opponent in ("minimax:2:1", "minimax:3:1"):
        hard, perfect = (
            tournament(solution, opponent, one, games=1000, swap=False)
            for one in ("resist", "perfect")
        )
        assert hard.counts(1).win_rate.low > perfect.counts(1).win_rate.high


@pytest.mark.parametrize("game", [Nim((1, 3, 5)), Original(3), DotsAndBoxes(2, 2)], ids=repr)
def test_against_the_perfect_player_it_has_what_the_game_is_worth(game: Game) -> None:
    solution = solve(game)
    value = solution.value(solution.start)
    for seat, expected in ((0, value), (1, value.negated)):
        players = ("resist", "perfect") if seat == 0 else ("perfect", "resist")
        counts = tournament(solution, *players, games=10, swap=False, max_plies=200).counts(seat)
        assert (counts.wins, counts.draws, counts.losses) == {
            Value.WIN: (10, 0, 0),
            Value.DRAW: (0, 10, 0),
            Value.LOSS: (0, 0, 10),
        }[expected]


def test_its_name_has_no_seed() -> None:
    solution = solve(Nim((1, 2)))

    def typed(text: str) -> Any:
        return make_player(
            text, rules=solution.rules, human=lambda: None, solution=lambda: solution
        )

    assert typed("resist").name == "resist"
    assert typed("resist").repeats
    for text in ("resist:3", "resists"):
        with pytest.raises(ParameterError, match=rf"no player '{text}'.*keeping, resist, skill"):
            typed(text)
    events = list(match(solution.rules, [typed("resist"), typed("resist")]))
    assert len(events) > 2
