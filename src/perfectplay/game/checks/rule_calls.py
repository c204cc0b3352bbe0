"""A game's methods and attributes: raised exceptions and wrong answers become RulesErrors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import Field, fields, is_dataclass
from functools import cached_property
from itertools import islice
from operator import index
from types import FunctionType, GeneratorType
from typing import Any

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.value import Move, State, Value
from perfectplay.game.checks.declared_cells import declared_cells
from perfectplay.game.checks.promises import OVER, VALUES, broken, raised, wrong_answer
from perfectplay.game.checks.score_range import as_score, value_of_score
from perfectplay.game.checks.signatures import (
    definition,
    need_answers,
    need_order,
    need_order_that_works,
    need_signatures,
)
from perfectplay.game.find.find_shape import game_shape
from perfectplay.game.game import Game, StateKind, kind_of, overrides
from perfectplay.game.hashable import by_identity, hashable_advice
from perfectplay.game.naming import import_of
from perfectplay.game.search_hints import HINTS
from perfectplay.game.shape.state_shape import StateShape
from perfectplay.game.showing import answer_text, faults_of, in_state, number_of, rule_name
from perfectplay.game.sorted_moves import in_order

LARGEST = 2**63 - 1
"""The largest integer that can be a state."""

MAX_MOVES = 10_000_000
"""A state with more moves than this counts as one with endless moves."""

_KEPT = 1_000_000  # further answers are only counted, so that endless ones fit in memory

METHODS = tuple(
    name
    for name, member in vars(Game).items()
    if isinstance(member, FunctionType) and name not in HINTS and not name.startswith("_")
)
"""The methods of `Game` but hints: an attribute of such a name would hide one."""


def need_game(game: object, words: str = "expected") -> None:
    """Raise TypeError if ``game`` is no instance of Game; ``words`` begin its message."""
    if not isinstance(game, Game):
        hint = f"; write {game.__name__}()" if isinstance(game, type) else ""
        if isinstance(game, str):
            hint = f"; {import_of(game)}"
        raise TypeError(f"{words} a game, got {game!r}{hint}")


class RuleCalls:
    """A game whose methods are called with checks; base of `CheckedGame`."""

    def __init__(self, game: Game, max_moves: int) -> None:
        self.game = game
        self.max_moves = max_moves

    @cached_property
    def kind(self) -> StateKind:
        """Kind of the states: that of the start."""
        return kind_of(self._call("start"))

    @cached_property
    def shape(self) -> StateShape | None:
        """Shape of the states, as `game_shape` finds it; None if they have none."""
        start = self._call("start")
        return None if self.kind is StateKind.INTEGER else game_shape(self.game, start)

    def former_shape(self) -> StateShape | None:
        """The shape in which states may have been stored by an earlier version, as `game_shape` has
        it; None if that is the same."""
        if self.shape is None:
            return None
        found = game_shape(self.game, self._call("start"), former=True)
        return None if found == self.shape else found

    @cached_property
    def orders_states(self) -> bool:
        """Whether the smallest state of a class, as Python compares them, stands for the class: an
        integer, or a tuple of integers that keeps its length."""
        if self.kind is StateKind.TUPLE:
            return self.shape is None or self.shape.is_flat
        return self.kind is StateKind.INTEGER

    @property
    def has_keys(self) -> bool:
        """Whether states are numbers, or rows of them: then they have keys, and rules compile."""
        return self.kind is StateKind.INTEGER or self.shape is not None

    def start(self) -> State:
        """The first state of every play."""
        return self._checked(self._call("start"), "start")

    def comparable_start(self) -> State:
        """The start. Raises RulesError if it equals only itself, so that no state is met again."""
        start = self.start()
        if self.kind is not StateKind.OBJECT:
            return start
        again = self.start()
        name = rule_name(self.game, "start")
        if by_identity(start) and start != again:
            message = f"{name} gives a state that equals only itself"
            raise broken("identity-state", f"{message} ({answer_text(start)})", start)
        if start == again and hash(start) != hash(again):
            message = f"{name} gives equal states with two hashes"
            raise broken("hash-changes", f"{message} ({answer_text(start)})", start)
        return start

    @contextmanager
    def _guarded(self, method: str, *args: Any) -> Iterator[None]:
        try:
            yield
        except PerfectPlayError:
            raise
        except faults_of(self.game) as error:
            raise raised(self.game, method, error, *args) from error

    def _call(self, method: str, *args: Any) -> Any:
        """Call a method of the game; an exception becomes a RulesError with the author's line."""
        try:  # not `_guarded`, which is slower than most rules
            return getattr(self.game, method)(*args)
        except PerfectPlayError:
            raise
        except faults_of(self.game) as error:  # not even quit() ends the program of a caller
            if isinstance(error, TypeError):  # called with other arguments than it takes?
                need_signatures(self.game)
            need_order_that_works(self.game, method, args)
            raise raised(self.game, method, error, *args) from error

    def _attribute(self, name: str) -> Any:
        """An attribute of the game, which may be a property that raises."""
        with self._guarded(name):
            return getattr(self.game, name)

    def _listed(self, method: str, state: State) -> list[Any]:
        """The list of all answers that a method yields."""
        answer = self._call(method, state)
        if not isinstance(answer, Iterable):
            raise wrong_answer(self.game, f"illegal-{method}", method, answer, state)
        with self._guarded(method, state):
            if isinstance(answer, set | frozenset):
                answer = in_order(answer)
            return self._kept(answer, method, state)

    def _kept(self, answer: Iterable[Any], method: str, state: State) -> list[Any]:
        iterator = iter(answer)
        room = min(_KEPT, self.max_moves)
        first = list(islice(iterator, room))
        beyond = sum(1 for _ in islice(iterator, self.max_moves + 1 - room))
        if room + beyond > self.max_moves:
            name, at = rule_name(self.game, method), in_state(self.game, state)
            message = f"{name} gives more than {self.max_moves:,} answers{at}"
            raise broken(f"endless-{method}", message, state)
        return list(in_order(getattr(self.game, method)(state))) if beyond else first

    def _checked(self, child: State, method: str, state: State = None, move: Move = None) -> State:
        """The child, if it can be a state of this game. Raises RulesError."""
        if self.kind is StateKind.INTEGER:
            return self._checked_integer(child, method, state, move)
        if child is None or type(child) is GeneratorType:
            raise wrong_answer(self.game, "no-state", method, child, state, move)
        try:
            lasts = hash(child) == hash(child)
        except Exception as error:
            advice = hashable_advice(child)
            raise wrong_answer(
                self.game, "unhashable-state", method, child, state, move, advice
            ) from error
        if lasts:
            return child
        raise wrong_answer(self.game, "hash-changes", method, child, state, move)

    def _checked_integer(self, child: State, method: str, state: State, move: Move) -> State:
        try:
            number = int(index(child))  # NumPy integers are allowed
        except TypeError:
            none = child is None or type(child) is GeneratorType
            promise = "no-state" if none else "kind-changes"
            raise wrong_answer(self.game, promise, method, child, state, move) from None
        if 0 <= number <= LARGEST:
            return number
        raise wrong_answer(self.game, "out-of-63-bits", method, number, state, move)


