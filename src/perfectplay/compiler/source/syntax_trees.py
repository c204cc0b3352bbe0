"""Parts of syntax trees, and the names that translated modules use.

No name in a translated module hides another. ``_pp_NAME`` is a builtin or a helper of perfectplay;
``_pp7_NAME`` is generated for the rules, each with a different number. Names of the rules stay as
they are unless they begin with ``_pp``: `protect` changes those.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any, TypeVar

N = TypeVar("N", bound=ast.AST)

Statements = list[ast.stmt]

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
FUNCTIONS = (ast.FunctionDef, ast.Lambda)

_TAKEN_APART = {
    "all", "any", "enumerate", "frozenset", "len", "max", "min", "reversed", "set", "sum", "zip",
}  # fmt: skip
"""Builtins that only loop over what they are given."""

_OURS, _THEIRS = "_pp", "_ppu"


OF_DATACLASS = "pp_of_dataclass"
"""The attribute of a NamedTuple that stands for a dataclass in compiled code."""

OF_PLAIN_CLASS = "pp_of_plain_class"
"""The attribute of one that stands for an object of a plain class, which equals itself alone."""

OF_WAYS = "pp_of_ways"
"""The attribute of one whose class says what an index, a loop or a truth value gives."""

OWN_DIGITS = 16
"""How many digits of the name of a module of rules the names of its classes end with."""

OF_RECORD = "pp_own"
"""Before the name of an operator: the attribute of a NamedTuple with the function that it is."""


_PRIVATE = "pp_private"


def field_name(name: str) -> str:
    """The name that a field of a record has in compiled code, where none begins with ``_``.

    >>> field_name("cells"), field_name("_cells")
    ('cells', 'pp_private_cells')
    """
    return _PRIVATE + name if name.startswith("_") else name


def own(name: str) -> str:
    """The name under which a translated module has a builtin or a helper.

    >>> own("len")
    '_pp_len'
    """
    return f"{_OURS}_{name}"


def protected(name: str) -> str:
    """A name of the rules that is none of perfectplay's.

    >>> protected("cell"), protected("_pp_len")
    ('cell', '_ppu_pp_len')
    """
    return _THEIRS + name if name.startswith(_OURS) else name


def unprotected(name: str) -> str:
    """The name that the rules have for it."""
    return name.removeprefix(_THEIRS)


def is_own(name: str) -> bool:
    """Whether a name is none of the rules'.

    >>> is_own("_pp_len"), is_own("_ppu_pp_len"), is_own("cell")
    (True, False, False)
    """
    return name.startswith(_OURS) and not name.startswith(_THEIRS)


def protect(tree: ast.AST) -> None:
    """Change the names of a function of the rules, in place, to protected ones; ``pp_made`` marks
    those that are perfectplay's own."""
    for node in ast.walk(tree):
        for field in ("id", "arg", "name", "rest"):
            name = getattr(node, field, None)
            if isinstance(name, str) and not hasattr(node, "pp_made"):
                setattr(node, field, protected(name))


def private_name(name: str, function: str) -> str:
    """What Python makes of a name in a method, of which ``function`` is the qualified name.

    >>> private_name("__most", "Heap.moves"), private_name("__init__", "Heap.moves")
    ('_Heap__most', '__init__')
    """
    home = function.rpartition(".")[0].rpartition(".")[2].lstrip("_")
    hidden = name.startswith("__") and not name.endswith("__")
    return f"_{home}{name}" if hidden and home and home[0] != "<" else name


def with_private_names(tree: ast.FunctionDef, function: str) -> ast.FunctionDef:
    """The tree of a function with such names in it, in place; its own name stays."""
    for node in ast.walk(tree):
        for field in ("id", "arg", "attr", "name"):
            name = getattr(node, field, None)
            if isinstance(name, str) and not (node is tree and field == "name"):
                setattr(node, field, private_name(name, function))
    return tree


# --- new nodes ------------------------------------------------------------------------------------


def load(name: str) -> ast.Name:
    """A name that is read."""
    return ast.Name(name, ast.Load())


