"""Python that never compiles: the reason in words, and the idiom that compiles."""

from __future__ import annotations

import ast
import sys
from dataclasses import fields, is_dataclass
from numbers import Integral
from random import Random
from types import FunctionType
from typing import Any

from perfectplay.core.shortened import shortened
from perfectplay.game.find.find_shape import SHORTEST_BOARD
from perfectplay.game.shape.record_classes import field_names, is_bare
from perfectplay.game.shape.state_sets import MOST_ELEMENTS
from perfectplay.game.shape.state_shape import state_shape
from perfectplay.game.shape.state_words import LONGEST_WORD
from perfectplay.game.showing import number_of

LIST = "docs/rules-that-compile.md lists what compiles"

_ASYNC = (ast.AsyncWith, ast.AsyncFor, ast.AsyncFunctionDef, ast.Await)

DICT = (
    "a dict does not compile here",
    "keep it in a local of one kind, or give it to functions that take a dict in that place",
)

REFUSED: dict[type[ast.AST], tuple[str, str]] = {
    ast.Dict: DICT,
    ast.DictComp: DICT,
    ast.Try: ("try around more than one look-up does not compile", "test with if before instead"),
    ast.TryStar: ("try does not compile", "test with if before instead"),
    ast.With: ("with does not compile", "write it without"),
    **dict.fromkeys(_ASYNC, ("async does not compile", "write it without")),
    ast.ClassDef: ("a class inside a rule does not compile", "define it in the module"),
    ast.Import: ("an import inside a rule does not compile", "import at the top of the file"),
    ast.ImportFrom: ("an import inside a rule does not compile", "import at the top of the file"),
    ast.Global: ("global does not compile", "rules must not change anything but their locals"),
    ast.Nonlocal: ("nonlocal does not compile", "give and return the value instead"),
    ast.Lambda: ("a lambda does not compile here", "write a def, a method, or a loop"),
}

_NEWER = {
    "TypeAlias": ("a type alias inside a rule does not compile", "define it in the module"),
    "TemplateStr": ("a template string does not compile", "write an f-string"),
}
"""Of Python 3.12 and 3.14."""

REFUSED |= {getattr(ast, kind): told for kind, told in _NEWER.items() if hasattr(ast, kind)}

STRINGS = (
    "a string does not compile",
    "use numbers, and texts only in text, move_text and their like",
)


WITH_WAYS = (
    "a NamedTuple with methods such as __len__ or __iter__ of its own",
    "write @dataclass(frozen=True), which may have __len__, __iter__, __getitem__ and __contains__",
)
"""What a class is that is no record, and what is one."""

ELEMENTS = "integers, short texts, members of an Enum, or tuples and frozen dataclasses of these"


def refusal_of_states(start: Any) -> tuple[str, str, str]:
    """The reason, the place (none) and the idiom for states without a shape.

    >>> refusal_of_states(((0, 2.5), 1))[0]
    'its states hold 2.5 in field 0, item 1'
    """
    idiom = (
        "states that compile are integers, texts, bytes of one length, and tuples and frozen "
        "dataclasses of these, of letters and of frozensets of integers"
    )
    if state_shape(start) is not None:  # later states have none
        what = f"its sets hold something else than {ELEMENTS}, or more than {MOST_ELEMENTS} of them"
        if not _holds_set(start):
            what = "later states have another shape than the start, such as a longer tuple"
        return (what, "", idiom)
    if isinstance(start, tuple) and not start:
        return ("its start is an empty tuple", "", idiom)
    place, part = _first_other(start, "")
    if isinstance(part, bytes):
        where = f"hold bytes in {place}" if place else "are of type bytes"
        return (f"its states {where}", "", _instead_of_bytes(part))
    if is_dataclass(part):
        return (
            f"its states hold {type(part).__name__}, a dataclass of a kind that does not compile",
            "",
            "write @dataclass(frozen=True) and fields alone: no kw_only, InitVar, __init__, "
            "__eq__, __lt__ or __reversed__",
        )
    if hasattr(part, "_fields"):
        return (f"its states hold {type(part).__name__}, {WITH_WAYS[0]}", "", WITH_WAYS[1])
    if type(start) is str:
        return (_refusal_of_text(start), "", idiom)
    if not place:
        return (f"its states are of type {type(start).__name__}", "", idiom)
    if isinstance(part, tuple) and not part:
        return (f"its states hold an empty tuple in {place}", "", idiom)
    if isinstance(part, Integral) and not isinstance(part, int):  # of NumPy
        idiom = "write int(x), or tuple(array.tolist())"
    shown = repr(part) if isinstance(part, str | float | None) else type(part).__name__
    return (f"its states hold {shown[:40]} in {place}", "", idiom)


