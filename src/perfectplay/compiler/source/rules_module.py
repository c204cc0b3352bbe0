"""The module that a game's rules become: its names, constants and functions, callees first."""

from __future__ import annotations

import ast
import copy
import enum
import inspect
import math
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from types import FunctionType, MethodType
from typing import Any

from perfectplay.compiler.source.constants import MISSING, Constants
from perfectplay.compiler.source.move_forms import Apart, ArgumentForms
from perfectplay.compiler.source.nested_constants import LARGEST_TUPLE
from perfectplay.compiler.source.not_compilable import MovesVaryError, NotCompilable
from perfectplay.compiler.source.own_names import OF_RECORD, own
from perfectplay.compiler.source.plays_seen import PlaysSeen
from perfectplay.compiler.source.refusals import instead_of
from perfectplay.compiler.source.rule_classes import RuleClasses
from perfectplay.compiler.source.rule_function import (
    ITERATED,
    RuleFunction,
    is_hidden,
    method_in,
    plain_function,
)
from perfectplay.compiler.source.start_states import (
    SPARE,
    SPARE_LETTERS,
    Room,
    longest_tuple,
    meets_long_words,
    start_of,
)
from perfectplay.compiler.source.text_rows import texts_in
from perfectplay.compiler.source.things import Things
from perfectplay.compiler.source.wide_moves import has_wide_moves, longest_text
from perfectplay.game.game import Game
from perfectplay.game.shape.joined_trees import classes_in
from perfectplay.game.shape.number_enums import is_number_enum
from perfectplay.game.shape.shape_tree import ShapeTree

_BUILTINS: tuple[Any, ...] = (
    abs, bool, divmod, enumerate, float, int, len, list, max, min, pow, range, round, set, sum, zip,
)  # fmt: skip

LEAST_ROOM, UNSEEN_ROOM = 8, 16
"""Items for which there is room, at least, in tuples that only rules make; if nothing tells how
many they have."""


def room_for_moves(longest: int) -> int:
    """The room for tuples in a game whose moves are such; ``longest``: the longest one of plays at
    random."""
    return 2 * longest + SPARE


