"""The attributes of a game, checked: players, scoring, stuck, limits."""

from __future__ import annotations

from dataclasses import Field, fields, is_dataclass
from functools import cached_property
from operator import index
from types import FunctionType
from typing import Any

from perfectplay.core.value import Value
from perfectplay.game.game import Game, StateKind
from perfectplay.game.promises import OVER, VALUES, broken
from perfectplay.game.rule_calls import RuleCalls
from perfectplay.game.score_range import as_score, value_of_score
from perfectplay.game.search_hints import HINTS
from perfectplay.game.showing import answer_text, rule_name

METHODS = tuple(
    name
    for name, member in vars(Game).items()
    if isinstance(member, FunctionType) and name not in HINTS and not name.startswith("_")
)
"""The methods of `Game` but hints: an attribute of such a name would hide one."""


class RuleAttributes(RuleCalls):
    """The attributes of a game. Raises RulesError for an attribute of a wrong type or value."""

    def __init__(self, game: Game, max_moves: int) -> None:
        super().__init__(game, max_moves)
        self._refuse_hidden_methods()
        self._refuse_hidden_parameters()
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
                raise broken("hidden-method", problem)

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
        """Declared inclusive range of each field of a tuple state; None if not declared."""
        limits = self._attribute("limits")
        if limits is None or self.kind is not StateKind.TUPLE:
            return None
        start = self.start()
        try:
            ranges = tuple((index(low), index(high)) for low, high in limits)
        except (TypeError, ValueError):
            ranges = ()
        if len(ranges) == len(start) and all(low <= high for low, high in ranges):
            return ranges
        name, problem = rule_name(self.game, "limits"), answer_text(limits)
        fields = f"for states of {len(start)} field{'' if len(start) == 1 else 's'}"
        raise broken("illegal-limits", f"{name} is {problem}, {fields}")
