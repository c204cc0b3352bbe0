"""Some positions as one file, which contains each common part once.

    perfectplayData("p3", {"parts": […], "choices": […], "positions": […]})

``parts``: pieces of pictures; ``choices``: moves as ``[text, value, remoteness, grade]``; a
position is ``[text, seat, value, remoteness, picture, moves]``. A value is 1 for a loss, 2 for a
draw, 3 for a win; a grade 2 for a best move, 1 for one that keeps the value, else 0. A picture
is a list of texts and of numbers of parts, one after the other; moves alternate between the number
of a choice and that of the position after it. In a game of points, choices and positions end with
the score, and with its text if that is not the number. The file is a script, because a page that
is opened from a disk may not read any other file.

    perfectplayData("w3", {"parts": […], "sentences": […], "reasons": […], "positions": […]})

Reasons of four times as many positions: for each the number of its reason, and of those of its
moves. A reason is a list of numbers of sentences, a sentence one of numbers of parts, which are
texts. The lines of best moves are left out, since the page draws them.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from perfectplay.analysis.why.why import Reasons
from perfectplay.tablebase.record import MoveRecord, Record, score_fields
from perfectplay.web.site.positions import SitePosition

SIZE = 240
"""Positions in a file."""

REASONS = 5 * SIZE
"""Positions in a file of reasons, whose sentences are much the same."""

OFTEN = 2
"""A piece of a picture that is in so many positions of a file becomes a part."""


def chunk(nodes: Sequence[SitePosition], pictures: Sequence[str]) -> dict[str, Any]:
    """The content of a file with these positions; ``pictures`` are SVG without style."""
    parts, shared = with_parts(pictures)
    choices: dict[tuple[Any, ...], int] = {}
    entries = []
    for node, picture in zip(nodes, shared, strict=True):
        record = node.record
        moves: list[int] = []
        for move, child in zip(record.moves, node.children, strict=True):
            moves += [choices.setdefault(_choice(move), len(choices)), child]
        worth = [record.value.value, record.remoteness]
        points = score_fields(record.score, record.score_text).values()
        entries.append([record.text, record.seat, *worth, picture, moves, *points])
    return {"parts": parts, "choices": list(map(list, choices)), "positions": entries}


def reasons_chunk(reasons: Reasons, nodes: Sequence[SitePosition]) -> dict[str, Any]:
    """The content of a file with the reasons of these positions and of their moves."""
    parts: dict[str, int] = {}
    sentences: dict[tuple[int, ...], int] = {}
    several: dict[tuple[int, ...], int] = {}

    def sentence(text: str) -> int:
        pieces = tuple(parts.setdefault(one, len(parts)) for one in _CLAUSE.findall(text))
        return sentences.setdefault(pieces, len(sentences))

    def number(record: Record, move: MoveRecord | None) -> int:
        facts = [one for one in reasons.about(record, move).facts if one.kind != "line"]
        told = tuple(sentence(one.sentence) for one in facts)
        return several.setdefault(told, len(several))

    entries = [[number(node.record, move) for move in (None, *node.record.moves)] for node in nodes]
    lists = {"sentences": sentences, "reasons": several}
    made = {name: list(map(list, found)) for name, found in lists.items()}
    return {"parts": list(parts), **made, "positions": entries}


def script(name: str, content: Any) -> str:
    """The script that hands content over to the page, in ASCII.

    >>> script("p0", ["</script>", "é"])
    'perfectplayData("p0",["<\\\\/script>","\\\\u00e9"])\\n'
    """
    text = json.dumps(content, separators=(",", ":"), allow_nan=False).replace("</", "<\\/")
    return f"perfectplayData({json.dumps(name)},{text})\n"


def _choice(move: MoveRecord) -> tuple[Any, ...]:
    grade = 2 if move.best else int(move.keeps)
    points = score_fields(move.score, move.score_text).values()
    return (move.text, move.value.value, move.remoteness, grade, *points)


_CLAUSE = re.compile(r"[^:;]*[:;]+ *|[^:;]+")

_TAG = re.compile(r"<(/?)[^>]*?(/?)>")


def with_parts(pictures: Sequence[str]) -> tuple[list[str], list[list[str | int]]]:
    """The pieces that several pictures have, and each picture as a list of texts and of numbers of
    such pieces."""
    pieces = [split(picture) for picture in pictures]
    often = Counter(piece for each in pieces for piece in set(each))
    parts: dict[str, int] = {}
    shared = [
        [parts.setdefault(p, len(parts)) if often[p] >= OFTEN else p for p in each]
        for each in pieces
    ]
    return list(parts), shared


def split(picture: str) -> list[str]:
    """The pieces of an SVG document: its first tag, each element in it, its last tag.

    Joined, they are the document again, whatever it is.

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
