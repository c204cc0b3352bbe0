"""The rules of a game as the text of a module of plain functions.

``self.width`` becomes a constant, ``self.helper(state)`` a call of a function, a generator
expression a generator of its own; what Python has and Numba has not goes to ``support.py``.
"""

from __future__ import annotations

import ast
import enum
import inspect
import math
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

import numpy as np

from perfectplay.contract.compiled.constants import Constants, NotCompilable
from perfectplay.contract.compiled.rewrite import _MISSING, Rewriter
from perfectplay.contract.functions import FunctionGame
from perfectplay.contract.game import Game, StateKind, kind_of, overrides

Place = tuple[str, int]


@dataclass
class Translation:
    """A module that says the rules: its text, its tables, and where each line comes from."""

    text: str
    tables: dict[str, np.ndarray[Any, Any]]
    places: dict[int, Place] = field(default_factory=dict)


def translate(game: Game) -> Translation:
    """The rules as a module with ``outcome``, ``moves``, ``play`` and what the game adds to them.

    Raises NotCompilable with the reason, in words for the game's author.
    """
    if isinstance(game, FunctionGame):
        raise NotCompilable("games given by functions run interpreted")
    start = game.start()
    kind = kind_of(start)
    if kind is StateKind.OBJECT:
        raise NotCompilable(
            f"its states are of type {type(start).__name__}, "
            "not integers or flat tuples of integers",
        )
    return Translator(game, start).translation()


class Translator:
    """Gathers functions and constants of one game, callees before callers."""

    def __init__(self, game: Game, start: Any) -> None:
        self.game = game
        self.start = start
        self.constants = Constants()
        self._functions: list[tuple[ast.FunctionDef, str]] = []
        self._names: dict[tuple[Any, Any], str] = {}
        self._taken: set[str] = set()
        self._open: list[Any] = []
        self._named_tuples: dict[type, str] = {}

    def translation(self) -> Translation:
        """The whole module, without the kernels."""
        roles = ["outcome", "moves", "play"]
        roles += [r for r in ("player", "moves_again", "symmetries", "tier") if self._given(r)]
        aliases = [f"{role} = {self.method_name(role, None, '')}" for role in roles]
        if isinstance(self.start, tuple) and type(self.start) is not tuple:
            self._named_tuple(type(self.start))
        lines = ["from collections import namedtuple", "import math", ""]
        for cls, name in self._named_tuples.items():
            fields = " ".join(cls._fields)  # type: ignore[attr-defined]
            lines.append(f"{name} = namedtuple({name!r}, {fields!r})")
        lines += self.constants.lines
        state = self.start if isinstance(self.start, tuple) else ()
        lines.append(f"_state = {(0,) * len(state) if state else 0}")
        places: dict[int, Place] = {}
        for tree, filename in self._functions:
            lines += ["", "", "@njit(nogil=True, boundscheck=True)"]
            text = ast.unparse(tree)
            _match_lines(tree, text, filename, sum(x.count("\n") + 1 for x in lines), places)
            lines.append(text)
        lines += ["", "", *aliases]
        return Translation("\n".join(lines) + "\n", self.constants.tables, places)

    def state_class(self) -> str | None:
        """The name of the NamedTuple of the states; None where they are plain."""
        return self._named_tuples.get(type(self.start))

    def _given(self, role: str) -> bool:
        return overrides(self.game, role)

    def fresh_name(self, wanted: str) -> str:
        """A name that the module does not have yet."""
        name, n = wanted, 1
        while name in self._taken:
            n += 1
            name = f"{wanted}{n}"
        self._taken.add(name)
        return name

    # --- what the rules name ------------------------------------------------------------------------

    def game_attribute(self, name: str) -> Any:
        """A field, class attribute or property of the game; _MISSING for its methods."""
        static = inspect.getattr_static(type(self.game), name, _MISSING)
        if isinstance(static, FunctionType | staticmethod | classmethod):
            return _MISSING
        return getattr(self.game, name, _MISSING)

    def method_name(self, name: str, below: type | None, place: str) -> str:
        """The module's name of a method, found through the bases (below a class, for super)."""
        bases = type(self.game).__mro__
        for cls in bases[bases.index(below) + 1 :] if below else bases:
            if name in vars(cls):
                return self._method(cls, name, vars(cls)[name])
        raise NotCompilable(f"the game has no method {name}", place)

    def _method(self, cls: type, name: str, found: Any) -> str:
        if isinstance(found, staticmethod):
            return self._function(found.__func__, f"{cls.__name__}_{name}", False, cls)
        function = found.__func__ if isinstance(found, classmethod) else found
        function = inspect.unwrap(function)
        if not isinstance(function, FunctionType):
            raise NotCompilable(f"{name} is not a plain method")
        return self._function(function, f"{cls.__name__}_{name}", True, cls)

    def callable_name(self, target: Any, said: str, place: str) -> str | None:
        """The module's name of what is called by ``said``; None for what Numba knows itself."""
        if isinstance(target, type):
            if issubclass(target, tuple) and hasattr(target, "_fields"):
                return self._named_tuple(target)
            if issubclass(target, enum.IntEnum):
                return "int"
            return None
        target = inspect.unwrap(target) if hasattr(target, "__wrapped__") else target
        if isinstance(target, FunctionType):
            return self._function(target, target.__name__, False, None)
        if getattr(math, getattr(target, "__name__", ""), None) is target:
            return f"math.{target.__name__}"
        if getattr(target, "__module__", None) == "builtins":
            return None
        raise NotCompilable(f"{said} does not compile", place)

    def _named_tuple(self, cls: type) -> str:
        if cls not in self._named_tuples:
            self._named_tuples[cls] = self.fresh_name(cls.__name__)
        return self._named_tuples[cls]

    # --- one function ---------------------------------------------------------------------------------

    def _function(
        self, function: FunctionType, wanted: str, is_method: bool, owner: type | None
    ) -> str:
        key = (function, is_method)
        if key in self._open:
            raise NotCompilable(
                f"{function.__name__} calls itself", _place(function), "recursion: use a loop"
            )
        if key not in self._names:
            self._open.append(key)
            name = self.fresh_name(wanted)
            for tree in self._rewritten(function, name, is_method, owner):
                self._functions.append((tree, function.__code__.co_filename))
            self._open.pop()
            self._names[key] = name
        return self._names[key]

    def _rewritten(
        self, function: FunctionType, name: str, is_method: bool, owner: type | None
    ) -> list[ast.FunctionDef]:
        tree = _tree_of(function)
        self_name = None
        if is_method:
            self_name = tree.args.args[0].arg if tree.args.args else None
            tree.args.args = tree.args.args[1:]
        _plain(tree, name)
        rewriter = Rewriter(self, function, self_name, owner)
        tree.args.defaults = [rewriter.visit(default) for default in tree.args.defaults]
        try:
            tree.body = [s for s in map(rewriter.visit, tree.body) if s is not None]
        except NotCompilable as refusal:
            raise NotCompilable(
                refusal.reason, refusal.place or _place(function), refusal.idiom
            ) from None
        return [*rewriter.lifted, tree]


