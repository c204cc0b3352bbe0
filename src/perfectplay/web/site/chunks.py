"""Some positions as one file: what they have in common is in it once.

    perfectplayData("p3", {"parts": […], "choices": […], "positions": […]})

``parts``: pieces of pictures; ``choices``: moves as ``[text, value, remoteness, grade]``; a
position is ``[text, seat, value, remoteness, picture, moves]``. A value is 1 for a loss, 2 for a
draw, 3 for a win; a grade 2 for a perfect move, 1 for a best one, else 0. A picture is a list of
texts and of numbers of parts, one after the other; moves are the number of a choice and that of the
position after it, in turns. In a game of points, choices and positions end with the score, and its
text where people do not read the number. The file is a script, because a page that is opened from a
disk may not read any other file.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from perfectplay.tablebase.record import MoveRecord, score_fields
from perfectplay.web.site.positions import SitePosition

SIZE = 256
"""Positions in a file."""

OFTEN = 2
"""A piece of a picture that stands in so many positions of a file is a part."""


def chunk(nodes: Sequence[SitePosition], pictures: Sequence[str]) -> dict[str, Any]:
    """The content of a file: positions with their pictures, which are SVG without style."""
    pieces = [split(picture) for picture in pictures]
    often = Counter(piece for split_up in pieces for piece in set(split_up))
    parts = _Table()
    choices = _Table()
    made = []
    for node, split_up in zip(nodes, pieces, strict=True):
        record = node.record
        picture = [parts.number(p) if often[p] >= OFTEN else p for p in split_up]
        moves: list[int] = []
        for move, child in zip(record.moves, node.children, strict=True):
            moves += [choices.number(_choice(move)), child]
        worth = [record.value.value, record.remoteness]
        points = _points(record.score, record.score_text)
        made.append([record.text, record.seat, *worth, picture, moves, *points])
    return {"parts": parts.entries, "choices": choices.entries, "positions": made}


def script(name: str, content: Any) -> str:
    """A file that hands its content over, in plain letters.

    >>> script("p0", ["</script>", "é"])
    'perfectplayData("p0",["<\\\\/script>","\\\\u00e9"])\\n'
    """
    told = json.dumps(content, separators=(",", ":"), allow_nan=False).replace("</", "<\\/")
    return f"perfectplayData({json.dumps(name)},{told})\n"


class _Table:
    """Things in the order in which they are met, each once."""

    def __init__(self) -> None:
        self.entries: list[Any] = []
        self._numbers: dict[str, int] = {}

    def number(self, entry: Any) -> int:
        key = json.dumps(entry)
        if key not in self._numbers:
            self._numbers[key] = len(self.entries)
            self.entries.append(entry)
        return self._numbers[key]


def _choice(move: MoveRecord) -> list[Any]:
    grade = 2 if move.perfect else int(move.best)
    points = _points(move.score, move.score_text)
    return [move.text, move.value.value, move.remoteness, grade, *points]


def _points(score: int | None, text: str | None) -> list[Any]:
    return list(score_fields(score, text).values())


_TAG = re.compile(r"<(/?)[^>]*?(/?)>")


def split(picture: str) -> list[str]:
    """An SVG document as pieces: its first tag, what is in it element by element, its last tag.

    Put together they are the document, whatever it is.

    >>> split('<svg a="1"><title>x</title><g><path/><g/></g>text<rect/></svg>')
    ['<svg a="1">', '<title>x</title>', '<g><path/><g/></g>', 'text<rect/>', '</svg>']
    """
    pieces, depth, begun = [], 0, 0
    for tag in _TAG.finditer(picture):
        if not tag[2]:
            depth += -1 if tag[1] else 1
        if depth == 1:  # the first tag, or the end of an element in it
            pieces.append(picture[begun : tag.end()])
            begun = tag.end()
    return [*pieces, picture[begun:]] if begun < len(picture) else pieces
