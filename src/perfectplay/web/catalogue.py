"""The games that are served, by id."""

from __future__ import annotations

import difflib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import quote, unquote

from perfectplay.core.errors import ParameterError, PerfectPlayError, UnknownGameError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game
from perfectplay.game.naming import GAMES, game_name, parameters
from perfectplay.game.operators.operator import innermost
from perfectplay.game.showing import faults_of
from perfectplay.registry.address import load_class
from perfectplay.registry.parameter_texts import parameter_text
from perfectplay.registry.parameters import build, defaults_of, parse_parameters
from perfectplay.tablebase.record import jsonable
from perfectplay.web.game_session import GameSession
from perfectplay.web.game_trial import MEMORY, SECONDS, can_try, is_light
from perfectplay.web.searching import Searches
from perfectplay.web.solving import RequestedSolves
from perfectplay.web.timed_calls import BadRulesError

ORDINARY = 1_000
"""A game with a larger number in its parameters is tried in a process of its own first."""

LARGEST = 2**63 - 1
"""The largest number that a parameter of a request may have."""

VARIANTS = 32
"""The most games with parameters of requests that are kept."""

HEAVY = 256
"""The most ids of too large games that are remembered."""

_PLAIN = " ,.:-_()'!*"
"""Characters of an id that are not quoted, besides letters and digits."""


@dataclass(frozen=True)
class OfferedGame:
    """A game that the server was started with.

    ``found``: the class or the instance, as `load_class` gives it; ``given``: values of its fields;
    ``folder``: that of its stored solution, or None; ``address``: where another process finds the
    game, None if its class tells.
    """

    name: str
    found: type[Game] | Game
    given: Mapping[str, Any] = field(default_factory=dict)
    folder: Path | None = None
    address: str | None = None


class Catalogue:
    """Games by id: those that were offered, and the same with other parameters.

    ``solves``: solves larger games on request; None if they are not solved.

    >>> catalogue = Catalogue.of_library()
    >>> catalogue.listed()[0].id
    'tic_tac_toe'
    >>> catalogue.get("connect_four;height=3;width=4").id
    'connect_four;width=4;height=3'
    """

    def __init__(
        self, offers: Iterable[OfferedGame], solves: RequestedSolves | None = None
    ) -> None:
        self.solves = solves
        self.searches = Searches()
        self._offers: dict[str, OfferedGame] = {}
        self._listed: dict[str, GameSession] = {}
        self._variants: OrderedDict[str, GameSession] = OrderedDict()
        self._heavy: OrderedDict[str, None] = OrderedDict()
        self._lock = Lock()
        for offer in offers:
            self._add(offer)

    @classmethod
    def of_library(cls, solves: RequestedSolves | None = None) -> Catalogue:
        """The games of the library with their default parameters."""
        return cls((OfferedGame(name, load_class(name)) for name in GAMES), solves)

    def _add(self, offer: OfferedGame) -> None:
        name = self._free_name(offer)
        self._offers.setdefault(name, offer)
        session = self._session(name, offer.given, offer.folder)
        known = self._listed.get(session.id)
        if known is None or known.folder is None:
            self._listed[session.id] = session

    def _session(
        self, name: str, values: Mapping[str, Any], folder: Path | None = None
    ) -> GameSession:
        first = self._offers[name]
        game = checked(build(first.found, values), name)
        id = id_of(name, first.found, game)  # noqa: A001
        return GameSession(id, name, game, folder, self.solves, first.address, self.searches)

    def _free_name(self, offer: OfferedGame) -> str:
        """The name of an offer, with a number if another game has the name."""
        name, number = offer.name, 1
        while name in self._offers and not _same(self._offers[name].found, offer.found):
            number += 1
            name = f"{offer.name}-{number}"
        return name

    def close(self) -> None:
        """End the searches that run, and the solves, which can be continued."""
        self.searches.close()
        if self.solves is not None:
            self.solves.close()

    def listed(self) -> list[GameSession]:
        """The games that the server was started with, in that order."""
        return list(self._listed.values())

    def known(self, id: str) -> GameSession | None:  # noqa: A002
        """The game of an id if it has been made before; runs no rules."""
        return self._listed.get(id) or self._variants.get(id)

    def get(self, id: str) -> GameSession:  # noqa: A002
        """The game of an id, whose parameters may have any order.

        Raises UnknownGameError for an unknown name, ParameterError for parameters that the game
        does not take, and what `checked` raises.
        """
        known = self.known(id)
        if known is not None:
            return known
        name, *rest = id.split(";")
        if name not in self._offers:
            raise UnknownGameError(self._unknown(name))
        found = self._offers[name].found
        given = parse_parameters(found, _pairs(rest))
        defaults = defaults_of(found)
        first = next(served for served in self._listed.values() if served.name == name)
        # fields without a default have the values of the first game of this name
        needed = {k: v for k, v in parameters(first.game).items() if k not in defaults}
        values = {**needed, **given}
        if any(_size(key, value) > ORDINARY for key, value in given.items()):
            self._check_light(id, lambda: build(found, values))
        session = self._session(name, values)
        with self._lock:
            if (known := self.known(session.id)) is not None:
                return known
            self._variants[session.id] = session
            while len(self._variants) > VARIANTS:
                self._variants.popitem(last=False)
        return session

    def _check_light(self, id: str, make: Callable[[], Game]) -> None:  # noqa: A002
        """Raise ParameterError if it takes too much time or memory to make a game."""
        if id not in self._heavy and can_try() and is_light(make):
            return
        self._heavy[id] = None
        while len(self._heavy) > HEAVY:
            self._heavy.popitem(last=False)
        raise ParameterError(
            "this game is too large for a request: with these parameters it takes more than "
            f"{SECONDS:g} seconds or {MEMORY >> 20} MiB to set up; give them on the command line: "
            "perfectplay serve GAME NAME=VALUE"
        )

    def _unknown(self, name: str) -> str:
        near = difflib.get_close_matches(name, self._offers, n=1)
        guess = f"; did you mean {near[0]}?" if near else "; /api/games lists them"
        shown = name if len(name) < 100 else f"{name[:100]}…"
        return f"no game {shown!r} is served here{guess}"


