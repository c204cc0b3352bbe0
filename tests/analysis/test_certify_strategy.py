"""Proof files of given strategies: what they record, and whether it holds, against plain walks."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from perfectplay import Game, Value, certify, prove, solve
from perfectplay.analysis.card.card import card
from perfectplay.analysis.certify.certified_claim import CertifiedClaim
from perfectplay.analysis.proof import BreakKind
from perfectplay.core.errors import (
    BrokenStrategyError,
    ParameterError,
    StateLimitError,
    StrategyError,
)
from perfectplay.games.chopsticks import Chopsticks
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.eight_puzzle import EightPuzzle
from perfectplay.games.hexapawn import Hexapawn
from perfectplay.games.kalah import Kalah
from perfectplay.games.kayles import Kayles
from perfectplay.games.mu_torere import MuTorere
from perfectplay.games.nim import LastMouseLost, Nim
from perfectplay.games.spoons import Spoons
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from proof_files import checked, chosen, refused_alterations, still_proves
from random_games import AgainIntegers, OnIntegers, OnTuples, SeatedIntegers, mixed

GAMES: list[Game] = [
    TicTacToe(), Nim((1, 2, 3)), Nim((1, 2), misere=True), Kayles(5), Hexapawn(3), Kalah(2, 2),
    Chopsticks(3), Spoons(), MuTorere(), ConnectFour(3, 3, 3),
]  # fmt: skip

GRAPHS = [
    kind(seed)
    for kind in (OnIntegers, OnTuples, AgainIntegers, SeatedIntegers)
    for seed in (1, 2, 3, 7, 11, 12, 17, 21, 22, 31, 32, 33, 52, 57, 87, 91, 101)
]


def strategies(reference: Any) -> dict[str, Callable[..., Any]]:
    """Answers of several kinds: perfect, of a random table, and by the last move as well."""
    rules = reference.rules

    def legal(state: Any) -> list[Any]:
        return list(rules.moves(state))

    def of_a_table(state: Any) -> Any:
        moves = legal(state)
        return moves[mixed(len(repr(state)), sum(map(ord, repr(state))), 1) % len(moves)]

    def by_the_last(state: Any, last: Any) -> Any:
        best = reference.best_moves(state)
        return best[mixed(sum(map(ord, repr(last))), len(best), 2) % len(best)]

    def careless(state: Any, last: Any) -> Any:
        moves = legal(state)
        return moves[mixed(sum(map(ord, repr(last))), len(moves), 3) % len(moves)]

    return {
        "perfect": lambda state: reference.best_moves(state)[0],
        "table": of_a_table,
        "by the last": by_the_last,
        "careless": careless,
    }


@dataclass
class PlainWalk:
    """Every (state, mine, last move of the opponent) of plays against a strategy, by definition.

    answers: the numbers of its moves by position; worst: the worst end; longest: plies, None if a
    play is endless."""

    answers: dict[Any, set[int]]
    positions: int
    worst: Value
    longest: int | None


def plain_walk(rules: Any, answer: Callable[..., Any], mine: bool) -> PlainWalk:
    """Of a strategy that plays first from the start if it is ``mine``."""
    asks_last = answer.__code__.co_argcount == 2
    answers, worst = defaultdict(set), Value.WIN
    waiting: list[tuple[Any, bool, Any]] = [(rules.start(), mine, None)]
    children: dict[Any, set[Any]] = {}
    while waiting:
        node = waiting.pop()
        if node in children:
            continue
        state, my_turn, last = node
        outcome, options, *_ = rules.position(state)
        children[node] = set()
        if outcome is not None:
            worst = min(worst, outcome if my_turn else outcome.negated)
            continue
        if my_turn:
            move = answer(state, last) if asks_last else answer(state)
            number = [one for one, _ in options].index(move)
            answers[state].add(number)
            options = [options[number]]
        for move, child in options:
            turn = my_turn if rules.moves_again(state, move, child) else not my_turn
            after = child, turn, (last if my_turn else move)
            children[node].add(after)
            waiting.append(after)
    positions = {(state, my_turn) for state, my_turn, _ in children}
    return PlainWalk(answers, len(positions), worst, longest_play(children))


def longest_play(children: dict[Any, set[Any]]) -> int | None:
    """Each node is as far from its last end as the farthest child and one; as often as there are
    nodes, unless something still changes then."""
    far = dict.fromkeys(children, 0)
    for _ in range(len(children) + 1):
        new = {one: max((far[c] + 1 for c in some), default=0) for one, some in children.items()}
        if new == far:
            return max(far.values())
        far = new
    return None


def check_a_strategy(game: Game, name: str, reference: Any, tmp_path: Path) -> set[Any]:
    """All claims about one strategy; return what came of them."""
    answer, outcomes = strategies(reference)[name], set()
    for second in (False, True):
        walk = plain_walk(reference.rules, answer, not second)
        claims = [CertifiedClaim(second, False), CertifiedClaim(second, True)]
        if walk.longest:
            claims += [CertifiedClaim(second, True, walk.longest + more) for more in (0, -1)]
        for claim in claims:
            outcomes.add(check_a_claim(game, answer, claim, walk, reference, tmp_path))
    return outcomes


def check_a_claim(
    game: Game,
    answer: Any,
    claim: CertifiedClaim,
    walk: PlainWalk,
    reference: Any,
    tmp_path: Path,
) -> Any:
    """A file if the claim holds, else the play that breaks it; return what it was."""
    holds = walk.worst >= (Value.WIN if claim.wins else Value.DRAW)
    if claim.wins and walk.longest is None:
        holds = False
    if claim.plies is not None and (walk.longest or 0) > claim.plies:
        holds = False
    if not holds:
        with pytest.raises(BrokenStrategyError, match="it is not so that the") as raised:
            certify(game, str(claim), strategy=answer)
        check_the_break(game, raised.value.proof, answer, claim)
        return claim.wins, raised.value.proof.broken.kind
    several = any(len(some) > 1 for some in walk.answers.values())
    try:
        proof = certify(game, str(claim), strategy=answer)
    except StrategyError as error:  # its answers depend on the last move
        if isinstance(error, BrokenStrategyError) or not (claim.wins and several):
            raise
        return "last moves"
    assert checked(game, proof.text(), tmp_path) == proof.positions == walk.positions
    assert still_proves(reference, claim, list(proof.moves))
    wanted = {state: tuple(sorted(some)) for state, some in walk.answers.items()}
    assert sorted(wanted.values()) == sorted(map(chosen, proof.moves))
    assert recorded_moves(reference, claim, proof.moves) == wanted
    return claim.wins, "several" if several else "one"


def recorded_moves(reference: Any, claim: CertifiedClaim, moves: Any) -> dict[Any, tuple[int, ...]]:
    """The moves of a file by state, by a walk of its own. (States of the prover tell no more than
    its turn, so that none comes up with two.)"""
    rules, left, found = reference.rules, [chosen(one) for one in moves], {}
    queue = [(reference.start, not claim.second)]
    for state, mine in queue:
        options = rules.position(state).options
        if mine and options:
            found[state] = left.pop(0)
            options = [options[number] for number in found[state]]
        for move, child in options:
            after = child, mine if rules.moves_again(state, move, child) else not mine
            if after not in queue:
                queue.append(after)
    assert not left
    return found


def check_the_break(game: Game, proof: Any, answer: Any, claim: CertifiedClaim) -> None:
    """The play is of legal moves, the strategy's own are its answers, and it ends as is said."""
    positions, broken = proof.broken.positions, proof.broken
    last = None
    for number, move in enumerate(broken.moves):
        here, after = positions[number], positions[number + 1]
        assert move in list(game.moves(here.state))
        assert game.play(here.state, move) == after.state
        if here.seat == proof.seat:
            takes_last = answer.__code__.co_argcount == 2
            assert move == (answer(here.state, last) if takes_last else answer(here.state))
        else:
            last = move
    end = proof.game.outcome(positions[-1].state)
    if end is None and not list(game.moves(positions[-1].state)):
        end = game.stuck
    mine = positions[-1].seat == proof.seat
    if broken.kind is BreakKind.LOST:
        assert (end if mine else end.negated) is Value.LOSS
    elif broken.kind is BreakKind.DRAWN:
        assert (claim.wins, end) == (True, Value.DRAW)
    elif broken.kind is BreakKind.ENDLESS:
        assert positions[broken.loop_from] == positions[-1]
    else:
        assert (broken.kind, end, len(broken.moves)) == (BreakKind.LATE, None, claim.plies)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