class RulesModule(RuleClasses):
    """Collects the functions and constants that the rules of one game reach.

    ``rewrite``: returns the trees of a function under a new name. ``plays``: what plays of the game
    at random show. ``words``: texts of the rules are
    words, even if states hold none. ``empty``: functions that never give an item, each with True
    for a generator. ``giving_sets``: methods that give sets of their own. ``yielding_nones``:
    functions that yield values that may be None. ``recursive``: functions that call themselves.
    ``dicts_returned``: what is known of functions that do, see ``dict_locals.py``. ``unfinished``:
    those that are being translated. ``vary``: moves are
    tuples of unlike lengths. ``has_options``: moves are of unlike forms, and compiled code
    has what they lead to in their place. ``has_parts``: some are texts put together, of which it
    has the values; ``takes_apart``: whether that is done; ``apart_forms``: of those that functions
    are given. ``state_name``: the name of a tuple as long as a state (0 if states are integers).
    ``operators``: the operators that classes of records define and rules use. ``picked``: the
    functions that are a method or a property of several classes. ``made_classes``: those of records
    that rules may make, and no state holds.
    """

    def __init__(
        self, game: Game, rewrite: Rewrite, *, words: bool = False, texts: bool = False,
        apart: bool = True, named: frozenset[str] = frozenset(), nones: bool = False,
        vary: bool = False,
    ) -> None:  # fmt: skip
        self.game = game
        self.start, self.shape = start_of(game)
        things = Things(game, classes_in(self.shape))
        letters = longest_text(game, self.start) if vary else 0
        self.constants = Constants(
            self.shape, things, words=words, texts=texts or bool(letters), named=named, nones=nones
        )
        self.plays = PlaysSeen(game, self.start, self.shape, self.constants)
        if self.constants.words is not None and not self.constants.takes_words_apart:
            self.constants.takes_words_apart = meets_long_words(game, self.start) or (
                not self.constants.has_texts
                and any(len(text) > 1 for text in self.plays.text_moves)
            )
        self.constants.wide = self.constants.has_texts and has_wide_moves(self.plays.move_samples)
        self.vary = vary
        self.empty: dict[str, bool] = {}
        self.has_options = False
        self.takes_apart, self.has_parts = apart, False
        self.apart_forms: list[Apart] = []
        self.dicts_returned: dict[tuple[FunctionType, tuple[tuple[int, str], ...]], str | None] = {}
        self.sites: list[str] = []
        self.giving_sets: set[str] = set()
        self.yielding_nones: set[str] = set()
        self.recursive: set[str] = set()
        self.listed: set[FunctionType] = set()  # generators that return lists once compiled
        self.listed_names: set[str] = set()
        self.unfinished: list[str] = []
        self.functions: list[tuple[ast.FunctionDef, str]] = []
        self.named_tuples: dict[type, str] = {}
        self.makers: dict[type, str] = {}
        self.replacers: dict[tuple[type, tuple[int, ...]], str] = {}
        self.operators: dict[tuple[type, str], FunctionType] = {}
        self.picked: dict[tuple[type, str], str] = {}
        self.places_given: dict[FunctionType, ShapeTree] = {}
        self.made_classes = things.made_classes
        self.class_constants: dict[str, Any] = {}
        self.constants.record_name = self.named_tuple
        self._rewrite = rewrite
        self._numbers = count()
        self._names: dict[tuple[int, RuleFunction], str] = {}
        self._open: list[tuple[int, RuleFunction]] = []
        self.read: set[tuple[int, RuleFunction]] = set()
        self._games = [game]  # keeps it alive: the ids of games are keys
        self.state_name, self.scratch_name = self.fresh_name("state"), self.fresh_name("room")
        self.examples = {self.state_name: longest_tuple(self.shape)}
        if vary and isinstance(room := self.examples[self.state_name], Room):
            most = max(room.most, room_for_moves(self.plays.longest_move))
            self.examples[self.state_name] = Room(most)
        if self.shape is not None and self.shape.has_varying_texts:
            self.constants.text_room = self.state_name
        elif letters:
            self.constants.text_room = self.fresh_name("texts")
            most = max(room_for_moves(letters), *map(len, texts_in(self.start)), 0)
            self.examples[self.constants.text_room] = Room(most + SPARE_LETTERS)

    def picked_name(self, cls: type, name: str, function: FunctionType, place: str) -> None:
        """Translate a method or a property of one of several classes, which types tell apart."""
        made = self.callable_name(function, name, place)
        if made in self.recursive:
            idiom = "give the methods of the other classes other names"
            raise NotCompilable(f"{name}, which several classes have, calls itself", place, idiom)
        self.named_tuple(cls)
        self.picked[cls, name] = made

    def room_name(self, most: int) -> str:
        """The name of the room for tuples that rules make, and whose length varies: that of the
        states' if these change their length; else one for ``most`` items and for as many as a
        state has."""
        state = self.examples[self.state_name]
        if isinstance(state, Room):
            return self.state_name
        if most > LARGEST_TUPLE:
            return self.state_name  # which does not compile
        self.examples.setdefault(self.scratch_name, Room(LEAST_ROOM))
        longest = max(most or UNSEEN_ROOM, len(state) if isinstance(state, tuple) else 0) + SPARE
        if self.vary:
            longest = max(longest, room_for_moves(self.plays.longest_move))
        room = max(self.examples[self.scratch_name].most, longest)
        self.examples[self.scratch_name] = Room(room)
        return self.scratch_name

    def let_vary(self) -> None:
        """Have the rules translated anew with tuples that change their length, if they are not."""
        if not self.vary:
            raise MovesVaryError

    def within(self, game: Game) -> RulesModule:
        """The same module for the methods of a game that is a field of this one."""
        inner = copy.copy(self)  # everything collected is shared
        inner.game = game
        inner.start, inner.shape = start_of(game)
        inner.plays = PlaysSeen(game, inner.start, inner.shape, self.constants)
        self._games.append(game)
        longest = longest_tuple(inner.shape)
        alike = (name for name, example in self.examples.items() if example == longest)
        inner.state_name = next(alike, "") or self.fresh_name("state")
        self.examples[inner.state_name] = longest
        return inner

    def site(self, place: str) -> int:
        """A number for a place in the rules, which compiled code reports if it fails there."""
        self.sites.append(place)
        return len(self.sites) - 1

    # --- what the rules name ----------------------------------------------------------------------

    def game_attribute(self, name: str, on_class: bool, place: str) -> Any:
        """A field, class attribute or property of the game (or its class); MISSING for methods."""
        static = inspect.getattr_static(type(self.game), name, MISSING)
        if isinstance(static, FunctionType | staticmethod | classmethod):
            return MISSING
        try:
            return getattr(type(self.game) if on_class else self.game, name)
        except Exception as problem:
            kind = type(problem).__name__
            raise NotCompilable(f"self.{name} raises {kind}: {problem}", place) from None

    def method_name(
        self, name: str, below: type | None, place: str, *, iterated: bool = False,
        forms: ArgumentForms = (), asked: tuple[str, ...] = (),
    ) -> str:  # fmt: skip
        """The module's name of a method, found through the bases (below a class, for super).
        ``iterated``, ``forms``, ``asked``: see `RuleFunction`."""
        found = self.method_source(name, below, place)
        source = replace(found, iterated=iterated, forms=forms, asked=asked)
        return self._function(source.of_class, source, place)

    def method_source(self, name: str, below: type | None, place: str) -> RuleFunction:
        """A method, found through the bases (below a class, for super)."""
        bases = type(self.game).__mro__
        bases = bases[bases.index(below) + 1 :] if below else bases
        source = method_in("the game", bases, name, place)
        if not below and is_hidden(self.game, name, source.function):
            reason = f"{name} is a method, and another value in this game"
            raise NotCompilable(reason, place, "give that value a name of its own")
        return source

    def method_of(self, cls: type, name: str, place: str) -> str:
        """The module's name of a method that is named by a class."""
        source = method_in(cls.__name__, cls.__mro__, name, place)
        return self._function(source.of_class, source, place)

    def callable_name(
        self, target: Any, text: str, place: str, forms: ArgumentForms = (), iterated: bool = False
    ) -> str:
        """The module's name of a function; ``text``: how the rules write it; ``forms``: what is
        known of its arguments; ``iterated``: see `RuleFunction`."""
        flags = isinstance(target, type) and issubclass(target, enum.Flag)
        if flags or is_number_enum(target):
            return own("int")
        named = getattr(target, "__name__", "")
        if any(target is known for known in _BUILTINS):
            return own(named)
        if getattr(math, named, None) is target:
            return f"{own('math')}.{named}"
        if isinstance(target, MethodType) and isinstance(cls := target.__self__, type):
            function = plain_function(target.__func__)
            if function is not None and not isinstance(self.game, cls):
                remembers = function is not target.__func__
                source = RuleFunction(function, "class", cls, iterated, forms, remembers=remembers)
                return self._function(source.of_class, source, place)
        if isinstance(target, MethodType) and isinstance(target.__self__, Game):
            outer = target.__self__ is self.game
            module = self if outer else self.within(target.__self__)
            iterated = iterated or (not outer and named in ITERATED)
            return module.method_name(named, None, place, iterated=iterated)
        if (function := plain_function(target)) is not None:
            remembers = target is not function
            source = RuleFunction(function, iterated=iterated, forms=forms, remembers=remembers)
            return self._function(function.__name__, source, place)
        raise NotCompilable(f"{text} does not compile", place, instead_of(target))

    def function_name(self, target: Any, style: str, forms: ArgumentForms = ()) -> str:
        """The module's name of one of the functions that a game is given by."""
        function = plain_function(target)
        if function is None:
            raise NotCompilable(f"{style} is no plain function", idiom="write a def")
        source = RuleFunction(function, forms=forms, style=style, remembers=target is not function)
        name = self._function(style, source, "")
        if name in self.recursive:
            raise NotCompilable(f"{style} calls itself", idiom="call a function that does")
        return name

    def maker_of_objects(self, cls: type, place: str) -> str:
        """The module's name of the function that makes an object of a plain class."""
        source = RuleFunction(vars(cls)["__init__"], "self", cls)
        return self._function(source.of_class, source, place)

    def adjuster(self, cls: type, place: str) -> str:
        """The module's name of the function that gives a record after its ``__post_init__``."""
        source = RuleFunction(cls.__post_init__, None, cls)  # type: ignore[attr-defined]
        name = self._function(source.of_class, source, place)
        if name in self.recursive:
            raise NotCompilable("__post_init__ makes another record of its class", place)
        return name

    def operator_lines(self) -> list[str]:
        """The lines that give the classes of records the operators that they define. They are
        translated last: what an operator is of, only types tell, so that one may use itself."""
        lines, done = [], 0
        while done < len(self.operators):
            (cls, name), function = list(self.operators.items())[done]
            made = self.callable_name(function, name, "")
            lines.append(f"{self.named_tuple(cls)}.{OF_RECORD}{name} = {made}")
            done += 1
        for (cls, name), made in self.picked.items():
            lines.append(f"{self.named_tuple(cls)}.{OF_RECORD}{name} = {made}")
        return lines

    def _function(self, wanted: str, source: RuleFunction, place: str) -> str:
        """The module's name of a function, which is translated now unless it has been."""
        if source.iterated and not source.asked and source.asks_itself:
            source = replace(source, iterated=False)  # it asks itself for a list, so others do
        key = (id(self.game), source)
        mine = (key[0], replace(source, iterated=False, asked=()))
        if source.function in self.listed and key not in self._names:  # a list, however it is used
            source = replace(source, iterated=not source.iterated)
            key = (key[0], source) if (key[0], source) in self._names else key
        if mine in self._open:
            self._check_recursion(mine, source, place)
            self.recursive.add(self._names[key])
        elif key not in self._names:
            self._open.append(mine)
            self._names[key] = name = self.fresh_name(wanted)
            self.unfinished.append(name)
            filename = source.function.__code__.co_filename
            try:
                trees = self._rewrite(self, source, name)
            except NotCompilable:
                del self._names[key]
                raise
            finally:
                self._open.pop()
                self.unfinished.pop()
            self.functions += [(tree, filename) for tree in trees]
        return self._names[key]

    def _check_recursion(
        self, mine: tuple[int, RuleFunction], source: RuleFunction, place: str
    ) -> None:
        """Raise NotCompilable unless a function calls itself in a way that compiles."""
        name, idiom = source.function.__name__, "write recursion as a loop"
        if self._open[-1][1].function is source.function and self._open[-1] != mine:
            self.let_vary()  # a tuple that is given is longer from call to call
        if self._open[-1] != mine or (mine[0], source) not in self._names:
            raise NotCompilable(f"{name} calls itself by another method", place, idiom)
        generator = source.function.__code__.co_flags & inspect.CO_GENERATOR
        if generator and source.function not in self.listed:
            raise NotCompilable(f"{name}, which yields, calls itself", place, idiom)
        if source.remembers:
            raise NotCompilable(
                f"{name} calls itself and remembers its answers", place,
                "compiled code has no memory between calls",
            )  # fmt: skip


Rewrite = Callable[[RulesModule, RuleFunction, str], list[ast.FunctionDef]]
