"""Sixty games of many kinds on which estimates are tested, with what they turn out to be.

`python tests/helpers/estimated_games.py` explores each of them exhaustively, and rewrites
tests/data/estimated_games.json: states (up to symmetry, unless symmetries are off) and moves.

The estimator was tuned on the games with even numbers only; those with odd numbers are held out.
`python tests/helpers/estimated_games.py --compare [NUMBER ...]` estimates them, and prints each
range beside the truth.
"""

from __future__ import annotations

import json
import math
import sys
from dataclasses import dataclass
from typing import Any

from boards_to_estimate import Colours, Hunt, Queens, Runners, Stones, Turns
from perfectplay import Game
from perfectplay.game.game import has_symmetries
from perfectplay.games.breakthrough import Breakthrough
from perfectplay.games.chomp import Chomp
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.dodgem import Dodgem
from perfectplay.games.domineering import Domineering
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.eight_puzzle import EightPuzzle
from perfectplay.games.hexapawn import Hexapawn
from perfectplay.games.kalah import Kalah
from perfectplay.games.nim import Nim
from perfectplay.games.notakto import Notakto
from perfectplay.games.othello import Othello
from perfectplay.games.subtraction import Subtraction
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.games.wild import WildTicTacToe
from perfectplay.games.wythoff import Wythoff
from perfectplay.solver.estimate.basis import Estimate
from perfectplay.solver.estimate.forecast import forecast
from perfectplay.solver.estimate.interval import count_words
from places import TESTS
from puzzles_to_estimate import Lights, Maze, Pancakes, Solitaire, Towers
from sequences_to_estimate import Ends, Purses, Rows, Sets, Words

TRUTHS = TESTS / "data" / "estimated_games.json"


GAMES: tuple[tuple[Game, bool], ...] = (
    (ConnectFour(5, 4), True),
    (ConnectFour(4, 5), False),
    (ConnectFour(6, 3), False),
    (ConnectFour(5, 4, 3), False),
    (ConnectFour(4, 5), True),
    (TicTacToe(4, 4, 4), True),
    (TicTacToe(4, 3, 4), False),
    (TicTacToe(5, 3, 3), True),
    (WildTicTacToe(4, 3, 3), True),
    (Notakto(5, 4, 3), False),
    (Notakto(5, 4, 4), True),
    (Hexapawn(5, 5), True),
    (Hexapawn(5, 5), False),
    (Hexapawn(6, 4), False),
    (Dodgem(4), False),
    (Breakthrough(3, 5), True),
    (Breakthrough(3, 5), False),
    (Kalah(4, 3), False),
    (Kalah(3, 4), False),
    (Kalah(5, 2, scoring=True), False),
    (Domineering(6, 5), True),
    (Domineering(6, 4), False),
    (DotsAndBoxes(4, 2), True),
    (DotsAndBoxes(3, 2), False),
    (EightPuzzle(), False),
    (Nim((14, 15, 16, 17)), False),
    (Nim((30, 31, 32, 33)), False),
    (Chomp(11, 11), False),
    (Wythoff(250, 250), False),
    (Othello(4, 4), True),
    (Subtraction(300_000), False),
    (ThreeRocks(700, 700), False),
    (Stones(6, 5), False),
    (Stones(5, 4, marked=True), False),
    (Colours(16, 5, same=True), False),
    (Colours(18, 3, same=False), False),
    (Runners(16, 3), False),
    (Runners(40, 2), False),
    (Turns(20, 3), True),
    (Turns(16, 3), True),
    (Hunt(5, 5, 3), False),
    (Hunt(4, 7, 3, forward=True), False),
    (Queens(4, 3), False),
    (Queens(4, 4), False),
    (Purses(5, 24), False),
    (Purses(4, 50), False),
    (Pancakes(9), False),
    (Pancakes(8), False),
    (Towers(12), False),
    (Towers(9, 4), False),
    (Lights(5, 4), False),
    (Solitaire(5, 4), False),
    (Solitaire(6, 4, 2), False),
    (Ends(3, 14), False),
    (Maze(800_000, 3), False),
    (Maze(400_000, 6), False),
    (Maze(1_500_000, 2, near=40), False),
    (Words("abcde", 2), False),
    (Sets(20), False),
    (Rows(6, 14), False),
)
"""Each game with whether its symmetries are used."""


