"""Proofs of strategies, against tiny fixed-point code that shares nothing with them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest
from tests.random_games import (
    AgainIntegers,
    AgainStrings,
    OnIntegers,
    OnTuples,
    PuzzleIntegers,
    SeatedIntegers,
    mixed,
)

from perfectplay import Game, Value, prove, solve
from perfectplay.assembly.proof import Break, Proof
from perfectplay.contract.rules import Rules
from perfectplay.games.nim import LastMouseLost, Nim
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.words.errors import EndlessGameError, ParameterError, RulesError, StrategyError

GAMES = (OnIntegers, OnTuples, AgainIntegers, AgainStrings, SeatedIntegers, PuzzleIntegers)
SMALL = [seed for seed in range(400) if seed % 10 not in (4, 5, 6, 8, 9)]
FAR = 10**9


# --- the slow, obvious twin -----------------------------------------------------------------------


@dataclass(frozen=True)
class Twin:
    """Whether each claim holds, and the fewest plies to a break that comes to an end, else FAR."""

    holds: bool
    plies: int


def twin(game: Game, answer: Callable[[Any, Any], Any], seat: int, claim: str) -> Twin:
    """Every (state, seat to move, last moves of both seats) that plays reach; then fixed points."""
    first = game.start()
    knows = type(game).player is not Game.player
    turn = (game.player(first) or 0) if knows else 0
    nodes: dict[Any, Any] = {}
    waiting = [(first, turn, None, None)]
    while waiting:
        node = waiting.pop()
        if node in nodes:
            continue
        state, mover, *lasts = node
        over = game.outcome(state)
        moves = [] if over is not None else list(game.moves(state))
        if not moves:
            value = game.stuck if over is None else over
            won = (value if mover == seat else value.negated) - Value.DRAW
            nodes[node] = won < (1 if claim == "win" else 0), []
            continue
        if mover == seat:
            chosen = answer(state, lasts[1 - seat])
            moves = [move for move in moves if move == chosen and chosen is not None][:1]
        below = []
        for move in moves:
            child = game.play(state, move)
            kept = list(lasts)
            kept[mover] = move
            after = mover if game.moves_again(state, move) else 1 - mover
            below.append((child, after, *kept))
        nodes[node] = not below, below
        waiting += below
    # the fewest plies in which the opponent, who alone chooses, comes to what is bad
    far = {node: 0 if bad else FAR for node, (bad, _) in nodes.items()}
    # and whether all plays from a node come to an end
    ends = {node: not below for node, (_, below) in nodes.items()}
    changed = True
    while changed:
        changed = False
        for node, (_, below) in nodes.items():
            plies = min([far[child] + 1 for child in below], default=far[node])
            if plies < far[node]:
                far[node], changed = plies, True
            if not ends[node] and all(ends[child] for child in below):
                ends[node] = changed = True
    root = (first, turn, None, None)
    broken = far[root] < FAR
    return Twin(not broken and (claim == "draw" or ends[root]), far[root])


def check_break(game: Game, proof: Proof, answer: Callable[[Any, Any], Any], plies: int) -> None:
    """The play is one of the game, the strategy's moves are its own, and its end is as it says."""
    broken = proof.broken
    assert broken is not None
    rules = Rules(game)
    state, lasts = game.start(), [None, None]
    assert broken.positions[0].state == state
    seen = []
    for place, move in zip(broken.positions, broken.moves, strict=False):
        assert place.state == state
        seen.append((state, place.seat, lasts[1 - proof.seat]))
        if place.seat == proof.seat:
            assert answer(state, lasts[1 - proof.seat]) == move
        assert move in list(game.moves(state))
        lasts[place.seat] = move
        state = game.play(state, move)
    last = broken.positions[-1]
    assert last.state == state
    assert len(broken.positions) == len(broken.moves) + 1
    position = rules.position(state)
    if broken.kind is Break.ENDLESS:
        assert plies >= FAR
        assert proof.claim == "win"
        again = broken.positions[broken.loop_from]
        assert again == last
        assert 0 <= broken.loop_from < len(broken.moves)
        return
    assert len(broken.moves) == plies
    if broken.kind in (Break.LOST, Break.DRAWN):
        assert position.outcome is not None
        value = position.outcome if last.seat == proof.seat else position.outcome.negated
        assert value is (Value.LOSS if broken.kind is Break.LOST else Value.DRAW)
    else:
        assert position.outcome is None
        assert last.seat == proof.seat
        given = answer(state, lasts[1 - proof.seat])
        assert (given is None) == (broken.kind is Break.NO_ANSWER)
        assert given not in list(game.moves(state))
        assert broken.answer == given


