"""Functions as normalised syntax trees, independent of their formatting.

The dump is not that of ``ast``, which changes with Python's version.
"""

from __future__ import annotations
import __future__

import ast
import linecache
import sys
from collections.abc import Iterator
from functools import lru_cache
from types import CodeType, FunctionType
from typing import TypeAlias

from perfectplay.core.source_warnings import no_source_warnings

FunctionTree: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda

_FUTURES = 0
for _name in __future__.all_feature_names:
    _FUTURES |= getattr(__future__, _name).compiler_flag

# fields that do not change what a function does: contexts, types, notes of the parser
_LEFT_OUT = {"ctx", "annotation", "returns", "type_comment", "type_params", "type_ignores", "kind"}


def tree_of(function: FunctionType) -> FunctionTree | None:
    """The syntax tree of a function; None if its source is missing or was changed after the
    function was compiled.

    >>> def twice(n: int) -> int:
    ...     return 2 * n
    >>> dump(tree_of(twice).body)
    "[Return(value=BinOp(left=Constant(value=2),op=Mult(),right=Name(id='n')))]"
    """
    code = function.__code__
    linecache.checkcache(code.co_filename)
    text = "".join(linecache.getlines(code.co_filename, function.__globals__))
    parsed = _parsed(text, code.co_flags & _FUTURES)
    if parsed is None or code not in parsed[1]:
        return None
    found = [node for node in parsed[0] if _first_line(node) == code.co_firstlineno]
    found = [node for node in found if getattr(node, "name", "<lambda>") == code.co_name]
    if len(found) > 1:  # lambdas on one line
        found = [node for node in found if _holds(node, code)]
    return found[0] if len(found) == 1 else None


def holds(text: str, function: FunctionType) -> bool:
    """True if a function was compiled from this source."""
    code = function.__code__
    parsed = _parsed(text, code.co_flags & _FUTURES)
    return parsed is not None and code in parsed[1]


def module_dump(text: str) -> str | None:
    """The dump of a whole file; None if it is not Python."""
    try:
        with no_source_warnings():
            tree = ast.parse(text)
        return dump(tree)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def function_dump(tree: FunctionTree) -> str:
    """The dump of a function without its name, decorators and defaults, which are values of the
    function object."""
    arguments = tree.args
    names = [
        f"{kind}:{argument.arg}"
        for kind, some in (
            ("p", arguments.posonlyargs),
            ("a", arguments.args),
            ("v", [arguments.vararg]),
            ("k", arguments.kwonlyargs),
            ("w", [arguments.kwarg]),
        )
        for argument in some
        if argument is not None
    ]
    kind = "async " if isinstance(tree, ast.AsyncFunctionDef) else ""
    return f"{kind}({','.join(names)}){dump(tree.body)}"


def dump(node: object) -> str:
    """A syntax tree as text, the same in every version of Python.

    Docstrings, annotations and empty fields are left out.

    >>> dump(ast.parse("x: int = 1 # one"))
    "Module(body=[Assign(targets=[Name(id='x')],value=Constant(value=1))])"
    """
    if isinstance(node, list):
        return f"[{','.join(dump(item) for item in node if not _is_remark(item))}]"
    if isinstance(node, ast.AnnAssign) and node.value is not None:
        node = ast.Assign([node.target], node.value)
    if isinstance(node, ast.AST):
        fields = [
            f"{name}={dump(value)}"
            for name, value in ast.iter_fields(node)
            if name not in _LEFT_OUT and not (name != "value" and (value is None or value == []))
        ]
        return f"{type(node).__name__}({','.join(fields)})"
    return repr(node)


def nodes_of(tree: FunctionTree) -> Iterator[ast.AST]:
    """All nodes of a function's body."""
    body = tree.body if isinstance(tree.body, list) else [tree.body]
    for statement in body:
        yield from ast.walk(statement)


def code_dump(code: CodeType) -> str:
    """The bytecode of a function without source, which depends on Python's version."""
    constants = [
        code_dump(c) if isinstance(c, CodeType) else f"{type(c).__name__} {_stable(c)}"
        for c in code.co_consts
    ]
    counts = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    version = tuple(sys.version_info[:2])
    done = f"{code.co_code.hex()} {code.co_exceptiontable.hex()}"
    return f"code {version} {done} {counts} {names} {constants}"


def _stable(constant: object) -> str:
    """The repr of a constant, with the members of sets in a fixed order."""
    if isinstance(constant, frozenset):
        return f"{{{sorted(map(_stable, constant))}}}"
    if isinstance(constant, tuple):
        return f"({','.join(f'{type(item).__name__} {_stable(item)}' for item in constant)})"
    return repr(constant)


def _is_remark(node: object) -> bool:
    """True for a docstring, or any other statement that is only a string."""
    if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Constant):
        return False
    return isinstance(node.value.value, str)


@lru_cache(maxsize=64)
def _parsed(text: str, flags: int) -> tuple[list[FunctionTree], set[CodeType]] | None:
    """The functions of a source text, and their code objects."""
    try:
        with no_source_warnings():
            tree = ast.parse(text)
            code = compile(text, "rules", "exec", flags=flags, dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
    return [node for node in ast.walk(tree) if isinstance(node, kinds)], set(codes_of(code))


def codes_of(code: CodeType) -> Iterator[CodeType]:
    """A code object and all code objects inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes_of(constant)


def _first_line(node: FunctionTree) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def _holds(node: FunctionTree, code: CodeType) -> bool:
    """True if a code object covers the same source positions as the body of the node."""
    inner = node.body if isinstance(node.body, ast.AST) else node
    first = (inner.lineno, inner.col_offset)
    last = (inner.end_lineno or 0, inner.end_col_offset or 0)
    places = [
        ((line, column), (end, end_column))
        for line, end, column, end_column in code.co_positions()
        if line and end and column is not None and end_column is not None and end_column > column
    ]
    return bool(places) and (min(places)[0], max(end for _, end in places)) == (first, last)
