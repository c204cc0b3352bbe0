"""Long texts and lists, for sentences."""

from __future__ import annotations

from collections.abc import Iterable

LONGEST = 200
"""Maximum number of characters of a state or move in a message."""


def shortened(text: str, longest: int = LONGEST) -> str:
    """The text, cut if it is longer than a sentence bears.

    >>> shortened("a word", 20), shortened("a word, and many more", 9)
    ('a word', 'a word...')
    """
    return text if len(text) <= longest else f"{text[: longest - 3]}..."


def listed(parts: Iterable[object], word: str = "and") -> str:
    """The parts with commas, and ``word`` before the last.

    >>> listed(["a"]), listed("ab"), listed((0, 1, 6), "or")
    ('a', 'a and b', '0, 1 or 6')
    """
    *first, last = map(str, parts)
    return f"{', '.join(first)} {word} {last}" if first else last
