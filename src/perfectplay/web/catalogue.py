"""What is served: games by id."""

from __future__ import annotations

import difflib
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import quote, unquote

from perfectplay.core.errors import ParameterError, PerfectPlayError, UnknownGameError
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.game import Game, parameters
from perfectplay.game.naming import game_name
from perfectplay.game.operators.operator import innermost
from perfectplay.registry.games import library, library_entry
from perfectplay.registry.parameters import (
    build,
    defaults_of,
    parameter_text,
    parse_parameters,
)
from perfectplay.tablebase.record import jsonable
from perfectplay.web.game_session import GameSession
from perfectplay.web.game_trial import MEMORY, SECONDS, can_try, is_light
from perfectplay.web.solving import RequestedSolves
from perfectplay.web.timed_calls import BadRulesError

ORDINARY = 1_000
"""A game with a larger number in its parameters is tried before the server makes it."""

LARGEST = 2**63 - 1
"""The largest number in a parameter of a request."""

VARIANTS = 32
"""So many games that a request has made, by parameters of its own, are kept."""

HEAVY = 256
"""So many ids of games that were too large are remembered."""

_PLAIN = " ,.:-_()'!*"
"""What stands in an id as it is, beside letters and digits."""


@dataclass(frozen=True)
class OfferedGame:
    """A game that the server was started with.

    ``found``: the class or the instance, as `load_class` gives it; ``given``: values of its fields;
    ``folder``: where its solution is stored, None where that is not; ``address``: where another
    process finds the game, None where its class says it.
    """

    name: str
    found: type[Game] | Game
    given: Mapping[str, Any] = field(default_factory=dict)
    folder: Path | None = None
    address: str | None = None


class Catalogue:
    """Games by id: those that were offered, and the same with other parameters.

    ``solves``: who solves the larger ones on request, None where nobody does.

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
        self._found: dict[str, type[Game] | Game] = {}
        self._addresses: dict[str, str | None] = {}
        self._listed: dict[str, GameSession] = {}
        self._variants: OrderedDict[str, GameSession] = OrderedDict()
        self._heavy: OrderedDict[str, None] = OrderedDict()
        self._lock = Lock()
        for offer in offers:
            self._add(offer)

    @classmethod
    def of_library(cls, solves: RequestedSolves | None = None) -> Catalogue:
        """The games of the library with their default parameters."""
        return cls((OfferedGame(name, library_entry(name)) for name in library()), solves)

    def _add(self, offer: OfferedGame) -> None:
        name = self._free_name(offer)
        self._found.setdefault(name, offer.found)
        self._addresses.setdefault(name, offer.address)
        game = told(build(offer.found, offer.given), name)
        id = id_of(name, self._found[name], game)  # noqa: A001
        served = GameSession(id, name, game, offer.folder, self.solves, self._addresses[name])
        known = self._listed.get(served.id)
        if known is None or known.folder is None:
            self._listed[served.id] = served

    def _free_name(self, offer: OfferedGame) -> str:
        """Its name, with a number where that stands for another game."""
        name, number = offer.name, 1
        while name in self._found and not _same(self._found[name], offer.found):
            number += 1
            name = f"{offer.name}-{number}"
        return name

    def close(self) -> None:
        """Ends solves that are under way; they can be gone on with."""
        if self.solves is not None:
            self.solves.close()

    def listed(self) -> list[GameSession]:
        """What the server was started with, in that order."""
        return list(self._listed.values())

    def known(self, id: str) -> GameSession | None:  # noqa: A002
        """The game of an id that has been asked for before; no rules are run."""
        return self._listed.get(id) or self._variants.get(id)

    def get(self, id: str) -> GameSession:  # noqa: A002
        """The game of an id, whose parameters may stand in any order.

        Raises UnknownGameError for a name that is not served, ParameterError for parameters that
        the game does not take, and as `told`.
        """
        known = self.known(id)
        if known is not None:
            return known
        name, *rest = id.split(";")
        found = self._found.get(name)
        if found is None:
            raise UnknownGameError(self._unknown(name))
        given = parse_parameters(found, _pairs(rest))
        values = {**self._given(name), **given}
        sizes = [_size(key, value) for key, value in given.items()]
        if max(sizes, default=0) > ORDINARY:
            self._check_light(id, lambda: build(found, values))
        game = told(build(found, values), name)
        address = self._addresses[name]
        served = GameSession(id_of(name, found, game), name, game, None, self.solves, address)
        with self._lock:
            known = self.known(served.id)
            if known is not None:
                return known
            self._variants[served.id] = served
            while len(self._variants) > VARIANTS:
                self._variants.popitem(last=False)
        return served

    def _check_light(self, id: str, make: Callable[[], Game]) -> None:  # noqa: A002
        """Raises ParameterError for a game that takes too much to be made here."""
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

    def _given(self, name: str) -> Mapping[str, Any]:
        """Values for the fields without a default, as the first game of this name has them."""
        found = self._found[name]
        defaults = defaults_of(found)
        first = next(served for served in self._listed.values() if served.name == name)
        return {k: v for k, v in parameters(first.game).items() if k not in defaults}

    def _unknown(self, name: str) -> str:
        near = difflib.get_close_matches(name, self._found, n=1)
        guess = f"; did you mean {near[0]}?" if near else "; /api/games lists them"
        shown = name if len(name) < 100 else f"{name[:100]}…"
        return f"no game {shown!r} is served here{guess}"


def told(game: Game, name: str) -> Game:
    """The game itself, once all has been asked of it that lists and headings tell.

    One game whose attributes raise would spoil the list of all. Raises RulesError, BadRulesError.
    """
    try:
        CheckedGame(game)
        game_name(game)
        for value in parameters(game).values():
            parameter_text(value)
            jsonable(value)
    except PerfectPlayError:
        raise
    except Exception as error:
        said = f"what {name} says of itself cannot be had: {type(error).__name__}: {error}"
        raise BadRulesError(said) from error
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
    """What a game of a stored solution is offered as, so that its parameters stand in its id."""
    inner = innermost(game)
    if inner is game:
        return type(game) if set(parameters(game)) <= set(defaults_of(type(game))) else game
    defaults = defaults_of(type(inner))
    return build(game, defaults) if set(parameters(game)) <= set(defaults) else game


def _same(one: type[Game] | Game, other: type[Game] | Game) -> bool:
    """Whether both are one game; a file that is named twice makes its class twice."""
    if isinstance(one, type) and isinstance(other, type):
        return (one.__module__, one.__qualname__) == (other.__module__, other.__qualname__)
    return one is other or (
        isinstance(one, Game) and type(one) is type(other) and repr(one) == repr(other)
    )


def _pairs(parts: Iterable[str]) -> list[str]:
    """``name=value`` without the escapes of an id."""
    pairs = []
    for part in parts:
        key, sign, text = part.partition("=")
        pairs.append(f"{key}{sign}{unquote(text)}")
    return pairs


def _size(name: str, value: Any) -> float:
    """The largest absolute value of the numbers in a parameter. Raises ParameterError for a number
    that 63 bits do not hold, or that is none."""
    if isinstance(value, tuple | list | set | frozenset):
        return max((_size(name, item) for item in value), default=0)
    if not isinstance(value, int | float):
        return 0
    if not -LARGEST <= value <= LARGEST:
        raise ParameterError(
            f"{name} is no number from -{LARGEST} to {LARGEST}, which a request may ask for"
        )
    return abs(value)


def is_parameter(word: str) -> bool:
    """Whether a word of a command line is ``name=value``."""
    return re.match(r"[A-Za-z_]\w*=", word) is not None
