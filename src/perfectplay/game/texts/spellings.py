"""Ways in which people write the text of a state or a move."""

from __future__ import annotations

import re
from collections.abc import Iterator

QUOTES = (
    "''", '""', "``", "`'", "\u00b4\u00b4", "\u2018\u2019", "\u201c\u201d", "\u00ab\u00bb",
    "\u00bb\u00ab", "\u2039\u203a", "\u203a\u2039", "\u201e\u201c", "\u201e\u201d", "\u201a\u2018",
    "\u201a\u2019", "\u201d\u201d", "\u2019\u2019", "\u300c\u300d", "\u300e\u300f",
)  # fmt: skip
"""Pairs of quotes of several languages."""
_PLAIN = {ord(sign): '"' for pair in QUOTES for sign in pair if not sign.isascii()}
"""Quotes that only people write, as Python has them."""

BRACKETS = ("()", "[]", "{}", "<>", "\u27e8\u27e9")


def spellings(text: str) -> Iterator[str]:
    """The text as it is, then the same with fewer quotes, brackets and spaces. No one twice.

    Spaces between two numbers become commas and are never only left out, so that ``1 2`` is not
    read as 12.

    >>> list(spellings("[1, 2]"))
    ['[1, 2]', '1, 2', '[1,2]', '1,2']
    >>> list(spellings("' 1 2 '"))
    ["' 1 2 '", ' 1 2 ', '1 2', '1,2']
    >>> list(spellings("X . / . O"))[-2:]
    ['X.\\n.O', 'X./.O']
    >>> list(spellings("\u201etake\u201c 1"))[-1]
    '"take" 1'
    >>> list(spellings("''"))
    ["''", '']
    """
    bare = _inside(text, QUOTES)
    naked = _inside(bare, BRACKETS)
    ways = [text, text.strip(), bare, bare.strip(), naked, naked.strip()]
    ways += [re.sub(r"\s*/\s*", "\n", way.strip()) for way in (bare, naked) if "/" in way]
    separated = [re.sub(r"(?<=\d)\s*[;\s]\s*(?=[-+\d])", ",", way.strip()) for way in (bare, naked)]
    tight = [re.sub(r"[^\S\n]+", "", way) for way in (*ways[6:], *separated)]
    plain = [text.translate(_PLAIN)]
    yield from dict.fromkeys(way for way in (*ways, *separated, *tight, *plain) if way)
    if text.strip() in QUOTES:
        yield ""


def squeezed(text: str) -> str:
    """The text without quotes, brackets and spaces; spaces between two numbers become commas.

    >>> squeezed("((1, 2), 'e 4')"), squeezed("1 2")
    ('1,2,e4', '1,2')
    """
    bare = re.sub(rf"[{re.escape(''.join((*QUOTES, *BRACKETS)))}]", " ", text).strip()
    return re.sub(r"\s+", "", re.sub(r"(?<=\d)\s+(?=[-+\d])", ",", bare))


def _inside(text: str, pairs: tuple[str, ...]) -> str:
    """The text without the quotes or brackets around it."""
    found = text.strip()
    if len(found) > 2 and found[0] + found[-1] in pairs:
        return found[1:-1]
    return text