def store(name: str) -> ast.Name:
    """A name that is set."""
    return ast.Name(name, ast.Store())


def call_named(name: str, *arguments: ast.expr) -> ast.Call:
    """A call of a function of the module."""
    return ast.Call(load(name), list(arguments), [])


def call(name: str, *arguments: ast.expr) -> ast.Call:
    """A call of a builtin, or of a helper of perfectplay."""
    return call_named(own(name), *arguments)


def tuple_of(*items: ast.expr) -> ast.Tuple:
    """A tuple of some items."""
    return ast.Tuple(list(items), ast.Load())


def item(whole: ast.expr, index: ast.expr) -> ast.Subscript:
    """``whole[index]``, also for slices."""
    return ast.Subscript(whole, index, ast.Load())


def items_apart(whole: ast.expr, count: int, star: int | None) -> list[ast.expr]:
    """What ``count`` targets get of a sequence; the one at ``star`` gets a list of the rest."""
    parts: list[ast.expr] = []
    for i in range(count):
        if i == star:
            end = ast.Constant(i + 1 - count) if i + 1 < count else None
            parts.append(call("list", item(whole, ast.Slice(ast.Constant(i), end))))
        else:
            index = i if star is None or i < star else i - count
            parts.append(item(whole, ast.Constant(index)))
    return parts


def zeros(length: int) -> ast.Tuple:
    """A tuple of zeros: room for as many numbers."""
    return tuple_of(*(ast.Constant(0) for _ in range(length)))


def added(parts: Sequence[ast.expr]) -> ast.expr:
    """The parts with + between them."""
    return reduce(lambda left, right: ast.BinOp(left, ast.Add(), right), parts)


def function_of(name: str, body: Statements, arguments: Sequence[str] = ()) -> ast.FunctionDef:
    """A function with positional arguments only."""
    plain = ast.arguments([], [ast.arg(x) for x in arguments], None, [], [], None, [])
    return ast.FunctionDef(name, plain, body, [], None)


def loop_of_yields(name: str, items: ast.expr) -> ast.For:
    """``for name in items: yield name``."""
    return ast.For(store(name), items, [ast.Expr(ast.Yield(load(name)))], [])


def located(node: N, where: ast.AST) -> N:
    """The tree; nodes without a place in the user's file get the place of ``where``."""
    for part in ast.walk(node):
        if isinstance(part, ast.stmt | ast.expr) and not hasattr(part, "lineno"):
            ast.copy_location(part, where)
    return node


def all_located(statements: Statements, where: ast.AST) -> Statements:
    """The same for statements."""
    return [located(statement, where) for statement in statements]


def flat(parts: Iterable[ast.AST | Statements | None]) -> Statements:
    """The statements that a visitor returned, each as one, several or none."""
    found: Statements = []
    for part in parts:
        found += part if isinstance(part, list) else [part] if isinstance(part, ast.stmt) else []
    return found


# --- names that a tree sets -----------------------------------------------------------------------


def bindings(tree: ast.AST) -> Counter[str]:
    """The names that a tree sets, each with the number of places where it does so."""
    found: Counter[str] = Counter()
    for node in ast.walk(tree):
        name: str | None = None
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            name = node.id
        elif isinstance(node, ast.arg):
            name = node.arg
        elif isinstance(node, ast.FunctionDef | ast.MatchAs | ast.MatchStar):
            name = node.name
        elif isinstance(node, ast.MatchMapping):
            name = node.rest
        if name is not None:
            found[name] += 1
    return found


def bound_names(node: ast.AST) -> set[str]:
    """The names that assignments and loops in a tree set."""
    return {
        x.id for x in ast.walk(node) if isinstance(x, ast.Name) and not isinstance(x.ctx, ast.Load)
    }


def read_names(node: ast.AST) -> set[str]:
    """The names that a tree reads."""
    return {x.id for x in ast.walk(node) if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Load)}


