"""The rules of a game as the text of a module of plain functions.

``self.width`` becomes a constant, ``self.helper(state)`` a call of a function, a generator
expression a function of its own. Python that Numba lacks becomes calls of ``support.py``,
``items.py`` and ``tuple_helpers.py``.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from perfectplay.compiler.constants import NotCompilable
from perfectplay.compiler.function_source import Place, match_lines, place_of, plain, tree_of
from perfectplay.compiler.refusals import LIST
from perfectplay.compiler.rewrite import Rewriter
from perfectplay.compiler.rules_module import ITERATED, RuleFunction, RulesModule, shape_of
from perfectplay.compiler.syntax_trees import names_of_comprehensions, own, protect
from perfectplay.game.game import Game, has_again, overrides


@dataclass
class Translation:
    """The rules as a module: its text, its tables, and where each line comes from.

    ``roles``: the methods that the kernels of ``template.py`` call, as far as the game has them;
    ``places``: the user's file and line of a line of the text. ``sites``: by number, the user's
    file and line of tuples whose length compiled code checks.
    """

    roles: Sequence[str]
    text: str
    tables: dict[str, np.ndarray[Any, Any]]
    state_class: str
    places: dict[int, Place]
    sites: list[str]


def translate(game: Game, *, symmetries: bool = True, more: Sequence[str] = ()) -> Translation:
    """The rules as a module with ``outcome``, ``moves``, ``play`` and what kernels need besides.

    ``more``: further methods of the game that kernels call.

    Raises NotCompilable with the reason, in words for the game's author.
    """
    module = RulesModule(game, _rewritten)
    roles = ["outcome", "moves", "play"]
    if symmetries and overrides(game, "symmetries"):
        roles.append("symmetries")
    if has_again(game):
        roles.append("moves_again" if overrides(game, "moves_again") else "player")
    if overrides(game, "tier"):
        roles.append("tier")
    if game.scoring and overrides(game, "gain"):
        roles.append("gain")
    try:
        return _translation(module, roles, more)
    except NotCompilable:
        raise
    except Exception as problem:  # Python that nobody thought of: interpreted, it runs
        raise NotCompilable(
            f"its rules cannot be translated ({type(problem).__name__}: {problem})", idiom=LIST
        ) from problem


def _translation(module: RulesModule, roles: list[str], more: Sequence[str]) -> Translation:
    """The whole module, without the kernels."""
    aliases = [
        f"{role} = {module.method_name(role, None, '', iterated=role in ITERATED)}"
        for role in (*roles, *more)
    ]
    state_class = _state_class(module)
    lines = ["from collections import namedtuple", f"import math as {own('math')}", ""]
    lines += _named_tuples(module) + module.constants.lines
    lines += [f"{name} = {shape_of(start)}" for name, start in module.examples.items()]
    places: dict[int, Place] = {}
    for tree, filename in module.functions:
        lines += ["", "", "@inner(nogil=True, boundscheck=True)"]
        text = ast.unparse(tree)
        match_lines(tree, text, filename, sum(x.count("\n") + 1 for x in lines), places)
        lines.append(text)
    text = "\n".join([*lines, "", "", *aliases]) + "\n"
    return Translation(roles, text, module.constants.tables, state_class, places, module.sites)


def _state_class(module: RulesModule) -> str:
    """The module's name of the class of states; "" for integers and plain tuples."""
    cls = type(module.start)
    if not issubclass(cls, tuple) or cls is tuple:
        return ""
    if not hasattr(cls, "_fields"):
        raise NotCompilable(
            f"its states are of {cls.__name__}, a kind of tuple",
            idiom="use a plain tuple or a NamedTuple",
        )
    return module.named_tuple(cls)


def _named_tuples(module: RulesModule) -> list[str]:
    """The lines that define NamedTuples, and functions that make them of tuples."""
    lines = []
    for cls, name in module.named_tuples.items():
        fields = " ".join(cls._fields)  # type: ignore[attr-defined]
        lines.append(f"{name} = namedtuple({name!r}, {fields!r})")
    for cls, name in module.makers.items():
        items = ", ".join(f"items[{i}]" for i in range(len(cls._fields)))  # type: ignore[attr-defined]
        lines += ["@inner(nogil=True)", f"def {name}(items):"]
        lines += [f"    return {module.named_tuples[cls]}({items})"]
    return lines


def _rewritten(module: RulesModule, source: RuleFunction, name: str) -> list[ast.FunctionDef]:
    """The tree of a function under a new name, after those of the functions inside it."""
    tree = tree_of(source.function)
    protect(tree)
    plain(tree, name, place_of(source.function))
    self_name = None
    if source.first is not None and tree.args.args:
        self_name = tree.args.args.pop(0).arg
    rewriter = Rewriter(module, source, self_name)
    rewriter.local_names -= names_of_comprehensions(tree)
    try:
        rewriter.rewrite(tree, iterated=source.iterated)
    except NotCompilable as refusal:
        raise NotCompilable(
            refusal.reason, refusal.place or place_of(source.function), refusal.idiom
        ) from None
    return [*rewriter.lifted, tree]