def by_hash(game: Game, salt: int, asks_last: bool) -> Callable[[Any, Any], Any]:
    """Any legal move, one in forty times none or one that is not legal."""

    def answer(state, last):
        seed, node, side = game.plain(state)
        heard = 0 if last is None or not asks_last else last + 1
        number = mixed(seed + salt, node * 4 + side, heard)
        if number % 80 < 2:
            return None if number % 2 else 99
        moves = list(game.moves(state))
        return moves[number // 80 % len(moves)]

    return answer


@pytest.mark.parametrize("game_class", GAMES)
@pytest.mark.parametrize("asks_last", [False, True])
def test_random_strategies_against_the_twin(game_class, asks_last):
    kinds = set()
    for seed in SMALL[:: 2 if asks_last else 1]:
        game = game_class(seed)
        answer = by_hash(game, seed, asks_last)
        given = answer if asks_last else lambda state, answer=answer: answer(state, None)
        for seat in range(game.players):
            for claim in ("win", "draw"):
                proof = prove(game, given, seat, claim)
                expected = twin(game, answer, seat, claim)
                assert proof.holds == expected.holds, (seed, seat, claim)
                kinds.add((claim, proof.broken and proof.broken.kind))
                if not proof.holds:
                    check_break(game, proof, answer, expected.plies)
    assert kinds >= {("win", None), ("draw", None), ("draw", Break.LOST), ("win", Break.ENDLESS)}
    assert kinds >= {("win", Break.DRAWN), ("win", Break.NO_ANSWER), ("draw", Break.ILLEGAL)}


@pytest.mark.parametrize("game_class", GAMES)
def test_perfect_strategies_are_always_proved(game_class):
    proved = 0
    for seed in SMALL:
        game = game_class(seed)
        solution = solve(game)
        mover = Rules(game).player(game.start()) or 0

        def perfect(state, solution=solution):
            return solution.perfect_moves(state)[0]

        for seat in range(game.players):
            value = solution.value(game.start())
            value = value if seat == mover else value.negated
            assert prove(game, perfect, seat, "draw").holds == (value >= Value.DRAW)
            assert prove(game, perfect, seat, "win").holds == (value is Value.WIN)
            proved += value is Value.WIN
    assert proved > 20


# --- the mirror (systems.md S4) ---------------------------------------------------------------


def test_the_mirror_is_proved():
    proof = prove(LastMouseLost(), "mirror", seat=1, claim="win")
    assert proof.holds
    assert proof.longest == 27  # as long as perfect play: systems.md S4
    assert (proof.states, proof.replies) == (2_547, 2_412)
    # a row in the middle is its own opposite
    odd = prove(LastMouseLost(rows=(2, 7, 4, 7, 2)), "mirror", seat=1)
    assert odd.broken.kind is Break.NO_ANSWER
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
    assert proof.broken.kind is Break.NO_ANSWER
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
        return mirror_as_stated(state, last) or solution.perfect_moves(state)[0]

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
    assert prove(Walk(), lambda state: "stay", seat=1).broken.kind is Break.LOST

    def to_the_middle(state):
        return "right" if state[0] < 3 else "left"

    proof = prove(Walk(6), to_the_middle, seat=1, claim="draw")
    assert proof.holds
    assert proof.longest is None
    proof = prove(Walk(6), to_the_middle, seat=1, claim="win")
    assert proof.broken.kind is Break.ENDLESS
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
    assert prove(Steps(), lambda state: "double", seat=0).broken.kind is Break.LOST
    back = prove(Steps(), lambda state: "add" if state < 3 else "back", seat=0)
    assert back.broken.kind is Break.ENDLESS
    assert back.broken.moves == ("add", "add", "back")
    assert prove(Steps(), lambda state: "back", seat=0, claim="draw").holds
    with pytest.raises(ParameterError, match="a puzzle has one player only"):
        prove(Steps(), lambda state: "add", seat=1)


def test_a_game_that_is_too_large_to_solve():
    """Only what the strategy lets happen is looked at."""
    assert prove(Nim(rows=(99, 99)), "mirror", seat=1).states == 5_050 + 4_950
    with pytest.raises(EndlessGameError, match="--max-states"):
        prove(Nim(rows=(99, 99)), "mirror", seat=1, max_states=500)


# --- what goes wrong -----------------------------------------------------------------------------


def test_breaks_of_their_own_kind():
    assert prove(ThreeRocks(), lambda state: (9, 9), 0).broken.kind is Break.ILLEGAL
    assert prove(ThreeRocks(), lambda state: (9, 9), 0).broken.answer == (9, 9)
    assert prove(ThreeRocks(), lambda state: None, 0).broken.kind is Break.NO_ANSWER
    lost = prove(ThreeRocks(1, 1), lambda state: (1, 0) if state[0] else (0, 1), 0)
    assert lost.broken.kind is Break.LOST
    first_free = prove(TicTacToe(), lambda game, state: next(iter(game.moves(state))), 0, "draw")
    assert first_free.broken.kind is Break.LOST


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
    assert [step["move_text"] for step in answer["broken"]["play"]] == ["1,0", "0,1", None]
    assert answer["broken"]["play"][2] == {
        "ply": 2, "state": [0, 0], "text": "0,0", "seat": 0, "move": None, "move_text": None
    }  # fmt: skip
