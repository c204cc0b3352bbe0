"""The members of a game's classes that its rules reach, and that its fingerprint includes."""

from __future__ import annotations

from abc import ABC
from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cached_property
from types import FunctionType, MappingProxyType
from typing import Any, Generic

from perfectplay.game.game import Game
from perfectplay.game.naming import parameters
from perfectplay.game.search_hints import hints_of
from perfectplay.identity.authored import is_opaque, is_rule
from perfectplay.identity.closure import ReachableCode

RULES = (
    "start", "moves", "play", "outcome", "options", "player", "moves_again", "symmetries", "tier",
    "stuck", "players", "limits", "scoring", "gain", "cell_symmetries",
)  # fmt: skip
"""The methods and attributes from which everything else is reached. ``limits`` is included because
keys depend on it; ``impartial`` and ``parts`` are not, because no solution depends on them."""

SURFACE = (
    "text", "parse", "move_text", "parse_move", "score_text", "board", "board_shape",
    "board_letters", "KNOWN",
)  # fmt: skip
"""Methods and attributes for people, which are not included."""

LABELS = ("title", "category")
"""Attributes for people that are included only if rules name them: their names are common words."""

# not included: they only make attributes, which are included themselves
_MAKING = ("__init__", "__new__", "__post_init__", "__init_subclass__", "__repr__", "__str__")

_NO_RULES = (Game, ABC, Generic, object)
"""Bases of all games."""

BY_NAME = {"__dict__", "__getattribute__", "__getattr__"}
"""Attributes through which others can be reached whose names are not in the source."""


class ClassMembers:
    """The members of some classes that their rules reach, added by name as parts of ``reach``.

    ``attributes``: those of the instance by name; ``given``: the ones that are parameters, which
    are parts already; ``owner``: the name of the instance's class; ``hints``: the names of its
    hints.
    """

    def __init__(
        self,
        classes: Sequence[type],
        reach: ReachableCode,
        *,
        attributes: Mapping[str, Any] = MappingProxyType({}),
        given: Collection[str] = (),
        owner: str = "",
        hints: Collection[str] = (),
    ) -> None:
        self.names = [cls.__qualname__ for cls in classes]
        self.classes = [cls for cls in classes if not is_opaque(cls.__module__)]
        self.reach = reach
        self.attributes = attributes
        self.given = given
        self.owner = owner
        self.hints = hints
        self.done: set[str] = set()

    @classmethod
    def of(cls, game: Game, with_reprs: bool = False) -> ClassMembers:
        """The members of a game, of its own class and of its bases, as parts of a new ``reach``."""
        classes = tuple(base for base in type(game).__mro__ if base not in _NO_RULES)
        return cls(
            classes, ReachableCode(classes, with_reprs), attributes=getattr(game, "__dict__", {}),
            given=set(parameters(game)), owner=type(game).__name__, hints=hints_of(game),
        )  # fmt: skip

    def follow(self, rules: tuple[str, ...] = RULES) -> None:
        """Follow the code from some rules on until nothing new is reached."""
        for cls in self.classes:  # special methods are called without their names
            for name, member in sorted(vars(cls).items()):
                if name.startswith("__") and isinstance(member, FunctionType):
                    self._member(name)
        for name in rules:
            self._member(name)
        while new := self._wanted() - self.done:
            for name in sorted(new):
                self._member(name)

    def may_reach(self, name: str) -> bool:
        """True if the code reached so far may use an attribute of this name."""
        reach = self.reach
        return reach.dynamic or not reach.attributes.isdisjoint({name, *BY_NAME})

    def _wanted(self) -> set[str]:
        """The names after a dot in reached code; all members if it can reach others too."""
        if not self.reach.dynamic and not BY_NAME & self.reach.attributes:
            return self.reach.attributes - set(SURFACE)
        everything = set(self.reach.attributes).union(*(vars(cls) for cls in self.classes))
        everything = everything.union(self.attributes)
        # hints for a search and labels are not included unless the rules name them
        unnamed = {*self.hints, *LABELS} - self.reach.attributes
        return everything - set(SURFACE) - unnamed

    def _member(self, name: str) -> None:
        if name in self.done:
            return
        self.done.add(name)
        if name in _MAKING:
            return
        found = [(cls, vars(cls)[name]) for cls in self.classes if name in vars(cls)]
        kept = any(isinstance(member, cached_property) for _, member in found)
        if name in self.attributes and not kept:
            if name not in self.given:
                self.reach.part(f"{self.owner}.{name}", self.attributes[name])
            found = [(c, m) for c, m in found if isinstance(m, FunctionType | property)]
        for cls, member in found:
            if is_rule(cls, name, member) and not self._is_default(cls, name):
                self.reach.part(f"{cls.__qualname__}.{name}", member)

    def _is_default(self, cls: type, name: str) -> bool:
        """True for the default of a field, since the game has its value."""
        return is_dataclass(cls) and any(f.name == name for f in fields(cls)) and name in self.given
