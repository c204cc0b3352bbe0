"""The rules of a game as the text of a module of plain functions.

``self.width`` becomes a constant, ``self.helper(state)`` a call of a function, a generator
expression a generator of its own; what Python has and Numba has not goes to ``support.py``.
"""

from __future__ import annotations

import ast
import builtins
import copy
import enum
import functools
import inspect
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import FunctionType, MethodType
from typing import Any

import numpy as np

from perfectplay.compiler.constants import Constants, NotCompilable
from perfectplay.compiler.folding import MISSING
from perfectplay.compiler.function_source import Place, match_lines, place_of, plain, tree_of
from perfectplay.compiler.refusals import LIST, refusal_of_states
from perfectplay.compiler.rewrite import Rewriter
from perfectplay.compiler.syntax_trees import names_of_comprehensions
from perfectplay.game.functions import FunctionGame
from perfectplay.game.game import Game, StateKind, has_again, kind_of, overrides

_BUILTINS: tuple[Any, ...] = (
    abs, bool, divmod, enumerate, float, int, len, list, max, min, pow, range, round, set, sum, zip,
)  # fmt: skip

_ITERATED = ("moves", "symmetries", "forced")
"""Roles whose answers are looped over."""

_RESERVED = [
    "np", "njit", "math", "namedtuple", "expand", "walk", "class_sizes", "image_keys",
    "tiers_of", "move_codes", "decode", "encode", "representative", "mark_again", "mark_tier",
    "mark_gain", "mark_final", "ending", "gain", "score_code", "STUCK_SCORE",
    "tier_of", "images", "outcome", "moves", "play", "player", "moves_again", "symmetries",
    "tier", "outcome_code", "tier_code", "slot_of", "slot_in", "move_code", "digit", "STUCK",
    "inner", "field", "unlike", "seat_of",
    # of the search
    "answer", "search", "hinted", "result_of", "question_after", "brought", "next_question",
    "mixed", "arrange", "forget", "grow", "order_of", "bounds_of", "fill_forced", "fill_moves",
    "add_child", "bounds", "order", "forced", "GENERATIONS", "probe", "spread", "store", "FAR",
    "UNBOUNDED", "SCORING", "ALWAYS", "KEY", "ASK", "BEST", "BEST_AT", "FIRST", "NEXT", "END",
    "HIGH", "AT", "DEPTH", "LOWEST", "HIGHEST", "QUESTION", "RAISED", "NODES", "BEGUN", "HITS",
    "GENERATION", "BITS", "FIRST_BITS", "LAST_BITS", "TAKEN", "LOOK", "REACH", "DISTANCE", "KEEP",
    "NOISE", "FOLDED", "DONE", "PAUSED", "NO_ROOM", "NO_KEY", "STUCK_STATE", "DEEP", "TOO_LARGE",
]  # fmt: skip


@dataclass
class Translation:
    """A module that says the rules: its text, its tables, and where each line comes from.

    ``sites``: by number, the user's file and line of what compiled code may stumble over."""

    text: str
    tables: dict[str, np.ndarray[Any, Any]]
    state_class: str
    places: dict[int, Place] = field(default_factory=dict)
    sites: list[str] = field(default_factory=list)


def translate(game: Game, *, symmetries: bool = True, more: Sequence[str] = ()) -> Translation:
    """The rules as a module with ``outcome``, ``moves``, ``play`` and what kernels need besides.

    ``more``: further methods of the game that kernels call.

    Raises NotCompilable with the reason, in words for the game's author.
    """
    start = _start_of(game)
    roles = ["outcome", "moves", "play"]
    if symmetries and overrides(game, "symmetries"):
        roles.append("symmetries")
    if has_again(game):
        roles.append("moves_again" if overrides(game, "moves_again") else "player")
    if overrides(game, "tier"):
        roles.append("tier")
    if game.scoring and overrides(game, "gain"):
        roles.append("gain")
    roles += more
    try:
        return Translator(game, start).translation(roles)
    except NotCompilable:
        raise
    except Exception as problem:  # Python that nobody thought of: interpreted, it runs
        raise NotCompilable(
            f"its rules cannot be translated ({type(problem).__name__}: {problem})", idiom=LIST
        ) from problem