def checked(game: Game, name: str) -> Game:
    """The game itself, after a check of all that lists and headings use. One game whose attributes
    raise would spoil the list of all. Raises RulesError, BadRulesError."""
    try:
        CheckedGame(game)
        game_name(game)
        for value in parameters(game).values():
            parameter_text(value)
            jsonable(value)
    except PerfectPlayError:
        raise
    except faults_of() as error:
        sentence = f"the attributes of {name} cannot be read: {type(error).__name__}: {error}"
        raise BadRulesError(sentence) from error
    return game


def id_of(name: str, found: type[Game] | Game, game: Game) -> str:
    """The id of a game: its name, then its parameters that are not the defaults.

    >>> from perfectplay.games.connect_four import ConnectFour
    >>> id_of("connect_four", ConnectFour, ConnectFour(4, 3))
    'connect_four;width=4;height=3'
    """
    defaults = defaults_of(found)
    given = [
        f";{key}={quote(parameter_text(value), safe=_PLAIN)}"
        for key, value in parameters(game).items()
        if key not in defaults or defaults[key] != value
    ]
    return name + "".join(given)


def plain_class(game: Game) -> type[Game] | Game:
    """The class or instance that is offered for a stored game, whose id has its parameters."""
    inner = innermost(game)
    if inner is game:
        return type(game) if set(parameters(game)) <= set(defaults_of(type(game))) else game
    defaults = defaults_of(type(inner))
    return build(game, defaults) if set(parameters(game)) <= set(defaults) else game


def _same(one: type[Game] | Game, other: type[Game] | Game) -> bool:
    """Whether both are one game; a file that is loaded twice makes its class twice."""
    if isinstance(one, type) and isinstance(other, type):
        return (one.__module__, one.__qualname__) == (other.__module__, other.__qualname__)
    return one is other or (
        isinstance(one, Game) and type(one) is type(other) and repr(one) == repr(other)
    )


def _pairs(parts: Iterable[str]) -> list[str]:
    """Pairs ``name=value`` without the escapes of an id."""
    split = (part.partition("=") for part in parts)
    return [f"{key}{sign}{unquote(text)}" for key, sign, text in split]


def _size(name: str, value: Any) -> float:
    """The largest absolute value of the numbers in a parameter. Raises ParameterError for NaN and
    for a number that does not fit 63 bits."""
    if isinstance(value, tuple | list | set | frozenset):
        return max((_size(name, item) for item in value), default=0)
    if not isinstance(value, int | float):
        return 0
    if not -LARGEST <= value <= LARGEST:
        raise ParameterError(
            f"{name} is not a number from -{LARGEST} to {LARGEST}, which a request may ask for"
        )
    return abs(value)
