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
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from perfectplay import Game, Value, put
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

TRUTHS = TESTS / "data" / "estimated_games.json"


@dataclass(frozen=True)
class Stones(Game):
    """Put stones on a grid, no two side by side; ``marked``: whose stone it is counts."""

    width: int = 5
    height: int = 4
    marked: bool = False

    stuck = Value.LOSS

    def start(self) -> int:
        return 0

    def moves(self, state: int) -> Iterator[int]:
        cells = self.width * self.height
        taken = (state | (state >> cells)) & ((1 << cells) - 1)
        for i in range(cells):
            beside = 1 << i
            if i % self.width:
                beside |= 1 << (i - 1)
            if i % self.width < self.width - 1:
                beside |= 1 << (i + 1)
            if i >= self.width:
                beside |= 1 << (i - self.width)
            if i < cells - self.width:
                beside |= 1 << (i + self.width)
            if taken & beside == 0:
                yield i

    def play(self, state: int, move: int) -> int:
        cells = self.width * self.height
        if self.marked:
            stones = state & ((1 << (2 * cells)) - 1)
            turn = state >> (2 * cells)
            return (stones | (1 << (move + cells * turn))) | ((1 - turn) << (2 * cells))
        return state | (1 << move)

    def outcome(self, state: int) -> Value | None:
        return None


@dataclass(frozen=True)
class Colours(Game):
    """Two players colour the points of a ring with chords; neighbours never get one colour
    (``same``) or never two (not ``same``)."""

    points: int = 12
    chord: int = 3
    same: bool = True

    stuck = Value.LOSS

    def start(self) -> tuple[int, ...]:
        return (0,) * (self.points + 1)

    def moves(self, state: tuple[int, ...]) -> Iterator[int]:
        mine = state[self.points] + 1
        bad = mine if self.same else 3 - mine
        for i in range(self.points):
            if state[i] == 0:
                n = self.points
                beside = state[(i + 1) % n] != bad and state[(i - 1) % n] != bad
                across = state[(i + self.chord) % n] != bad
                if beside and across and state[(i - self.chord) % n] != bad:
                    yield i

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        turn = state[self.points]
        return put(put(state, move, turn + 1), self.points, 1 - turn)

    def outcome(self, state: tuple[int, ...]) -> Value | None:
        return None


