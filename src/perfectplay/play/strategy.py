"""Strategies: functions that choose moves, loaded by name or from a file.

    def answer(state): ...                   a move, or None for no answer
    def answer(state, last): ...             ``last``: the opponent's last move, None before it
    def answer(game, state, last): ...       ``game``: its parameters and helpers

STRATEGY may be:

mirror               a name of the library
mine.py:answer       that function of a file
package.module:name  that function of a module
"""

from __future__ import annotations

import difflib
import inspect
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

from perfectplay.core.errors import StrategyError
from perfectplay.core.value import Move, State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.functions import FunctionGame
from perfectplay.game.game import Game
from perfectplay.game.moves import listed, move_type
from perfectplay.game.showing import answer_text, faults_of, one_line, place_in, shown, shown_move
from perfectplay.registry.address import import_here, split_address
from perfectplay.registry.source import is_file_name, load_file

STRATEGIES: dict[str, tuple[str, str]] = {
    "mirror": ("perfectplay.games.strategies.mirror:mirror", "perfectplay.games.nim:Nim"),
    "mirror_as_stated": (
        "perfectplay.games.strategies.mirror:mirror_as_stated",
        "perfectplay.games.nim:Nim",
    ),
}
"""The strategies of the library by name: the function, and the class of games that it plays, each
as ``module:name``."""

SIGNATURES = "(state), (state, last), (game, state) or (game, state, last)"

PLAIN = (int, str)
"""Types of which a move needs no look at what it is."""

StrategyLike: TypeAlias = "str | Callable[..., Any] | Strategy"
"""A strategy as a caller gives it: its text, a function, or a `Strategy`."""


@dataclass(frozen=True)
class Strategy:
    """A strategy for one game. ``asks_last``: it also takes the opponent's last move.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> def left(state):
    ...     return (1, 0) if state[0] else None
    >>> strategy = make_strategy(left, ThreeRocks())
    >>> strategy.name, strategy.asks_last, strategy.answer((3, 2)), strategy.answer((0, 2))
    ('left', False, (1, 0), None)
    """

    name: str
    game: Game
    function: Callable[..., Any]
    asks_last: bool
    wants_game: bool

    def answer(
        self, state: State, last: Move | None = None, legal: Sequence[Move] = ()
    ) -> Move | None:
        """Its move, which need not be legal; None for no answer.

        ``last`` is the opponent's last move, None before it. Raises StrategyError if the function
        raises, or if the answer cannot be a move: it cannot be hashed or written as a move, or is
        of another type than all of ``legal``, the legal moves, if they are given.
        """
        arguments = [self.game, state] if self.wants_game else [state]
        if self.asks_last:
            arguments.append(last)
        try:
            answer = self.function(*arguments)
        except faults_of(self.game) as error:
            raise self._raised(error, state, last) from error
        return None if answer is None else self._move(answer, state, last, legal)

    def _move(self, answer: Any, state: State, last: Move | None, legal: Sequence[Move]) -> Move:
        if type(answer) in PLAIN and answer in legal:  # most answers are
            return answer
        if type(answer).__module__ == "numpy" and getattr(answer, "shape", None) == ():
            answer = answer.item()  # a number from a NumPy table is allowed
        types = {move_type(move) for move in legal}
        why = self._why_no_move(answer, types)
        if why is None:
            return answer
        example = f"; a move here is such as {answer_text(legal[0])}" if legal else ""
        raise StrategyError(
            f"strategy {self.name} answered {answer_text(answer)}{self.occasion(state, last)}, "
            f"which {why}{example}, and None means no answer",
            state=state,
        )

    def _why_no_move(self, answer: Any, types: set[type]) -> str | None:
        """Why an answer cannot be a move, if moves are of some types; None if it can."""
        if move_type(answer) not in types:
            try:
                hash(answer)
            except faults_of(self.game):
                return "cannot be hashed"
        if types and move_type(answer) not in types:
            kinds = " or ".join(sorted(kind.__name__ for kind in types))
            return f"is of type {type(answer).__name__} where moves are of type {kinds}"
        try:
            self.game.move_text(answer)
        except faults_of(self.game):
            return "the game cannot write as a move"
        return None

    def _raised(self, error: BaseException, state: State, last: Move | None) -> StrategyError:
        raised = type(error).__name__ + (f": {one_line(error)}" if one_line(error) else "")
        code = getattr(inspect.unwrap(self.function), "__code__", None)
        line = place_in({code.co_filename} if code else (), error.__traceback__)
        line = f" ({line})" if line else ""
        return StrategyError(
            f"strategy {self.name} raised {raised}{self.occasion(state, last)}{line}; "
            f"correct that line, or return None if there is no answer",
            state=state,
        )

    def occasion(self, state: State, last: Move | None) -> str:
        """Place of a call for a message: `` in state 3,2 after the move 1,0``."""
        after = f" after the move {shown_move(self.game, last)}" if last is not None else ""
        return f" in state {shown(self.game, state)}{after if self.asks_last else ''}"

    def illegal(
        self, rules: CheckedGame, state: State, move: Move, legal: Sequence[Move], last: Move | None
    ) -> str:
        """Message for an answer that is not a legal move."""
        return (
            f"{self.name} answered {shown_move(self.game, move)}{self.occasion(state, last)}, "
            f"which is not legal; legal: {listed(rules, legal)}"
        )


