"""Many plays between two players, and their results."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias, cast

from perfectplay.core.arguments import check_number
from perfectplay.core.errors import ParameterError
from perfectplay.core.progress import ProgressCallback
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game
from perfectplay.play.automatic import Automatic, PlayerSolution, Strategist
from perfectplay.play.openspiel_player import is_of_openspiel, openspiel_player
from perfectplay.play.players import automatic_player
from perfectplay.play.strategy import Strategy, strategy_of
from perfectplay.play.tournament.play_batches import TournamentRun
from perfectplay.play.tournament.result import Tournament
from perfectplay.solver.threads import ThreadTeam
from perfectplay.tablebase.game_or_solution import game_in
from perfectplay.tablebase.solution import Solution, game_name

MOST_PLIES = 1_000
"""Plies after which a play is stopped by default: two perfect players may draw for ever."""

PlayerLike: TypeAlias = "str | Automatic | Strategy | Callable[..., Any]"
"""A player: as people type it, as an object, or a function that is a strategy."""


def tournament(
    game: Game | Solution,
    first: PlayerLike,
    second: PlayerLike,
    *,
    games: int = 1_000,
    seed: int = 0,
    swap: bool = True,
    max_plies: int = MOST_PLIES,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
    solution: Callable[[], PlayerSolution] | None = None,
) -> Tournament:
    """Play a game many times between two players; ``first`` has seat 0.

    A player is a text (``"random"``, ``"perfect"``, ``"minimax:4"``, ``"mine.py:answer"``, see
    docs/players.md), a bot or policy of OpenSpiel (docs/other-libraries.md), or a function that is
    a strategy, which must always give the same answer to the same question. ``swap``: sides are
    exchanged in every other play. The same ``seed`` gives the same plays with any number of
    ``threads`` (default: all cores). A play that is not over after ``max_plies`` is stopped, and
    counts as an endless draw. ``solution`` is called if a player needs it; default: ``game`` if it
    is a solution, else the game is solved.

    Raises ParameterError for bad arguments and for a human, StrategyError, GameFileError, and all
    that a solve raises.

    >>> from perfectplay.games.nim import LastMouseLost
    >>> played = tournament(LastMouseLost(), "random", "mirror", games=2_000, swap=False)
    >>> played
    <2,000 plays of random against mirror: 0 won, 0 drawn, 2,000 lost>
    >>> played.counts(1).win_rate.low > 0.99, played.unanswered(1)
    (True, 0)
    """
    given, game = game, game_in(game, "tournament")
    rules = CheckedGame(game)
    if game.players == 1:
        raise ParameterError(f"{game_name(game)} has one player, and a tournament needs two")
    check_number("games", games, 1)
    check_number("max_plies", max_plies, 1)
    check_number("seed", seed)

    def solved() -> PlayerSolution:
        from perfectplay.solver.solution_of import solution_of

        return solution_of(given, "tournament", progress, threads=threads)

    known = cast(PlayerSolution, LazySolution(solution or solved))
    players = [player_of(one, rules, known) for one in (first, second)]
    began = time.perf_counter()
    playing = TournamentRun(
        rules, players, games, seed, swap, max_plies, ThreadTeam(threads), progress
    )
    tally = playing.play()
    names = (players[0].name, players[1].name)
    seconds = time.perf_counter() - began
    return Tournament(game, names, games, seed, swap, max_plies, tally, seconds)


class LazySolution:
    """A solution that is made at its first use; players over a whole graph do not need it."""

    def __init__(self, make: Callable[[], PlayerSolution]) -> None:
        self._make = cache(make)

    def __getattr__(self, name: str) -> Any:
        """What a solution has of this name."""
        if name.startswith("_"):  # asked by copies and the like, not by players
            raise AttributeError(name)
        return getattr(self._make(), name)


def player_of(given: PlayerLike, rules: CheckedGame, known: PlayerSolution) -> Automatic:
    """The player that a text, a function or a player stands for; ``known``: what perfect players
    ask. Raises ParameterError for a human, StrategyError, GameFileError."""
    if isinstance(given, Automatic):
        return given
    if is_of_openspiel(given):
        return openspiel_player(given, rules)
    if not isinstance(given, str):
        return Strategist(strategy_of(given, rules.game), rules)
    if given == "human":
        raise ParameterError(
            "a human is not asked so often; `perfectplay play GAME --first human` is for that"
        )
    return automatic_player(given, rules=rules, solution=lambda: known)
