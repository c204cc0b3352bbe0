"""The rules of a game as the text of a module of plain functions.

``self.width`` becomes a constant, ``self.helper(state)`` a call of a function, a generator
expression a function of its own. Python that Numba lacks becomes calls of ``support.py``,
``items.py`` and ``tuple_helpers.py``.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from perfectplay.compiler.folding.asked_truth import ask_helpers_for_truth
from perfectplay.compiler.folding.guarded_names import (
    asked_for_none,
    use_what_is_there,
    yield_what_is_there,
)
from perfectplay.compiler.idioms.word_unpacking import unpack_words
from perfectplay.compiler.images.cell_tables import CellNumbers
from perfectplay.compiler.images.permuting_rules import permuted_cells
from perfectplay.compiler.rewrite.fused_yields import fuse_yields
from perfectplay.compiler.rewrite.move_options import ASKED
from perfectplay.compiler.rewrite.older_functions import roles_of_functions
from perfectplay.compiler.rewrite.rewrite import Rewriter
from perfectplay.compiler.source.constants import NotCompilable, TableOfNonesError
from perfectplay.compiler.source.function_source import Place, match_lines, place_of, plain, tree_of
from perfectplay.compiler.source.plain_objects import as_adjuster, as_maker, attributes_of
from perfectplay.compiler.source.recursion import counted
from perfectplay.compiler.source.refusals import LIST, STRINGS
from perfectplay.compiler.source.rule_function import RuleFunction
from perfectplay.compiler.source.rules_module import ITERATED, RulesModule
from perfectplay.compiler.source.start_states import Room
from perfectplay.compiler.source.syntax_trees import (
    OF_DATACLASS,
    OF_PLAIN_CLASS,
    OWN_DIGITS,
    names_of_comprehensions,
    own,
    protect,
)
from perfectplay.compiler.source.word_table import (
    LETTERS,
    longest_in,
    shape_with,
    with_changed,
    word_lines,
)
from perfectplay.game.checks.declared_cells import declared_cells
from perfectplay.game.functions import FunctionGame
from perfectplay.game.game import Game, has_again, has_symmetries, overrides
from perfectplay.game.shape.joined_trees import classes_in
from perfectplay.game.shape.record_classes import field_names
from perfectplay.game.shape.state_sets import element_words
from perfectplay.game.shape.state_shape import StateShape
from perfectplay.game.shape.state_words import Word

ONLY_SYMMETRIES = "only symmetries needs it: --no-symmetries leaves it out"


@dataclass
class Translation:
    """The rules as a module: its text, its tables, and where each line comes from.

    ``roles``: the methods that the kernels of ``template.py`` call, as far as the game has them;
    ``places``: the user's file and line of a line of the text. ``shape``: of states, None for
    integers; ``classes``: the module's names of the classes in it. ``sites``: by number, the user's
    file and line of tuples whose length compiled code checks. ``recursive``: whether some functions
    call themselves. ``cells``: symmetries that are data; their arrays are among the tables.
    ``room``: the name of the room for tuples and texts that change their length, if any do.
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


