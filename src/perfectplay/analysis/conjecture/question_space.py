"""Names in conjectures: of a solution, of the rules, and of the game itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from perfectplay.analysis.conjecture.evaluation_budget import EvaluationBudget
from perfectplay.analysis.conjecture.expression_syntax import ATTRIBUTES, Vocabulary
from perfectplay.core.errors import IllegalMoveError, UnknownStateError
from perfectplay.core.value import Move, State, Value
from perfectplay.game.checks.checked_game import Position
from perfectplay.game.game import Game
from perfectplay.game.moves import illegal, same_move
from perfectplay.game.naming import parameters
from perfectplay.game.showing import faults_of
from perfectplay.tablebase.solution import Solution

KEPT = 1_000_000
"""Most states whose values are cached beside the solution, for quicker lookups."""

FUNCTIONS = (
    "value", "remoteness", "score", "known", "moves", "children", "terminal", "play", "best_moves",
    "keeping_moves",
)  # fmt: skip
"""Functions of the solution and of the rules."""

LABELS = ("title", "category")
"""Attributes of a game for people."""

_NOT_THEIRS = frozenset(
    ("from_functions", "KNOWN", "options", "board", "board_shape", "board_letters")
)


class ConjectureNames:
    """Names that a conjecture about a solution may use. ``kept``: cached values and remotenesses of
    states; ``keep_more`` is called once, at the first lookup of a state that is not in it."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        self.budget = EvaluationBudget()
        self.kept: dict[State, tuple[Value, int | None]] = {}
        self.keep_more: Callable[[], None] | None = None
        self._class = type(solution.start)

        def known(x: Any) -> bool:
            try:
                self._entry(x)
            except UnknownStateError:
                return False
            return True

        def play(x: Any, m: Move) -> State:
            for option, child in self._position(x).options:
                if same_move(option, m):
                    return child
            raise IllegalMoveError(illegal(solution.rules, self._state(x), repr(m)))

        self.names = {
            **_own(solution.game),
            **self.budget.functions,
            **{value.name: value for value in (Value.LOSS, Value.DRAW, Value.WIN)},
            "game": solution.game,
            "value": lambda x: self._entry(x)[0],
            "remoteness": lambda x: self._entry(x)[1],
            "score": lambda x: solution.score(self._state(x)),
            "known": known,
            "moves": lambda x: [move for move, _ in self._position(x).options],
            "children": lambda x: [child for _, child in self._position(x).options],
            "terminal": lambda x: not self._position(x).options,
            "play": play,
            "best_moves": lambda x: solution.best_moves(self._state(x)),
            "keeping_moves": lambda x: solution.keeping_moves(self._state(x)),
        }
        for name in FUNCTIONS:
            self.names[name].__name__ = self.names[name].__qualname__ = name  # for error messages

    def vocabulary(self, variables: Iterable[str]) -> Vocabulary:
        """Names, including the variables for the states."""
        return vocabulary_of(self.solution.game, self.solution.start, variables)

    def namespace(self) -> dict[str, Any]:
        """Namespace in which a checked conjecture runs, without Python's builtins."""
        return {**self.names, **self.budget.operators, "__builtins__": {}}

    def _state(self, given: Any) -> State:
        """The state: a list becomes a tuple, and a tuple the game's own class of tuples."""
        if isinstance(given, list | tuple) and issubclass(self._class, tuple):
            if type(given) is self._class:
                return given
            fields = getattr(self._class, "_fields", None)
            if fields is None:
                return tuple(given)
            return self._class(*given) if len(given) == len(fields) else tuple(given)
        return given

    def _entry(self, given: Any) -> tuple[Value, int | None]:
        state = self._state(given)
        found = self.kept.get(state)
        if found is None and self.keep_more is not None:
            self.keep_more()
            self.keep_more = None
            found = self.kept.get(state)
        if found is None:
            found = self.solution.value(state), self.solution.remoteness(state)
            if len(self.kept) < KEPT:
                self.kept[state] = found
        return found

    def _position(self, given: Any) -> Position:
        return self.solution.rules.position(self._state(given))


def vocabulary_of(game: Game, start: State, variables: Iterable[str]) -> Vocabulary:
    """Names that a conjecture about a game may use, solved or not; ``start``: its first state.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> {"left", "nim_sum", "s"} <= vocabulary_of(ThreeRocks(), (10, 10), ("s",)).names
    True
    """
    own, values = _own(game), (value.name for value in (Value.LOSS, Value.DRAW, Value.WIN))
    names = (*own, *EvaluationBudget().functions, *values, "game", *FUNCTIONS, *variables)
    return Vocabulary(frozenset(names), ATTRIBUTES | own.keys() | _fields(start))


def _own(game: Game) -> dict[str, Any]:
    """Public methods and parameters of a game."""
    names = [n for n in dir(game) if not n.startswith("_") and n not in _NOT_THEIRS]
    found: dict[str, Any] = {}
    for name in names:
        try:
            value = getattr(game, name)
        except faults_of(game):  # a property that fails for these parameters
            continue
        label = name in LABELS and name not in parameters(game)
        if not (label and (value is None or isinstance(value, str))):
            found[name] = value
    return found


def _fields(state: State) -> set[str]:
    """Public names of a state's own class, and of the classes of its fields."""
    found: set[str] = set()
    if type(state).__module__ != "builtins":
        hidden = vars(tuple) if hasattr(state, "_fields") else vars(object)
        found |= {n for n in dir(state) if not n.startswith("_") and n not in hidden}
    if isinstance(state, tuple):
        for field in state:
            found |= _fields(field)
    return found