@pytest.mark.parametrize("name", ["perfect", "table", "by the last", "careless"])
def test_every_claim_about_a_strategy(game: Game, name: str, tmp_path: Path) -> None:
    check_a_strategy(game, name, solve(game, method="reference"), tmp_path)


@pytest.mark.parametrize("name", ["perfect", "table", "by the last", "careless"])
def test_random_graphs(name: str, tmp_path: Path) -> None:
    """With loops, seats that move again, ends of all kinds and states that are stuck."""
    outcomes = set()
    for game in GRAPHS:
        outcomes |= check_a_strategy(game, name, solve(game, method="reference"), tmp_path)
    assert outcomes >= {(False, "one"), (False, BreakKind.LOST), (True, BreakKind.DRAWN)}
    assert outcomes >= {(True, "one"), (True, BreakKind.ENDLESS), (True, BreakKind.LATE)}
    if name == "by the last":
        assert outcomes >= {(False, "several")}


@dataclass(frozen=True)
class Token(Game):
    """A token on 0 to ``size``; whoever moves it off the end of the other, wins. ``steps`` left or
    right; the second player may stay."""

    size: int = 6

    def start(self) -> Any:
        return (self.size // 2, 0)

    def player(self, state: Any) -> int:
        return int(state[1])

    def moves(self, state: Any) -> Any:
        return ("left", "right", "stay")[: 2 + state[1]]

    def play(self, state: Any, move: str) -> Any:
        return (state[0] + {"left": -1, "right": 1, "stay": 0}[move], 1 - state[1])

    def outcome(self, state: Any) -> Value | None:
        if 0 < state[0] < self.size:
            return None
        first_wins = state[0] == self.size
        return Value.WIN if first_wins == (state[1] == 0) else Value.LOSS


def undo(state: Any, last: Any) -> str:
    """Back to where the token was."""
    return "left" if last == "right" else "right"


def stays(state: Any, last: Any) -> str:
    """As `undo`, but it stays where the token came from the right to 2 or 3."""
    return "stay" if state[0] in (2, 3) and last == "left" else undo(state, last)


def test_answers_that_depend_on_the_last_move(tmp_path: Path) -> None:
    """The second player undoes each step: in one position it would answer so or so."""
    game = Token()
    proof = certify(game, strategy=undo, seat="second")
    assert str(proof.claim) == "the second player does not lose"
    assert proof.moves == (1, 0)
    assert prove(game, undo, seat=1, claim="draw").holds

    wide = certify(Token(8), strategy=stays, seat=1)
    assert checked(Token(8), wide.text(), tmp_path) == wide.positions
    assert wide.moves == ((0, 2), 0, 1, 2, 0)
    assert wide.text().endswith("\nmoves:\n0,2 0 1 2 0\n")


@dataclass(frozen=True)
class Written(Game):
    """Positions with their moves: the last letter of a position is the seat to move."""

    edges: Any = ()

    def start(self) -> str:
        return "a0"

    def player(self, state: str) -> int:
        return int(state[-1])

    def moves(self, state: str) -> Any:
        return list(dict(self.edges)[state])

    def play(self, state: str, move: str) -> str:
        return str(dict(self.edges)[state][move])

    def outcome(self, state: str) -> Value | None:
        return Value.LOSS if state == "end1" else None


BEGINNING = {
    "a0": {"go": "b1"},
    "b1": {"far": "c0", "y": "p0"},
    "c0": {"go": "d1"},
    "d1": {"x": "p0"},
    "p0": {"win": "end1", "long": "q1"},
}
"""To p0 after two plies by y, and after four by x."""


def long_after_y(state: str, last: str | None) -> str:
    """So the longest play has 5 plies; without last moves it has 7, or none is the longest."""
    if state == "p0":
        return "long" if last == "y" else "win"
    return "win" if state == "r0" else "go"


def test_a_win_that_positions_alone_do_not_prove(tmp_path: Path) -> None:
    loop = Written(tuple({**BEGINNING, "q1": {"on": "p0"}}.items()))
    longer = Written(tuple({**BEGINNING, "q1": {"on": "r0"}, "r0": {"win": "end1"}}.items()))
    assert [prove(game, long_after_y, seat=0).longest for game in (loop, longer)] == [5, 5]
    with pytest.raises(StrategyError, match="a play need never end; a proof file has positions"):
        certify(loop, "the first player wins", strategy=long_after_y)
    with pytest.raises(StrategyError, match="a play takes more than 5 plies; a proof file"):
        certify(longer, "the first player wins in 5 plies", strategy=long_after_y)
    for game, claim in ((loop, "does not lose"), (longer, "wins"), (longer, "wins in 7 plies")):
        proof = certify(game, f"the first player {claim}", strategy=long_after_y)
        assert (0, 1) in proof.moves
        assert checked(game, proof.text(), tmp_path) == proof.positions


@pytest.mark.parametrize(
    ("game", "strategy", "seat"),
    [
        (LastMouseLost(rows=(2, 4, 4, 2)), "mirror", "second"),
        (
            Token(8),
            lambda s, last: "stay" if s[0] in (2, 3) and last == "left" else undo(s, last),
            1,
        ),
        (Nim((1, 2, 4)), "perfect", 0),
        (TicTacToe(), "perfect", "first"),
        (Chopsticks(3), "perfect", "second"),
    ],
    ids=["mirror", "stays", "nim", "tic_tac_toe", "chopsticks"],
)
def test_altered_files_are_refused_unless_they_prove_it(
    game: Game, strategy: Any, seat: Any, tmp_path: Path
) -> None:
    reference = solve(game, method="reference")
    if strategy == "perfect":
        strategy = strategies(reference)["perfect"]
    proof = certify(game, strategy=strategy, seat=seat)
    assert refused_alterations(proof, reference, tmp_path) > 300


def test_a_card_is_a_strategy(tmp_path: Path) -> None:
    (tmp_path / "card.py").write_text(card(ThreeRocks(4, 4), "second").source)
    proof = certify(ThreeRocks(4, 4), strategy=f"{tmp_path / 'card.py'}:card", seat="second")
    assert str(proof.claim) == "the second player wins"
    assert checked(ThreeRocks(4, 4), proof.text(), tmp_path) == proof.positions
    assert proof.as_dict()["strategy"].endswith("card.py:card")
    assert (proof.states, proof.as_dict()["share"]) == (None, None)


def test_a_game_too_large_to_solve(tmp_path: Path) -> None:
    """Of 1,679,616 states the strategy meets 27,216: the figures of docs/strategies.md."""
    game = Nim(rows=(5, 5, 5, 5, 5, 5, 5, 5))
    proof = certify(game, strategy="mirror", seat=1)
    assert (str(proof.claim), proof.positions) == ("the second player wins", 27_216)
    assert checked(game, proof.text(), tmp_path) == 27_216
    with pytest.raises(StateLimitError):
        certify(game, strategy="mirror", seat=1, max_states=1_000)


def test_the_name_of_a_strategy_cannot_change_the_file(tmp_path: Path) -> None:
    def named(state: Any) -> Any:
        return next(iter(Nim((1, 1)).moves(state)))

    named.__name__ = "x\nmoves:\n0 0 0"
    proof = certify(Nim((1, 1)), strategy=named, seat="second")
    assert proof.text().count("\nmoves:\n") == 1
    assert checked(Nim((1, 1)), proof.text(), tmp_path) == proof.positions


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (None, "after 0 plies, the first player (same) has no answer"),
        ((7, 1), "after 0 plies, the first player (same) answers 1 from row 8, which is not legal"),
        ((0, 1), "(same) answers 1 from row 1, which is not legal (1 from row 1  1 from row 2)"),
    ],
)
def test_answers_that_break_every_claim(answer: Any, sentence: str) -> None:
    def same(state: Any) -> Any:
        return answer

    with pytest.raises(BrokenStrategyError) as raised:
        certify(Nim((1, 2, 3)), strategy=same, seat="first")
    assert raised.value.proof.broken.kind in (BreakKind.NO_ANSWER, BreakKind.ILLEGAL)
    assert str(raised.value).startswith("it is not so that the first player does not lose: ")
    assert str(raised.value).endswith(sentence)


