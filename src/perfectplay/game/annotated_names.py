"""The annotations of classes, also of names that do not exist while a program runs."""

from __future__ import annotations

import inspect
import sys
from typing import Any, get_type_hints


def annotated_names(cls: type) -> dict[str, Any]:
    """The annotations in the body of a class; texts or references where names are missing.

    >>> annotated_names(type("Pile", (), {"__annotations__": {"left": int, "board": "Unknown"}}))
    {'left': <class 'int'>, 'board': 'Unknown'}
    """
    if sys.version_info >= (3, 14):  # it evaluates annotations when it is asked for them
        from annotationlib import Format, get_annotations

        return get_annotations(cls, format=Format.FORWARDREF)
    return inspect.get_annotations(cls)


def known_types(cls: type) -> dict[str, Any]:
    """The types of the annotations of a class and its bases, without those that cannot be known.

    >>> known_types(type("Pile", (), {"__annotations__": {"left": "int", "board": "Unknown"}}))
    {'left': <class 'int'>}
    """
    found: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        for name, hint in annotated_names(base).items():
            alone = {"__annotations__": {name: hint}, "__module__": base.__module__}
            try:
                found |= get_type_hints(type(base.__name__, (), alone))
            except (NameError, TypeError, AttributeError, SyntaxError):
                found.pop(name, None)
    return found
