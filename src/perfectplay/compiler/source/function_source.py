"""The syntax tree of a function, from the file that it was loaded from."""

from __future__ import annotations

import ast
import copy
import linecache
from collections.abc import Iterator
from functools import lru_cache
from types import CodeType, FunctionType

from perfectplay.compiler.source.default_values import with_own_defaults
from perfectplay.compiler.source.formatted_texts import as_f_strings
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.source.own_names import with_private_names
from perfectplay.compiler.source.type_calls import without_annotations, without_type_calls
from perfectplay.core.source_warnings import no_source_warnings

Key = tuple[str, int]
Place = tuple[str, int]


def place_of(function: FunctionType) -> str:
    """The file and the first line of a function."""
    code = function.__code__
    return f"{code.co_filename}:{code.co_firstlineno}"


def tree_of(function: FunctionType) -> ast.FunctionDef:
    """A new tree of a function, with the line numbers of the file.

    The text is compiled again and compared with the code that runs: so a file that was changed
    meanwhile, and a decorator that replaces the code, are noticed.
    Raises NotCompilable.
    """
    code = function.__code__
    for fresh in (False, True):
        if fresh:
            linecache.checkcache(code.co_filename)
        lines = linecache.getlines(code.co_filename, function.__globals__)
        if not lines:
            continue
        trees, codes = _parsed("".join(lines), code.co_filename)
        key = (code.co_name, code.co_firstlineno)
        alike = trees.get(key, [])
        tree = next((x for x in alike if len(alike) == 1 or _holds(x, code)), None)
        if tree is not None and any(_same(code, other) for other in codes.get(key, ())):
            own = with_private_names(copy.deepcopy(tree), function.__qualname__)
            own = with_own_defaults(own, function, place_of(function))
            return without_annotations(without_type_calls(as_f_strings(own), function))
    if not linecache.getlines(code.co_filename, function.__globals__):
        raise NotCompilable(
            f"the source of {function.__name__} cannot be read: "
            "it was typed at a prompt or made while running",
            idiom="write the game in a file",
        )
    raise NotCompilable(
        f"{function.__name__} is not what its file says now", place_of(function),
        "load the file again",
    )  # fmt: skip


@lru_cache(maxsize=64)
def _parsed(
    text: str, filename: str
) -> tuple[dict[Key, list[ast.FunctionDef]], dict[Key, list[CodeType]]]:
    """The functions of a file by name and first line, as trees and as code; lambdas, too."""
    try:
        with no_source_warnings():
            tree = ast.parse(text)
            module = compile(text, filename, "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return {}, {}
    trees: dict[Key, list[ast.FunctionDef]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            trees[node.name, first] = [node]
        elif isinstance(node, ast.Lambda):
            given = ast.copy_location(ast.Return(node.body), node.body)
            made = ast.FunctionDef("<lambda>", node.args, [given], [], None)
            trees.setdefault(("<lambda>", node.lineno), []).append(ast.copy_location(made, node))
    codes: dict[Key, list[CodeType]] = {}
    for code in _codes(module):
        codes.setdefault((code.co_name, code.co_firstlineno), []).append(code)
    return trees, codes


def _holds(tree: ast.FunctionDef, code: CodeType) -> bool:
    """Whether a lambda is the one that a code was compiled of: others may stand in its line."""
    body = tree.body[0]
    places = [x for x in code.co_positions() if None not in x and x[2] != x[3]]
    first = min((line, column) for line, _, column, _ in places)
    last = max((line, column) for _, line, _, column in places)
    return (body.lineno, body.col_offset) == first and last == (
        body.end_lineno, body.end_col_offset,
    )  # fmt: skip


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def _same(one: CodeType, other: CodeType) -> bool:
    """True if two code objects are equal except for columns."""
    if one == other:
        return True
    if one.co_code != other.co_code or len(one.co_consts) != len(other.co_consts):
        return False
    names = ("co_names", "co_varnames", "co_freevars", "co_cellvars", "co_flags", "co_argcount")
    if any(getattr(one, name) != getattr(other, name) for name in names):
        return False
    for a, b in zip(one.co_consts, other.co_consts, strict=True):
        if isinstance(a, CodeType) and isinstance(b, CodeType):
            if not _same(a, b):
                return False
        elif type(a) is not type(b) or a != b:
            return False
    return True


def plain(tree: ast.FunctionDef, name: str, place: str) -> None:
    """Remove annotations, decorators and the docstring; make all arguments positional."""
    arguments = tree.args
    if arguments.vararg or arguments.kwarg:
        raise NotCompilable(f"{tree.name} has star arguments", place, "name each argument")
    tree.name = name
    tree.decorator_list = []
    tree.returns = None
    arguments.args = [*arguments.posonlyargs, *arguments.args]
    arguments.posonlyargs = []
    given = [(a, d) for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)]
    if arguments.defaults and any(default is None for _, default in given):
        raise NotCompilable(
            f"{tree.name} has arguments by keyword only", place, "give them a default"
        )
    given.sort(key=lambda pair: pair[1] is not None)
    arguments.args += [a for a, _ in given]
    arguments.defaults += [d for _, d in given if d is not None]
    arguments.kwonlyargs, arguments.kw_defaults = [], []
    for argument in arguments.args:
        argument.annotation = None
    match tree.body[0]:
        case ast.Expr(ast.Constant(str())) if len(tree.body) > 1:
            del tree.body[0]


def match_lines(
    tree: ast.FunctionDef, text: str, filename: str, offset: int, places: dict[int, Place]
) -> None:
    """Record for each line of the text the line of the user's file that it comes from."""
    statements = [n for n in ast.walk(tree) if isinstance(n, ast.stmt)]
    printed = [n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.stmt)]
    for ours, theirs in zip(printed, statements, strict=False):
        places[ours.lineno + offset] = (filename, getattr(theirs, "lineno", tree.lineno))
