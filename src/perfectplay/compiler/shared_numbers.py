"""One set of kernels for several games whose modules differ in whole numbers only.

A module is compiled with all constants in it, which is fast to run and slow to compile. In games
that are solved one after the other with other parameters (a sweep), often only some whole numbers
differ. Then these are lifted out of the module: its kernels read them from a third row of the
layout, and the functions of the rules get them as a tuple, in a first argument. The module is the
same text for all these games, so that it is compiled once.
"""

from __future__ import annotations

import ast
import copy
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

import numpy as np

from perfectplay.compiler.source.own_names import own
from perfectplay.core.arrays import IntArray

MOST = 48
"""The most numbers that are lifted: a longer tuple is slower to compile than what it saves."""

ROW = 2
"""The row of the layout that has the numbers."""

NUMBERS = own("lifted")

Skeleton: TypeAlias = str
"""What the texts of games have in common: a digest of the module without its whole numbers."""

Places: TypeAlias = Mapping[Skeleton, tuple[tuple[int, ...], ...]]
"""For each skeleton the numbers that are lifted: for each, its places among the whole numbers."""

SHARED: ContextVar[Places] = ContextVar("SHARED", default=MappingProxyType({}))
"""What is lifted here: nothing, unless somebody who solves many games sets it. Copies of a process
have what it has."""


class NotShared(Exception):  # noqa: N818 it is no error: the module is compiled as it is
    """Numbers of a module that cannot be lifted."""


@dataclass(frozen=True)
class SharedText:
    """The text of a module without some ``numbers``, which its kernels read from the layout."""

    text: str
    numbers: tuple[int, ...]


def lifted(text: str) -> SharedText | None:
    """The text without the numbers that are lifted; None if none are, or they cannot be."""
    places = SHARED.get()
    if not places or NUMBERS in text:
        return None
    module = ast.parse(text)
    found = _whole_numbers(module)
    groups = places.get(_skeleton(module, found))
    if groups is None:
        return None
    values = tuple(_number(found[group[0]]) for group in groups)
    item = {id(found[place]): i for i, group in enumerate(groups) for place in group}
    if any(found[place].value != values[i] for i, group in enumerate(groups) for place in group):
        return None
    try:
        return SharedText(_lifted(module, item, len(groups)), values)
    except NotShared:
        return None


def places_of(texts: Iterable[str]) -> Places:
    """The numbers in which modules differ, for each skeleton that several of them have. Places that
    have the same number in each of the modules count as one."""
    values: dict[Skeleton, list[Sequence[int]]] = {}
    for text in texts:
        module = ast.parse(text)
        found = _whole_numbers(module)
        numbers = [_number(constant) for constant in found]
        values.setdefault(_skeleton(module, found), []).append(numbers)
    places = {}
    for skeleton, modules in values.items():
        groups: dict[tuple[int, ...], list[int]] = {}
        for place, column in enumerate(zip(*modules, strict=True)):
            if len(set(column)) > 1:
                groups.setdefault(column, []).append(place)
        if 0 < len(groups) <= MOST:
            places[skeleton] = tuple(map(tuple, groups.values()))
    return places


def _whole_numbers(module: ast.Module) -> list[ast.Constant]:
    """The whole numbers of a module, in an order that depends on its form only."""
    return [
        node for node in ast.walk(module)
        if isinstance(node, ast.Constant) and type(node.value) is int and node.value < 1 << 63
    ]  # fmt: skip


def _number(constant: ast.Constant) -> int:
    assert isinstance(constant.value, int)
    return constant.value


def _skeleton(module: ast.Module, numbers: Sequence[ast.Constant]) -> Skeleton:
    kept = [number.value for number in numbers]
    for number in numbers:
        number.value = 0
    digest = hashlib.sha256(ast.dump(module).encode()).hexdigest()
    for number, value in zip(numbers, kept, strict=True):
        number.value = value
    return digest


def with_numbers(layout: IntArray, numbers: Sequence[int]) -> IntArray:
    """[3 or more, L] int64: a layout with numbers in its third row; as it is without numbers."""
    if not numbers:
        return layout
    rows = max(ROW + 1, len(layout))
    wide = np.zeros((rows, max(layout.shape[1], len(numbers))), np.int64)
    wide[: len(layout), : layout.shape[1]] = layout
    wide[ROW, : len(numbers)] = numbers
    return wide


# --- the text -------------------------------------------------------------------------------------


