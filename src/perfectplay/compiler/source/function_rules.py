"""What passes of the compiler ask of the rewriter of a function of the rules."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any, NoReturn, Protocol

from perfectplay.compiler.source.rules_module import RulesModule


class FunctionRules(Protocol):
    """The rewriter of a function, as passes of the compiler see it."""

    module: RulesModule

    def known(self, node: ast.expr) -> Any:
        """The value of a constant expression, or MISSING."""

    def decided(self, node: ast.expr) -> bool | None:
        """Whether a condition is true in all states; None if it depends on the state."""

    def fresh_local(self, wanted: str) -> str:
        """A new name for a local."""

    def helper_of(self, node: ast.Call) -> tuple[FunctionType, int] | None:
        """The function of the rules that a call is of, and how many arguments the call leaves out;
        None for other calls."""

    def refuse(self, node: ast.AST, reason: str, idiom: str = "") -> NoReturn:
        """Raise NotCompilable with the place of a node."""
