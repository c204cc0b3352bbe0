"""Plays in the manner of PGN, the portable game notation of chess, for any game.

Source of the notation: Steven J. Edwards, "Portable Game Notation Specification and
Implementation Guide", 1994. What differs: moves are texts of the game, in quotes if they would be
taken for something else; an empty line ends a play.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from perfectplay.core.errors import ParseError
from perfectplay.play.written.written_play import MARKS, RESULT, RESULTS, WrittenMove, WrittenPlay

WIDTH = 79

_PLAIN = re.compile(r'[^\s"{}()\[\];$%.!?][^\s"{}()\[\];]*')
_NUMBER = re.compile(r"\d+\.+")
_GLYPHS = {"$1": "!", "$2": "?", "$4": "??", "$6": "?!"}
_TOKEN = re.compile(
    r"""(?P<empty>\n[^\S\n]*(?=\n))|(?P<space>[^\S\n]+|\n)|(?P<rest>;[^\n]*|^%[^\n]*)
    |\{(?P<comment>[^}]*)\}
    |\[\s*(?P<name>\w+)\s+"(?P<value>(?:[^"\\]|\\.)*)"\s*\]
    |"(?P<quoted>(?:[^"\\]|\\.)*)"(?P<mark>[!?]{0,2})
    |(?P<open>\()|(?P<close>\))|(?P<word>[^\s"{}()\[\];]+)""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)


def pgn_text(play: WrittenPlay) -> str:
    r"""A play as text, with a line break at its end.

    >>> moves = (WrittenMove("3", "!", "win in 2 plies", False), WrittenMove("a b", "", "", True))
    >>> print(pgn_text(WrittenPlay(moves, {"First": "Ann", "Result": "1-0"})), end="")
    [First "Ann"]
    [Result "1-0"]
    <BLANKLINE>
    1. 3! {win in 2 plies} 1... "a b" 1-0
    """
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in play.headers.items()]
    words = [f"{{{_plain(play.comment)}}}"] if play.comment else []
    for ply, move in enumerate(play.moves):
        if not play.alternates:
            words.append(f"{ply + 1}.")
        elif ply % 2 == 0:
            words.append(f"{ply // 2 + 1}.")
        elif play.moves[ply - 1].comment:
            words.append(f"{ply // 2 + 1}...")
        words.append(_written(move.text) + move.mark)
        if move.comment:
            words.append(f"{{{_plain(move.comment)}}}")
    return "\n".join([*lines, *([""] if lines else []), *_filled([*words, play.result])]) + "\n"


def _filled(words: list[str]) -> list[str]:
    """Lines of at most WIDTH characters where that can be; texts in quotes are not divided."""
    lines = [""]
    for word in (part for text in words for part in (text.split() if text[0] == "{" else [text])):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return lines


def _written(move: str) -> str:
    number = re.match(r"\d+\.", move)
    if _PLAIN.fullmatch(move) and not number and move not in RESULTS and move[-1] not in "!?":
        return move
    return f'"{_escaped(move)}"'


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")


def _unescaped(text: str) -> str:
    ends = {"n": "\n", "r": "\r"}
    return re.sub(r"\\(.)", lambda found: ends.get(found[1], found[1]), text, flags=re.DOTALL)


def _plain(comment: str) -> str:
    """A comment without what would end it, or an empty line."""
    return " ".join(comment.replace("}", ")").replace("{", "(").split())


@dataclass
class _Reader:
    """The play that is being read."""

    headers: dict[str, str] = field(default_factory=dict)
    moves: list[WrittenMove] = field(default_factory=list)
    comment: str = ""
    line: int = 0
    ended: bool = False

    def play(self) -> WrittenPlay:
        alternating = [replace(move, other=ply % 2 == 1) for ply, move in enumerate(self.moves)]
        return WrittenPlay(tuple(alternating), self.headers, self.comment, self.line)


def plays_of_pgn(text: str) -> Iterator[WrittenPlay]:
    r"""The plays of a text. Raises ParseError, which names the line.

    Variations in parentheses are left out. A move may be in quotes.

    >>> plays = plays_of_pgn('[First "Ann"]\n\n1. 3! {good} "a b" 1-0\n\n2 2 1')
    >>> [(play.texts, dict(play.headers)) for play in plays]
    [(('3', 'a b'), {'First': 'Ann', 'Result': '1-0'}), (('2', '2', '1'), {})]
    """
    now, at, line, depth = _Reader(), 0, 1, 0
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise ParseError(f"line {line}: {_unfinished(text[at])}")
        kind, here = found.lastgroup, line
        at, line = found.end(), line + found[0].count("\n")
        if kind == "open":
            depth += 1
        elif kind == "close":
            depth -= 1
            if depth < 0:
                raise ParseError(f"line {here}: a closing parenthesis without an opening one")
        if kind == "empty" and now.moves:
            now.ended = True
        if depth or kind in ("empty", "space", "rest", "close"):
            continue
        if now.ended or (kind == "value" and now.moves):
            if now.moves or now.headers:
                yield now.play()
            now = _Reader()
        now.line = now.line or here
        _take(now, found, here)
    if depth:
        raise ParseError("the file ends within parentheses")
    if now.moves or now.headers:
        yield now.play()


def _take(now: _Reader, found: re.Match[str], line: int) -> None:
    """Add a header, a comment, a move, a mark or a result to a play."""
    kind = found.lastgroup
    if kind == "value":
        now.headers[found["name"]] = _unescaped(found["value"])
    elif kind == "comment":
        text = " ".join(found["comment"].split())
        if now.moves:
            last = now.moves[-1]
            now.moves[-1] = replace(last, comment=f"{last.comment} {text}".strip())
        else:
            now.comment = f"{now.comment} {text}".strip()
    elif kind == "mark":  # the last group of a text in quotes
        _add(now, _unescaped(found["quoted"]), found["mark"], line)
    else:
        _take_word(now, found["word"], line)


def _take_word(now: _Reader, word: str, line: int) -> None:
    if word in RESULTS:
        now.headers[RESULT] = word
        now.ended = True
        return
    if word in MARKS or word in _GLYPHS:
        mark = _GLYPHS.get(word, word)
        if now.moves:
            now.moves[-1] = replace(now.moves[-1], mark=mark)
        return
    if word.startswith("$"):
        return
    word = _NUMBER.sub("", word, count=1) if _NUMBER.match(word) else word
    text = word.rstrip("!?")
    if text.strip("."):
        _add(now, text, word[len(text) :], line)


def _add(now: _Reader, text: str, mark: str, line: int) -> None:
    now.moves.append(WrittenMove(text, mark if mark in MARKS else "", line=line))


def _unfinished(sign: str) -> str:
    return {
        "{": "a comment in braces has no end",
        '"': "a text in quotes has no end",
        "[": 'expected a header as in [First "Ann"]',
    }.get(sign, f"{sign!r} cannot stand here")