def name_of(number: int) -> str:
    """A game with its parameters, as in the data file."""
    game, symmetric = GAMES[number]
    plain = "" if symmetric or not has_symmetries(game) else ", no symmetries"
    return f"{game!r}{plain}"


def truth_of(number: int) -> dict[str, Any]:
    """States and moves of a game, each expanded once."""
    from perfectplay.compiler.expander import Expander, KeysOutgrownError
    from perfectplay.compiler.first_keys import first_keys
    from perfectplay.compiler.load import compile_rules
    from perfectplay.core.progress import Reporter
    from perfectplay.game.checks.checked_game import CheckedGame
    from perfectplay.game.game import StateKind
    from perfectplay.solver.explore.hash_explorer import walk
    from perfectplay.solver.explore.interpreted import explore_interpreted
    from perfectplay.solver.explore.interpreted_states import begin_interpreted
    from perfectplay.solver.state_limits import StateLimits

    game, symmetric = GAMES[number]
    symmetric = symmetric and has_symmetries(game)
    rules, limits = CheckedGame(game), StateLimits(20_000_000, 1 << 62)
    found = begin_interpreted(rules, symmetric)
    if rules.kind is StateKind.OBJECT:
        explore_interpreted(found, limits, Reporter())
        return {"states": len(found.states), "moves": len(found.edges)}
    explore_interpreted(found, limits, Reporter(), lambda states, _: states > 1_000)
    keys = first_keys(rules, found.states[:1_000])
    expander = Expander(compile_rules(game, symmetries=symmetric), rules, keys)
    while True:
        try:
            walked = walk(expander, limits, Reporter())
            break
        except KeysOutgrownError as outgrown:  # images of the start may need wider keys
            expander.keys = outgrown.keys
    return {"states": len(walked.keys), "moves": int(walked.graph.starts[-1])}


def moves_allowed(truth: dict[str, int]) -> int:
    """The budget of an estimate: a fifth of the game's moves, half a million at least."""
    return max(500_000, truth["moves"] // 5)


@dataclass(frozen=True)
class Compared:
    """An estimate beside the truth."""

    name: str
    truth: dict[str, int]
    found: Estimate

    @property
    def holds(self) -> bool:
        """Whether there is a range of states that holds the truth."""
        states = self.found.states
        return states.high is not None and states.low <= self.truth["states"] <= states.high

    @property
    def width(self) -> float:
        """The upper end of the range of states over the lower; infinite for a bound."""
        states = self.found.states
        return math.inf if states.high is None else states.high / states.low

    def __str__(self) -> str:
        said = "bound" if self.found.bounded else "held" if self.holds else "missed"
        said = "exact" if self.found.exact else said
        return f"{said:7}{self.truth['states']:>11,} {count_words(self.found.states):58}{self.name}"


def compared(number: int, threads: int = 2) -> Compared:
    """The estimate of a game, which does not depend on the machine, beside the truth."""
    game, symmetric = GAMES[number]
    truth = json.loads(TRUTHS.read_text())[name_of(number)]
    found = forecast(
        game, symmetries=symmetric, threads=threads, seconds=math.inf, moves=moves_allowed(truth)
    )
    return Compared(name_of(number), truth, found)


def main() -> None:
    """Recomputes the truths of all games, or of those whose numbers are given."""
    if "--compare" in sys.argv:
        for word in sys.argv[sys.argv.index("--compare") + 1 :] or range(len(GAMES)):
            sys.stdout.write(f"{int(word):3} {compared(int(word))}\n")
            sys.stdout.flush()
        return
    known = json.loads(TRUTHS.read_text()) if TRUTHS.exists() else {}
    wanted = [int(word) for word in sys.argv[1:]] or range(len(GAMES))
    for number in wanted:
        known[name_of(number)] = truth_of(number)
        sys.stderr.write(f"{number:3} {name_of(number)} {known[name_of(number)]}\n")
        ours = [name for name in map(name_of, range(len(GAMES))) if name in known]
        TRUTHS.write_text(json.dumps({name: known[name] for name in ours}, indent=1) + "\n")


if __name__ == "__main__":
    main()
