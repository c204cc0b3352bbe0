"""Moves that are words: ``yield card`` of a hand in the state, beside ``yield "pass"``.

Nothing in the text of the rules tells what `card` is. The shape of the states does.
"""

from __future__ import annotations

import ast
import enum
from collections.abc import Sequence
from typing import Any

from perfectplay.compiler.source.function_rules import FunctionRules
from perfectplay.compiler.source.move_forms import Fixed, Form
from perfectplay.compiler.source.syntax_trees import bindings
from perfectplay.game.shape.record_classes import field_names, own_ways
from perfectplay.game.shape.shape_tree import ShapeTree
from perfectplay.game.shape.state_words import Word

_DEEPEST = 6
"""A local that is made of so many others, one after the other, is not looked into."""

_SAME_ITEMS = (list, tuple, sorted, reversed)


def are_words(
    moves: Sequence[ast.expr], forms: Sequence[Form], tree: ast.FunctionDef, rules: FunctionRules
) -> bool:
    """Whether all moves are constant words, or words that the state holds; or others, if plays at
    random have only texts as moves.

    ``forms``: what the text of the rules tells of each move. ``tree``: the method that gives them,
    whose first argument is the state.
    """
    shape, constants = rules.module.shape, rules.module.constants
    if shape is None or constants.words is None or constants.has_texts or not tree.args.args:
        return False
    parts, texts = StateParts(tree, shape, rules), bool(rules.module.plays.text_moves)
    return all(
        _is_constant_word(form) or (form is None and (texts or parts.of(move) is Word))
        for move, form in zip(moves, forms, strict=True)
    )


def _is_constant_word(form: Form) -> bool:
    match form:
        case Fixed(str() | enum.Enum() as word):
            return not isinstance(word, int)
    return False


class StateParts:
    """Which part of a state an expression is."""

    def __init__(self, tree: ast.FunctionDef, shape: ShapeTree, rules: FunctionRules) -> None:
        self.rules = rules
        self.times = bindings(tree)
        self.given: dict[str, list[Any]] = {}
        state = tree.args.args[0].arg
        nodes = list(ast.walk(tree))
        self.found: dict[str, Any] = {state: shape} if self.times[state] == 1 else {}
        for _ in range(_DEEPEST):  # each time, locals that are made of those found before
            self.given = {state: [shape]}
            for node in nodes:
                match node:
                    case ast.Assign([target], value):
                        self._note(target, self.of(value))
                    case ast.For(target, items) | ast.comprehension(target, items):
                        self._note(target, _item(self.of(items)))
            self.found = {
                name: parts[0] for name, parts in self.given.items()
                if len(parts) == self.times[name] and all(part == parts[0] for part in parts)
            }  # fmt: skip

    def _note(self, target: ast.expr, part: Any) -> None:
        match target:
            case ast.Name(name):
                self.given.setdefault(name, []).append(part)
            case ast.Tuple(targets) if isinstance(part, ShapeTree):
                stars = any(isinstance(x, ast.Starred) for x in targets)
                plain = not stars and not own_ways(part.cls)
                if plain and not part.varying and len(targets) == len(part.parts):
                    for one, inner in zip(targets, part.parts, strict=True):
                        self._note(one, inner)

    def of(self, node: ast.expr) -> Any:
        """The part of a state, or a tuple of such parts; None if that is not known."""
        match node:
            case ast.Name(name):
                return self.found.get(name)
            case ast.Subscript(value, ast.Slice()):
                whole = self.of(value)
                return whole if _item(whole) is not None else None
            case ast.Subscript(value, index):
                whole, place = self.of(value), self.rules.known(index)
                if isinstance(whole, ShapeTree) and own_ways(whole.cls):
                    return None
                if isinstance(whole, ShapeTree) and not whole.varying and type(place) is int:
                    inside = -len(whole.parts) <= place < len(whole.parts)
                    return whole.parts[place] if inside else None
                return _item(whole)
            case ast.Attribute(value, name):
                whole = self.of(value)
                names = field_names(whole.cls) if isinstance(whole, ShapeTree) else ()
                return whole.parts[names.index(name)] if name in names else None
            case ast.IfExp(_, one, other) | ast.BinOp(one, ast.Add(), other):
                items = _item(self.of(one)), _item(self.of(other))
                return _row(items[0]) if items[0] is items[1] else None
            case ast.BoolOp(ast.Or(), values):
                items = tuple(_item(self.of(value)) for value in values)
                return _row(items[0]) if all(x is items[0] for x in items) else None
            case ast.ListComp(item) | ast.GeneratorExp(item):
                return _row(self.of(item))
            case ast.Call(function, [value]):
                same = any(self.rules.known(function) is one for one in _SAME_ITEMS)
                return _row(_item(self.of(value))) if same else None
        return None


def _item(part: Any) -> Any:
    """The part that each item of a tuple is; None if they are unlike, or it is no tuple."""
    if not isinstance(part, ShapeTree) or part.cls is not tuple:
        return None
    return part.parts[0] if all(x == part.parts[0] for x in part.parts) else None


def _row(item: Any) -> ShapeTree | None:
    """A tuple of such items."""
    return None if item is None else ShapeTree(tuple, (item,), varying=True)
