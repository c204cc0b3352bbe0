"""Base class of rule operators, which are games made from another game.

An operator delegates everything that it does not change to its attribute ``game``. Its class
defines an optional method (``player``, ``symmetries``, …) if and only if the game defines it, so
that `overrides` gives the same answer for both; `made` chooses the class.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, ClassVar, TypeVar

from perfectplay.core.errors import ParameterError
from perfectplay.core.value import Move, State
from perfectplay.game.checks.rule_calls import need_game
from perfectplay.game.game import Game, has_symmetries, overrides
from perfectplay.game.naming import game_name
from perfectplay.game.showing import state_text

Made = TypeVar("Made", bound="Operator")


class Operator(Game):
    """Another game with some rules changed; this base class changes none.

    ``inner`` extracts the game's state from a state of the operator; ``around`` puts another one
    in its place. ``GIVEN`` maps each optional method to the class that delegates it.
    """

    GIVEN: ClassVar[dict[str, type[Operator]]] = {}

    SAME: ClassVar[tuple[str, ...]] = ("players", "impartial", "scoring")
    """Attributes that an operator copies from its game."""

    verb: ClassVar[str] = ""
    """Name of the operator, as in ``misere(nim)``."""

    takes: ClassVar[str] = ""
    """Name of the argument after the game, as in ``cap(nim,PLIES)``; "" for none."""

    def __init__(self, game: Game, argument: Any = None) -> None:
        self.game = game
        self.argument = argument

    # --- the game ---------------------------------------------------------------------------------

    @property
    def stuck(self) -> Any:
        return self.game.stuck

    @property
    def limits(self) -> Any:
        return self.game.limits

    def inner(self, state: State) -> State:
        """The game's state within a state of the operator."""
        return state

    def around(self, inner: State, state: State) -> State:  # noqa: ARG002
        """``state`` with its game's state replaced by ``inner``."""
        return inner

    def start(self) -> State:
        return self.game.start()

    def moves(self, state: State) -> Iterator[Move]:
        yield from self.game.moves(self.inner(state))

    def play(self, state: State, move: Move) -> State:
        return self.around(self.game.play(self.inner(state), move), state)

    def outcome(self, state: State) -> Any:
        return self.game.outcome(self.inner(state))

    # --- texts ------------------------------------------------------------------------------------

    def text(self, state: State, seat: int | None = None) -> str:
        return state_text(self.game, self.inner(state), seat)

    def parse(self, text: str) -> State:
        return self.game.parse(text)

    def move_text(self, move: Move) -> str:
        return self.game.move_text(move)

    def parse_move(self, text: str) -> Move:
        return self.game.parse_move(text)

    def score_text(self, score: int) -> str:
        return self.game.score_text(score)

    # --- name and equality ------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The address on one line, such as ``misere(nim)``."""
        lines = self.written(game_name).splitlines()
        return " / ".join(line.strip() for line in lines)

    def written(self, naming: Callable[[Game], str]) -> str:
        """The operator's address; ``naming`` gives the address of the game."""
        return f"{self.verb}({naming(self.game)})"

    def over(self, game: Game) -> Operator:
        """The same operator applied to another game."""
        return made(type(self), game, self.argument)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Operator) and self._told == other._told

    def __hash__(self) -> int:
        return hash(self._told)

    @property
    def _told(self) -> tuple[Any, ...]:
        return (self.verb, self.game, self.settled)

    @property
    def settled(self) -> Any:
        """The argument as the rules use it."""
        return self.argument

    def __repr__(self) -> str:
        argument = "" if self.argument is None else f", {self.argument!r}"
        return f"{self.verb}({self.game!r}{argument})"


# --- optional methods -----------------------------------------------------------------------------


class _Player(Operator):
    def player(self, state: State) -> int | None:
        return self.game.player(self.inner(state))


class _Again(Operator):
    def moves_again(self, state: State, move: Move) -> bool:
        return self.game.moves_again(self.inner(state), move)


class _Symmetries(Operator):
    def symmetries(self, state: State) -> Iterable[State]:
        for image in self.game.symmetries(self.inner(state)):
            yield self.around(image, state)


class _Tier(Operator):
    def tier(self, state: State) -> int:
        return self.game.tier(self.inner(state))


class PassedParts(Operator):
    """For operators that keep the components of a sum."""

    def parts(self, state: State) -> Iterable[State]:
        for part in self.game.parts(self.inner(state)):
            yield self.around(part, state)


class PassedGain(Operator):
    """For operators that accept games of points."""

    def gain(self, state: State, move: Move) -> int:
        return self.game.gain(self.inner(state), move)


PASSED: dict[str, type[Operator]] = {
    "player": _Player, "moves_again": _Again, "symmetries": _Symmetries, "tier": _Tier,
}  # fmt: skip
Operator.GIVEN = PASSED


def made(cls: type[Made], game: Game, argument: Any = None) -> Made:
    """The operator applied to a game, with the optional methods that the game has."""
    own = own_class(cls)
    given = tuple(form for name, form in own.GIVEN.items() if _has(game, name))
    said = tuple((name, getattr(game, name)) for name in own.SAME)
    operator: Made = _class(own, given, said)(game, argument)
    return operator


def _has(game: Game, name: str) -> bool:
    return has_symmetries(game) if name == "symmetries" else overrides(game, name)


def own_class(cls: type[Made]) -> type[Made]:
    """The class of an operator without the additions for one game."""
    own: type[Made] = vars(cls).get("_own", cls)
    return own


@lru_cache(maxsize=256)
def _class(
    own: type[Made], given: tuple[type[Operator], ...], said: tuple[tuple[str, Any], ...]
) -> type[Made]:
    space = {**dict(said), "_own": own, "__module__": own.__module__, "__doc__": own.__doc__}
    return type(own.__name__, (*given, own), space)


def of_two(game: Game, verb: str) -> Game:
    """The game itself. Raises ParameterError for a puzzle or a game of points."""
    need_game(game, f"{verb} expects")
    if game.players == 1:
        raise ParameterError(f"{verb} is for games of two; {game_name(game)} is a puzzle")
    if getattr(game, "scoring", False):
        raise ParameterError(
            f"{verb} is for games that are won, drawn or lost; {game_name(game)} is played for "
            "points: counted(GAME) is won by who has more of them"
        )
    return game


# --- operators in addresses -----------------------------------------------------------------------


class Applied(Operator):
    """An operator in an address, before the parameters of its game are known.

    ``game`` may be a class; `over` applies the operator to an instance of it.
    """

    def __init__(
        self, address: str, make: Callable[[Game], Operator], game: type[Game] | Game
    ) -> None:
        super().__init__(game, address)  # type: ignore[arg-type]
        self.make = make

    @property
    def name(self) -> str:
        return str(self.argument)

    @property
    def meaning(self) -> str:
        """First sentence of the operator's docstring."""
        doc = inspect.getdoc(getattr(self.make, "func", self.make)) or ""
        return " ".join(doc.split("\n\n")[0].split())

    def over(self, game: Game) -> Operator:
        return self.make(game)


def defining(game: Any, state: State, method: str) -> tuple[Any, State]:
    """The outermost game that defines an optional method, else the innermost; and its state."""
    while isinstance(game, Operator) and not overrides(game, method):
        game, state = game.game, game.inner(state)
    return game, state


def innermost(game: Any) -> Any:
    """The game, or class of games, inside all operators; the game itself if it is no operator."""
    while isinstance(game, Operator):
        game = game.game
    return game
