"""Random rules from a grammar of the Python that compiles: docs/rules-that-compile.md, mixed.

A game has a board of N cells, a turn, and a number, in one of several kinds of state. Each move puts a
piece on an empty cell; what random functions say of the board goes with the move into the number of
the next state. So compiled and interpreted rules differ in a child if an expression differs.
"""

# ruff: noqa: E501 lines of rules are not broken

from __future__ import annotations

from tests.fuzz.board_kinds import N
from tests.fuzz.rule_parts import PartWriter

PLIES = 3
"""Plies of a play."""

_HEAD = '''"""Random rules."""

from itertools import combinations, pairwise, product

from perfectplay import Game, Value, bits, popcount, put

TABLE = (3, 1, 4, 1, 5, 9)
ROWS = ((0, 1, 2), (3, 4, 5), (0, 5, 2))
UNEVEN = ((0,), (1, 2), (3, 4, 5))
LISTED = [[0, 1], [2, 3], [4, 5]]
NEAR = {{0: {{1, 2}}, 1: {{0, 3, 5}}, 2: {{4}}}}
WORTH = {{{empty}: 0, {p}: 2, {q}: 3}}
NOTHING = set()
NAMES = ("a1", "a2", "b1", "b2", "c1", "c2")
{more}

def plain(a, b=2):
    return a * b - 1


def tallied(items):
    found = {{}}
    for x in items:
        found[x] = found.get(x, 0) + 1
    return found


def joined(one, other):
    both = dict(one)
    for x, n in other.items():
        both[x] = both.get(x, 1) + n
    return both


def valued(counts, table, most=50):
    return min(most, sum(n * table.get(x, 1) for x, n in counts.items()))


def noted(counts, x, n):
    counts[x] = n % 7
    return len(counts)


class Written(Game):
    stuck = Value.DRAW
    size = {n}

    def start(self):
        return {start}
'''


_EACH = "turn if j == i else x for j, x in enumerate(b)"

_WAYS = {
    "i = move[0]\n        after = put(b, i, turn)": ("tuple",),
    "i = move[0]\n        after = bytes(put(b, i, turn))": ("bytes",),
    "i, *rest = move\n        cells = list(b)\n        cells[i] = turn\n        after = {made}": ("tuple", "str", "bytes"),
    "i, *rest = move\n        cells = bytearray(b)\n        cells[i] = turn\n        after = bytes(cells)": ("bytes",),
    "i = move[0]\n        after = b[:i] + {one} + b[i + 1:]": ("tuple", "str", "bytes"),
    f"i = move[0]\n        after = tuple({_EACH})": ("tuple",),
    f"i = move[0]\n        after = ''.join({_EACH})": ("str",),
    f"i = move[0]\n        after = bytes({_EACH})": ("bytes",),
}  # fmt: skip
"""How a piece is put on a board, each with the classes of boards that can be changed so."""

_SET_WAYS = (
    "i = move[0]\n        after = (mine | {i}, theirs)",
    "i = move[0]\n        after = (mine, theirs.union({i}))",
    "i = move[0]\n        held = set(mine)\n        held.add(i)\n        after = (frozenset(held), theirs)",
    "i = move[0]\n        after = (theirs, mine | {i})",
)

_MADE = {"tuple": "tuple({})", "str": "''.join({})", "bytes": "bytes({})"}
_ONE = {"tuple": "(turn,)", "str": "turn", "bytes": "bytes([turn])"}


class RuleWriter(PartWriter):
    """Writes the text of one game, the same for the same seed."""

    def text(self) -> str:
        """The file of the game."""
        kind = self.kind
        p, q = kind.pieces
        head = _HEAD.format(empty=kind.empty, p=p, q=q, more=kind.more, n=N, start=kind.start)
        parts = [
            head,
            *(self.helper() for _ in range(4)),
            self.moves(),
            self.play(),
            self.outcome(),
        ]
        return "\n".join(parts)

    def helper(self) -> str:
        """A method that says a number of a board."""
        self.numbers, self.cells = ["a", "self.size"], ["turn"]
        lines = self.block(3, "        ")
        name = f"h{self.helpers}"
        body = [
            f"    def {name}(self, {self.kind.given}, a):",
            *lines,
            f"        return ({self.number(2)}) % 101",
        ]
        self.helpers += 1
        return "\n".join([*body, ""])

    def moves(self) -> str:
        kind = self.kind
        calls = ", ".join(f"self.h{i}({kind.given}, i)" for i in range(self.helpers))
        loop = self.pick(
            f"for i in range({N}):\n            if b[i] == {kind.empty}:",
            f"for i, x in enumerate(b):\n            if x == {kind.empty}:",
        )
        if kind.empty == "None":
            loop = loop.replace("== None", "is None")
        return (
            f"    def moves(self, s):\n        {kind.taken}\n"
            f"        if {self.left()} <= {N - PLIES}:\n            return\n"
            f"        {loop}\n                yield (i, {calls})\n"
        )

    def left(self) -> str:
        """How many cells are empty."""
        return f"sum(1 for x in b if x {'is' if self.kind.empty == 'None' else '=='} {self.kind.empty})"

    def play(self) -> str:
        kind = self.kind
        p, q = kind.pieces
        way = self.pick(*(way for way, classes in _WAYS.items() if kind.cls in classes))
        if kind.sets:
            way = self.pick(*_SET_WAYS)
        way = way.replace("{made}", _MADE[kind.cls].format("cells"))
        way = way.replace("{one}", _ONE[kind.cls])
        turn = self.pick(f"{q} if turn == {p} else {p}", f"{p} if turn != {p} else {q}")
        board = "after[0], after[1]" if kind.sets else "after"
        new = kind.new.format(board=board, turn="other", seen="seen")
        return (
            f"    def play(self, s, move):\n        {kind.taken}\n        {way}\n"
            f"        seen = {kind.seen}\n        for k in range(1, {self.helpers + 1}):\n"
            f"            seen = (7 * seen + move[k]) % 1009\n"
            f"        other = {turn}\n        return {new}\n"
        )

    def outcome(self) -> str:
        self.numbers, self.cells = ["self.size"], ["turn"]
        return (
            f"    def outcome(self, s):\n        {self.kind.taken}\n"
            f"        if {self.left()} < {N - 1} and {self.truth(2)} and {self.truth(1)}:\n"
            f"            return Value.{self.pick('WIN', 'LOSS', 'DRAW')}\n        return None\n"
        )


def rules_text(seed: int) -> str:
    """The text of a file with random rules."""
    return RuleWriter(seed).text()
