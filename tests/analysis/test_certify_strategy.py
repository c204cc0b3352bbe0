"""Proof files of given strategies: what they record, and whether it holds, against plain walks."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from perfectplay import Game, Value, certify, prove, solve
from perfectplay.analysis.card.card import card
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
from proof_files import checked, refused_alterations
from random_games import AgainIntegers, OnIntegers, OnTuples, SeatedIntegers
from strategies_by_walk import (
    check_a_strategy,
    strategies,
)

GAMES: list[Game] = [
    TicTacToe(), Nim((1, 2, 3)), Nim((1, 2), misere=True), Kayles(5), Hexapawn(3), Kalah(2, 2),
    Chopsticks(3), Spoons(), MuTorere(), ConnectFour(3, 3, 3),
]  # fmt: skip

GRAPHS = [
    kind(seed)
    for kind in (OnIntegers, OnTuples, AgainIntegers, SeatedIntegers)
    for seed in (1, 2, 3, 7, 11, 12, 17, 21, 22, 31, 32, 33, 52, 57, 87, 91, 101)
]


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
