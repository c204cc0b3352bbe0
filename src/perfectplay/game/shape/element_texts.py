"""The elements of sets as texts of a manifest, and read from them.

A text is that of a plain tuple: of numbers, texts and truths, with the name of each member of an
Enum as a text. What it was made of, an element of the same kind tells, which the game gives.
"""

from __future__ import annotations

from ast import literal_eval
from enum import Enum
from typing import Any

from perfectplay.game.shape.number_enums import members_of
from perfectplay.game.shape.record_classes import record_of
from perfectplay.game.shape.state_sets import element_parts, is_element, is_number
from perfectplay.game.shape.state_words import word_text

LONGEST_ELEMENT = 200
"""The most characters of an element in a manifest."""


def element_text(element: Any) -> str:
    """The text of an element in a manifest, where words stand beside elements: of a dataclass that
    of a tuple of its fields.

    >>> element_text((1, "a")), element_text("cat")
    ("(1, 'a')", "{'cat'}")
    """
    plain = _plain(element)
    return f"{{{plain!r}}}" if type(plain) is str else repr(plain)


def _plain(part: Any) -> Any:
    parts = element_parts(part)
    if parts is not None:
        return tuple(map(_plain, parts))
    if is_number(part):
        return int(part)
    return word_text(part) if isinstance(part, Enum) else part


def is_element_text(text: str) -> bool:
    """Whether a text in a manifest is that of an element."""
    return text[:1] in "{(-0123456789"


def read_element(text: str, like: Any) -> Any:
    """The element that is written so. ``like``: one of the same kind, None for one that is a number
    or a text, or a plain tuple of these. Raises ValueError, SyntaxError.

    >>> read_element("(2, 'b')", (1, "a")), read_element("5", None)
    ((2, 'b'), 5)
    """
    plain = literal_eval(text) if len(text) <= LONGEST_ELEMENT else None
    if type(plain) is set and len(plain) == 1:
        (plain,) = plain
    element = plain if like is None else _made(plain, like)
    if not is_element(element) or element_text(element) != text:
        raise ValueError(f"{text[:20]} is no element of a set")
    return element


def _made(plain: Any, like: Any) -> Any:
    """What a plain tuple, number or text is the text of; None if it is of another kind."""
    parts = element_parts(like)
    if parts is not None:
        if type(plain) is not tuple or len(plain) != len(parts):
            return None
        made = tuple(map(_made, plain, parts))
        return made if type(like) is tuple else record_of(type(like), made)
    if is_number(like):
        numbers = type(plain) is int and isinstance(like, Enum)
        return members_of(type(like), [plain])[0] if numbers else plain
    if isinstance(like, Enum):
        return next((x for x in type(like) if word_text(x) == plain), None)
    return plain if type(plain) is type(like) else None
