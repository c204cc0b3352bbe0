"""Proofs of strategies: the mirror's, loops, puzzles, moving again, and what goes wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pytest

from perfectplay import Game, Value, prove, solve
from perfectplay.analysis.proof import BreakKind
from perfectplay.core.errors import ParameterError, RulesError, StateLimitError, StrategyError
from perfectplay.games.nim import LastMouseLost, Nim
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe

# --- the mirror strategy of Last Mouse Lost -----------------------------------------------------


def test_the_mirror_is_proved():
    proof = prove(LastMouseLost(), "mirror", seat=1, claim="win")
    assert proof.holds
    assert proof.longest == 27  # as long as perfect play
    assert (proof.states, proof.replies) == (2_547, 2_412)
    # a row in the middle is its own opposite
    odd = prove(LastMouseLost(rows=(2, 7, 4, 7, 2)), "mirror", seat=1)
    assert odd.broken.kind is BreakKind.NO_ANSWER
    assert prove(LastMouseLost(rows=(2, 7, 7, 2)), "mirror", seat=1).holds
    assert prove(Nim(rows=(1, 4, 9, 9, 4, 1)), "mirror", seat=1).holds


def test_the_states_of_the_mirror_s_proof_are_as_the_solution_says():
    """From each state that it leaves the opponent, the opponent loses."""
    game = LastMouseLost()
    solution = solve(game)
    proof = prove(game, "mirror_as_stated", seat=1)
    for position in proof.broken.positions:
        wanted = Value.LOSS if position.seat == 0 else Value.WIN
        assert solution.value(position.state) is wanted


def test_the_hole_of_the_mirror_as_stated():
    proof = prove(LastMouseLost(), "mirror_as_stated", seat=1, claim="win")
    assert proof.broken.kind is BreakKind.NO_ANSWER
    # only rows of one are left, and the row opposite to the one just taken is empty
    assert proof.broken.positions[-1].state == (1, 1, 0, 0, 1, 1)
    assert proof.broken.moves[-1] == (2, 1)
    assert len(proof.broken.moves) == 7


def test_no_play_breaks_the_mirror_as_stated_but_by_no_answer():
    """Where it answers it wins: given any answer in its holes that is right, it is proved."""
    game = LastMouseLost()
    solution = solve(game)
    from perfectplay.games.strategies.mirror import mirror_as_stated

    def filled(state, last):
        return mirror_as_stated(state, last) or solution.best_moves(state)[0]

    assert prove(game, filled, seat=1).holds


# --- loops, puzzles, moving again --------------------------------------------------------------


@dataclass(frozen=True)
class Walk(Game):
    """A token on 0 ... ``size``: left, right or, for the second player, stay. Who reaches
    ``size`` wins; who reaches 0 loses."""

    size: int = 4

    def start(self):
        return (self.size // 2, 0)

    def player(self, state):
        return state[1]

    def moves(self, state):
        yield from ("left", "right", "stay")[: 2 + state[1]]

    def play(self, state, move):
        return (state[0] + {"left": -1, "right": 1, "stay": 0}[move], 1 - state[1])

    def outcome(self, state):
        if state[0] == 0:
            return Value.WIN
        return Value.LOSS if state[0] == self.size else None


def test_an_endless_play_breaks_a_win_and_no_draw():
    assert prove(Walk(), lambda state: "stay", seat=1).broken.kind is BreakKind.LOST

    def to_the_middle(state):
        return "right" if state[0] < 3 else "left"

    proof = prove(Walk(6), to_the_middle, seat=1, claim="draw")
    assert proof.holds
    assert proof.longest is None
    proof = prove(Walk(6), to_the_middle, seat=1, claim="win")
    assert proof.broken.kind is BreakKind.ENDLESS
    assert proof.broken.loop_from == 0
    assert [p.state for p in proof.broken.positions] == [(3, 0), (2, 1), (3, 0)]
    assert proof.broken.moves == ("left", "right")


@dataclass(frozen=True)
class Twice(Game):
    """Stones; a mover who takes one moves again. Who takes the last one wins."""

    stones: int = 6

    def start(self):
        return self.stones

    def moves(self, state):
        return range(1, min(state, 2) + 1)

    def play(self, state, move):
        return state - move

    def outcome(self, state):
        return Value.LOSS if state == 0 else None

    def moves_again(self, state, move):
        return move == 1 and state > 1


def test_the_last_move_is_the_opponent_s_however_often_one_moves():
    asked = []

    def strategy(state, last):
        asked.append((state, last))
        return 1

    proof = prove(Twice(3), strategy, seat=0)
    assert proof.holds
    assert set(asked) == {(3, None), (2, None), (1, None)}
    asked.clear()
    prove(Twice(4), strategy, seat=1, claim="draw")
    assert set(asked) == {(2, 2), (1, 2)}  # 1, 1, then 2 wins for the first player: none is left


def test_moves_need_not_be_hashable():
    """Nor need they be of one type."""

    class Listed(Twice):
        def moves(self, state):
            return [[1], "two"][: min(state, 2)]

        def play(self, state, move):
            return state - (1 if move == [1] else 2)

        def moves_again(self, state, move):
            return False

    def to_three(state, last):
        if last is None:
            return None
        return [1] if last == "two" else "two"

    assert prove(Listed(6), to_three, seat=1).holds
    assert prove(Listed(7), to_three, seat=1).broken.kind is BreakKind.LOST
    with pytest.raises(StrategyError, match="of type int where moves are of type list or str"):
        prove(Listed(6), lambda state, last: 1, seat=1)


@dataclass(frozen=True)
class Steps(Game):
    """A puzzle: from 1 to exactly ``goal`` by doubling, adding one, or going back to 1."""

    goal: int = 11
    players: ClassVar[int] = 1

    def start(self):
        return 1

    def moves(self, state):
        return ("double", "add", "back")

    def play(self, state, move):
        return {"double": 2 * state, "add": state + 1, "back": 1}[move]

    def outcome(self, state):
        if state == self.goal:
            return Value.WIN
        return Value.LOSS if state > self.goal else None


def test_puzzles():
    proof = prove(Steps(), lambda state: "add", seat=0)
    assert proof.holds
    assert (proof.states, proof.replies, proof.longest) == (11, 0, 10)
    assert prove(Steps(), lambda state: "double", seat=0).broken.kind is BreakKind.LOST
    back = prove(Steps(), lambda state: "add" if state < 3 else "back", seat=0)
    assert back.broken.kind is BreakKind.ENDLESS
    assert back.broken.moves == ("add", "add", "back")
    assert prove(Steps(), lambda state: "back", seat=0, claim="draw").holds
    with pytest.raises(ParameterError, match="a puzzle has one player only"):
        prove(Steps(), lambda state: "add", seat=1)


def test_only_what_the_strategy_lets_happen_is_looked_at():
    """Of 10^5 states: the 10^2 mirror images and what one move of the opponent makes of them."""
    rows = (9, 9, 0, 9, 9)
    assert prove(Nim(rows), "mirror", seat=1).states == 100 + 2 * 2 * 45 * 10
    with pytest.raises(StateLimitError, match="--max-states"):
        prove(Nim(rows), "mirror", seat=1, max_states=500)


# --- what goes wrong -----------------------------------------------------------------------------


def test_breaks_of_their_own_kind():
    assert prove(ThreeRocks(), lambda state: (9, 9), 0).broken.kind is BreakKind.ILLEGAL
    assert prove(ThreeRocks(), lambda state: (9, 9), 0).broken.answer == (9, 9)
    assert prove(ThreeRocks(), lambda state: None, 0).broken.kind is BreakKind.NO_ANSWER
    lost = prove(ThreeRocks(1, 1), lambda state: (1, 0) if state[0] else (0, 1), 0)
    assert lost.broken.kind is BreakKind.LOST
    first_free = prove(TicTacToe(), lambda game, state: next(iter(game.moves(state))), 0, "draw")
    assert first_free.broken.kind is BreakKind.LOST


RAISES = [
    (lambda state: state[7], "raised IndexError: .* in state 10,10 .*test_proof.py:"),
    (lambda state: [1, 0], r"answered \[1, 0\] in state 10,10, which cannot be hashed"),
    (lambda state: "left", "of type str where moves are of type tuple; a move here is such as"),
    (lambda state: True, "of type bool"),
    (lambda state, last: (yield), "of type generator"),
]


@pytest.mark.parametrize(("strategy", "said"), RAISES)
def test_what_is_no_answer_raises(strategy, said):
    with pytest.raises(StrategyError, match=said) as raised:
        prove(ThreeRocks(), strategy, 0)
    assert raised.value.state == (10, 10)


def test_by_chance_nothing_is_proved():
    turns = iter([(1, 0), (0, 1)] * 100)
    with pytest.raises(StrategyError, match="answered 1,0, and when asked again 0,1, in state"):
        prove(ThreeRocks(), lambda state: next(turns), 0)


def test_claims_and_seats_that_cannot_be():
    with pytest.raises(ParameterError, match="'win' or 'draw'"):
        prove(ThreeRocks(), lambda state: None, 0, "lose")  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="expected 0"):
        prove(ThreeRocks(), lambda state: None, 2)


def test_rules_that_break_a_promise():
    @dataclass(frozen=True)
    class Stuck(ThreeRocks):
        def moves(self, state):
            return [] if state[0] == 9 else [(1, 0)]

    with pytest.raises(RulesError, match="no legal move"):
        prove(Stuck(), lambda state: (1, 0), 0)


def test_as_json():
    answer = prove(ThreeRocks(1, 1), lambda state: (1, 0), 0).as_dict()
    assert answer["holds"] is False
    assert answer["broken"]["kind"] == "lost-end"
    assert [step["move_text"] for step in answer["broken"]["line"]] == ["1,0", "0,1", None]
    assert answer["broken"]["line"][2] == {
        "ply": 2, "state": [0, 0], "text": "0,0", "seat": 0, "move": None, "move_text": None
    }  # fmt: skip
