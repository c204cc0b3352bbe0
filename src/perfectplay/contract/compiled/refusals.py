"""What of Python never compiles, in sentences for people: the reason, the idiom that compiles."""

from __future__ import annotations

import ast

LIST = "docs/rules-that-compile.md lists what compiles"

REFUSED: dict[type[ast.AST], tuple[str, str]] = {
    ast.Dict: ("a dict does not compile", "use a tuple or a list indexed by number"),
    ast.DictComp: ("a dict does not compile", "use a tuple or a list indexed by number"),
    ast.JoinedStr: ("an f-string does not compile", "use numbers or tuples of numbers"),
    ast.Try: ("try does not compile", "test with if before instead"),
    ast.TryStar: ("try does not compile", "test with if before instead"),
    ast.With: ("with does not compile", "write it without"),
    ast.AsyncWith: ("async does not compile", "write it without"),
    ast.AsyncFor: ("async does not compile", "write it without"),
    ast.AsyncFunctionDef: ("async does not compile", "write it without"),
    ast.Await: ("async does not compile", "write it without"),
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

