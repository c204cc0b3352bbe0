"""Dataclasses as JSON objects, with a check of each field when JSON is read.

A field is annotated with one of the types below, with another dataclass, with a tuple of
dataclasses or with a mapping. A field with a default is optional, and is not written if it has the
default.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from perfectplay.core.shortened import shortened

LARGEST = (1 << 63) - 1

T = TypeVar("T")


class WrongError(ValueError):
    """A field is wrong; the text is part of a sentence about the file."""


def object_of(content: bytes) -> Any:
    """The JSON value of a text. Raises ValueError, also for repeated names and NaN.

    >>> object_of(b'{"a": [1, null]}')
    {'a': [1, None]}
    """
    try:
        return json.loads(
            content.decode("utf-8"), object_pairs_hook=_once, parse_constant=_no_number
        )
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{max(names, key=names.count)!r} stands twice")
    return found


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no number of JSON")


@dataclass(frozen=True)
class JsonType:
    """A type of JSON values: ``expected`` names it in messages, ``fits`` checks a value. ``read``
    returns the value of the field, and may raise WrongError; ``write`` the JSON value."""

    expected: str
    fits: Callable[[Any], bool]
    read: Callable[[Any], Any] = lambda value: value
    write: Callable[[Any], Any] = lambda value: value


def _is_whole(value: Any, low: int = -LARGEST - 1, high: int = LARGEST) -> bool:
    return type(value) is int and low <= value <= high


def _is_text(value: Any) -> bool:
    try:
        return isinstance(value, str) and value.encode() is not None
    except UnicodeEncodeError:  # half a surrogate pair
        return False


def _digits(length: int) -> JsonType:
    """So many hexadecimal digits, in lower case."""
    pattern = re.compile(f"[0-9a-f]{{{length}}}")
    return JsonType(
        f"{length} hexadecimal digits",
        lambda value: isinstance(value, str) and pattern.fullmatch(value) is not None,
    )


def one_of(*choices: str) -> JsonType:
    """One of some texts."""
    expected = " or ".join(f'"{choice}"' for choice in choices)
    return JsonType(expected, lambda value: isinstance(value, str) and value in choices)


COUNT = JsonType("a whole number that is not negative", lambda value: _is_whole(value, 0))
TEXT = JsonType("a text", _is_text)
_KEY = JsonType("a key or a text", lambda _: False)

Boolean = Annotated[bool, JsonType("true or false", lambda value: type(value) is bool)]
OnlyTrue = Annotated[bool, JsonType("true", lambda value: value is True)]
Whole = Annotated[int, JsonType("a whole number of 64 bits", _is_whole)]
Count = Annotated[int, COUNT]
Text = Annotated[str, TEXT]
Digits16 = Annotated[str, _digits(16)]
Digits64 = Annotated[str, _digits(64)]
WholeNumbers = Annotated[
    tuple[int, ...],
    JsonType(
        "a list of whole numbers",
        lambda value: (
            isinstance(value, list) and all(_is_whole(v, high=LARGEST + 1) for v in value)
        ),
        read=tuple,
        write=list,
    ),
]
Texts = Annotated[
    tuple[str, ...],
    JsonType(
        "a list of texts",
        lambda value: isinstance(value, list) and all(map(_is_text, value)),
        read=tuple,
        write=list,
    ),
]
StateKey = Annotated[int | str, _KEY]
"""A key, or the text of a state, by the argument ``key`` of `from_json`."""


@cache
def _field_types(cls: type) -> dict[str, Any]:
    """The type of each field; without None if None is the default, which is not written."""
    types = get_type_hints(cls, include_extras=True)
    for field in fields(cls):
        if field.default is None:
            types[field.name] = get_args(types[field.name])[0]
    return types


# --- reading --------------------------------------------------------------------------------------


def from_json(cls: type[T], content: Any, where: str, key: JsonType = COUNT) -> T:
    """The instance of a dataclass that a JSON object describes.

    ``where`` names the object in messages; ``key`` is the type of a `StateKey`. Raises WrongError.

    >>> @dataclass
    ... class Tier:
    ...     states: Count
    >>> from_json(Tier, {"states": -1}, "tier 3")
    Traceback (most recent call last):
    perfectplay.tablebase.store.json_fields.WrongError: "states" of tier 3 is -1, expected a whole
    number that is not negative
    """
    types: dict[str, Any] = _field_types(cls)  # type: ignore[arg-type]
    required = [f.name for f in fields(cls) if f.default is MISSING]  # type: ignore[arg-type]
    only(content, where, required, types)
    return cls(**{name: _read(types[name], content[name], name, where, key) for name in content})


def only(content: Any, where: str, required: Collection[str], known: Collection[str]) -> None:
    """Raise WrongError unless ``content`` is an object with these fields and no others."""
    if not isinstance(content, dict):
        raise WrongError(f"{where} is {_shown(content)}, expected an object")
    for name in required:
        if name not in content:
            raise WrongError(f'{where} has no "{name}"')
    for name in content:
        if name not in known:
            raise WrongError(f"{where} has {_shown(name)}, which has no meaning")


def _read(hint: Any, value: Any, name: str, where: str, key: JsonType) -> Any:
    """The value of a field of this type."""
    if get_origin(hint) in (Union, UnionType):  # X | None
        return None if value is None else _read(get_args(hint)[0], value, name, where, key)
    if hint is Any:
        return value
    if is_dataclass(hint):
        return from_json(hint, value, f'"{name}"', key)  # type: ignore[arg-type]
    if get_origin(hint) is tuple:
        of = get_args(hint)[0]
        if not isinstance(value, list):
            raise _wrong(value, name, where, "a list")
        return tuple(
            from_json(of, item, f'item {n} of "{name}"', key) for n, item in enumerate(value)
        )
    if get_origin(hint) is Mapping:
        only(value, f'"{name}"', (), value)
        of = get_args(hint)[1]
        return {one: _read(of, item, one, f'"{name}"', key) for one, item in value.items()}
    kind: JsonType = hint.__metadata__[0]
    kind = key if kind is _KEY else kind
    if not kind.fits(value):
        raise _wrong(value, name, where, kind.expected)
    return kind.read(value)


def _wrong(value: Any, name: str, where: str, expected: str) -> WrongError:
    return WrongError(f'"{name}" of {where} is {_shown(value)}, expected {expected}')


# --- writing --------------------------------------------------------------------------------------


def to_json(entry: Any) -> Any:
    """The JSON object of a dataclass instance, its fields in their order; other values as JSON."""
    if isinstance(entry, tuple):
        return [to_json(item) for item in entry]
    if isinstance(entry, Mapping):
        return {name: to_json(value) for name, value in entry.items()}
    if not is_dataclass(entry):
        return entry
    types = _field_types(type(entry))  # type: ignore[arg-type]
    content = {}
    for field in fields(entry):
        value = getattr(entry, field.name)
        if field.default is MISSING or value != field.default:
            content[field.name] = _write(types[field.name], value)
    return content


def _write(hint: Any, value: Any) -> Any:
    if value is None:
        return None
    if get_origin(hint) in (Union, UnionType):
        return _write(get_args(hint)[0], value)
    if get_origin(hint) is Annotated:
        return hint.__metadata__[0].write(value)
    return to_json(value)


def _shown(value: Any) -> str:
    return shortened(repr(value), 60)
