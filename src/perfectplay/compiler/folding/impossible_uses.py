"""What cannot be done with a move of a form: ``a, b = move`` of a text, a text where states have a
number.

Rules that tell by the state of what kind a move is, ``if turn == "cutter": a, b = move``, are
compiled for each form of a move; a branch in which it cannot be of that form raises there.
"""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Mapping

from perfectplay.compiler.folding.form_reader import KnownForms, part_given, parts_given
from perfectplay.compiler.source.move_forms import (
    Fixed,
    Form,
    Number,
    OneOfWords,
    Several,
    Spelled,
)
from perfectplay.compiler.source.syntax_trees import call, located
from perfectplay.game.shape.record_classes import field_names
from perfectplay.game.shape.shape_tree import Part, ShapeTree
from perfectplay.game.shape.state_words import Word

NOT_OF_THIS_KIND = "a move of another kind is expected here"
"""What such a branch raises."""

_OF_NUMBERS = (ast.Sub, ast.FloorDiv, ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift)
_LAZY = (ast.IfExp, ast.BoolOp, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp,
         ast.GeneratorExp)  # fmt: skip


def raise_where_impossible(tree: ast.FunctionDef, rules: KnownForms, *, plays: bool) -> None:
    """Put ``raise`` in the place of statements that cannot be run with moves of the forms that are
    known, in place. ``plays``: whether the function returns states."""
    changed = _Impossible(rules, parts_given(rules, tree), plays=plays)
    tree.body = [changed.visit(statement) for statement in tree.body]


class _Impossible(ast.NodeTransformer):
    def __init__(
        self, rules: KnownForms, parts: Mapping[str, Part | ShapeTree], *, plays: bool
    ) -> None:
        self.rules, self.parts, self.plays = rules, dict(parts), plays

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node

    def _simple(self, node: ast.stmt) -> ast.stmt:
        return _raised(node) if self._is_impossible(node) else node

    def visit_If(self, node: ast.If) -> ast.AST:
        """``if a and move - 1: ...``: what is asked after ``a`` may raise."""
        joint = isinstance(node.test, ast.BoolOp) and isinstance(node.test.op, ast.And)
        asked = node.test.values if joint and isinstance(node.test, ast.BoolOp) else [node.test]
        place = next((i for i, x in enumerate(asked) if self._fails_in(ast.Expr(x))), None)
        if place == 0:
            return _raised(node)
        if place is not None:
            before = asked[0] if place == 1 else ast.BoolOp(ast.And(), asked[:place])
            node.test, node.body = located(before, node.test), [_raised(node)]
        return self.generic_visit(node)

    visit_Assign = visit_AugAssign = visit_AnnAssign = visit_Return = visit_Expr = _simple

    def _is_impossible(self, node: ast.stmt) -> bool:
        match node:
            case ast.Assign([ast.Tuple(targets) | ast.List(targets)], value):
                starred = any(isinstance(x, ast.Starred) for x in targets)
                if not starred and _unlike_length(self.rules.form_here(value), len(targets)):
                    return True
            case ast.Return(ast.Tuple(items)) if self.plays:
                shape = self.rules.module.shape
                if isinstance(shape, ShapeTree) and self._is_no_state(items, shape):
                    return True
            case ast.Return(ast.Call(function, arguments, keywords)) if self.plays:
                return self._has_no_field(function, arguments, keywords) or self._fails_in(node)
        return self._fails_in(node)

    def _fails_in(self, node: ast.stmt) -> bool:
        return any(map(self._fails, _always_run(node)))

    def _has_no_field(
        self, function: ast.expr, arguments: list[ast.expr], keywords: list[ast.keyword]
    ) -> bool:
        """Whether a field of ``State(...)``, ``state._replace(...)`` or ``replace(state, ...)`` is
        of another kind than in states."""
        shape, made = self.rules.module.shape, self.rules.known(function)
        names = field_names(shape.cls) if isinstance(shape, ShapeTree) else ()
        changed = isinstance(function, ast.Attribute) and function.attr == "_replace"
        if shape is None or not names or not (changed or made in (shape.cls, dataclasses.replace)):
            return False
        if any(isinstance(x, ast.Starred) for x in arguments):
            return False
        given = dict(zip(names, arguments, strict=False)) if made is shape.cls else {}
        given |= {x.arg: x.value for x in keywords if x.arg in names}
        forms = {name: self.rules.form_here(value) for name, value in given.items()}
        return any(
            _never_is(forms.get(x), part) for x, part in zip(names, shape.parts, strict=True)
        )

    def _is_no_state(self, items: list[ast.expr], shape: ShapeTree) -> bool:
        """Whether an item of a tuple is of another kind than this part of a state."""
        if shape.varying or shape.cls is not tuple or len(items) != len(shape.parts):
            return False
        if any(isinstance(x, ast.Starred) for x in items):
            return False
        forms = map(self.rules.form_here, items)
        return any(map(_never_is, forms, shape.parts))

    def _fails(self, node: ast.expr) -> bool:
        """Whether an expression raises TypeError."""
        match node:
            case ast.BinOp(left, op, right) if isinstance(op, _OF_NUMBERS):
                return any(_is_no_number(self.rules.form_here(x)) for x in (left, right))
            case ast.Subscript(value, index):
                part = part_given(value, self.parts, self.rules)
                rows = isinstance(part, ShapeTree) and part.cls is tuple
                if rows and not isinstance(index, ast.Slice):
                    return _is_no_number(self.rules.form_here(index))
                form = self.rules.form_here(value)
                return form == Number(sure=True) or form == Fixed(None, type(None))
        return False


def _raised(node: ast.stmt) -> ast.stmt:
    """What stands in the place of a statement that cannot be run."""
    raised = call("ValueError", ast.Constant(NOT_OF_THIS_KIND))
    return located(ast.Raise(raised, None), node)


def _always_run(node: ast.AST) -> list[ast.expr]:
    """The expressions in a statement that are run whenever it is."""
    found: list[ast.expr] = []
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, _LAZY):
            found += [child] if isinstance(child, ast.expr) else []
            found += _always_run(child)
    return found


def _unlike_length(form: Form, count: int) -> bool:
    """Whether a value of a form cannot be unpacked into so many."""
    match form:
        case Fixed(str(text)):
            return len(text) != count
        case Fixed(None) | Number(True):
            return True
        case Several(items, cls):
            return len(items) != count if issubclass(cls, tuple) else True
    return False


def _is_no_number(form: Form) -> bool:
    """Whether a value of a form is certainly a text, None or a tuple."""
    match form:
        case Fixed(None | str()) | Spelled() | OneOfWords():
            return True
        case Several(_, cls):
            return cls is tuple
    return False


def _never_is(form: Form, part: Part | ShapeTree) -> bool:
    """Whether a value of a form is never what states have in that place."""
    if part is int:
        return _is_no_number(form)
    if part is Word:
        return form == Number(sure=True) or (isinstance(form, Several) and form.cls is tuple)
    if isinstance(part, ShapeTree) and part.cls is tuple:
        fixed = isinstance(form, Fixed | Spelled | OneOfWords) or form == Number(sure=True)
        return fixed and not isinstance(getattr(form, "value", None), tuple)
    return False
