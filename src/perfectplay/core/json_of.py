"""Fields of records as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any


def json_of(record: object, names: str) -> dict[str, Any]:
    """The fields, or properties, of these names, in this order: what has an ``as_dict`` by that,
    members of an Enum as text, tuples as lists.

    >>> json_of(slice(2, 9, (1, 2)), "stop step")
    {'stop': 9, 'step': [1, 2]}
    """
    return {name: _plain(getattr(record, name)) for name in names.split()}


def _plain(value: Any) -> Any:
    if hasattr(value, "as_dict"):
        return value.as_dict()
    if isinstance(value, Enum):
        return str(value)
    if isinstance(value, Mapping):
        return {name: _plain(item) for name, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, tuple | list) else value