def test_the_message_has_the_play() -> None:
    def greedy(game: Any, state: Any) -> Any:
        return max(game.moves(state), key=lambda move: move[1])

    with pytest.raises(BrokenStrategyError) as raised:
        certify(Nim((1, 2)), strategy=greedy, seat="first")
    assert str(raised.value) == (
        "it is not so that the first player does not lose: the first player (greedy) loses after "
        "2 plies (2 from row 2  1 from row 1)"
    )


def test_what_is_no_strategy() -> None:
    chance = random.Random(3)

    def at_random(game: Any, state: Any) -> Any:
        return chance.choice(list(game.moves(state)))

    with pytest.raises(StrategyError, match="must always answer the same"):
        certify(TicTacToe(), strategy=at_random, seat="first")
    with pytest.raises(StrategyError, match="raised ZeroDivisionError"):
        certify(TicTacToe(), strategy=lambda state: 1 // 0, seat="first")
    with pytest.raises(StrategyError, match="no strategy 'miror' in the library; did you mean"):
        certify(Nim((1, 2)), strategy="miror", seat="first")
    with pytest.raises(StrategyError, match="expected"):
        certify(Nim((1, 2)), strategy=lambda: 1, seat="first")


def test_whom_a_strategy_plays() -> None:
    with pytest.raises(ParameterError, match="say which player the strategy plays"):
        certify(Nim((1, 1)), strategy="mirror")
    with pytest.raises(ParameterError, match="is about the other player: the strategy plays first"):
        certify(Nim((1, 1)), "the second player wins", strategy="mirror", seat="first")
    with pytest.raises(ParameterError, match="seat must be 0 or 1"):
        certify(Nim((1, 1)), strategy="mirror", seat=2)
    with pytest.raises(ParameterError, match="a proof needs a claim"):
        certify(Nim((1, 1)))
    with pytest.raises(ParameterError, match="whom a given strategy plays"):
        certify(Nim((1, 1)), "the second player wins", seat="second")
    with pytest.raises(ParameterError, match="a puzzle has its solution"):
        certify(EightPuzzle(), strategy=lambda state: 1, seat=0)
    with pytest.raises(ParameterError, match="proof files are about plays"):
        certify(Kalah(2, 2, scoring=True), strategy=lambda state: 1, seat=0)
