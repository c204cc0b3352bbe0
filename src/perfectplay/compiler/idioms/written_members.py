"""Members of ``class Side(str, Enum)`` in f-strings, where they are names: ``Side.LEFT``."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from perfectplay.compiler.source.function_rules import FunctionRules
from perfectplay.game.shape.state_words import is_written_by_name


def refuse_written_members(
    tree: ast.FunctionDef, names: dict[str, Any], rules: FunctionRules
) -> None:
    """Refuse to write anything into a text in rules that name such a class: compiled code has the
    value of a member, and writes that. ``names``: of the function's module."""
    for node in ast.walk(tree):
        if _writes(node, rules):
            shape = rules.module.shape
            held = () if shape is None else (*shape.text_enums, *shape.kinds)
            for cls in (*held, *_named(names)):
                if is_written_by_name(cls):
                    reason = f"in {ast.unparse(node)}, a member of {cls.__name__} is its name"
                    idiom = f"write class {cls.__name__}({_instead(cls)}), which is its value there"
                    rules.refuse(node, reason, idiom)


def _writes(node: ast.AST, rules: FunctionRules) -> bool:
    match node:
        case ast.JoinedStr(parts):
            return any(isinstance(part, ast.FormattedValue) for part in parts)
        case ast.Call(ast.Name() as function):
            return rules.known(function) in (str, format, repr)
    return False


def _named(names: dict[str, Any]) -> Iterator[Any]:
    """What a module names, and the modules that it names."""
    for value in names.values():
        yield value
        if isinstance(value, ModuleType):
            yield from vars(value).values()


def _instead(cls: type) -> str:
    return "StrEnum" if issubclass(cls, str) else "IntEnum"