def used_names(node: ast.AST) -> set[str]:
    """The names that a tree sets or reads."""
    return {x.id for x in ast.walk(node) if isinstance(x, ast.Name)}


def names_of_comprehensions(tree: ast.AST) -> set[str]:
    """The names that only comprehensions set. Python 3.12 and later keep them with the locals of
    the function around, where the same name may be one of the module."""
    loops = (x for x in ast.walk(tree) if isinstance(x, COMPREHENSIONS))
    inside: Counter[str] = Counter()
    for target in (g.target for x in loops for g in x.generators):
        inside += bindings(target)
    total = bindings(tree)
    return {name for name, count in inside.items() if count == total[name]}


def assigned_parts(target: ast.expr, value: ast.expr) -> list[tuple[str, ast.expr]]:
    """The names that an assignment sets, each with the expression it gets, as far as that shows."""
    match target, value:
        case ast.Name(name), _:
            return [(name, value)]
        case ast.Tuple(targets), ast.Tuple(values) if len(targets) == len(values):
            if not any(isinstance(x, ast.Starred) for x in values):
                pairs = zip(targets, values, strict=True)
                return [part for pair in pairs for part in assigned_parts(*pair)]
    return []


class Substitution(ast.NodeTransformer):
    """Puts expressions in the place of names that are read."""

    def __init__(self, names: dict[str, ast.expr]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self.names or not isinstance(node.ctx, ast.Load):
            return node
        # each its own: nodes are changed where they are rewritten
        return copy.deepcopy(self.names[node.id])


class Replaced(ast.NodeTransformer):
    """One expression in the place of another."""

    def __init__(self, old: ast.expr, new: ast.expr) -> None:
        self.old = old
        self.new = new

    def visit(self, node: ast.AST) -> Any:
        return self.new if node is self.old else self.generic_visit(node)


def is_plain(node: ast.expr) -> bool:
    """True if asking an expression twice gives and does the same."""
    match node:
        case ast.Name() | ast.Constant():
            return True
        case ast.Attribute(value):
            return is_plain(value)
        case ast.Subscript(value, index):
            return is_plain(value) and is_plain(index)
        case ast.BinOp(left, _, right):
            return is_plain(left) and is_plain(right)
        case ast.UnaryOp(_, operand):
            return is_plain(operand)
    return False


def takes_apart(parent: ast.AST | None, use: ast.Name, *, listed: bool = False) -> bool:
    """Whether a name that is read is only indexed, looped over or unpacked there. ``listed``: or
    used in another way that does the same with a list and a tuple."""
    if not isinstance(use.ctx, ast.Load):
        return False
    match parent:
        case ast.Subscript(value, index):
            return value is use and not isinstance(index, ast.Slice)
        case ast.For(_, source) | ast.comprehension(_, source):
            return source is use
        case ast.Assign([ast.Tuple(targets)], value):
            return value is use and not any(isinstance(x, ast.Starred) for x in targets)
        case ast.Call(ast.Name(function), [argument]):
            known = function in _TAKEN_APART or (listed and function in ("list", "sorted"))
            return known and argument is use
        case ast.Call(ast.Attribute(ast.Constant(str()), "join"), [argument]):
            return listed and argument is use
        case ast.Compare(_, [ast.In() | ast.NotIn()], [where]):
            return listed and where is use
        case ast.Attribute(_, method):
            return listed and method in ("count", "index")
    return False


def leaves(body: Statements, kind: type[ast.stmt]) -> bool:
    """Whether a ``break`` or ``continue`` of some statements is that of the loop around them."""
    for statement in body:
        if isinstance(statement, kind):
            return True
        if isinstance(statement, ast.For | ast.While):
            if leaves(statement.orelse, kind):
                return True
            continue
        inside = [getattr(statement, name, []) for name in ("body", "orelse", "finalbody")]
        if any(leaves(branch, kind) for branch in inside):
            return True
        if any(leaves(each.body, kind) for each in getattr(statement, "handlers", [])):
            return True
        if any(leaves(each.body, kind) for each in getattr(statement, "cases", [])):
            return True
    return False
