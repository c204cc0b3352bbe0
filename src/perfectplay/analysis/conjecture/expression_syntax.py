"""Syntax of conjectures, checked on the tree before anything is run."""

from __future__ import annotations

import ast
import difflib
import warnings
from collections.abc import Collection
from dataclasses import dataclass

from perfectplay.core.errors import ConjectureError

LONGEST = 4_000
"""Most characters of a conjecture."""

CLAUSES = 8
"""Most ``for`` clauses of a conjecture, as each can multiply the size of the result."""

ATTRIBUTES = frozenset((
    "count", "index", "find", "startswith", "endswith", "isdigit", "isalpha", "islower", "isupper",
    "lower", "upper", "strip", "split", "issubset", "issuperset", "isdisjoint", "union",
    "intersection", "difference", "bit_count", "bit_length",
))  # fmt: skip
"""Methods of strings, tuples, sets and numbers whose result is no larger than their input."""

_NODES = (
    ast.Expression, ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub, ast.UAdd,
    ast.Invert, ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow,
    ast.LShift, ast.RShift, ast.BitAnd, ast.BitOr, ast.BitXor, ast.Compare, ast.Eq, ast.NotEq,
    ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn, ast.Is, ast.IsNot, ast.IfExp, ast.Call,
    ast.keyword, ast.Name, ast.Load, ast.Store, ast.Attribute, ast.Subscript, ast.Slice, ast.Tuple,
    ast.List, ast.Set, ast.Starred, ast.Constant, ast.ListComp, ast.SetComp, ast.GeneratorExp,
    ast.comprehension,
)  # fmt: skip

_FORBIDDEN = {
    ast.Lambda: "a lambda",
    ast.NamedExpr: "an assignment (:=)",
    ast.Await: "await",
    ast.Yield: "yield",
    ast.YieldFrom: "yield",
    ast.JoinedStr: "a formatted string",
    ast.Dict: "a dictionary",
    ast.DictComp: "a dictionary",
    ast.MatMult: "the operator @",
}

_IMPLIES = "implies takes two things: implies(P, Q) is (not P) or Q"

_GUARDED = {ast.Add: "_add", ast.Mult: "_mul", ast.Pow: "_pow", ast.LShift: "_shift"}


@dataclass(frozen=True)
class Vocabulary:
    """Names that a conjecture may use, and attributes after a dot."""

    names: frozenset[str]
    attributes: frozenset[str]


def read(text: str, vocabulary: Vocabulary) -> ast.expr:
    """Checked tree of an expression, with guarded operators.

    ``implies(P, Q)`` becomes ``not P or Q``. Raises ConjectureError.

    >>> ast.unparse(read("implies(s, 2 * s > 3)", Vocabulary(frozenset({"s"}), frozenset())))
    'not s or _mul(2, s) > 3'
    """
    try:
        tree = _parsed(text)
        _check(tree, vocabulary)
        guarded = _Guard(_formats(tree)).visit(tree)
        if "implies" in names_of(guarded):
            raise ConjectureError(_IMPLIES)
        return ast.fix_missing_locations(guarded)  # type: ignore[no-any-return]
    except (RecursionError, MemoryError):
        raise ConjectureError("the conjecture is nested too deeply to be read") from None


def names_of(tree: ast.AST) -> set[str]:
    """Names in a tree."""
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def conjuncts(tree: ast.expr) -> list[ast.expr]:
    """Operands of ``and`` at the top of a tree.

    >>> [ast.unparse(part) for part in conjuncts(ast.parse("a and (b and c or d)").body[0].value)]
    ['a', 'b and c or d']
    """
    if isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.And):
        return [part for value in tree.values for part in conjuncts(value)]
    return [tree]


def _parsed(text: str) -> ast.expr:
    if not text.strip():
        raise ConjectureError(
            'a conjecture is a Python expression over a state s, such as "sum(s) % 4 == 0"'
        )
    if len(text) > LONGEST:
        raise ConjectureError(
            f"a conjecture may have {LONGEST:,} characters, and this one has {len(text):,}; "
            "what it computes can be a method of the game"
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)  # "is" with a number
            return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else str(error)
        hint = "; write implies(P, Q) for P implies Q" if " implies " in text else ""
        raise ConjectureError(
            f"{text.strip()!r} cannot be read as a Python expression: {reason}{hint}"
        ) from None


def _check(tree: ast.expr, vocabulary: Vocabulary) -> None:
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    bound = {name.id for name in names if isinstance(name.ctx, ast.Store)}
    known = vocabulary.names | bound | {"implies"}
    clauses = 0
    for node in ast.walk(tree):
        if not isinstance(node, _NODES):
            what = _FORBIDDEN.get(type(node), type(node).__name__)
            raise _more(what)
        if isinstance(node, ast.comprehension):
            clauses += 1
            if node.is_async:
                raise _more("async")
        elif isinstance(node, ast.Name):
            _check_name(node.id, known)
        elif isinstance(node, ast.Attribute):
            _check_attribute(node.attr, vocabulary.attributes)
        elif isinstance(node, ast.keyword) and node.arg is None:
            raise _more("** in a call")
    if clauses > CLAUSES:
        raise _more(f"more than {CLAUSES} clauses with for")


def _more(what: str) -> ConjectureError:
    return ConjectureError(
        f"a conjecture may not use {what}: it is one expression over the state; "
        "what needs more can be a method of the game"
    )


def _check_name(name: str, known: Collection[str]) -> None:
    if name.startswith("_"):
        raise _more(f"{name!r}, a name that begins with an underscore")
    if name not in known:
        hint = _hint(name, known)
        if name in ("a", "b"):
            hint = "the state is s, and with --over 2 (over=2) there are two, a and b"
        elif name in ("s", "state") and {"a", "b"} <= set(known):
            hint = "over pairs of states they are a and b"
        raise ConjectureError(f"a conjecture knows no name {name!r}; {hint}")


def _check_attribute(name: str, known: Collection[str]) -> None:
    if name.startswith("_"):
        raise _more(f"'.{name}', a name that begins with an underscore")
    if name not in known:
        raise ConjectureError(
            f"a conjecture may not use '.{name}', only fields of the state, methods of the game "
            f"and harmless methods of Python's values; {_hint(name, known)}"
        )


def _hint(name: str, known: Collection[str]) -> str:
    near = difflib.get_close_matches(name, known, n=1)
    return f"did you mean {near[0]!r}?" if near else f"it has {', '.join(sorted(known))}"


def _formats(tree: ast.expr) -> bool:
    """True if a string in the tree could be formatted by %."""
    return any(
        isinstance(n, ast.Constant) and isinstance(n.value, str | bytes) for n in ast.walk(tree)
    )


class _Guard(ast.NodeTransformer):
    """Replaces operators that can make huge objects by guarded functions."""

    def __init__(self, formats: bool) -> None:
        self.formats = formats

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        name = _GUARDED.get(type(node.op))
        if isinstance(node.op, ast.Mod) and self.formats:
            name = "_mod"
        return _call(name, node.left, node.right) if name else node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        node.iter = _call("_each", node.iter)
        return node

    def visit_Starred(self, node: ast.Starred) -> ast.AST:
        self.generic_visit(node)
        node.value = _call("_each", node.value)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "implies":
            if len(node.args) != 2 or node.keywords:
                raise ConjectureError(_IMPLIES)
            premise, conclusion = node.args
            return ast.BoolOp(ast.Or(), [ast.UnaryOp(ast.Not(), premise), conclusion])
        return node


def _call(name: str, *args: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(args), [])
