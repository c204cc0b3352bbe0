"""Long texts, cut for sentences."""

from __future__ import annotations

LONGEST = 200
"""Maximum number of characters of a state or move in a message."""


def shortened(text: str, longest: int = LONGEST) -> str:
    """The text, cut if it is longer than a sentence bears.

    >>> shortened("a word", 20), shortened("a word, and many more", 9)
    ('a word', 'a word...')
    """
    return text if len(text) <= longest else f"{text[: longest - 3]}..."
