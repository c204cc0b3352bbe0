"""Plays in the manner of SGF, the smart game format, for any game.

Source of the format: Arno Hollosi, "SGF File Format FF[4]", https://www.red-bean.com/sgf/. What
differs: a move is the text of the game; black is the player who begins; the game's number, GM, is
left out, and FROM and RULES are properties of our own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from perfectplay.core.errors import ParseError
from perfectplay.play.written.written_play import (
    FIRST,
    FROM,
    RESULT,
    RULES,
    SECOND,
    WrittenMove,
    WrittenPlay,
)

_PROPERTIES = {"PB": FIRST, "PW": SECOND, "FROM": FROM, "RULES": RULES, "GN": "Game"}
_MARKS = {"!": "TE[1]", "?!": "DO[]", "?": "BM[1]", "??": "BM[2]"}
_RESULTS = {"1-0": "B+", "0-1": "W+", "1/2-1/2": "Draw", "*": "?"}
_TOKEN = re.compile(
    r"\s+|(?P<sign>[();])|(?P<key>[A-Za-z]+)\s*(?=\[)|\[(?P<value>(?:[^\]\\]|\\.)*)\]", re.DOTALL
)

Node = dict[str, str]
"""Properties of a node; of several values the first."""


def sgf_text(play: WrittenPlay) -> str:
    """A play as text, with a line break at its end. Headers that SGF has no place for are left out.

    >>> moves = (WrittenMove("3", "!", "good", False), WrittenMove("[4]", "", "", True))
    >>> print(sgf_text(WrittenPlay(moves, {"First": "Ann", "Result": "1-0"})), end="")
    (;FF[4]CA[UTF-8]AP[perfectplay]PB[Ann]RE[B+]
    ;B[3]TE[1]C[good]
    ;W[[4\\]])
    """
    root = "".join(
        f"{key}[{_escaped(play.headers[name])}]"
        for key, name in _PROPERTIES.items()
        if name in play.headers
    )
    comment = f"C[{_escaped(play.comment)}]" if play.comment else ""
    result = f"RE[{_RESULTS[play.result]}]" if RESULT in play.headers else ""
    lines = [f"(;FF[4]CA[UTF-8]AP[perfectplay]{root}{result}{comment}"]
    for move in play.moves:
        colour = "W" if move.other else "B"
        comment = f"C[{_escaped(move.comment)}]" if move.comment else ""
        lines.append(f";{colour}[{_escaped(move.text)}]{_MARKS.get(move.mark, '')}{comment}")
    return "\n".join(lines) + ")\n"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")


def _unescaped(text: str) -> str:
    """A backslash before a line break takes it away, before any other letter keeps the letter."""
    return re.sub(r"\\(\n|.)", lambda found: found[1].strip("\n"), text, flags=re.DOTALL)


@dataclass
class _Tree:
    """A game tree: its first variation alone is read."""

    line: int
    nodes: list[tuple[int, Node]] = field(default_factory=list)
    depth: int = 1
    skipped: int = 0
    """The depth of the variation that is left out, or 0."""
    closed: bool = False
    """Whether a variation has ended: all that follow are others."""


def plays_of_sgf(text: str) -> Iterator[WrittenPlay]:
    r"""The plays of a text, of each the first variation. Raises ParseError, which names the line.

    >>> [play.texts for play in plays_of_sgf("(;PB[Ann];B[3](;W[4])(;W[5]))\n(;B[1])")]
    [('3', '4'), ('1',)]
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    at, line, key = 0, 1, ""
    tree: _Tree | None = None
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise ParseError(f"line {line}: {_unfinished(text[at])}")
        here, at = line, found.end()
        line += found[0].count("\n")
        sign = found["sign"]
        if tree is None:
            if sign == "(":
                tree = _Tree(here)
            elif found[0].strip():
                raise ParseError(f"line {here}: expected ( where a play begins")
        elif sign in ("(", ")"):
            _bracket(tree, sign)
            if not tree.depth:
                yield _play(tree)
                tree = None
        elif not tree.skipped and sign == ";":
            tree.nodes.append((here, {}))
            key = ""
        elif not tree.skipped and found["key"]:
            key = "".join(letter for letter in found["key"] if letter.isupper())
        elif not tree.skipped and found["value"] is not None:
            if not tree.nodes or not key:
                raise ParseError(f"line {here}: expected ; and a property before [")
            tree.nodes[-1][1].setdefault(key, _unescaped(found["value"]))
    if tree is not None:
        raise ParseError(f"the file ends within the play that begins in line {tree.line}")


def _bracket(tree: _Tree, sign: str) -> None:
    if sign == "(":
        tree.depth += 1
        if tree.closed and not tree.skipped:
            tree.skipped = tree.depth
        return
    if tree.skipped == tree.depth:
        tree.skipped = 0
    tree.depth -= 1
    tree.closed = True


def _play(tree: _Tree) -> WrittenPlay:
    headers: dict[str, str] = {}
    moves: list[WrittenMove] = []
    first, before = None, ""
    for line, node in tree.nodes:
        for key, name in _PROPERTIES.items():
            if key in node:
                headers[name] = node[key].replace("\n", " ") if name != FROM else node[key]
        if "RE" in node:
            headers[RESULT] = node["RE"]
        comment = " ".join(node.get("C", "").split())
        colour = next((key for key in ("B", "W") if key in node), None)
        if colour is None:
            before = f"{before} {comment}".strip()
            continue
        first = first or colour
        moves.append(WrittenMove(node[colour], _mark(node), comment, colour != first, line))
    if RESULT in headers:
        headers[RESULT] = _result(headers[RESULT], first or "B")
    return WrittenPlay(tuple(moves), headers, before, tree.line)


def _mark(node: Node) -> str:
    written = {f"{key}[{value}]" for key, value in node.items()}
    return next((mark for mark, text in _MARKS.items() if text in written), "")


def _result(text: str, first: str) -> str:
    """The result for the colour that moves first, of "B+", "W+Resign", "Draw" or "0"."""
    if text[:1] in ("B", "W"):
        return "1-0" if text[0] == first else "0-1"
    return "1/2-1/2" if text[:1] in ("D", "0") else "*"


def _unfinished(sign: str) -> str:
    if sign == "[":
        return "a value in brackets has no end"
    return f"{sign!r} cannot stand here; a property is written as in B[3]"