def translate(
    game: Game, *, symmetries: bool = True, tables: bool = True, more: Sequence[str] = (),
    texts: bool = False, named: bool = False, nones: bool = False,
) -> Translation:  # fmt: skip
    """The rules as a module with ``outcome``, ``moves``, ``play`` and what kernels need besides.

    ``tables``: `symmetries` that only permute fields become data, too. ``more``: further methods of
    the game that kernels call. ``texts``: texts that rules put together are boards. ``named``:
    those that they name are words where no board could hold them. ``nones``: what rules take from
    constant tables may be None.

    Raises NotCompilable with the reason, in words for the game's author.
    """
    roles = ["outcome", "moves", "play"]
    cells = None
    if symmetries:
        cells = declared_cells(game) or (permuted_cells(game) if tables else None)
    if symmetries and cells is None and has_symmetries(game):
        roles.append("symmetries")
    if has_again(game):
        roles.append("moves_again" if overrides(game, "moves_again") else "player")
    roles += ["tier"] * overrides(game, "tier")
    roles += ["gain"] * (game.scoring and overrides(game, "gain"))
    try:
        if texts:
            module = RulesModule(game, _rewritten, texts=True, apart=False, nones=nones)
            translation = _translation(module, roles, more)
        elif named:
            words = RulesModule(game, _rewritten).table_words
            module = RulesModule(game, _rewritten, named=words, nones=nones)
            translation = _translation(module, roles, more)
        else:
            translation = _with_or_without_parts(game, roles, more, nones=nones)
        if cells is not None and translation.shape is not None:
            if translation.shape.may_be_none:
                reason = (
                    "cell_symmetries of states with parts that are None or numbers run interpreted"
                )
                raise NotCompilable(reason, idiom="a method symmetries compiles")
            translation.cells = CellNumbers.of(cells, translation.shape)
            translation.tables.update(translation.cells.arrays)
        return translation
    except NotCompilable as refusal:
        if "symmetries" in roles and _translates_without(game, more):
            idiom = f"{refusal.idiom}; {ONLY_SYMMETRIES}" if refusal.idiom else ONLY_SYMMETRIES
            raise NotCompilable(refusal.reason, refusal.place, idiom) from None
        raise
    except TableOfNonesError:
        return translate(
            game, symmetries=symmetries, tables=tables, more=more, texts=texts, named=named,
            nones=True,
        )  # fmt: skip
    except Exception as problem:  # Python that nobody thought of: interpreted, it runs
        raise NotCompilable(
            f"its rules cannot be translated ({type(problem).__name__}: {problem})", idiom=LIST
        ) from problem


def names_words(game: Game) -> bool:
    """Whether rules name texts of several characters that no board in their states could hold."""
    module = RulesModule(game, _rewritten)
    return not module.table_words <= set(module.constants.known_words)


def _with_or_without_parts(
    game: Game, roles: list[str], more: Sequence[str], *, nones: bool
) -> Translation:
    """The module; moves that are texts put together are the values in them, if that compiles."""
    tried: list[RulesModule] = []
    try:
        return _with_or_without_words(game, roles, more, tried, apart=True, nones=nones)
    except NotCompilable:
        if not any(module.has_parts for module in tried):
            raise
    return _with_or_without_words(game, roles, more, [], apart=False, nones=nones)


def _with_or_without_words(
    game: Game,
    roles: list[str],
    more: Sequence[str],
    tried: list[RulesModule],
    *,
    apart: bool,
    nones: bool,
) -> Translation:
    """The module; texts that rules name are words if they do not compile otherwise."""

    def made(
        *, words: bool = False, texts: bool = False, named: frozenset[str] = frozenset()
    ) -> RulesModule:
        given = {"words": words, "texts": texts, "apart": apart, "nones": nones}
        tried.append(RulesModule(game, _rewritten, named=named, **given))
        return tried[-1]

    module = made()
    if module.move_words.unlike:
        with suppress(NotCompilable):
            return _translation(made(named=module.move_words.words), roles, more)
    try:
        return _translation(module, roles, more)
    except NotCompilable as refusal:
        first: RulesModule = module
        reason = refusal
    if first.move_words.words and not first.move_words.unlike:
        with suppress(NotCompilable):
            return _translation(made(named=first.move_words.words), roles, more)
    if first.constants.met_a_text:
        module = made(words=True)
        try:
            return _translation(module, roles, more)
        except NotCompilable as other:
            told = module.has_options or first.constants.met_a_thing
            reason = other if told or reason.idiom == STRINGS[1] else reason
    if not first.table_words <= set(first.constants.known_words):
        with suppress(NotCompilable):
            return _translation(made(named=first.table_words), roles, more)
    if not module.constants.met_a_spelling:  # it is no text that rules spell
        raise reason from None
    return _translation(made(texts=True), roles, more)


def _translates_without(game: Game, more: Sequence[str]) -> bool:
    """Whether the rules can be translated if symmetries are left out."""
    try:
        translate(game, symmetries=False, more=more)
    except NotCompilable:
        return False
    return True


