"""What cannot be a state: values without a hash, and those that equal only themselves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from typing import Any


def by_identity(value: object) -> bool:
    """True if a value, or a part of it, equals only itself.

    >>> by_identity(object()), by_identity((1, (object(),))), by_identity((1, "a"))
    (True, True, False)
    """
    if isinstance(value, tuple | frozenset | list):
        return any(by_identity(part) for part in value)
    return type(value).__eq__ is object.__eq__


def hashable_advice(value: Any) -> str:
    """What to write in place of a value that cannot be hashed, or of its first such field; "" if
    nothing simple would do.

    >>> hashable_advice({"a": 1})
    'For a dict write tuple(sorted(d.items()))'
    >>> hashable_advice((7, [[0, 1], [1, 0]]))
    'Field 1 is a list: write tuple(map(tuple, rows))'
    """
    if is_dataclass(value):
        return _dataclass_advice(value)
    if isinstance(value, tuple):
        return _field_advice(enumerate(value))
    expression = _expression(value)
    return f"For {_kind(value)} write {expression}" if expression else ""


def _dataclass_advice(value: Any) -> str:
    """The advice for a dataclass that is not frozen, or has a field that cannot be hashed."""
    parts = _field_advice((field.name, getattr(value, field.name)) for field in fields(value))
    kind = type(value)
    if kind.__hash__ is not None:
        return parts
    frozen = f"Write @dataclass(frozen=True) above class {kind.__name__}"
    return f"{frozen}; {parts[:1].lower()}{parts[1:]}" if parts else frozen


def _field_advice(parts: Iterable[tuple[int | str, Any]]) -> str:
    """The advice for the first field that cannot be hashed."""
    for name, part in parts:
        if not _hashable(part):
            expression = _expression(part)
            return f"Field {name} is {_kind(part)}: write {expression}" if expression else ""
    return ""


def _kind(value: Any) -> str:
    name = type(value).__name__
    return "an array" if name == "ndarray" else f"a {name}"


def _expression(value: Any) -> str:
    if isinstance(value, list):
        nested = any(isinstance(part, list) for part in value)
        return "tuple(map(tuple, rows))" if nested else "tuple(items)"
    if isinstance(value, dict):
        return "tuple(sorted(d.items()))"
    if isinstance(value, set):
        return "frozenset(items)"
    if isinstance(value, bytearray):
        return "bytes(items)"
    if hasattr(value, "tobytes") and hasattr(value, "ndim"):  # an array of NumPy
        rows = "tuple(array.tolist())" if value.ndim < 2 else "tuple(map(tuple, array.tolist()))"
        small = "" if value.itemsize == 1 else ".astype(np.int8)"  # a byte for each cell
        return f"array{small}.tobytes(), or {rows}"
    return ""


def _hashable(value: Any) -> bool:
    try:
        hash(value)
    except Exception:  # what a user's __hash__ raises
        return False
    return True