def _start_of(game: Game) -> Any:
    """The start of a game that may compile. Raises NotCompilable."""
    if isinstance(game, FunctionGame):
        raise NotCompilable("games given by functions run interpreted")
    if type(game).options is not Game.options:
        raise NotCompilable("a game with options of its own runs interpreted")
    start = game.start()
    if kind_of(start) is StateKind.OBJECT:
        raise NotCompilable(*refusal_of_states(start))
    return start


class Translator:
    """Gathers functions and constants of one game, callees before callers."""

    def __init__(self, game: Game, start: Any) -> None:
        self.game = game
        self.start = start
        self.constants = Constants()
        self._functions: list[tuple[ast.FunctionDef, str]] = []
        self._names: dict[tuple[int, FunctionType, str | None, bool], str] = {}
        self._taken: set[str] = {*_RESERVED, *dir(builtins)}
        self._open: list[Any] = []
        self._named_tuples: dict[type, str] = {}
        self._of_tuples: dict[type, str] = {}
        self._sites: list[str] = []
        self.empty: dict[str, bool] = {}
        """Functions of the module that never give an item, each with whether it is a generator."""
        self.state_name = "_state"
        self._examples = {self.state_name: start}
        self._games = [game]  # an id is one game's only while the game is there

    def within(self, game: Game) -> Translator:
        """The same module, where ``self`` is a game that this one has in a field."""
        inner = copy.copy(self)  # what has been gathered is shared
        inner.game, inner.start = game, _start_of(game)
        self._games.append(game)
        shape = _shape(inner.start)
        alike = [name for name, start in self._examples.items() if _shape(start) == shape]
        inner.state_name = alike[0] if alike else self.fresh_name("_state")
        self._examples[inner.state_name] = inner.start
        return inner

    def translation(self, roles: list[str]) -> Translation:
        """The whole module, without the kernels."""
        aliases = [f"{role} = {self._role(role)}" for role in roles]
        state_class = ""
        if isinstance(self.start, tuple) and type(self.start) is not tuple:
            if not hasattr(self.start, "_fields"):
                raise NotCompilable(
                    f"its states are of {type(self.start).__name__}, a kind of tuple",
                    idiom="use a plain tuple or a NamedTuple",
                )
            state_class = self.named_tuple(type(self.start))
        lines = ["from collections import namedtuple", "import math", ""]
        for cls, name in self._named_tuples.items():
            fields = " ".join(cls._fields)  # type: ignore[attr-defined]
            lines.append(f"{name} = namedtuple({name!r}, {fields!r})")
        for cls, name in self._of_tuples.items():
            count = len(cls._fields)  # type: ignore[attr-defined]
            items = ", ".join(f"items[{i}]" for i in range(count))
            lines += ["@inner(nogil=True)", f"def {name}(items):"]
            lines += [f"    return {self._named_tuples[cls]}({items})"]
        lines += self.constants.lines
        lines += [f"{name} = {_shape(start)}" for name, start in self._examples.items()]
        places: dict[int, Place] = {}
        for tree, filename in self._functions:
            lines += ["", "", "@inner(nogil=True, boundscheck=True)"]
            text = ast.unparse(tree)
            match_lines(tree, text, filename, sum(x.count("\n") + 1 for x in lines), places)
            lines.append(text)
        lines += ["", "", *aliases]
        text = "\n".join(lines) + "\n"
        return Translation(text, self.constants.tables, state_class, places, self._sites)

    def site(self, place: str) -> int:
        """A number for a place in the rules, which compiled code gives where it fails there."""
        self._sites.append(place)
        return len(self._sites) - 1

    def fresh_name(self, wanted: str) -> str:
        """A name that the module does not have yet."""
        name, n = wanted, 1
        while name in self._taken:
            n += 1
            name = f"{wanted}{n}"
        self._taken.add(name)
        return name

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

    def _role(self, role: str) -> str:
        return self.method_name(role, None, "", iterated=role in _ITERATED)

    def method_name(
        self, name: str, below: type | None, place: str, *, iterated: bool = False
    ) -> str:
        """The module's name of a method, found through the bases (below a class, for super)."""
        bases = type(self.game).__mro__
        for cls in bases[bases.index(below) + 1 :] if below else bases:
            if name in vars(cls):
                return self._method(cls, name, vars(cls)[name], place, iterated)
        raise NotCompilable(f"the game has no method {name}", place)

    def method_of(self, cls: type, name: str, place: str) -> str:
        """The module's name of a method that is named by a class."""
        for base in cls.__mro__:
            if name in vars(base):
                return self._method(base, name, vars(base)[name], place, False)
        raise NotCompilable(f"{cls.__name__} has no method {name}", place)

    def _method(self, cls: type, name: str, found: Any, place: str, iterated: bool) -> str:
        on_class = isinstance(found, classmethod)
        is_method = not isinstance(found, staticmethod)
        function = _plain_function(found if is_method and not on_class else found.__func__)
        if function is None:
            raise NotCompilable(
                f"{name} is no plain method: its decorator does not compile", place or _class(cls)
            )
        wanted = f"{cls.__name__}_{name}"
        if not is_method:
            return self._function(function, wanted, None, cls, place, iterated=iterated)
        kind = "class" if on_class else "self"
        return self._function(function, wanted, kind, cls, place, iterated=iterated)

    def callable_name(self, target: Any, said: str, place: str) -> str:
        """The module's name of what is called by ``said``."""
        if isinstance(target, type) and issubclass(target, enum.IntEnum):
            return "int"
        if any(target is known for known in _BUILTINS):
            return str(target.__name__)
        named = getattr(target, "__name__", "")
        if getattr(math, named, None) is target:
            return f"math.{named}"
        if isinstance(target, MethodType) and isinstance(target.__self__, Game):
            own = target.__self__ is self.game
            within = self if own else self.within(target.__self__)
            iterated = not own and target.__name__ in _ITERATED
            return within.method_name(target.__name__, None, place, iterated=iterated)
        function = _plain_function(target)
        if function is not None:
            return self._function(function, function.__name__, None, None, place)
        raise NotCompilable(f"{said} does not compile", place, LIST)

    def named_tuple(self, cls: type) -> str:
        """The module's name of a NamedTuple's class."""
        if cls not in self._named_tuples:
            self._named_tuples[cls] = self.fresh_name(cls.__name__)
        return self._named_tuples[cls]

    def named_tuple_of_tuple(self, cls: type) -> str:
        """The module's name of the function that makes a NamedTuple of a tuple."""
        self.named_tuple(cls)
        if cls not in self._of_tuples:
            self._of_tuples[cls] = self.fresh_name(f"_pp_{cls.__name__}_of")
        return self._of_tuples[cls]

    # --- one function -----------------------------------------------------------------------------

    def _function(
        self,
        function: FunctionType,
        wanted: str,
        first: str | None,
        owner: type | None,
        place: str,
        *,
        iterated: bool = False,
    ) -> str:
        """``first``: what the first argument is, "self", "class" or None for an ordinary one."""
        if (id(self.game), function, first) in self._open:
            raise NotCompilable(
                f"{function.__name__} calls itself", place, "write recursion as a loop"
            )
        key = (id(self.game), function, first, iterated)
        if key not in self._names:
            self._open.append((id(self.game), function, first))
            name = self.fresh_name(f"_f_{wanted}")
            for tree in self._rewritten(function, name, first, owner, iterated):
                self._functions.append((tree, function.__code__.co_filename))
            self._open.pop()
            self._names[key] = name
        return self._names[key]

    def _rewritten(
        self,
        function: FunctionType,
        name: str,
        first: str | None,
        owner: type | None,
        iterated: bool,
    ) -> list[ast.FunctionDef]:
        tree = tree_of(function)
        plain(tree, name, place_of(function))
        self_name = None
        if first is not None and tree.args.args:
            self_name = tree.args.args.pop(0).arg
        rewriter = Rewriter(self, function, self_name, owner, first == "class")
        rewriter.local_names -= names_of_comprehensions(tree)
        try:
            rewriter.rewrite(tree, iterated=iterated)
        except NotCompilable as refusal:
            raise NotCompilable(
                refusal.reason, refusal.place or place_of(function), refusal.idiom
            ) from None
        return [*rewriter.lifted, tree]


def _plain_function(found: Any) -> FunctionType | None:
    """The function that is run; None where something else stands before it."""
    if isinstance(found, functools._lru_cache_wrapper):  # remembers, and changes nothing else
        found = found.__wrapped__
    return found if isinstance(found, FunctionType) else None


def _shape(start: Any) -> Any:
    """What is as long as a state: zeros in the place of a tuple, 0 in that of an integer."""
    return (0,) * len(start) if isinstance(start, tuple) and start else 0


def _class(cls: type) -> str:
    return f"{cls.__module__}.{cls.__qualname__}"
