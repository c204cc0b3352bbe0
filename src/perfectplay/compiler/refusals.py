"""Python that never compiles: the reason in words, and the idiom that compiles."""

from __future__ import annotations

import ast
from typing import Any

LIST = "docs/rules-that-compile.md lists what compiles"

_ASYNC = (ast.AsyncWith, ast.AsyncFor, ast.AsyncFunctionDef, ast.Await)

REFUSED: dict[type[ast.AST], tuple[str, str]] = {
    ast.Dict: ("a dict does not compile", "use a tuple or a list indexed by number"),
    ast.DictComp: ("a dict does not compile", "use a tuple or a list indexed by number"),
    ast.JoinedStr: ("an f-string does not compile", "use numbers or tuples of numbers"),
    ast.Try: ("try does not compile", "test with if before instead"),
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

STRINGS = (
    "a string does not compile",
    "use numbers, and texts only in text, move_text and their like",
)


def refusal_of_states(start: Any) -> tuple[str, str, str]:
    """The reason, the place (none) and the idiom for states that are no flat tuples of integers."""
    idiom = "states that compile are integers and flat tuples of integers"
    if not isinstance(start, tuple):
        return (f"its states are of type {type(start).__name__}", "", idiom)
    place, other = next(((i, x) for i, x in enumerate(start) if type(x) is not int), (0, None))
    if isinstance(other, bool):
        return (f"its states hold {other} in field {place}", "", "write 1 or 0")
    if isinstance(other, tuple):
        return ("its states are tuples in tuples", "", "make one flat tuple of them")
    if not start:
        return ("its start is an empty tuple", "", idiom)
    shown = repr(other) if isinstance(other, str | float | None) else type(other).__name__
    return (f"its states hold {shown[:40]} in field {place}", "", idiom)
