"""``rank, suit = card`` where a card may be a word: its characters, one by one.

Whether it is a word or a tuple, only the types tell, so a helper gives either its characters or the
tuple itself. A word of another length raises, as in Python.
"""

from __future__ import annotations

import ast
from collections.abc import Collection
from typing import Any

from perfectplay.compiler.source.constants import Constants
from perfectplay.compiler.source.syntax_trees import call, load, located, tuple_of
from perfectplay.compiler.source.word_table import LENGTHS

_OF_STATES = ("moves", "play", "outcome", "player", "moves_again", "tier", "symmetries", "gain")
"""Methods whose first argument is a state."""


def unpack_words(
    tree: ast.FunctionDef, constants: Constants, words: Collection[Any], role: str
) -> None:
    """Rewrite such assignments of a function in place. ``words``: of the first states. ``role``:
    its name; the state that a method of the game is given is no word."""
    lengths = {len(word) for word in words if type(word) is str and len(word) > 1}
    state = tree.args.args[0].arg if role in _OF_STATES and tree.args.args else ""
    for node in ast.walk(tree):
        match node:
            case ast.Assign(
                [ast.Tuple(targets)], ast.Name() | ast.Attribute() | ast.Subscript() as value
            ) if getattr(value, "id", "") != state:
                names = all(isinstance(target, ast.Name) for target in targets)
                if names and len(targets) in lengths:
                    tables = tuple_of(*(constants.word_part((i,)) for i in range(len(targets))))
                    node.value = located(call("word_items", value, tables, load(LENGTHS)), value)