@dataclass(frozen=True)
class Runners(Game):
    """Two or three men each on a ring of points move one step either way to an empty point; who
    has them all side by side has won. Plies are not counted: there are loops."""

    points: int = 14
    men: int = 3

    stuck = Value.LOSS

    def start(self) -> tuple[int, ...]:
        gap = self.points // (2 * self.men)
        return (*(gap * i for i in range(2 * self.men)), 0)

    def moves(self, s: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        turn = s[2 * self.men]
        for k in range(self.men):
            i = 2 * k + turn
            for step in (1, self.points - 1, 2):
                to = (s[i] + step) % self.points
                free = True
                for j in range(2 * self.men):
                    if s[j] == to:
                        free = False
                if free:
                    yield (i, to)

    def play(self, s: tuple[int, ...], move: tuple[int, int]) -> tuple[int, ...]:
        return put(put(s, move[0], move[1]), 2 * self.men, 1 - s[2 * self.men])

    def outcome(self, s: tuple[int, ...]) -> Value | None:
        won = True
        for k in range(self.men - 1):
            if (s[2 * k + 3 - s[2 * self.men]] - s[2 * k + 1 - s[2 * self.men]]) % self.points != 1:
                won = False
        return Value.LOSS if won else None


@dataclass(frozen=True)
class Hunt(Game):
    """Hounds and a hare on a board of cells joined as a king walks; hounds never go back if
    ``forward``."""

    width: int = 5
    height: int = 5
    hounds: int = 3
    forward: bool = False

    stuck = Value.LOSS

    def start(self) -> tuple[int, ...]:
        return (self.width * self.height - 1, *range(self.hounds), 0)

    def moves(self, s: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        turn = s[self.hounds + 1]
        for k in range(self.hounds + 1):
            if (k == 0) == (turn == 1):
                x, y = s[k] % self.width, s[k] // self.width
                for dx in range(-1, 2):
                    for dy in range(-1, 2):
                        a, b = x + dx, y + dy
                        inside = 0 <= a < self.width and 0 <= b < self.height
                        if inside and (turn == 1 or not self.forward or dy >= 0):
                            to = a + self.width * b
                            free = True
                            for j in range(self.hounds + 1):
                                if s[j] == to:
                                    free = False
                            if free:
                                yield (k, to)

    def play(self, s: tuple[int, ...], move: tuple[int, int]) -> tuple[int, ...]:
        return put(put(s, move[0], move[1]), self.hounds + 1, 1 - s[self.hounds + 1])

    def outcome(self, s: tuple[int, ...]) -> Value | None:
        return Value.LOSS if s[0] < self.width and s[self.hounds + 1] == 0 else None


@dataclass(frozen=True)
class Queens(Game):
    """Each player has a queen that moves in a line and burns a cell beside it (a small game of the
    Amazons)."""

    width: int = 4
    height: int = 4

    stuck = Value.LOSS

    def start(self) -> tuple[int, ...]:
        return (0, self.width * self.height - 1, 0)

    def tier(self, s: tuple[int, ...]) -> int:
        n, burnt = 0, s[2]
        while burnt:
            n += burnt & 1
            burnt >>= 1
        return n

    def moves(self, s: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        cells = self.width * self.height
        for way in range(9):
            dx, dy = way % 3 - 1, way // 3 - 1
            x, y = s[0] % self.width + dx, s[0] // self.width + dy
            while (dx or dy) and 0 <= x < self.width and 0 <= y < self.height:
                to = x + self.width * y
                if to == s[1] or (s[2] >> to) & 1:
                    break
                for burn in range(cells):
                    near = abs(burn % self.width - x) <= 1 and abs(burn // self.width - y) <= 1
                    if near and burn != to and burn != s[1] and (s[2] >> burn) & 1 == 0:
                        yield (to, burn)
                x, y = x + dx, y + dy

    def play(self, s: tuple[int, ...], move: tuple[int, int]) -> tuple[int, ...]:
        return (s[1], move[0], s[2] | (1 << move[1]))

    def outcome(self, s: tuple[int, ...]) -> Value | None:
        return None


@dataclass(frozen=True)
class Purses(Game):
    """Coins are added to purses that have no declared limits, until some number of plies: fields
    of states that grow as one goes on."""

    purses: int = 5
    plies: int = 24

    def start(self) -> tuple[int, ...]:
        return (0,) * (self.purses + 1)

    def moves(self, s: tuple[int, ...]) -> Iterator[int]:
        if s[self.purses] < self.plies:
            yield from range(self.purses)

    def play(self, s: tuple[int, ...], move: int) -> tuple[int, ...]:
        return put(put(s, move, s[move] + 1 + move), self.purses, s[self.purses] + 1)

    def outcome(self, s: tuple[int, ...]) -> Value | None:
        return Value.DRAW if s[self.purses] >= self.plies else None


@dataclass(frozen=True)
class Pancakes(Game):
    """A puzzle: a stack of pancakes, of which some of the top ones are turned over at a time."""

    size: int = 9

    players = 1

    def start(self) -> tuple[int, ...]:
        return (*range(1, self.size), 0)

    def moves(self, s: tuple[int, ...]) -> Iterator[int]:
        return iter(range(2, self.size + 1))

    def play(self, s: tuple[int, ...], move: int) -> tuple[int, ...]:
        turned = s
        for i in range(move):
            turned = put(turned, i, s[move - 1 - i])
        return turned

    def outcome(self, s: tuple[int, ...]) -> Value | None:
        for i in range(self.size):
            if s[i] != i:
                return None
        return Value.WIN


@dataclass(frozen=True)
class Towers(Game):
    """A puzzle: the towers of Hanoi."""

    discs: int = 11
    pegs: int = 3

    players = 1

    def start(self) -> tuple[int, ...]:
        return (0,) * self.discs

    def moves(self, s: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        for disc in range(self.discs):
            for peg in range(self.pegs):
                free = peg != s[disc]
                for smaller in range(disc):
                    if s[smaller] == s[disc] or s[smaller] == peg:
                        free = False
                if free:
                    yield (disc, peg)

    def play(self, s: tuple[int, ...], move: tuple[int, int]) -> tuple[int, ...]:
        return put(s, move[0], move[1])

    def outcome(self, s: tuple[int, ...]) -> Value | None:
        for peg in s:
            if peg != self.pegs - 1:
                return None
        return Value.WIN


@dataclass(frozen=True)
class Lights(Game):
    """A puzzle: switch a lamp and its neighbours, until all are dark."""

    width: int = 5
    height: int = 4

    players = 1

    def start(self) -> int:
        return (1 << (self.width * self.height)) - 1

    def moves(self, state: int) -> Iterator[int]:
        return iter(range(self.width * self.height))

    def play(self, state: int, move: int) -> int:
        lamps = 1 << move
        if move % self.width:
            lamps |= 1 << (move - 1)
        if move % self.width < self.width - 1:
            lamps |= 1 << (move + 1)
        if move >= self.width:
            lamps |= 1 << (move - self.width)
        if move < self.width * (self.height - 1):
            lamps |= 1 << (move + self.width)
        return state ^ lamps

    def outcome(self, state: int) -> Value | None:
        return Value.WIN if state == 0 else None


@dataclass(frozen=True)
class Solitaire(Game):
    """A puzzle: peg solitaire on a rectangle, with one hole."""

    width: int = 5
    height: int = 4
    hole: int = 0

    players = 1
    stuck = Value.LOSS

    def start(self) -> int:
        return ((1 << (self.width * self.height)) - 1) ^ (1 << self.hole)

    def moves(self, state: int) -> Iterator[tuple[int, int, int]]:
        for i in range(self.width * self.height):
            if (state >> i) & 1:
                for way in range(4):
                    dx, dy = ((1, 0), (-1, 0), (0, 1), (0, -1))[way]
                    x, y = i % self.width + 2 * dx, i // self.width + 2 * dy
                    if 0 <= x < self.width and 0 <= y < self.height:
                        over, to = i + dx + dy * self.width, x + y * self.width
                        if (state >> over) & 1 and (state >> to) & 1 == 0:
                            yield (i, over, to)

    def play(self, state: int, move: tuple[int, int, int]) -> int:
        return state ^ (1 << move[0]) ^ (1 << move[1]) ^ (1 << move[2])

    def outcome(self, state: int) -> Value | None:
        return Value.WIN if state & (state - 1) == 0 else None


@dataclass(frozen=True)
class Ends(Game):
    """A game of points: numbers in rows, of which one takes the first or the last."""

    rows: int = 3
    length: int = 12

    scoring = True

    def start(self) -> tuple[int, ...]:
        return (0, self.length) * self.rows

    def moves(self, s: tuple[int, ...]) -> Iterator[int]:
        for i in range(2 * self.rows):
            if s[i - i % 2] < s[i - i % 2 + 1]:
                yield i

    def play(self, s: tuple[int, ...], move: int) -> tuple[int, ...]:
        return put(s, move, s[move] + 1 - 2 * (move % 2))

    def gain(self, s: tuple[int, ...], move: int) -> int:
        return (s[move] * 7 + move) % 11

    def outcome(self, s: tuple[int, ...]) -> int | None:
        for i in range(self.rows):
            if s[2 * i] < s[2 * i + 1]:
                return None
        return 0


@dataclass(frozen=True)
class Maze(Game):
    """A piece in a maze that is drawn by a hash: each state has ``branching`` moves to anywhere
    among ``rooms`` (``near``: to one of so many that follow)."""

    rooms: int = 600_000
    branching: int = 3
    near: int = 0

    stuck = Value.LOSS

    def start(self) -> int:
        return 1

    def moves(self, state: int) -> Iterator[int]:
        return iter(range(self.branching))

    def play(self, state: int, move: int) -> int:
        word = (state * 2_654_435_761 + move * 40_503 + 12_345) & 0xFFFFFFFF
        word = ((word ^ (word >> 15)) * 739_391) & 0xFFFFFFFF
        word ^= word >> 13
        if self.near:
            return (state + 1 + word % self.near) % self.rooms
        return word % self.rooms

    def outcome(self, state: int) -> Value | None:
        return Value.LOSS if state % 1_000 == 0 else None


@dataclass(frozen=True)
class Words(Game):
    """Letters are written one after the other, no two alike side by side and none more than
    ``most`` times. Strings: interpreted."""

    letters: str = "abcd"
    most: int = 3

    stuck = Value.LOSS

    def start(self) -> str:
        return ""

    def moves(self, state: str) -> list[str]:
        return [c for c in self.letters if state[-1:] != c and state.count(c) < self.most]

    def play(self, state: str, move: str) -> str:
        return state + move

    def outcome(self, state: str) -> Value | None:
        return None


@dataclass(frozen=True)
class Sets(Game):
    """Numbers are taken until two of them differ by one of ``gaps``. Frozen sets: interpreted."""

    numbers: int = 18
    gaps: tuple[int, ...] = (5, 7)

    stuck = Value.DRAW

    def start(self) -> frozenset[int]:
        return frozenset()

    def moves(self, state: frozenset[int]) -> list[int]:
        return [i for i in range(self.numbers) if i not in state]

    def play(self, state: frozenset[int], move: int) -> frozenset[int]:
        return state | {move}

    def outcome(self, state: frozenset[int]) -> Value | None:
        return Value.LOSS if any(i + g in state for i in state for g in self.gaps) else None


@dataclass(frozen=True)
class Rows(Game):
    """Tokens in nested rows; one token of a row is moved to another row, at most so often to and
    fro. Nested tuples: interpreted."""

    rows: int = 4
    tokens: int = 9

    stuck = Value.LOSS

    def start(self) -> tuple[tuple[int, int], ...]:
        return ((self.tokens, 0), *((0, 0) for _ in range(self.rows - 1)))

    def moves(self, state: tuple[tuple[int, int], ...]) -> list[tuple[int, int, int]]:
        return [
            (a, b, kind)
            for a in range(self.rows)
            for b in range(self.rows)
            for kind in (0, 1)
            if a != b and state[a][kind]
        ]

    def play(
        self, state: tuple[tuple[int, int], ...], move: tuple[int, int, int]
    ) -> tuple[tuple[int, int], ...]:
        a, b, kind = move
        again = [list(row) for row in state]
        again[a][kind] -= 1
        again[b][1] += 1
        return tuple((x, y) for x, y in again)

    def outcome(self, state: tuple[tuple[int, int], ...]) -> Value | None:
        return Value.LOSS if state[-1][1] == self.tokens else None


@dataclass(frozen=True)
class Turns(Runners):
    """Runners whose ring may be turned: symmetries of a game with loops."""

    def symmetries(self, s: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for turn in range(self.points):
            turned = s
            for i in range(2 * self.men):
                turned = put(turned, i, (s[i] + turn) % self.points)
            yield turned


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
    from perfectplay.compiler.expander import Expander, KeysOutgrownError, first_keys
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
    def holds_moves(self) -> bool:
        """The same for moves."""
        moves = self.found.moves
        return moves.high is not None and moves.low <= self.truth["moves"] <= moves.high

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
