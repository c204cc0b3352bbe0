"""Games of ours as environments of PettingZoo and Gymnasium, and policies for these as players."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from perfectplay.arena.encoding import Encoding, Observe, encoding_of
from perfectplay.arena.one_play import check_arguments
from perfectplay.core.errors import ParameterError
from perfectplay.core.extras import extra_module
from perfectplay.core.value import Move, State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game
from perfectplay.game.naming import game_name
from perfectplay.game.sides import SeatLike, seat_number
from perfectplay.play.tournament import LazySolution, PlayerLike, player_of
from perfectplay.tablebase.game_or_solution import game_in
from perfectplay.tablebase.solution import Solution

MOST_PLIES = 1_000
"""Plies after which a play is cut off by default."""


def to_pettingzoo(
    game: Game | Solution,
    *,
    moves: Iterable[Move] | None = None,
    observe: Observe | None = None,
    max_plies: int = MOST_PLIES,
    render_mode: str | None = None,
) -> Any:
    """The AEC environment of PettingZoo for a game of two (``perfectplay[environments]``).

    The agents are ``player_0`` and ``player_1``, which are the seats. An action is the number of a
    move among ``moves`` (default: all moves of the game, in rising order); an observation is a dict
    of ``observation``, the state as an array, and ``action_mask``. ``observe``: a function of the
    state that makes the array; by default integers give their bits, tuples and the like their
    fields, texts their characters. The winner's reward is 1, the loser's -1; in a game of points,
    points. A play is cut off after ``max_plies``. ``render_mode``: "ansi" or "svg".

    Raises ParameterError for a puzzle, and for a game of more than 50,000 states whose moves are
    not named; where it is stepped, IllegalMoveError. MissingExtraError.

    >>> from perfectplay.games.tic_tac_toe import TicTacToe
    >>> env = to_pettingzoo(TicTacToe(), render_mode="ansi")
    >>> env.reset()
    >>> for action in (0, 4, 8):
    ...     env.step(action)
    >>> print(env.render())
    ✕  .  .
    .  ○  .
    .  .  ✕
    O to move
    >>> env.agent_selection, env.observe("player_1")["action_mask"].tolist()
    ('player_1', [0, 1, 1, 1, 0, 1, 1, 1, 0])
    """
    extra_module("pettingzoo", "environments", "environments of PettingZoo")
    check_arguments(render_mode, max_plies)
    rules = CheckedGame(game_in(game, "to_pettingzoo"))
    if rules.game.players == 1:
        raise ParameterError(
            f"{game_name(rules.game)} has one player, and an environment of PettingZoo two; "
            "to_gymnasium takes puzzles"
        )
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper

    from perfectplay.arena.pettingzoo_env import BoardGameEnv

    encoding = encoding_of(rules, moves, observe)
    return OrderEnforcingWrapper(BoardGameEnv(encoding, max_plies, render_mode))


def to_gymnasium(
    game: Game | Solution,
    *,
    opponent: PlayerLike = "perfect",
    slips: float = 0.0,
    seat: SeatLike = "first",
    illegal: str = "error",
    moves: Iterable[Move] | None = None,
    observe: Observe | None = None,
    max_plies: int = MOST_PLIES,
    render_mode: str | None = None,
) -> Any:
    """The environment of Gymnasium for a game against an ``opponent`` (docs/players.md), which
    makes a mistake in a share ``slips`` of its moves (``perfectplay[environments]``).

    ``seat``: that of the agent: 0, 1, "first" or "second". An observation is the state as an array;
    ``info`` has ``action_mask``, the ``state`` and its ``text``. ``illegal``: an illegal action is
    an "error", or one may "lose". All else as in `to_pettingzoo`. A game whose opponent needs a
    solution is solved when that is first asked, if ``game`` is no solution. A puzzle has no
    opponent.

    Raises ParameterError, MissingExtraError, StrategyError; where it is stepped, IllegalMoveError.

    >>> from perfectplay.games.tic_tac_toe import TicTacToe
    >>> env = to_gymnasium(TicTacToe(), opponent="perfect", slips=0.5)
    >>> observation, info = env.reset(seed=1)
    >>> ended = False
    >>> while not ended:
    ...     action = env.action_space.sample(info["action_mask"])
    ...     observation, reward, ended, cut_off, info = env.step(action)
    >>> reward in (-1.0, 0.0, 1.0)
    True
    """
    extra_module("gymnasium", "environments", "environments of Gymnasium")
    check_arguments(render_mode, max_plies)
    if illegal not in ("error", "lose"):
        raise ParameterError(f'illegal must be "error" or "lose", got {illegal!r}')
    if isinstance(slips, bool) or not isinstance(slips, int | float) or not 0 <= slips <= 1:
        raise ParameterError(f"slips is a share from 0 to 1, got {slips!r}")
    rules = CheckedGame(game_in(game, "to_gymnasium"))
    from perfectplay.arena.gymnasium_env import Opponent, OpponentEnv
    from perfectplay.solver.solution_of import solution_of

    known = LazySolution(lambda: solution_of(game, "to_gymnasium"))
    alone = rules.game.players == 1
    other = Opponent(None if alone else player_of(opponent, rules, known), float(slips), known)
    return OpponentEnv(
        encoding_of(rules, moves, observe), other, 0 if alone else seat_number(seat, rules),
        max_plies, losing=illegal == "lose", render_mode=render_mode,
    )  # fmt: skip


def environment_player(policy: Callable[..., Any], env: Any) -> Callable[[State], Move]:
    """A policy for an environment as a player of `evaluate` and tournaments.

    ``env``: one of `to_pettingzoo` or `to_gymnasium`. ``policy``: a function of the observation
    (for Gymnasium: of the observation and the action mask) that gives an action.

    Raises ParameterError for another environment.

    >>> from perfectplay import evaluate, solve
    >>> from perfectplay.games.tic_tac_toe import TicTacToe
    >>> solution = solve(TicTacToe())
    >>> def first(observation):
    ...     return observation["action_mask"].argmax()
    >>> evaluate(environment_player(first, to_pettingzoo(solution)), solution)
    <first on 4,520 positions, 58.7 % of the moves keep the value>
    """
    inner = getattr(env, "unwrapped", None)
    encoding = getattr(inner, "encoding", None)
    if not isinstance(encoding, Encoding) or not callable(policy):
        raise ParameterError(
            "expected a policy, which is a function, and an environment of to_pettingzoo or "
            f"to_gymnasium, got {policy!r} and {env!r}"
        )
    as_dict = hasattr(inner, "agent_selection") or hasattr(inner, "possible_agents")

    def player(state: State) -> Move:
        legal = [move for move, _ in encoding.rules.position(state).options]
        seen, mask = encoding.observation(state), encoding.mask(legal, state)
        if as_dict:
            action = policy({"observation": seen, "action_mask": mask})
        else:
            action = policy(seen, mask)
        return encoding.move(action, legal, state)

    player.__name__ = getattr(policy, "__name__", type(policy).__name__)
    return player
