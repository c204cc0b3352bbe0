"""Which locals of a rule are dicts that states keep as their items; see ``record_dicts.py``."""

from __future__ import annotations

import ast
import re

from perfectplay.compiler.idioms.dict_locals import DictRules, values_set
from perfectplay.compiler.idioms.given_dicts import arguments_of
from perfectplay.compiler.source.frozen_dicts import FrozenDict
from perfectplay.compiler.source.syntax_trees import bindings, tuple_of

_VIEWS = ("items", "values", "keys")


class Dicts:
    """The locals of a function that are such dicts."""

    def __init__(
        self, tree: ast.FunctionDef, rules: DictRules, frozen: FrozenDict, given: set[str]
    ) -> None:
        self.rules, self.frozen, self.given = rules, frozen, given
        self.parents = {id(y): x for x in ast.walk(tree) for y in ast.iter_child_nodes(x)}
        made = values_set(tree)
        times = bindings(tree)
        self.names = {
            name for name in made.keys() | given
            if times[name] == len(made.get(name, ())) + (name in given)
        }  # fmt: skip
        before = None
        while before != self.names:
            before = set(self.names)
            for name in before:
                uses = [x for x in ast.walk(tree) if isinstance(x, ast.Name) and x.id == name]
                makes = made.get(name, ())
                alias = any(isinstance(x, ast.Name) for x in makes)
                fits = all(map(self.is_dict, makes)) and all(map(self._fits, uses))
                if alias or not fits or not (makes or name in given):
                    self.names.discard(name)

    # --- what is a dict ---------------------------------------------------------------------------

    def is_dict(self, node: ast.expr) -> bool:
        """Whether an expression is such a dict."""
        match node:
            case ast.Name(name):
                return name in self.names
            case ast.Call(ast.Attribute(ast.Name(name), "copy"), [], []):
                return name in self.names
            case ast.Call(_, [ast.Name() | ast.Attribute() | ast.Subscript()], []) if (
                self.rules.known(node.func) is dict
            ):
                return True
            case ast.Dict(keys, values):
                named = [self.rules.known(key) for key in keys if key is not None]
                if keys[:1] == [None]:
                    return self.is_dict(values[0]) and None not in keys[1:] and self._have(named)
                return None not in keys and tuple(named) == self.frozen.keys
            case ast.BinOp(one, ast.BitOr(), ast.Dict(keys)):
                return self.is_dict(one) and self._have([self.rules.known(x) for x in keys if x])
        return False

    def _have(self, named: list[object]) -> bool:
        return all(key in self.frozen.keys for key in named)

    # --- what is done with it ---------------------------------------------------------------------

    def _fits(self, node: ast.expr) -> bool:
        """Whether this is a place where such a dict can stand."""
        parent = self.parents[id(node)]
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            return isinstance(parent, ast.Assign)
        match parent:
            case ast.Subscript(_, key) if parent.slice is not node:
                read = isinstance(parent.ctx, ast.Load) or not self._is_argument(node)
                return read and not isinstance(parent.ctx, ast.Del) and bool(self.places(key))
            case ast.Attribute(_, method):
                call = self.parents[id(parent)]
                return isinstance(call, ast.Call) and self._answers(call, method)
            case ast.Call():
                known = self.rules.known(parent.func)
                return known is dict or known is len or self._is_given(parent, node)
            case ast.Compare(_, [ast.In() | ast.NotIn()], [right]):
                return right is node and self.rules.known(parent.left) in self.frozen.keys
            case ast.Assign([ast.Name(name)]):
                return name in self.names
            case ast.For() | ast.comprehension():
                return parent.iter is node
            case ast.Dict() | ast.BinOp(op=ast.BitOr()):
                return self.is_dict(parent) and self._fits(parent)
        return False

    def _is_argument(self, node: ast.expr) -> bool:
        """Whether it is a dict that the function is given, and must not change."""
        return isinstance(node, ast.Name) and node.id in self.given

    def _answers(self, call: ast.Call, method: str) -> bool:
        """Whether a call of a method of such a dict can be rewritten."""
        match call:
            case ast.Call(_, [], []) if method in _VIEWS:
                return True
            case ast.Call(_, [], []) if method == "copy":
                return self._fits(call)
            case ast.Call(_, [key, *_], []) if method == "get":
                return self.rules.known(key) in self.frozen.keys
            case ast.Call(ast.Attribute(dict_), [], keywords) if method == "update":
                alone = isinstance(self.parents[id(call)], ast.Expr) and isinstance(dict_, ast.Name)
                own = alone and not self._is_argument(dict_)
                return own and self._have([each.arg for each in keywords])
        return False

    def _is_given(self, call: ast.Call, node: ast.expr) -> bool:
        """Whether it is an argument of a function of the rules."""
        return any(x is node for _, x in arguments_of(call, self.rules))

    def places(self, key: ast.expr) -> list[int]:
        """The places of the values that a key may have: all of one kind."""
        known, keys = self.rules.known(key), self.frozen.keys
        if isinstance(known, str):
            return [keys.index(known)] if known in keys else []
        if isinstance(key, ast.Slice | ast.Constant):
            return []
        fitting = [i for i, each in enumerate(keys) if _hole(key, each) is not None]
        kinds = [self.frozen.kinds[i] for i in fitting]
        most = max(kinds, key=lambda kind: (kinds.count(kind), kind is int), default=None)
        return [i for i in fitting if self.frozen.kinds[i] is most]

    def place(self, key: ast.expr, places: list[int]) -> ast.expr:
        """The place among these that a key has, which is not constant; compiled code checks it."""
        holes = [_hole(key, self.frozen.keys[i]) or "" for i in places]
        numbers = isinstance(key, ast.JoinedStr) and all(map(str.isdecimal, holes))
        constants = [ast.Constant(int(x) if numbers else x) for x in holes]
        asked = next(x.value for x in key.values if isinstance(x, ast.FormattedValue)) if (
            isinstance(key, ast.JoinedStr)
        ) else key  # fmt: skip
        return ast.Call(ast.Attribute(tuple_of(*constants), "index", ast.Load()), [asked], [])


def _hole(key: ast.expr, name: str) -> str | None:
    """The part of a name that a key gives, ``hp{n}`` or a whole; None if the name does not fit."""
    if not isinstance(key, ast.JoinedStr):
        return name
    parts = [re.escape(str(x.value)) if isinstance(x, ast.Constant) else "(.+)" for x in key.values]
    found = re.fullmatch("".join(parts), name)
    return found[1] if found and len(found.groups()) == 1 else None
