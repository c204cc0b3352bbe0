"""Conjectures and conditions as functions of states."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from perfectplay.analysis.conjecture.evaluation_budget import TooMuchError
from perfectplay.analysis.conjecture.expression_syntax import conjuncts, names_of, read
from perfectplay.analysis.conjecture.question_space import ConjectureNames
from perfectplay.core.errors import ConjectureError, PerfectPlayError
from perfectplay.core.shortened import shortened
from perfectplay.core.value import State
from perfectplay.game.showing import faults_of

ALIASES = {"s": ("state",)}
"""Other names of a variable."""


@dataclass(frozen=True)
class ConjectureTest:
    """An expression or function over states; ``what``: "conjecture" or "condition"."""

    names: ConjectureNames
    function: Callable[..., Any]
    what: str
    variables: tuple[str, ...]

    def holds(self, *states: State) -> bool:
        """True if it holds for these states. Raises ConjectureError, which shows them."""
        self.names.budget.begin()
        try:
            answer = self.function(*states)
        except TooMuchError as error:
            raise self._error(str(error), states) from None
        except PerfectPlayError as error:
            raise self._error(f"fails: {error}", states) from error
        except faults_of() as error:  # a method of the game, or an expression, may raise anything
            raise self._error(f"raises {type(error).__name__} ({error})", states) from error
        if answer is True or answer is False:
            return answer
        if isinstance(answer, np.bool_):
            return bool(answer)
        raise self._error(f"gives {_short(answer)}, expected True or False", states)

    def _error(self, fault: str, states: Sequence[State]) -> ConjectureError:
        rules = self.names.solution.rules
        shown = [rules.state_text(state) for state in states]
        if len(states) == 1:
            where = f"state {shown[0]}"
        else:
            pairs = zip(self.variables, shown, strict=True)
            where = f"the states {' and '.join(f'{name} = {text}' for name, text in pairs)}"
        return ConjectureError(f"in {where} the {self.what} {fault}")


def compiled(
    names: ConjectureNames,
    predicate: str | Callable[..., Any],
    variables: tuple[str, ...],
    what: str,
) -> ConjectureTest:
    """Test of a predicate, which is read and checked if it is a text. Raises ConjectureError."""
    if not isinstance(predicate, str):
        return ConjectureTest(names, predicate, what, variables)
    tree = read(predicate, names.vocabulary(_with_aliases(variables)))
    return _tested(names, tree, variables, what)


def _tested(
    names: ConjectureNames, tree: ast.expr, variables: tuple[str, ...], what: str
) -> ConjectureTest:
    if len(variables) == 1 and "state" in names_of(tree):
        tree = _NameChange().visit(tree)
    arguments = ast.arguments([], [ast.arg(v) for v in variables], None, [], [], None, [])
    function = ast.Expression(ast.Lambda(arguments, tree))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # "is" with a number
        code = compile(ast.fix_missing_locations(function), "<conjecture>", "eval")
    # safe: the tree was checked, and the namespace has only allowed names
    return ConjectureTest(names, eval(code, names.namespace()), what, variables)


def _with_aliases(variables: tuple[str, ...]) -> tuple[str, ...]:
    return (*variables, *(alias for v in variables for alias in ALIASES.get(v, ())))


class _NameChange(ast.NodeTransformer):
    """Writes ``s`` in place of ``state``."""

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Name("s", node.ctx) if node.id == "state" else node


def split(
    names: ConjectureNames, where: str | Callable[..., Any] | None, variables: tuple[str, ...]
) -> dict[str, list[ConjectureTest]]:
    """Conditions on each variable alone, and under ``""`` those on several. In conditions over a
    pair, ``s`` (or ``state``) is each of the two."""
    found: dict[str, list[ConjectureTest]] = {name: [] for name in (*variables, "")}
    if where is None:
        return found
    if not isinstance(where, str):
        found["" if len(variables) > 1 else variables[0]].append(
            ConjectureTest(names, where, "condition", variables)
        )
        return found
    known = dict.fromkeys((*_with_aliases(variables), "s", "state"))
    for part in conjuncts(read(where, names.vocabulary(known))):
        used = names_of(part) & known.keys()
        alone = used & {"s", "state"}
        if alone and used - alone:
            raise ConjectureError(
                "in a condition over pairs, s stands for each of the two states; a part that has "
                "a or b cannot have s beside them: join the parts by and"
            )
        if alone or len(variables) == 1:
            tested = _tested(names, part, ("s",), "condition")
            for name in variables:
                found[name].append(tested)
        elif len(used) == 1:
            name = used.pop()
            found[name].append(_tested(names, part, (name,), "condition"))
        else:
            found[""].append(_tested(names, part, variables, "condition"))
    return found


def _short(answer: object) -> str:
    if callable(answer) and not isinstance(answer, type):
        return "a function that it does not call"
    try:
        text = repr(answer)
    except Exception:  # the repr of a class of the rules may raise anything
        text = f"a {type(answer).__name__}"
    return shortened(text, 60)