def make_strategy(function: Callable[..., Any], game: Game, name: str | None = None) -> Strategy:
    """Strategy of a function. Raises StrategyError if its arguments are not as shown above.

    A second argument with a default is left to the function unless it is called ``last``.
    """
    called = name or getattr(function, "__name__", None) or type(function).__name__
    taken = _positional(function, called)
    wants_game = bool(taken) and taken[0].name == "game"
    own = taken[1:] if wants_game else taken
    needed = [one for one in own if one.default is one.empty or one.name == "last"]
    if len(needed) not in (1, 2) or own[: len(needed)] != needed:
        names = ", ".join(one.name for one in taken)
        raise StrategyError(f"strategy {called} takes ({names}); expected {SIGNATURES}")
    return Strategy(called, game, function, len(needed) == 2, wants_game)


def load_strategy(text: str, game: Game) -> Strategy:
    """Strategy of a text, as shown at the head of this module, for a game.

    Raises StrategyError, or GameFileError for a file that cannot be run.

    >>> from perfectplay.games.nim import LastMouseLost
    >>> load_strategy("mirror", LastMouseLost()).answer((3, 5, 6, 6, 5, 1), last=(5, 2))
    (0, 2)
    """
    if text in STRATEGIES:
        return _of_library(text, game)
    place, name = split_address(text)
    is_file = is_file_name(place)
    if not is_file and not name and "." not in place:
        raise StrategyError(_unknown(text))
    module = _file(Path(place), game) if is_file else import_here(place)
    found = getattr(module, name, None) if name else None
    if callable(found) and not isinstance(found, type):
        return make_strategy(found, game, text)
    problem = f"{place} has no {name!r}" if found is None else f"{text} is not a function"
    problem = problem if name else f"{text} names no function"
    raise StrategyError(f"{problem}; {_offer(module, place, name)}")


def strategy_of(given: StrategyLike, game: Game) -> Strategy:
    """Strategy that a text, a function or a strategy stands for."""
    if isinstance(given, Strategy):
        return given
    return load_strategy(given, game) if isinstance(given, str) else make_strategy(given, game)


def _of_library(name: str, game: Game) -> Strategy:
    home, plays = STRATEGIES[name]
    module, function = split_address(home)
    place, cls = split_address(plays)
    wanted = getattr(import_here(place), cls)
    if not isinstance(game, wanted):
        raise StrategyError(
            f"{name} is a strategy for {cls} and games made from it; this game is "
            f"{type(game).__name__}"
        )
    return make_strategy(getattr(import_here(module), function), game, name)


def _file(path: Path, game: Game) -> ModuleType:
    """Module of a file. The file of the game itself is not loaded again, so that its classes stay
    the same."""
    if not path.exists():
        raise StrategyError(f"no file {path}; a function is named as in mine.py:answer")
    source = game._do_move if isinstance(game, FunctionGame) else type(game)
    module = sys.modules.get(source.__module__)
    file = getattr(module, "__file__", None)
    if module is not None and file is not None and Path(file).resolve() == path.resolve():
        return module
    return load_file(path)


def _positional(function: Callable[..., Any], name: str) -> list[inspect.Parameter]:
    """Positional parameters of a function. Raises StrategyError if others are required."""
    if not callable(function):
        raise StrategyError(f"a strategy is a function or its name, not {answer_text(function)}")
    try:
        listed = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        raise StrategyError(
            f"what strategy {name} takes is unknown; expected {SIGNATURES}"
        ) from None
    by_name = [
        one.name for one in listed if one.kind is one.KEYWORD_ONLY and one.default is one.empty
    ]
    if by_name:
        raise StrategyError(
            f"strategy {name} needs {', '.join(by_name)} by name; expected {SIGNATURES}"
        )
    return [one for one in listed if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]


def _unknown(text: str) -> str:
    start = f"no strategy {text!r} in the library; "
    if Path(f"{text}.py").is_file():
        return f"{start}for a function of the file beside it say {text}.py:NAME"
    if near := difflib.get_close_matches(text.lower().replace("-", "_"), STRATEGIES, n=1):
        return f"{start}did you mean {near[0]}?"
    return f"{start}it has {' and '.join(STRATEGIES)}; a function of a file is FILE.py:NAME"


def _offer(module: ModuleType, place: str, near: str) -> str:
    names = [
        name
        for name, value in vars(module).items()
        if inspect.isfunction(value) and value.__module__ == module.__name__ and name[0] != "_"
    ]
    names = difflib.get_close_matches(near, names, n=1) or names
    if not names:
        return f"it defines no function; a strategy is one that takes {SIGNATURES}"
    return f"say {' or '.join(f'{place}:{name}' for name in names[:3])}"
