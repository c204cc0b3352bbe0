"""Games given by functions: ``do_move(move, state)``, ``evaluate(state)`` and a list of all moves.

Compiled, ``do_move`` gives None where the rules give False, ``evaluate`` what ``outcome`` gives,
and ``moves`` options (see ``move_options.py``): what each move leads to, if it is legal.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, NoReturn

from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.move_forms import Fixed, Form, are_unlike, form_of_constant
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.source.own_names import own
from perfectplay.compiler.source.rules_module import RulesModule
from perfectplay.compiler.source.syntax_trees import Statements, call, flat, located
from perfectplay.game.functions import UNDECIDED, FunctionGame

MOST_FORMS = 32
"""Of more moves of unlike kinds, each would be compiled for itself."""

Refuse = Callable[[ast.AST, str, str], NoReturn]


def in_our_style(
    tree: ast.FunctionDef, style: str, known: Callable[[ast.expr], Any], refuse: Refuse
) -> None:
    """Change what a function of this style, "do_move" or "evaluate", returns."""
    answers = _Answers(style, known, refuse)
    tree.body = flat(answers.visit(x) for x in tree.body)
    end = ast.Raise(call("ValueError", ast.Constant(f"{style} gives None")), None)
    tree.body.append(located(end, tree.body[-1]))


class _Answers(ast.NodeTransformer):
    def __init__(self, style: str, known: Callable[[ast.expr], Any], refuse: Refuse) -> None:
        self.style, self.known, self.refuse = style, known, refuse

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node

    def visit_Return(self, node: ast.Return) -> Statements:
        return [located(x, node) for x in self._returned(node.value, node)]

    def _returned(self, value: ast.expr | None, where: ast.AST) -> Statements:
        if isinstance(value, ast.IfExp):
            parts = self._returned(value.body, where), self._returned(value.orelse, where)
            return [ast.If(value.test, *parts)]
        known = None if value is None else self.known(value)
        if value is None or known is None:
            wanted = "False for a move that is not legal" if self.style == "do_move" else UNDECIDED
            self.refuse(where, f"{self.style} returns None", f"return {wanted}")
        if self.style == "do_move":
            return [ast.Return(None if known is False else call("next_state", value))]
        if known is MISSING:
            return [ast.Return(call("evaluated", value))]
        if known == UNDECIDED:
            return [ast.Return(ast.Constant(None))]
        if type(known) is int and -1 <= known <= 1:
            return [ast.Return(ast.Constant(known + 2))]
        reason = f'evaluate returns {ast.unparse(value)}, not -1, 0, 1 or "{UNDECIDED}"'
        self.refuse(where, reason, "")


def roles_of_functions(module: RulesModule, game: FunctionGame) -> list[str]:
    """The lines that give ``outcome``, ``moves`` and ``play`` for such a game."""
    module.has_options = True
    evaluate = module.function_name(game._evaluate, "evaluate")
    lines = ["@inner(nogil=True)", "def outcome(state):", f"    return {evaluate}(state)"]
    lines += ["@inner(nogil=True)", "def play(state, option):", "    return option[0]"]
    lines += ["@inner(nogil=True)", "def moves(state):"]
    moves = tuple(game.possible_moves)
    forms = [form_of_constant(move) for move in moves]
    if not moves:
        raise NotCompilable("there are no possible moves")
    if _need_forms(forms):
        for move, form in zip(moves, forms, strict=True):
            do_move = module.function_name(game._do_move, "do_move", ((0, form),))
            given = "0" if isinstance(form, Fixed) else _text(module, move)
            lines += _option(f"{do_move}({given}, state)", "    ")
    else:
        do_move = module.function_name(game._do_move, "do_move")
        lines.append(f"    for move in {_text(module, moves)}:")
        lines += _option(f"{do_move}(move, state)", "        ")
    return lines


def _need_forms(forms: list[Form]) -> bool:
    """Whether the functions are compiled once for each move: for texts, which rules may read as
    numbers, and for moves of unlike kinds."""
    if not are_unlike(forms):
        texts = all(isinstance(x, Fixed) and x.kind is str for x in forms)
        return texts and len(forms) <= MOST_FORMS
    if len(forms) > MOST_FORMS:
        raise NotCompilable(
            f"there are {len(forms)} moves of unlike kinds", idiom="make all moves numbers"
        )
    return True


def _text(module: RulesModule, value: Any) -> str:
    return ast.unparse(module.constants.node(value, "the list of moves"))


def _option(called: str, indent: str) -> list[str]:
    body = [f"child = {called}", "if child is not None:", f"    yield ({own('held')}(child),)"]
    return [indent + line for line in body]
