"""The pie rule against plain definitions of it, on random games and on the library."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import pytest

from operated_games import RANDOM, entries, solved
from perfectplay import Game, Value, solve
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import overrides
from perfectplay.game.operators.pie import FAR, KEPT, OFFERED, SWAPPED, pie
from perfectplay.games.hexapawn import Hexapawn
from perfectplay.games.kalah import Kalah
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from random_games import SeatedIntegers


@pytest.mark.thinned(3)
@pytest.mark.parametrize("game", RANDOM, ids=repr)
def test_who_is_offered_a_side_takes_the_better_one(game):
    operator, plain = pie(game), entries(game)
    rules = CheckedGame(game)
    offered = 0
    for state, (value, _) in solved(operator).items():
        inner, number = operator.inner(state), state[-1]
        if number == OFFERED and rules.position(inner).options:
            offered += 1
            assert value is max(plain[inner][0], plain[inner][0].negated)
            assert operator.play(state, operator.swap)[-1] == (
                SWAPPED if game_knows(game) else KEPT
            )
        elif number:
            assert value is plain[inner][0]
    assert offered or len(plain) < 30


def game_knows(game: Game) -> bool:
    return overrides(game, "player")


def test_with_the_pie_rule_the_first_player_never_wins_what_two_plies_do_not_end():
    for game in (Hexapawn(3, 4), ThreeRocks(7, 6), Kalah(3, 2), TicTacToe()):
        assert solve(pie(game)).value(pie(game).start()) is not Value.WIN
    assert solve(Hexapawn(3, 4)).value(Hexapawn(3, 4).start()) is Value.WIN


def test_a_swap_exchanges_the_seats_of_a_game_that_knows_them():
    swaps = 0
    for seed in range(60):
        game = pie(SeatedIntegers(seed))
        rules = CheckedGame(game)
        for state in solve(game).states():
            if state[-1] == OFFERED and rules.position(state).options:
                swaps += 1
                after = game.play(state, game.swap)
                assert rules.player(after) == 1 - rules.player(state)
                assert not rules.moves_again(state, game.swap, after)
    assert swaps > 20


def test_a_board_stays_as_it_is_when_sides_are_swapped():
    game = pie(Hexapawn())
    before = game.play(game.start(), next(game.moves(game.start())))
    after = game.play(before, game.swap)
    assert after[-1] == SWAPPED
    assert game.text(before, 1).replace("offered", "") in game.text(after, 0).replace(
        "sides swapped", "swap "
    )


def test_the_swap_waits_until_the_turn_passes():
    game = pie(Kalah(3, 2))  # whose first move may be made again
    rules, met = CheckedGame(game), set()
    for state in solve(game).states():
        for move, child in rules.position(state).options:
            if state[-1] == 0:
                again = rules.moves_again(state, move, child)
                assert child[-1] == (0 if again else OFFERED)
                met.add(again)
    assert met == {False, True}


def test_a_game_whose_move_looks_like_the_swap_is_refused():
    class Minus(ThreeRocks):
        def moves(self, state):
            yield from (m for m in super().moves(state))
            yield from ((-1, -1), (FAR, FAR))

    with pytest.raises(ValueError, match="stands for the swap"):
        solve(pie(Minus(2, 2)))


def test_minus_one_may_be_a_move_of_a_game_with_the_pie_rule():
    game = Balance(pushes=7)
    plain, pied = solve(game), solve(pie(game))
    text = pie(game).move_text
    assert [text(m) for m in pied.keeping_moves((-2, 6, OFFERED))] == ["swap"]
    offered = 0
    for state in pied.states():
        value = plain.value(Level(*state[:-1])) if state[-1] != 0 else None
        if state[-1] == OFFERED:
            offered += 1
            assert pied.value(state) is max(value, value.negated)
        elif value is not None:
            assert pied.value(state) is value
    assert offered == 4
    assert CheckedGame(pie(game)).position((0, 7, 0)).options[1][0] == -1


class Level(NamedTuple):
    height: int
    left: int


@dataclass(frozen=True)
class Balance(Game):
    """Push a level by 1 or 2, up or down; when the pushes are made, the side that is up wins."""

    size: int = 4
    pushes: int = 8

    def start(self):
        return Level(0, self.pushes)

    def moves(self, state):
        for push in (-2, -1, 1, 2):
            if -self.size <= state.height + push <= self.size:
                yield push

    def play(self, state, move):
        return Level(-(state.height + move), state.left - 1)

    def outcome(self, state):
        if state.left:
            return None
        return Value.DRAW if not state.height else Value.WIN if state.height > 0 else Value.LOSS