class RuleAttributes(RuleCalls):
    """The attributes of a game. Raises RulesError for an attribute of a wrong type or value."""

    def __init__(self, game: Game, max_moves: int) -> None:
        super().__init__(game, max_moves)
        self._refuse_hidden_methods()
        self._refuse_other_options()
        self._refuse_hidden_parameters()
        self._refuse_odd_symmetries()
        need_order(type(game))
        need_answers(type(game))
        self.scoring = self._scoring()
        players = self._attribute("players")
        if type(players) is not int or players not in (1, 2):
            name = rule_name(game, "players")
            raise broken("illegal-players", f"{name} is {players!r}, expected 2 or 1")

    def _refuse_hidden_methods(self) -> None:
        """Raise RulesError if a field or an attribute hides a method."""
        game = self.game
        named: set[str] = {f.name for f in fields(game)} if is_dataclass(game) else set()
        for method in METHODS:
            value = self._attribute(method)
            if method in named or not callable(value):
                name = rule_name(game, method)
                what = "a field" if method in named else answer_text(value)
                problem = f"{name} is {what}, where the contract has the method {method}"
                remedy = "" if method in named else definition(method)
                raise broken("hidden-method", problem, remedy=remedy)

    def _refuse_other_options(self) -> None:
        """Raise RulesError for a helper with the name ``options``, which engines call."""
        owner = next(cls for cls in type(self.game).__mro__ if "options" in vars(cls))
        if not owner.__module__.startswith("perfectplay."):
            name = rule_name(self.game, "options")
            problem = f"{name} is a method of its own, where Game.options yields (move, next state)"
            raise broken("hidden-method", problem, remedy="Give the method another name")

    def _refuse_hidden_parameters(self) -> None:
        """Raise RulesError if a method has the name of a parameter: it became its default."""
        parameters: tuple[Field[Any], ...] = fields(self.game) if is_dataclass(self.game) else ()
        for parameter in parameters:
            default = getattr(parameter.default, "fget", parameter.default)  # of a property
            own = {f"{kind.__qualname__}.{parameter.name}" for kind in type(self.game).__mro__}
            if isinstance(default, FunctionType) and default.__qualname__ in own:
                full = rule_name(self.game, parameter.name)
                problem = f"{full} is a parameter and a method, which hides its default"
                raise broken("hidden-parameter", problem)

    def _refuse_odd_symmetries(self) -> None:
        """Raise RulesError if symmetries that are data are none."""
        if overrides(self.game, "cell_symmetries") and self._attribute("cell_symmetries"):
            with self._guarded("cell_symmetries"):
                declared_cells(self.game)

    def _scoring(self) -> bool:
        """True for a game of points."""
        scoring = self._attribute("scoring")
        if type(scoring) is bool:
            return scoring
        problem = f"{rule_name(self.game, 'scoring')} is {scoring!r}, expected True or False"
        raise broken("illegal-scoring", problem)

    @cached_property
    def stuck_score(self) -> int | None:
        """Score of a state without moves in a game of points; None if none may occur."""
        answer = self._attribute("stuck")
        if answer is None:
            return None
        score = as_score(answer)
        if score is None:
            problem = f"stuck is {answer!r} in a game of points"
            raise broken("illegal-stuck", problem + ", expected a whole number")
        return score

    @cached_property
    def stuck(self) -> Value | None:
        """Value of a state without moves for the player to move; None if none may occur."""
        if self.scoring:
            return None if self.stuck_score is None else value_of_score(self.stuck_score)
        value = self._attribute("stuck")
        if value is None or (isinstance(value, Value) and value in OVER):
            return value
        raise broken("illegal-stuck", f"stuck is {value!r}, expected {VALUES}")

    @cached_property
    def limits(self) -> tuple[tuple[int, int], ...] | None:
        """Declared inclusive range of each field of a tuple state; None if not declared, or if the
        tuples change their length."""
        limits = self._attribute("limits")
        if limits is None or self.kind is not StateKind.TUPLE or not self.orders_states:
            return None
        start = self.start()
        try:
            ranges = tuple((index(low), index(high)) for low, high in limits)
        except (TypeError, ValueError):
            ranges = ()
        if len(ranges) == len(start) and all(low <= high for low, high in ranges):
            return ranges
        name, problem = rule_name(self.game, "limits"), answer_text(limits)
        fields = f"for states of {number_of(len(start), 'field')}"
        raise broken("illegal-limits", f"{name} is {problem}, {fields}")