def _place(function: Callable[..., Any]) -> str:
    code = function.__code__
    return f"{code.co_filename}:{code.co_firstlineno}"


def _tree_of(function: FunctionType) -> ast.FunctionDef:
    try:
        lines, first = inspect.getsourcelines(function)
    except (OSError, TypeError):
        raise NotCompilable(f"the source of {function.__name__} cannot be read") from None
    try:
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except SyntaxError:
        raise NotCompilable(
            f"{function.__name__} is not a def of its own", _place(function)
        ) from None
    node = tree.body[0]
    if not isinstance(node, ast.FunctionDef):
        raise NotCompilable(f"{function.__name__} is not a plain function", _place(function))
    ast.increment_lineno(tree, first - 1)
    return node


def _plain(tree: ast.FunctionDef, name: str) -> None:
    """Without its annotations, decorators and docstring."""
    tree.name = name
    tree.decorator_list = []
    tree.returns = None
    for argument in [*tree.args.args, *tree.args.kwonlyargs]:
        argument.annotation = None
    match tree.body[0]:
        case ast.Expr(ast.Constant(str())) if len(tree.body) > 1:
            del tree.body[0]


def _match_lines(
    tree: ast.FunctionDef, text: str, filename: str, offset: int, places: dict[int, Place]
) -> None:
    """Notes for each line of the text the line of the user's file that it comes from."""
    statements = [n for n in ast.walk(tree) if isinstance(n, ast.stmt)]
    printed = [n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.stmt)]
    for ours, theirs in zip(printed, statements, strict=False):
        places[ours.lineno + offset] = (filename, getattr(theirs, "lineno", tree.lineno))
