"""What the docstring of a game says, in parts for its page: a summary, the rules, a source."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from perfectplay.game.game import Game
from perfectplay.game.operators.operator import innermost
from perfectplay.game.titles import docstring_of, game_title

SUMMARY = 320
"""Maximum number of characters of a summary; the whole paragraph is then among the rules."""

SHORT = 900
"""Rules of at most so many characters are shown at once, longer ones on a click."""

LONGEST = 20_000
"""Maximum number of characters of a docstring that are shown."""


@dataclass(frozen=True)
class DocBlock:
    """A paragraph of the rules, a list, or lines that stay as they are. ``kind``: "text", "list" or
    "lines"; ``parts``: the paragraph, the items, or the lines."""

    kind: str
    parts: tuple[str, ...]


@dataclass(frozen=True)
class Description:
    """``summary``: the first paragraph, shortened; ``rules``: what follows; ``sources``: the
    references, which begin with "Source:" in the docstring; ``short``: whether the rules are."""

    summary: str
    rules: tuple[DocBlock, ...] = ()
    sources: tuple[str, ...] = ()

    @property
    def short(self) -> bool:
        return sum(len(part) for block in self.rules for part in block.parts) <= SHORT


def description_of(game: Game) -> Description:
    """The description of a game; of an operator, that of its game. A first paragraph that is only
    the title is left out.

    >>> from perfectplay.games.notakto import Notakto
    >>> told = description_of(Notakto())
    >>> told.summary
    'Tic-tac-toe with crosses only, in which a line loses.'
    >>> told.rules[0].parts[0].split(". ")[0], told.sources
    ('Both players take turns to put a cross on an empty cell', ('Notakto, https://en.wikipedia.org/wiki/Notakto',))
    """
    game = innermost(game)
    text = docstring_of(game)
    first, _, rest = text.partition("\n\n")
    if first.strip().rstrip(".") == game_title(game):  # it is said already
        text = rest
    return described(text)


def described(text: str) -> Description:
    """The parts of a docstring.

    >>> described("Nim.\\n\\nTake:\\n\\n* one\\n* or two\\n\\nSource: Bouton")
    ... # doctest: +NORMALIZE_WHITESPACE
    Description(summary='Nim.', rules=(DocBlock(kind='text', parts=('Take:',)),
        DocBlock(kind='list', parts=('one', 'or two'))), sources=('Bouton',))
    """
    if len(text) > LONGEST:
        text = text[:LONGEST].rstrip() + " …"
    parts = [part.strip("\n") for part in re.split(r"\n[ \t]*\n", text) if part.strip()]
    if not parts:
        return Description("")
    first = _line(parts[0])
    summary = _shortened(first)
    rules = [] if summary == first else [DocBlock("text", (first,))]
    sources: list[str] = []
    for part in parts[1:]:
        if found := re.match(r"\s*(?:Sources?|References?|See):\s*(.*)", part, re.DOTALL):
            sources.append(_line(found[1]))
        elif not part.lstrip().startswith(">>>"):
            rules.extend(_blocks(part))
    return Description(summary, tuple(rules), tuple(filter(None, sources)))


def _blocks(part: str) -> Iterator[DocBlock]:
    """The blocks of a paragraph: text, then perhaps a list; or indented lines."""
    lines = part.split("\n")
    if all(line.startswith("    ") for line in lines):
        yield DocBlock("lines", tuple(line[4:].rstrip() for line in lines))
        return
    first = next((i for i, line in enumerate(lines) if re.match(r"\s*[*-] ", line)), len(lines))
    if first:
        yield DocBlock("text", (_line("\n".join(lines[:first])),))
    items: list[str] = []
    for line in lines[first:]:
        if re.match(r"\s*[*-] ", line):
            items.append(line.strip()[2:])
        else:
            items[-1] += f" {line.strip()}"
    if items:
        yield DocBlock("list", tuple(map(_line, items)))


def _line(text: str) -> str:
    """A paragraph on one line, with single backticks around code."""
    return " ".join(text.split()).replace("``", "`")


def _shortened(text: str) -> str:
    """A text of at most `SUMMARY` characters: whole sentences, or words and an ellipsis."""
    if len(text) <= SUMMARY:
        return text
    if sentences := re.match(rf".{{80,{SUMMARY}}}[.!?](?= )", text):
        return sentences[0]
    return text[:SUMMARY].rsplit(" ", 1)[0].rstrip(",;:") + " …"