def _holds_set(value: Any) -> bool:
    """Whether a state has a frozenset in it, however deep."""
    if is_dataclass(value):
        return any(_holds_set(getattr(value, field.name)) for field in fields(value))
    return isinstance(value, frozenset) or (
        isinstance(value, tuple) and any(map(_holds_set, value))
    )


def _instead_of_bytes(part: bytes) -> str:
    """What compiles in the place of bytes.

    >>> _instead_of_bytes(b"..X.o")
    "a text of one length compiles, such as '..X.o'; so does a tuple of integers"
    >>> _instead_of_bytes(bytes(3))
    'a tuple of integers compiles, such as (0, 0, 0)'
    """
    if part.isascii() and part.decode("ascii").isprintable() and len(part) >= SHORTEST_BOARD:
        shown = shortened(repr(part.decode("ascii")), 40)
        return f"a text of one length compiles, such as {shown}; so does a tuple of integers"
    return f"a tuple of integers compiles, such as {shortened(repr(tuple(part)), 40)}"


def _refusal_of_text(start: str) -> str:
    """Why states that are texts have no shape; `game_shape` has looked at the first ones.

    >>> _refusal_of_text("aab")
    'its states are texts that become longer than 100 characters'
    """
    if len(start) < SHORTEST_BOARD:
        return f"its start is a text of {number_of(len(start), 'character')}"
    if len(start) > LONGEST_WORD:
        return f"its states are texts of more than {LONGEST_WORD} characters"
    return f"its states are texts that become longer than {LONGEST_WORD} characters"


def _first_other(value: Any, place: str) -> tuple[str, Any]:
    """The first part of a state that is no integer, and its place in words."""
    names = field_names(type(value))
    if not names and not isinstance(value, tuple):
        return place, value
    items = [(n, getattr(value, n)) for n in names] if names else enumerate(tuple(value))
    for label, item in items:
        if state_shape((item,)) is None:
            return _first_other(item, f"{place}, item {label}" if place else f"field {label}")
    return place, value


BYTES = (
    "empty bytes, and bytes in a game whose states hold none, do not compile",
    "use tuples of integers, or bytes as states",
)


def refusal_of_constant(value: object, what: str) -> tuple[str, str, str]:
    """The reason, the place (not known here) and the idiom for a constant that does not compile."""
    kind = type(value).__name__
    named = f"{what} is {'an' if kind[0] in 'aeiouAEIOU' else 'a'} {kind}, which does not compile"
    if isinstance(value, list):
        return named, "", "make it a tuple"
    if isinstance(value, dict):
        return named, "", "make it a tuple whose indices are the keys"
    if isinstance(value, set):
        return named, "", "make it a frozenset"
    if isinstance(value, bytes):
        return BYTES[0], "", BYTES[1]
    if isinstance(value, str):
        return named, "", "use numbers, and texts only in text, move_text and their like"
    if hasattr(type(value), "__members__"):
        return named, "", "make its class an IntEnum"
    if is_bare(type(value)):
        return named, "", f"as a move it compiles where it is given alone: yield {what}"
    if callable(value):
        return named, "", "use a def or a lambda in its place"
    return named, "", "use integers, tuples of integers or NumPy arrays of integers"


def instead_of(target: Any) -> str:
    """What to write instead of a call of a function that does not compile."""
    home = str(getattr(target, "__module__", ""))
    if target is print:
        return "leave it out: text(state) tells how states are shown"
    if home.partition(".")[0] == "numpy":
        return "write a loop over the items of a tuple or a list"
    if isinstance(getattr(target, "__self__", None), Random):
        return "the same question must always get the same answer: no random numbers"
    if isinstance(target, type) and hasattr(target, "_fields"):
        return WITH_WAYS[1]
    if target in (input, open):
        return "rules depend on nothing but their arguments and the game"
    made = vars(target).get("__init__") if isinstance(target, type) else None
    if isinstance(made, FunctionType) and home.partition(".")[0] not in sys.stdlib_module_names:
        return _of_class(target)
    return LIST


def _of_class(cls: type) -> str:
    """What a class of which rules make objects should have."""
    named = {name for name in vars(cls) if name.startswith("__") and name.endswith("__")}
    ways = {name for name in named if isinstance(vars(cls)[name], FunctionType)}
    ways -= {"__init__", "__repr__", "__str__"}
    if cls.__bases__ != (object,):
        return f"a class without a base, with all methods of {cls.__bases__[0].__name__} in it"
    if ways:
        return f"methods with names such as get and set in the place of {', '.join(sorted(ways))}"
    return "set all its attributes in __init__, outside of branches and loops"
