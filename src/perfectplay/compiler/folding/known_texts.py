"""What methods of texts give, of which the constant parts alone are known."""

from __future__ import annotations

from string import digits
from typing import Any

from perfectplay.compiler.folding.symbolic_texts import Known, Text, Value

_APART = ("split", "rsplit", "partition", "rpartition")
_OUTSIDE = ("removeprefix", "removesuffix")


def known_of_method(text: Text, method: str, arguments: list[str]) -> Known | None:
    """What a method gives; None if that is not known. Values hold no separators: who calls this
    checks it.

    >>> known_of_method(Text(("take 3",)), "split", [])
    [Text(parts=('take',)), Text(parts=('3',))]
    """
    whole = text.constant
    if whole is None:
        if method not in (*_APART, *_OUTSIDE) or any(set(x) & set(digits) for x in arguments):
            return None
        if method in _OUTSIDE and not _tells_end(text, method == "removeprefix", arguments):
            return None
    elif method not in (*_APART, *_OUTSIDE, "strip", "lower", "upper", "title", "replace"):
        return None
    try:
        found = text.changed(lambda letters: getattr(letters, method)(*arguments))
    except (TypeError, ValueError):
        return None
    return list(found) if method in _APART else found[0]


def _tells_end(text: Text, first: bool, arguments: list[str]) -> bool:
    """Whether the constant part at an end is as long as what is taken away there."""
    end = text.parts[0 if first else -1]
    return isinstance(end, str) and all(len(x) <= len(end) for x in arguments)


def known_answer(text: Text, method: str, arguments: list[Any]) -> bool | None:
    """Whether a text is of a kind, begins or ends with another one, holds it or is it; None if that
    is not known.

    >>> known_answer(Text(("N", "b3")), "startswith", ["N"])
    True
    """
    if (whole := text.constant) is not None:
        if method == "__eq__":
            return bool(whole == arguments[0])
        kinds = ("isdigit", "isalpha", "isupper", "islower", "startswith", "endswith")
        if method not in (*kinds, "__contains__"):
            return None
        try:
            return bool(getattr(whole, method)(*arguments))
        except TypeError:
            return None
    single = text.single
    if method in ("isdigit", "isalpha", "isupper", "islower") and not arguments:
        return method == "isdigit" if single is not None and single.number else None
    if len(arguments) != 1 or type(arguments[0]) is not str:
        return None
    other = arguments[0]
    if method == "__eq__":
        return None if _may_equal(text, other) else False
    if method == "__contains__" and len(other) == 1:
        if any(isinstance(part, str) and other in part for part in text.parts):
            return True
        numbers = all(value.number for value in text.values)
        return False if numbers and other not in (*digits, "-") else None
    if method in ("startswith", "endswith"):
        end = text.parts[0 if method == "startswith" else -1]
        if isinstance(end, str) and len(other) <= len(end):
            return bool(getattr(end, method)(other))
        number = isinstance(end, Value) and end.number and len(other) == 1
        return False if number and other not in (*digits, "-") else None
    return None


def _may_equal(text: Text, other: str) -> bool:
    """Whether the constant parts stand in another text, in their order."""
    if not other:
        return not any(isinstance(part, str) for part in text.parts)
    first, last = text.parts[0], text.parts[-1]
    if isinstance(first, str) and not other.startswith(first):
        return False
    if isinstance(last, str) and not other.endswith(last):
        return False
    at = 0
    for part in text.parts:
        if isinstance(part, str):
            at = other.find(part, at)
            if at < 0:
                return False
            at += len(part)
        elif part.number and not any(letter in digits for letter in other[at:]):
            return False
    return True