def _lifted(module: ast.Module, item: Mapping[int, int], count: int) -> str:
    """The text of a module with ``_pp_lifted[i]`` in the place of the nodes with an item, of which
    there are ``count``."""
    functions = {n.name: n for n in module.body if isinstance(n, ast.FunctionDef)}
    values: dict[str, ast.expr] = {}  # constants of the module that hold one of the numbers
    aliases: dict[str, str] = {}
    for line in module.body:
        if isinstance(line, ast.FunctionDef):
            continue
        held = any(id(node) in item for node in ast.walk(line))
        match line:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Name(id=other)):
                aliases[name] = other
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if held:
                values[name] = value
            case _ if held:
                raise NotShared
    lifter = _Lifter(item)
    lifter.values = {name: lifter.visit(value) for name, value in values.items()}
    for function in functions.values():
        head: tuple[ast.AST, ...] = (*function.decorator_list, function.args)
        if any(id(node) in item for part in head for node in ast.walk(part)):
            raise NotShared
        lifter.function = function.name
        function.body = [lifter.visit(line) for line in function.body]
    _pass_on(functions, aliases, lifter.users - {""}, count)
    kept: list[ast.stmt] = [line for line in module.body if not _assigns(line, values)]
    return ast.unparse(ast.fix_missing_locations(ast.Module(kept, []))) + "\n"


def _assigns(line: ast.stmt, names: Mapping[str, ast.expr]) -> bool:
    return isinstance(line, ast.Assign) and any(
        isinstance(target, ast.Name) and target.id in names for target in line.targets
    )


class _Lifter(ast.NodeTransformer):
    """Puts items of the tuple in the place of numbers, and in that of constants that hold some:
    ``values``. ``users``: the functions in which it did."""

    def __init__(self, item: Mapping[int, int]) -> None:
        self._item = item
        self.values: Mapping[str, ast.expr] = {}
        self.function = ""
        self.users: set[str] = set()

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        """An item of the tuple, or the same constant."""
        if id(node) not in self._item:
            return node
        self.users.add(self.function)
        held = ast.Name(NUMBERS, ast.Load())
        return ast.Subscript(held, ast.Constant(self._item[id(node)]), ast.Load())

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """What a constant of the module holds, or the same name."""
        if node.id not in self.values:
            return node
        if not isinstance(node.ctx, ast.Load):
            raise NotShared
        self.users.add(self.function)
        return copy.deepcopy(self.values[node.id])


def _pass_on(
    functions: Mapping[str, ast.FunctionDef], aliases: Mapping[str, str], users: set[str],
    count: int,
) -> None:  # fmt: skip
    """Give each function that needs the numbers, itself or by others, the tuple; kernels, which
    have a layout and are called from outside, make it of its ``count`` numbers."""
    named = {**{name: name for name in functions}, **aliases}

    def target(name: str) -> str:
        while name in aliases and name not in functions:
            name = aliases[name]
        return name

    calls = {
        name: set(map(target, _names(function, named))) for name, function in functions.items()
    }
    while more := {name for name, others in calls.items() if others & users} - users:
        users |= more
    for name in users:
        function = functions[name]
        for call in _calls(function, named):
            assert isinstance(call.func, ast.Name)
            if target(call.func.id) in users:
                call.args.insert(0, ast.Name(NUMBERS, ast.Load()))
        if _is_kernel(function):
            function.body.insert(_after_docstring(function), _reading(count))
        else:
            function.args.args.insert(0, ast.arg(NUMBERS))


def _local(function: ast.FunctionDef) -> set[str]:
    given = {argument.arg for argument in ast.walk(function) if isinstance(argument, ast.arg)}
    stored = (n for n in ast.walk(function) if isinstance(n, ast.Name))
    return given | {name.id for name in stored if isinstance(name.ctx, ast.Store)}


def _names(function: ast.FunctionDef, named: Mapping[str, str]) -> Iterator[str]:
    """The functions of the module that a function names. Raises NotShared if not just to call."""
    local = _local(function)
    called = {id(call.func) for call in _calls(function, named)}
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and node.id in named and node.id not in local:
            if id(node) not in called:
                raise NotShared
            yield node.id


def _calls(function: ast.FunctionDef, named: Mapping[str, str]) -> list[ast.Call]:
    local = _local(function)
    return [
        node for node in ast.walk(function)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        and node.func.id in named and node.func.id not in local
    ]  # fmt: skip


def _is_kernel(function: ast.FunctionDef) -> bool:
    """Whether a function is called from outside: its decorator is ``njit(..., cache=True)``."""
    return any(
        isinstance(made, ast.Call) and isinstance(made.func, ast.Name) and made.func.id == "njit"
        for made in function.decorator_list
    )


def _after_docstring(function: ast.FunctionDef) -> int:
    return int(ast.get_docstring(function, clean=False) is not None)


def _reading(count: int) -> ast.stmt:
    """The line of a kernel that makes the tuple."""
    items = "".join(f"layout[{ROW}, {i}], " for i in range(count))
    return ast.parse(f"{NUMBERS} = ({items})").body[0]
