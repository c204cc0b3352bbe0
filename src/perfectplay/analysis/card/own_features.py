"""A user's own functions of states, which rules may use."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from numbers import Integral
from pathlib import Path
from typing import Any

from perfectplay.core.errors import StrategyError
from perfectplay.core.value import State
from perfectplay.game.game import Game
from perfectplay.game.showing import answer_text, faults_of, in_state, one_line
from perfectplay.play.strategy import Strategy, load_strategy, make_strategy

MODULE_OF_FILE = "_game_"
"""How the names of modules begin that are files that were loaded."""


RESERVED = (
    "card", "game", "gcd", "load_file", "m", "move_facts", "moves", "nim_sum", "options",
    "pairs_up", "Path", "s", "state", "x", "EXCEPTIONS", "chosen", "number", "lasting_repr",
)  # fmt: skip
"""Names that the file of a card uses."""


@dataclass(frozen=True)
class OwnFeature:
    """A function of a state, or of the game and a state, that gives a number, or True or False."""

    name: str
    function: Callable[..., Any]
    strategy: Strategy = field(repr=False)

    def call(self, argument: str) -> str:
        """The call of it with a variable, as Python."""
        return f"{self.name}({'game, ' if self.strategy.wants_game else ''}{argument})"

    def value(self, state: State) -> int | bool:
        """Its answer, which must be the same twice. Raises StrategyError."""
        answer, again = self._asked(state), self._asked(state)
        if type(answer) is not type(again) or answer != again:
            raise self._wrong(
                f"answered {answer_text(answer)}, and when asked again {answer_text(again)}", state
            )
        if isinstance(answer, bool):
            return answer
        if isinstance(answer, Integral) and abs(int(answer)) < 1 << 62:
            return int(answer)
        if type(answer).__name__ == "bool":  # of NumPy
            return bool(answer)
        raise self._wrong(
            f"answered {answer_text(answer)}", state,
            "; expected a whole number of at most 62 bits, or True or False",
        )  # fmt: skip

    def number(self, state: State) -> int:
        """Its answer as a number."""
        return int(self.value(state))

    def is_truth(self, states: Sequence[State]) -> bool:
        """True if it answers True or False about each state."""
        return all(isinstance(self.value(state), bool) for state in states)

    def import_lines(self) -> list[str]:
        """The lines of a file of Python that make it known there."""
        module = self.function.__module__
        name = getattr(self.function, "__name__", self.name)
        known = "" if name == self.name else f" as {self.name}"
        if not module.startswith(MODULE_OF_FILE):
            return [f"from {module} import {name}{known}"]
        path = Path(self.function.__code__.co_filename)
        with suppress(ValueError):  # it is not below the working folder
            path = path.resolve().relative_to(Path.cwd())
        return [
            "from pathlib import Path",
            "from perfectplay.registry.source import load_file",
            f"{self.name} = load_file(Path({path.as_posix()!r})).{name}",
        ]

    def _asked(self, state: State) -> Any:
        game = self.strategy.game
        try:
            return self.function(game, state) if self.strategy.wants_game else self.function(state)
        except faults_of(game) as error:
            text = f": {one_line(error)}" if one_line(error) else ""
            raise self._wrong(f"raised {type(error).__name__}{text}", state) from error

    def _wrong(self, what: str, state: State, end: str = "") -> StrategyError:
        where = in_state(self.strategy.game, state)
        return StrategyError(f"feature {self.name} {what}{where}{end}", state=state)


def own_features(given: Iterable[str | Callable[..., Any]], game: Game) -> list[OwnFeature]:
    """The features of functions, or of texts such as ``mine.py:even``. Raises StrategyError for
    what is no function of a state, and for two of one name."""
    found: dict[str, OwnFeature] = {}
    for one in given:
        strategy = load_strategy(one, game) if isinstance(one, str) else make_strategy(one, game)
        name = getattr(strategy.function, "__name__", "")
        if strategy.asks_last:
            raise StrategyError(
                f"feature {strategy.name} has too many arguments; expected (state) or (game, state)"
            )
        if not name.isidentifier():
            raise StrategyError(f"feature {strategy.name} has no name; expected a def")
        if hasattr(builtins, name) or name in RESERVED:
            raise StrategyError(f"feature {name} has the name of something else; rename it")
        if name in found:
            raise StrategyError(f"two features are called {name}; rename one of them")
        found[name] = OwnFeature(name, strategy.function, strategy)
    return list(found.values())