def _translation(module: RulesModule, roles: list[str], more: Sequence[str]) -> Translation:
    """The whole module, without the kernels."""
    if isinstance(module.game, FunctionGame):
        aliases = roles_of_functions(module, module.game)
    else:
        aliases = _aliases(module, (*roles, *more))
    lines = ["from collections import namedtuple", f"import math as {own('math')}", ""]
    words: list[Any] = []
    shape = module.shape
    if shape is not None and shape.has_sets:
        shape = module.constants.sets.shape_with(shape)
    elements = () if shape is None else shape.elements
    classes = {} if shape is None else _state_classes(module, shape)
    operators = module.operator_lines()
    fuse_yields(module.functions, [*operators, *aliases], module.fresh_name)
    lines += _named_tuples(module)
    if module.constants.words is not None:
        holds = shape is not None and shape.has_words
        full = shape if shape is not None and holds else StateShape(tuple, (Word,))
        texts = [*module.constants.boards, *chain.from_iterable(module.constants.text_tables)]
        words = [*module.constants.words, *full.words, *"".join(texts), *element_words(elements)]
        full = shape_with(full, with_changed(words, module.constants))
        words = list(full.words)
        lines += word_lines(module.constants, full)
        shape = full if holds else shape
    elif module.constants.has_bytes:
        lines.append(f"{LETTERS} = 0")
    if elements:
        lines += module.constants.sets.lines(elements, words, module.named_tuple)
    lines += module.constants.lines
    lines += [f"{name} = {_full_room(x, module, shape)}" for name, x in module.examples.items()]
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
    )  # fmt: skip


def _full_room(example: Any, module: RulesModule, shape: StateShape | None) -> Any:
    """The example of a tuple as long as a state; if it is the room for texts that change their
    length, with room for those that rules name, and with the number of characters."""
    if not (module.constants.text_room and isinstance(example, Room) and shape is not None):
        return example
    named = chain(module.constants.boards, *module.constants.text_tables)
    return Room(max(example.most, longest_in(named)), shape.letters)


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
        fields = " ".join(module.fields_of(cls))
        # types of the compiler are equal if the names of what they hold are: not in two modules
        lines.append(f"{name} = namedtuple({name!r} + __name__[-{OWN_DIGITS}:], {fields!r})")
        if not issubclass(cls, tuple):
            lines.append(f"{name}.{OF_DATACLASS} = True")
        if not field_names(cls):
            lines.append(f"{name}.{OF_PLAIN_CLASS} = True")
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


def _rewritten(module: RulesModule, source: RuleFunction, name: str) -> list[ast.FunctionDef]:
    """The tree of a function under a new name, after those of the functions inside it."""
    tree = tree_of(source.function)
    protect(tree)
    asked = asked_for_none(tree)
    plain(tree, name, place_of(source.function))
    self_name = None
    if source.first is not None and tree.args.args:
        self_name = tree.args.args.pop(0).arg
    of_record = source.owner if source.owner in module.made_or_held else None
    if source.first == "class" and source.owner and not isinstance(module.game, source.owner):
        of_record = source.owner  # or of a class that only holds functions and constants
    rewriter = Rewriter(module, source, None if of_record else self_name)
    if of_record and source.first is None and tree.args.args:
        mine, fields = tree.args.args[0].arg, field_names(of_record)
        as_adjuster(tree, mine, module.named_tuple(of_record), fields)
    elif of_record and self_name and source.first == "class":
        rewriter.settled[self_name] = of_record
    elif of_record and self_name:
        changing = attributes_of(of_record) or {}
        locals_ = as_maker(tree, self_name, module.named_tuple(of_record), changing)
        rewriter.local_names |= locals_
    rewriter.name = name
    words = module.constants.known_words
    if module.constants.asks_words:
        words = (*words, *module.text_moves)
    unpack_words(tree, module.constants, words, source.function.__name__)
    rewriter.local_names -= names_of_comprehensions(tree)
    try:
        rewriter.rewrite(tree, iterated=source.iterated)
    except NotCompilable as refusal:
        raise NotCompilable(
            refusal.reason, refusal.place or place_of(source.function), refusal.idiom
        ) from None
    yield_what_is_there(tree, asked)
    for each in (*rewriter.lifted, tree):
        use_what_is_there(each)
    for each in (*rewriter.lifted, tree):
        ask_helpers_for_truth(each, everywhere=module.constants.has_nones)
    if name in module.recursive:
        counted(tree)
    return [*rewriter.lifted, tree]
