"""Gambit's files of extensive games (``.efg``), for two players who see everything.

Source of the format: the Gambit project's documentation, "The extensive game (.efg) file format".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import NoReturn

from perfectplay.core.errors import GameFileError, TreeError
from perfectplay.core.shortened import shortened
from perfectplay.core.text_file import read_text
from perfectplay.game.explicit.checked import GivenNode, add_move, make_game, utility_of
from perfectplay.game.explicit.explicit_game import ExplicitGame
from perfectplay.game.explicit.tree import ROOT, below
from perfectplay.game.showing import number_of

_TOKEN = re.compile(r'\s+|,|"(?P<text>(?:[^"\\]|\\.)*)"|(?P<sign>[{}])|(?P<word>[^\s,"{}]+)')
_RATIO = r"\d{1,30}/\d{1,30}"
_DECIMAL = r"(\d{1,30}\.?\d{0,30}|\.\d{1,30})([eE][-+]?\d{1,2})?"
_NUMBER = re.compile(f"[-+]?({_RATIO}|{_DECIMAL})")
_DEEPEST = 5_000
"""Moves in a row: names of nodes are paths, so that deeper trees would fill memory."""

Payoffs = tuple[Fraction, Fraction]
"""What player 1 and player 2 of the file get."""


def game_from_efg(path: Path | str) -> ExplicitGame:
    """The game of a Gambit file: two players, perfect information, no chance.

    What both players get must have the same sum in each end of the game. Utilities are those of
    the player who moves first, less half of that sum, so that one wins what the other loses.
    Nodes are named by the moves that lead to them, as in `game_from_tree`. Raises GameFileError if
    the file cannot be read, and TreeError for other games; both name the line.
    """
    path = Path(path)
    content = read_text(path)
    try:
        game = _Reading(content, path).game()
    except TreeError as error:
        raise TreeError(f"{path}: {error}") from error
    game.path = path.absolute()
    return game


@dataclass(frozen=True)
class _Token:
    """A text in quotes, a brace, or a word; ``kind`` is the name of its group."""

    kind: str
    text: str
    line: int


def _tokens(content: str, path: Path) -> Iterator[_Token]:
    at, line = 0, 1
    while at < len(content):
        found = _TOKEN.match(content, at)
        if found is None:
            raise GameFileError(f"{path}, line {line}: a text in quotes has no end")
        if found.lastgroup:
            yield _Token(found.lastgroup, found[found.lastgroup], line)
        at, line = found.end(), line + found[0].count("\n")
    while True:  # whoever goes on reading is told that the file has ended
        yield _Token("end", "", line)


@dataclass
class _Open:
    """A node whose moves are being read, with what the way to it has paid."""

    node: GivenNode
    actions: list[str]
    paid: Payoffs
    made: int = 0


@dataclass
class _Reading:
    """One file: its tokens, and what it has defined so far."""

    content: str
    path: Path
    nodes: dict[str, GivenNode] = field(default_factory=dict)
    actions: dict[tuple[int, int], list[str]] = field(default_factory=dict)
    owner: dict[tuple[int, int], str] = field(default_factory=dict)
    payoffs: dict[int, Payoffs] = field(default_factory=dict)
    paid: dict[str, Payoffs] = field(default_factory=dict)
    first: int = 0

    def __post_init__(self) -> None:
        self._source = _tokens(self.content, self.path)
        self._next = next(self._source)

    def game(self) -> ExplicitGame:
        """The game of the file. Raises GameFileError, TreeError."""
        title = self._head()
        self._tree()
        if self._next.kind != "end":
            self._wrong("the end of the file, since every move has its node")
        self._add_utilities()
        name = title.strip() or self.path.stem
        return make_game(self.nodes, ROOT, name=name, file=self.path.name)

    # --- tokens -----------------------------------------------------------------------------------

    def _take(self, kind: str, expected: str) -> _Token:
        token = self._next
        if token.kind != kind:
            self._wrong(expected)
        self._next = next(self._source)
        return token

    def _wrong(self, expected: str) -> NoReturn:
        token = self._next
        quoted = f'"{token.text}"' if token.kind == "text" else token.text
        shown = "the file ends" if token.kind == "end" else f"there is {shortened(quoted, 40)}"
        raise GameFileError(
            f"{self.path} is no .efg file of Gambit: line {token.line}: {shown}; expected "
            f"{expected}"
        )

    def _text(self, what: str) -> str:
        return re.sub(r"\\(.)", r"\1", self._take("text", f"{what} in quotes").text)

    def _count(self, what: str, least: int) -> int:
        word = self._next.text
        if self._next.kind != "word" or not re.fullmatch(r"\d{1,9}", word) or int(word) < least:
            self._wrong(f"{what}, a whole number")
        self._take("word", what)
        return int(word)

    def _braces(self, kind: str, expected: str) -> list[str]:
        if self._next.text != "{" or self._next.kind != "sign":
            self._wrong(f"{expected} in braces")
        self._take("sign", "{")
        found = []
        while self._next.kind == kind:
            found.append(self._text(expected) if kind == "text" else self._take(kind, "").text)
        if self._next.text != "}" or self._next.kind != "sign":
            self._wrong(f"{expected}, or the closing brace")
        self._take("sign", "}")
        return found

    # --- the parts of a file ----------------------------------------------------------------------

    def _head(self) -> str:
        """Read what stands before the tree; return the title. Raises TreeError for other than two
        players."""
        for expected, words in (("EFG", ("EFG",)), ("2, the version", ("2",)), ("R", ("R", "D"))):
            if self._next.text not in words:
                self._wrong(expected)
            self._take("word", expected)
        title = self._text("the title")
        players = self._braces("text", "the names of the players")
        if len(players) != 2:
            count = number_of(len(players), "player")
            raise TreeError(f"the game has {count}; perfectplay solves games of two")
        if self._next.kind == "text":
            self._text("a comment")
        return title

    def _tree(self) -> None:
        """Read all nodes: each before those that its moves lead to."""
        ways: list[_Open] = []
        while True:
            at, paid = ROOT, (Fraction(0), Fraction(0))
            if ways:
                last = ways[-1]
                move = last.actions[last.made]
                at, paid = below(last.node.name, move), last.paid
                add_move(last.node, move, at)
                last.made += 1
            ways += self._node(at, paid)
            if len(ways) > _DEEPEST:
                raise TreeError(f"a play of more than {_DEEPEST:,} moves is not read")
            while ways and ways[-1].made == len(ways[-1].actions):
                ways.pop()
            if not ways:
                return

    def _node(self, at: str, paid: Payoffs) -> list[_Open]:
        """Read a node; return it if it has moves."""
        line, kind = self._next.line, self._next.text
        if self._next.kind != "word" or kind not in {"p", "c", "t"}:
            self._wrong("p, c or t, the kind of a node")
        self._take("word", "")
        self._text("the name of the node")
        if kind == "c":
            raise TreeError(
                f'line {line}: chance moves in the node "{at}"; perfectplay solves games without'
            )
        node = self.nodes[at] = GivenNode(at)
        actions = self._choices(node, line) if kind == "p" else []
        own = self._outcome(line)
        paid = (paid[0] + own[0], paid[1] + own[1])
        if kind == "p":
            return [_Open(node, actions, paid)]
        self.paid[at] = paid
        return []

    def _choices(self, node: GivenNode, line: int) -> list[str]:
        """The moves of a node, from its information set. Raises TreeError if it is not alone in
        it."""
        player = self._count("the player, 1 or 2", 1)
        if player > 2:
            raise TreeError(f'line {line}: the node "{node.name}" belongs to a player {player}')
        self.first = self.first or player
        node.seat = int(player != self.first)
        key = player, self._count("the number of an information set", 0)
        if self._next.kind == "text":
            self._text("the name of the information set")
        if self._next.kind == "sign":
            names = self._braces("text", "the names of the moves")
            self.actions[key] = [name or str(n) for n, name in enumerate(names, 1)]
        if key in self.owner:
            raise TreeError(
                f'line {line}: player {player} cannot tell the node "{node.name}" from '
                f'"{self.owner[key]}" (information set {key[1]}); perfectplay solves games of '
                "perfect information, in which every set has one node"
            )
        self.owner[key] = node.name
        if not self.actions.get(key):
            self._wrong("the names of the moves in braces, at least one")
        return self.actions[key]

    def _outcome(self, line: int) -> Payoffs:
        """What a node pays. Raises TreeError."""
        number = self._count("the number of an outcome", 0)
        if self._next.kind == "text":
            self._text("the name of the outcome")
        if self._next.kind == "sign":
            words = self._braces("word", "a payoff for each player")
            given = [_number(word) for word in words]
            if len(given) != 2 or None in given:
                shown = shortened(", ".join(words), 40)
                raise TreeError(
                    f"line {line}: the payoffs are {shown or 'none'}; expected a number for each "
                    "of the two players"
                )
            self.payoffs[number] = given[0] or Fraction(0), given[1] or Fraction(0)
        elif number and number not in self.payoffs:
            raise TreeError(f"line {line}: outcome {number} has no payoffs")
        return self.payoffs.get(number, (Fraction(0), Fraction(0)))

    def _add_utilities(self) -> None:
        """Give each end its utility. Raises TreeError if sums differ."""
        one, total = next((at, sum(paid)) for at, paid in self.paid.items())
        for at, paid in self.paid.items():
            if sum(paid) != total:
                raise TreeError(
                    f'the players get {sum(paid)} together in the end "{at}", and {total} in '
                    f'"{one}"; perfectplay solves games in which one wins what the other loses'
                )
            mine = paid[1] if self.first == 2 else paid[0]
            self.nodes[at].end = utility_of(mine - Fraction(total) / 2, at)


def _number(text: str) -> Fraction | None:
    """
    >>> [str(_number(text)) for text in ("3", "-1/2", "0.1", "2.5e2", "pi", "1/0")]
    ['3', '-1/2', '1/10', '250', 'None', 'None']
    """
    if not _NUMBER.fullmatch(text):
        return None
    top, _, bottom = text.partition("/")
    if bottom:
        return Fraction(int(top), int(bottom)) if int(bottom) else None
    return Fraction(Decimal(text))
