"""Which members of a game its rules reach: what of a class counts for a fingerprint."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import fields, is_dataclass
from functools import cached_property
from types import FunctionType, MappingProxyType
from typing import Any

from perfectplay.game.game import Game, parameters
from perfectplay.game.search_hints import hints_of
from perfectplay.identity.authored import is_opaque, is_rule
from perfectplay.identity.closure import ReachableCode

RULES = (
    "start", "moves", "play", "outcome", "options", "player", "moves_again", "symmetries", "tier",
    "stuck", "players", "limits", "scoring", "gain",
)  # fmt: skip
"""The methods and attributes from which everything that counts is reached. ``limits`` is there
because keys depend on it; ``impartial`` and ``parts`` are not, since no solution does."""

SURFACE = (
    "text", "parse", "move_text", "parse_move", "score_text", "board", "board_shape",
    "board_letters", "KNOWN",
)  # fmt: skip
"""What people read and type does not count."""

# how attributes come about does not count: the attributes themselves do
_MAKING = ("__init__", "__new__", "__post_init__", "__init_subclass__", "__repr__", "__str__")

BY_NAME = {"__dict__", "__getattribute__", "__getattr__"}
"""Attributes through which others are reached whose names need not stand in the source."""


class ClassMembers:
    """The members of some classes that their rules reach, by their names, as parts of ``reach``.

    ``held``: the attributes of the instance by name; ``given``: those of them that are parameters,
    which are parts already; ``owner``: the name of the instance's class; ``hints``: the names of
    its hints.
    """

    def __init__(
        self,
        classes: Iterable[type],
        reach: ReachableCode,
        *,
        held: Mapping[str, Any] = MappingProxyType({}),
        given: Collection[str] = (),
        owner: str = "",
        hints: Collection[str] = (),
    ) -> None:
        self.classes = [cls for cls in classes if not is_opaque(cls.__module__)]
        self.reach = reach
        self.held = held
        self.given = given
        self.owner = owner
        self.hints = hints
        self.done: set[str] = set()

    @classmethod
    def of(cls, game: Game, classes: Iterable[type], reach: ReachableCode) -> ClassMembers:
        """The members of a game; ``classes`` are its own and its bases."""
        return cls(
            classes,
            reach,
            held=getattr(game, "__dict__", {}),
            given=set(parameters(game)),
            owner=type(game).__name__,
            hints=hints_of(game),
        )

    def follow(self, rules: tuple[str, ...] = RULES) -> None:
        """Reaches further, beginning with some rules, until nothing new is met."""
        for cls in self.classes:  # operators and their like are called by no name
            for name, member in sorted(vars(cls).items()):
                if name.startswith("__") and isinstance(member, FunctionType):
                    self._member(name)
        for name in rules:
            self._member(name)
        while new := self._wanted() - self.done:
            for name in sorted(new):
                self._member(name)

    def _wanted(self) -> set[str]:
        """Names after a dot; all there are where some cannot be read."""
        if not self.reach.dynamic and not BY_NAME & self.reach.attributes:
            return self.reach.attributes - set(SURFACE)
        everything = set(self.reach.attributes).union(*(vars(cls) for cls in self.classes))
        everything = everything.union(self.held)
        # nor does what only tells a search where to look, unless the rules name it
        return everything - set(SURFACE) - (set(self.hints) - self.reach.attributes)

    def _member(self, name: str) -> None:
        if name in self.done:
            return
        self.done.add(name)
        if name in _MAKING:
            return
        found = [(cls, vars(cls)[name]) for cls in self.classes if name in vars(cls)]
        kept = any(isinstance(member, cached_property) for _, member in found)
        if name in self.held and not kept:
            if name not in self.given:
                self.reach.part(f"{self.owner}.{name}", self.held[name])
            found = [(c, m) for c, m in found if isinstance(m, FunctionType | property)]
        for cls, member in found:
            if is_rule(cls, name, member) and not self._is_default(cls, name):
                self.reach.part(f"{cls.__qualname__}.{name}", member)

    def _is_default(self, cls: type, name: str) -> bool:
        """Whether it is the default of a field, whose value the game has."""
        return is_dataclass(cls) and any(f.name == name for f in fields(cls)) and name in self.given
