"""Load a game of OpenSpiel, or say which of its kinds of games it is that has no solution here."""

from __future__ import annotations

import difflib
from typing import Any

from perfectplay.core.errors import ParameterError, UnknownGameError
from perfectplay.core.extras import extra_module
from perfectplay.core.shortened import listed, shortened

WANTED = (
    "perfectplay solves deterministic, sequential, perfect-information games of two players with "
    "a sum of zero"
)


def pyspiel() -> Any:
    """The module of OpenSpiel. Raises MissingExtraError."""
    return extra_module("pyspiel", "openspiel", "games of OpenSpiel")


def load_spiel(text: str) -> Any:
    """The pyspiel.Game of a text such as "nim" or "connect_four(rows=4,columns=4)".

    Raises UnknownGameError, which names similar games; ParameterError for parameters that OpenSpiel
    refuses, MissingExtraError.
    """
    spiel = pyspiel()
    name = text.partition("(")[0].strip()
    if name.startswith("python_"):  # these are registered when they are imported
        extra_module("open_spiel.python.games", "openspiel", "games of OpenSpiel in Python")
    known = spiel.registered_names()
    if name not in known:
        near = difflib.get_close_matches(name.lower().replace(" ", "_"), known, n=3)
        guess = f"did you mean {listed(near, 'or')}?" if near else "pyspiel.registered_names()"
        says = guess if near else f"{guess} lists them"
        raise UnknownGameError(f"OpenSpiel has no game {shortened(name)!r}; {says}")
    try:
        game = spiel.load_game(text)
        _ = game.new_initial_state()  # some games only refuse their parameters here
    except (spiel.SpielError, RuntimeError, ValueError, MemoryError, OverflowError) as error:
        problem = str(error).strip()
        raise ParameterError(f"OpenSpiel cannot make {shortened(text)}: {problem}") from error
    return game


def need_solvable(game: Any) -> None:
    """Raise ParameterError, with all reasons, for a game of another kind than those solved here."""
    if reasons := _reasons(pyspiel().GameType, game):
        raise ParameterError(f"{game} has {listed(reasons)}; {WANTED}")


def _reasons(kinds: Any, game: Any) -> list[str]:
    kind = game.get_type()
    players = game.num_players()
    found = []
    if kind.chance_mode != kinds.ChanceMode.DETERMINISTIC:
        found.append("chance")
    if kind.information != kinds.Information.PERFECT_INFORMATION:
        found.append("hidden information")
    if kind.dynamics == kinds.Dynamics.SIMULTANEOUS:
        found.append("simultaneous moves")
    elif kind.dynamics != kinds.Dynamics.SEQUENTIAL:
        found.append("a mean field of players")
    if players != 2:
        found.append("one player" if players == 1 else f"{players} players")
    if kind.utility != kinds.Utility.ZERO_SUM:
        found.append("results that do not add up to zero")
    return found


def gives_rewards(game: Any) -> bool:
    """Whether a pyspiel.Game gives rewards before its end."""
    model: bool = game.get_type().reward_model == pyspiel().GameType.RewardModel.REWARDS
    return model


def has_points(game: Any) -> bool:
    """Whether the results of a pyspiel.Game are points."""
    return gives_rewards(game) or game.min_utility() < -1 or game.max_utility() > 1
