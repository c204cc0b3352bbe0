"""The classes of records in the states of a game, and those of which its rules make records."""

from __future__ import annotations

import enum
import inspect
from collections import deque
from collections.abc import Iterator, Sequence
from types import FunctionType
from typing import Any

from perfectplay.compiler.source.constants import MISSING, Constants
from perfectplay.compiler.source.plain_objects import attributes_of
from perfectplay.game.game import Game
from perfectplay.game.shape.joined_trees import classes_in
from perfectplay.game.shape.record_classes import field_names
from perfectplay.game.shape.shape_tree import ShapeTree
from perfectplay.game.shape.state_shape import StateShape

OF_OBJECT = "pp_object_"
"""Before the name of a method that builtins have one of the name of, too: of an object that rules
made."""


class RuleClasses:
    """What the classes of records have under a name.

    ``shape``: of states. ``made_classes``: the classes of which rules make records, and no state
    holds one; ``named_tuples``: those that the module has a name for; ``makers``, ``replacers``:
    its functions that make records of tuples, and that replace fields; ``places_given``: the part
    of a state that a function gives, which ``play`` gives on.
    """

    shape: StateShape | None
    constants: Constants
    made_classes: list[type]
    named_tuples: dict[type, str]
    makers: dict[type, str]
    replacers: dict[tuple[type, tuple[int, ...]], str]
    class_constants: dict[str, Any]
    game: Game
    places_given: dict[FunctionType, ShapeTree]
    _numbers: Iterator[int]

    def fresh_name(self, wanted: str) -> str:
        """A name that neither the module nor the rules have."""
        return f"_pp{next(self._numbers)}_{wanted.replace('<lambda>', 'lambda')}"

    def named_tuple(self, cls: type) -> str:
        """The module's name of a NamedTuple's class."""
        if cls not in self.named_tuples:
            self.named_tuples[cls] = self.fresh_name(cls.__name__)
        return self.named_tuples[cls]

    def named_tuple_of_tuple(self, cls: type) -> str:
        """The module's name of the function that makes a NamedTuple of a tuple."""
        self.named_tuple(cls)
        if cls not in self.makers:
            self.makers[cls] = self.fresh_name(f"{cls.__name__}_of")
        return self.makers[cls]

    def replacer(self, cls: type, places: Sequence[int]) -> str:
        """The module's name of the function that replaces these fields of a NamedTuple."""
        self.named_tuple(cls)
        key = (cls, tuple(places))
        if key not in self.replacers:
            self.replacers[key] = self.fresh_name(f"{cls.__name__}_with")
        return self.replacers[key]

    @property
    def has_flags(self) -> bool:
        """Whether states hold members of a Flag."""
        kinds = () if self.shape is None else self.shape.kinds
        return any(isinstance(kind, type) and issubclass(kind, enum.Flag) for kind in kinds)

    @property
    def record_classes(self) -> list[type]:
        """The classes with named fields in a state."""
        return list(dict.fromkeys(classes_in(self.shape)))

    def owners_of(self, name: str, kind: type) -> list[tuple[type, Any]]:
        """The classes in a state that have something of a kind under a name, each with it."""
        found = [(cls, inspect.getattr_static(cls, name, None)) for cls in self.record_classes]
        return [(cls, own) for cls, own in found if isinstance(own, kind)]

    @property
    def made_or_held(self) -> list[type]:
        """The classes of records, in the states or only made by the rules."""
        return [*self.record_classes, *self.made_classes]

    def makers_of(self, name: str, kind: type) -> list[tuple[type, Any]]:
        """`owners_of`, also among the classes of which rules make records that no state holds."""
        if name.startswith(OF_OBJECT):
            name, others = name.removeprefix(OF_OBJECT), self.made_classes
        else:
            others = [] if builtins_have(name) else self.made_classes
        found = [(cls, inspect.getattr_static(cls, name, None)) for cls in others]
        return self.owners_of(name, kind) + [x for x in found if isinstance(x[1], kind)]

    def is_field(self, name: str) -> bool:
        """Whether a class in the states, or that the rules make, has a field of this name."""
        classes = (*self.record_classes, *self.named_tuples)
        return any(name in self.fields_of(cls) for cls in classes)

    def fields_of(self, cls: type) -> tuple[str, ...]:
        """The names of the fields of a class of records in compiled code."""
        return field_names(cls) or tuple(attributes_of(cls) or ())

    def is_changing(self, name: str) -> bool | None:
        """Whether an attribute of objects of plain classes is set anew after they are made; None if
        they have none of this name, or a class of the states has a field of it, too."""
        kinds = {(attributes_of(cls) or {}).get(name) for cls in self.made_classes} - {None}
        if any(name in field_names(cls) for cls in (*self.record_classes, *self.made_classes)):
            return None
        return kinds.pop() if len(kinds) == 1 else None

    def class_constant(self, name: str) -> Any:
        """What the classes of records have under a name, if it is one constant; MISSING if not."""
        if name not in self.class_constants:
            self.class_constants[name] = self._find_class_constant(name)
        return self.class_constants[name]

    def _find_class_constant(self, name: str) -> Any:
        classes = [*self.record_classes, *self.made_classes]
        found = [vars(cls)[name] for cls in classes if name in vars(cls)]
        if not found or name.startswith("__") or hasattr(found[0], "__get__"):
            return MISSING
        named = any(name in self.fields_of(cls) for cls in classes)
        things = map(self.constants.things.value, self.constants.things.all)
        if named or any(hasattr(thing, name) for thing in things):
            return MISSING
        return found[0] if all(x is found[0] for x in found) else MISSING


def builtins_have(name: str) -> bool:
    """Whether builtin values have something of this name."""
    return any(hasattr(cls, name) for cls in (int, str, tuple, list, dict, set, frozenset, deque))
