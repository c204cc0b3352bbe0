"""Proof files: each is checked by the small program, and so is each that was altered."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from perfectplay import Game, Value, certify, solve
from perfectplay.analysis.certify import checkproof
from perfectplay.analysis.certify.certificate import CHECKER
from perfectplay.core.errors import ParameterError
from perfectplay.game.sorted_moves import in_order
from perfectplay.games.chopsticks import Chopsticks
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.eight_puzzle import EightPuzzle
from perfectplay.games.hexapawn import Hexapawn
from perfectplay.games.kalah import Kalah
from perfectplay.games.kayles import Kayles
from perfectplay.games.mu_torere import MuTorere
from perfectplay.games.nim import Nim
from perfectplay.games.spoons import Spoons
from perfectplay.games.tic_tac_toe import TicTacToe
from proof_files import checked, refused_alterations

GAMES: list[Game] = [
    TicTacToe(), Nim((1, 2, 3)), Nim((1, 2), misere=True), Kayles(5), Hexapawn(3), Kalah(2, 2),
    Chopsticks(3), Spoons(), MuTorere(), ConnectFour(4, 3),
]  # fmt: skip

RULES = '''from dataclasses import dataclass
from perfectplay import Game, Value, put


@dataclass(frozen=True)
class Take(Game):
    """Take one to ``most`` stones from one of two heaps. Whoever takes the last one wins."""

    heaps: tuple[int, ...] = (3, 4)
    most: int = 3

    def start(self):
        return self.heaps

    def moves(self, state):
        for heap, stones in enumerate(state):
            for taken in range(1, min(stones, self.most) + 1):
                yield heap, taken

    def play(self, state, move):
        return put(state, move[0], state[move[0]] - move[1])

    def outcome(self, state):
        return Value.LOSS if not any(state) else None
'''


def claims_of(game: Game) -> dict[str, bool]:
    """Claims about a game, and whether they hold by the reference solver."""
    reference = solve(game, method="reference")
    value, plies = reference.value(reference.start), reference.remoteness(reference.start) or 0
    won = {"first": value is Value.WIN, "second": value is Value.LOSS}
    found = {}
    for who, other in (("first", "second"), ("second", "first")):
        found[f"the {who} player wins"] = won[who]
        found[f"the {who} player does not lose"] = not won[other]
        found[f"the {who} player wins in at most {plies} plies"] = won[who]
        if plies:
            found[f"the {who} player wins in at most {plies - 1} plies"] = False
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_what_holds_is_proved_and_nothing_else(game: Game, tmp_path: Path) -> None:
    for claim, holds in claims_of(game).items():
        if not holds:
            with pytest.raises(ParameterError, match="it is not so that the"):
                certify(game, claim)
            continue
        proof = certify(game, claim)
        assert checked(game, proof.text(), tmp_path) == proof.positions
        assert proof.positions <= 2 * proof.states


def test_proofs_are_small() -> None:
    """Tic-tac-toe has 5,478 positions, and Connect 4 on 4x4 has 161,029 (J. Tromp)."""
    assert certify(TicTacToe(), "the first player does not lose").positions < 250
    assert certify(TicTacToe(), "the second player does not lose").positions < 700
    game = ConnectFour(4, 4)
    for who in ("first", "second"):
        proof = certify(game, f"the {who} player does not lose")
        assert (proof.states, proof.positions / proof.states < 0.05) == (161_029, True)


@pytest.mark.landmark
def test_proofs_about_connect_four_on_5x4() -> None:
    """The figures of docs/proofs.md; at most 5 % of the states were wanted."""
    sizes = {"first": 9_264, "second": 22_680}
    for who, size in sizes.items():
        proof = certify(ConnectFour(5, 4), f"the {who} player does not lose")
        assert (proof.positions, proof.states) == (size, 3_945_711)


@pytest.mark.parametrize(
    ("game", "claim"),
    [
        (TicTacToe(), "the first player does not lose"),
        (Nim((1, 2, 4)), "the first player wins"),
        (Chopsticks(3), "the second player does not lose"),
        (MuTorere(), "the first player wins in at most 1 plies"),
    ],
    ids=lambda one: one if isinstance(one, str) else type(one).__name__,
)
def test_altered_proofs_are_refused_unless_they_prove_it(
    game: Game, claim: str, tmp_path: Path
) -> None:
    """A walk written anew, over the altered strategy, says which alterations still prove it."""
    reference = solve(game, method="reference")
    refused = refused_alterations(certify(game, claim), reference, tmp_path)
    assert refused > 400


def test_the_program_alone(tmp_path: Path) -> None:
    """In a process without perfectplay: the file of rules, and the parameters of the proof."""
    (tmp_path / "take.py").write_text(RULES)
    from perfectplay.registry.address import load_game

    game = load_game(str(tmp_path / "take.py"), {"heaps": "4,6", "most": "2"})
    certify(game, "the first player wins").write(tmp_path / "proof.txt")
    command = [sys.executable, "-I", "-S", str(CHECKER), str(tmp_path / "proof.txt")]
    done = subprocess.run(
        [*command, str(tmp_path / "take.py:Take")], capture_output=True, text=True, cwd=tmp_path
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(
        r"proved on \d+ positions: the first player wins, with the parameters "
        r"{'heaps': \(4, 6\), 'most': 2}\n",
        done.stdout,
    )
    text = (tmp_path / "proof.txt").read_text()
    assert "heaps" in text.split("\n")[3]
    (tmp_path / "proof.txt").write_text(text.replace("first", "second"))
    done = subprocess.run([*command, str(tmp_path / "take.py")], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith("not proved: ProofError: ")
    for words in ([], [str(tmp_path / "none.txt"), "take.py"], [str(tmp_path / "take.py")] * 2):
        done = subprocess.run(
            [sys.executable, "-I", "-S", str(CHECKER), *words], capture_output=True, text=True
        )
        assert done.returncode == 1
        assert re.fullmatch("not proved: .+\n", done.stderr)
        says_how = "; use: PROOF rules.py or package.module" in done.stderr
        assert says_how == ("ProofError" not in done.stderr)
    assert len(CHECKER.read_text().splitlines()) < 150


SETS = """
from perfectplay import Game, Value

