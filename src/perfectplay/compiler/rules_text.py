"""The text of the module that a game's rules become, without the kernels that call it."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from perfectplay.compiler.images.cell_tables import CellNumbers
from perfectplay.compiler.rewrite.fused_yields import fuse_yields
from perfectplay.compiler.rewrite.move_options import ASKED
from perfectplay.compiler.rewrite.older_functions import roles_of_functions
from perfectplay.compiler.rewrite.record_ways import guard_ways
from perfectplay.compiler.source.function_source import Place, match_lines
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.source.own_names import (
    OF_DATACLASS,
    OF_PLAIN_CLASS,
    OF_WAYS,
    OWN_DIGITS,
    field_name,
    own,
)
from perfectplay.compiler.source.rule_function import ITERATED
from perfectplay.compiler.source.rules_module import RulesModule
from perfectplay.compiler.source.start_states import Room
from perfectplay.compiler.source.word_table import (
    LETTERS,
    longest_in,
    shape_with,
    with_changed,
    word_lines,
)
from perfectplay.game.functions import FunctionGame
from perfectplay.game.shape.joined_trees import classes_in
from perfectplay.game.shape.record_classes import field_names, own_ways
from perfectplay.game.shape.state_sets import element_words
from perfectplay.game.shape.state_shape import StateShape
from perfectplay.game.shape.state_words import Word


@dataclass
class Translation:
    """The rules as a module: its text, its tables, and where each line comes from.

    ``roles``: the methods that the kernels of ``template.py`` call, as far as the game has them;
    ``places``: the user's file and line of a line of the text. ``shape``: of states, None for
    integers; ``classes``: the module's names of the classes in it. ``sites``: by number, the user's
    file and line of tuples whose length compiled code checks. ``recursive``: whether some functions
    call themselves. ``cells``: symmetries that are data; their arrays are among the tables.
    ``room``: the name of the room for tuples and texts that change their length, if any do.
    ``vary``: see `RulesModule`. ``refused``: why the rules were not translated in a plainer way.
    ``sets_from``: "first", "second" or "last" if loops over sets of states begin there, whatever
    their order means; "" if they are refused where it may matter.
    """

    roles: Sequence[str]
    text: str
    tables: dict[str, np.ndarray[Any, Any]]
    shape: StateShape | None
    classes: dict[type, str]
    places: dict[int, Place]
    sites: list[str]
    recursive: bool
    cells: CellNumbers | None = None
    room: str = ""
    vary: bool = False
    refused: NotCompilable | None = None
    sets_from: str = ""


def text_of(module: RulesModule, roles: list[str], more: Sequence[str]) -> Translation:
    """The whole module, without the kernels."""
    if isinstance(module.game, FunctionGame):
        aliases = roles_of_functions(module, module.game)
    else:
        aliases = _aliases(module, (*roles, *more))
    lines = ["from collections import namedtuple", f"import math as {own('math')}", ""]
    words: list[Any] = []
    letters = 0
    shape = module.shape
    if shape is not None and shape.has_sets:
        shape = module.constants.sets.shape_with(shape)
    elements = () if shape is None else shape.elements
    classes = {} if shape is None else _state_classes(module, shape)
    operators = module.operator_lines()
    ways = [cls for cls in (*module.made_or_held, *module.named_tuples) if own_ways(cls)]
    if ways:
        guard_ways([tree for tree, _ in module.functions], module.fresh_name)
    fuse_yields(module.functions, [*operators, *aliases], module.fresh_name)
    lines += _named_tuples(module)
    if module.constants.words is not None:
        holds = shape is not None and shape.has_words
        full = shape if shape is not None and holds else StateShape(tuple, (Word,))
        texts = [*module.constants.boards, *chain.from_iterable(module.constants.text_tables)]
        inner = element_words(elements)
        words = [*module.constants.words, *full.words, *"".join(texts), *inner]
        full = shape_with(full, with_changed(words, module.constants), inner)
        words = list(full.words)
        lines += word_lines(module.constants, full)
        letters, shape = full.letters, full if holds else shape
    elif module.constants.has_bytes:
        lines.append(f"{LETTERS} = 0")
    if elements:
        lines += module.constants.sets.lines(elements, words, module.named_tuple)
    lines += module.constants.lines
    lines += [f"{name} = {_full_room(x, module, letters)}" for name, x in module.examples.items()]
    places: dict[int, Place] = {}
    for tree, filename in module.functions:
        lines += ["", "", "@inner(nogil=True, boundscheck=True)"]
        text = ast.unparse(tree)
        match_lines(tree, text, filename, sum(x.count("\n") + 1 for x in lines), places)
        lines.append(text)
    text = "\n".join([*lines, "", "", *operators, *aliases]) + "\n"
    return Translation(
        roles, text, module.constants.tables, shape, classes, places, module.sites,
        recursive=bool(module.recursive), room=module.state_name,
        vary=module.vary,
    )  # fmt: skip


def _full_room(example: Any, module: RulesModule, letters: int) -> Any:
    """The example of a tuple as long as a state; if it is the room for texts that change their
    length, with room for those that rules name, and with the number of characters."""
    if not (module.constants.text_room and isinstance(example, Room)):
        return example
    named = chain(module.constants.boards, *module.constants.text_tables)
    return Room(max(example.most, longest_in(named)), letters)


def _aliases(module: RulesModule, roles: Sequence[str]) -> list[str]:
    """The lines that give the methods that kernels call their names."""
    asked = tuple(role for role in ASKED if role in roles)
    names = {
        role: module.method_name(role, None, "", iterated=role in ITERATED, asked=asked)
        for role in ("moves", "forced")
        if role in roles
    }
    lines = []
    for role in roles:
        if module.has_options and role in asked:
            lines += ["@inner(nogil=True)", f"def {role}(state, option):"]
            lines.append(f"    return option[{asked.index(role)}]")
        else:
            name = names.get(role) or module.method_name(role, None, "", iterated=role in ITERATED)
            lines += _alias(role, name, recursive=name in module.recursive)
    return lines


def _alias(role: str, name: str, *, recursive: bool) -> list[str]:
    """The lines that give a function the name of its role."""
    if not recursive:
        return [f"{role} = {name}"]
    given = "state, move" if role in ASKED else "state"
    return ["@inner(nogil=True)", f"def {role}({given}):", f"    return {name}(0, {given})"]


def _state_classes(module: RulesModule, shape: StateShape) -> dict[type, str]:
    """The module's names of the classes of a state and of its parts, but for plain tuples."""
    if shape.cls not in (tuple, str, bytes, frozenset) and not field_names(shape.cls):
        raise NotCompilable(
            f"its states are of {shape.cls.__name__}, a kind of tuple",
            idiom="use a plain tuple or a NamedTuple",
        )
    return {cls: module.named_tuple(cls) for cls in classes_in(shape)}