class Letters(Game):
    def start(self):
        return "", ""
    def moves(self, state):
        return set(MOVES) - set(state[0]) - set(state[1])
    def play(self, state, move):
        return state[1], state[0] + move
    def outcome(self, state):
        if len(state[1]) == 2:
            return Value.LOSS if sorted(state[1]) in (["a", "b"], ["c", "d"]) else None
        return Value.DRAW if len(state[0] + state[1]) == 6 else None
"""


@pytest.mark.parametrize("hashes", ["1", "2", "3"])
def test_moves_that_are_a_set(hashes: str, tmp_path: Path) -> None:
    """They have another order in each process."""
    (tmp_path / "letters.py").write_text(SETS.replace("MOVES", "'abcdef'"))
    from perfectplay.registry.address import load_game

    game = load_game(str(tmp_path / "letters.py"))
    proof = certify(game, "the second player does not lose")
    proof.write(tmp_path / "proof.txt")
    assert len({int(number) for number in proof.moves}) > 1
    done = subprocess.run(
        [sys.executable, str(CHECKER), str(tmp_path / "proof.txt"), str(tmp_path / "letters.py")],
        capture_output=True, text=True, env={**os.environ, "PYTHONHASHSEED": hashes},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "moves",
    [[3, 1, 2], {"b", "a", "c"}, {None, 3, "x"}, {frozenset("ab"), frozenset("c"), 4}, (1, 0), {}],
)
def test_the_checker_lists_moves_as_the_solver_does(moves: Any) -> None:
    assert checkproof.listed(moves) == list(in_order(moves))


@pytest.mark.parametrize(
    "claim", ["", "who wins?", "the third player wins", "the first player does not lose in 3 plies"]
)
def test_what_is_no_claim(claim: str) -> None:
    with pytest.raises(ParameterError, match="is no claim that can be proved"):
        certify(TicTacToe(), claim)


def test_games_without_such_proofs() -> None:
    with pytest.raises(ParameterError, match="a puzzle has its solution"):
        certify(EightPuzzle(), "the first player wins")
    with pytest.raises(ParameterError, match="proof files are about plays of games"):
        certify(Kalah(2, 2, scoring=True), "the first player wins")


@pytest.mark.parametrize(
    "text",
    ["", "perfectplay proof 2\nmoves:\n", "perfectplay proof 1\nclaim: x\nmoves:\n0",
     "perfectplay proof 1\nclaim: the first player wins\nmoves:\n0 x"],
)  # fmt: skip
def test_files_that_are_no_proof(text: str, tmp_path: Path) -> None:
    with pytest.raises(checkproof.ProofError):
        checked(TicTacToe(), text, tmp_path)


def test_a_strategy_in_the_place_of_the_claim_is_named() -> None:
    claim: Any = lambda state: 0  # noqa: E731
    with pytest.raises(ParameterError, match=r"a claim is a text .* given as strategy="):
        certify(Nim(), claim)