def _named_tuples(module: RulesModule) -> list[str]:
    """The lines that define NamedTuples, and functions that make them of tuples."""
    lines = []
    for cls, name in module.named_tuples.items():
        fields = " ".join(map(field_name, module.fields_of(cls)))
        # types of the compiler are equal if the names of what they hold are: not in two modules
        lines.append(f"{name} = namedtuple({name!r} + __name__[-{OWN_DIGITS}:], {fields!r})")
        if not issubclass(cls, tuple):
            lines.append(f"{name}.{OF_DATACLASS} = True")
        if not field_names(cls):
            lines.append(f"{name}.{OF_PLAIN_CLASS} = True")
        if own_ways(cls):
            lines.append(f"{name}.{OF_WAYS} = True")
    for cls, name in module.makers.items():
        items = ", ".join(f"items[{i}]" for i in range(len(field_names(cls))))
        lines += ["@inner(nogil=True)", f"def {name}(items):"]
        lines += [f"    return {module.named_tuples[cls]}({items})"]
    for (cls, places), name in module.replacers.items():
        given = [f"new{place}" for place in places]
        items = ", ".join(
            f"new{i}" if i in places else f"record[{i}]" for i in range(len(field_names(cls)))
        )
        lines += ["@inner(nogil=True)", f"def {name}({', '.join(['record', *given])}):"]
        lines += [f"    return {module.named_tuples[cls]}({items})"]
    return lines
