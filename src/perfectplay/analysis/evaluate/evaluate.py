"""How good is a player? Its moves, in positions whose values are known."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, TypeAlias

import numpy as np

from perfectplay.analysis.evaluate.answers import Answers, judged, judged_columns
from perfectplay.analysis.evaluate.asking import FIRST, Fault, Interview, asked, check_seconds
from perfectplay.analysis.evaluate.evaluation import Blunder, Evaluation, worst_places
from perfectplay.analysis.evaluate.policy import Policy, chosen_columns, is_array, policy
from perfectplay.analysis.evaluate.positions import (
    ALL,
    Positions,
    all_positions,
    given_positions,
    moves_by_batch,
    sampled_positions,
)
from perfectplay.analysis.evaluate.positions_by_ply import play_positions, ply_positions
from perfectplay.core.arguments import check_number
from perfectplay.core.errors import ParameterError
from perfectplay.core.progress import ProgressCallback, Reporter
from perfectplay.core.value import Move, State, Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.score_range import value_of_score
from perfectplay.game.game import Game
from perfectplay.play.tournament import LazySolution, PlayerLike, player_of
from perfectplay.tablebase.game_or_solution import game_in
from perfectplay.tablebase.many_moves import many_moves
from perfectplay.tablebase.record import jsonable
from perfectplay.tablebase.solution import Solution
from perfectplay.tablebase.table import worth_text

SOME = 1_000
"""States of a given policy that are compared with the solution."""

WAYS = ("value", "difficulty", "ply")

WantedPositions: TypeAlias = "int | str | Iterable[State] | Policy | None"

Judged: TypeAlias = "tuple[Positions | Policy, Answers, Callable[[int], Move], dict[str, Any]]"
"""Positions, what the answers are worth, the move of an answer, and what else is said of them."""


def evaluate(
    player: PlayerLike | Any,
    game: Solution | Game,
    *,
    positions: WantedPositions = None,
    plays: int | None = None,
    by: str | None = None,
    seed: int = 0,
    seconds: float = 10.0,
    worst: int = 5,
    progress: ProgressCallback | None = None,
    solution: Callable[[], Solution] | None = None,
) -> Evaluation:
    """Ask a player for its move in many positions, and judge its answers by a solution.

    ``player``: a function of the state (see docs/players.md), a text such as ``"minimax:3"``, a
    policy or a pair of bots of OpenSpiel (docs/other-libraries.md), or an array for the states of a
    `Policy`, which are ``positions`` (default: ``solution.policy()``): [N, M] logits or Q-values,
    of which the largest of a legal move counts, or [N] columns.
    ``game``: the game or its solution; a game is solved first, by ``solution`` if that is given.

    ``positions``: "all", a number of positions that are drawn, or states; default: all positions if
    there are at most 100,000, else so many of them. ``by``: draw as many of each "value", of
    each "ply" (the fewest plies from the start), or of each "difficulty", the number of good moves.
    ``plays``: instead, the positions in which the player has to move in so many plays against
    random moves. ``seed`` determines what is drawn.

    A move that is illegal, an error, or an answer that takes over ``seconds`` is counted as a
    fault, and as the worst move. ``worst``: how many blunders are kept with their
    refutations.

    Raises StrategyError if there is no legal move in any of ten positions from all over,
    ParameterError, UnknownStateError, QueryError, and what a solve raises.

    >>> from perfectplay import evaluate, solve
    >>> from perfectplay.games.tic_tac_toe import TicTacToe
    >>> solution = solve(TicTacToe())
    >>> evaluate("minimax:2", solution)
    <minimax:2 on 4,520 positions, 93.8 % of the moves keep the value>
    >>> evaluate(solution.policy().probabilities, solution).mean_loss
    0.0
    """
    began = time.perf_counter()
    rules = CheckedGame(game_in(game, "evaluate"))
    positions = int(positions) if isinstance(positions, np.integer) else positions
    array = is_array(player)
    _check_options(array, positions, plays, by)
    _check_numbers(seconds, seed, worst, plays)

    @cache
    def solved() -> Solution:
        if solution is not None and not isinstance(game, Solution):
            return solution()
        from perfectplay.solver.solution_of import solution_of

        return solution_of(game, "evaluate", progress)

    if array:
        found, answers, move_of, rest = _read(player, solved(), positions)
    else:
        person = asked(player_of(player, rules, LazySolution(solved)), rules)
        interview = Interview(person, rules, float(seconds), Reporter(progress))
        if plays is None:
            chosen = _positions(solved(), positions, by, seed)
        else:
            chosen = play_positions(solved(), plays, seed, interview.first_choice)
            interview = interview.again()
        found, answers, move_of, rest = _asked(solved(), chosen, interview)
    return Evaluation(
        game=rules.game,
        of=found.of,
        exact=found.exact,
        answers=answers,
        worst=tuple(_blunders(solved(), found.states, answers, move_of, worst)),
        seconds=time.perf_counter() - began,
        **rest,
    )


def _check_options(
    array: bool, positions: WantedPositions, plays: int | None, by: str | None
) -> None:
    """Raise ParameterError for options that do not go together: before a solve, not after it."""
    counted = isinstance(positions, int)
    if positions is not None and (
        positions != "all"
        if isinstance(positions, str)
        else not isinstance(positions, int | Policy | Iterable)
    ):
        raise ParameterError(f'positions are "all", a number, or states, got {positions!r}')
    if isinstance(positions, int):
        check_number("positions", positions, 1)
    if array and (counted or plays is not None or by is not None):
        raise ParameterError("an array has its own positions; leave out plays, by and numbers")
    if plays is not None and (positions is not None or by is not None):
        raise ParameterError("plays have their own positions; leave out positions and by")
    if by is not None and by not in WAYS:
        raise ParameterError(f"by must be one of {', '.join(WAYS)}, got {by!r}")
    if by is not None and positions is not None and not counted:
        raise ParameterError(f"positions are drawn by {by} if they have a number, not if all count")


def _check_numbers(seconds: float, seed: int, worst: int, plays: int | None) -> None:
    """Raise ParameterError for numbers that are out of bounds."""
    check_seconds(seconds)
    for name, number, least in (("seed", seed, 0), ("worst", worst, 0), ("plays", plays, 1)):
        if number is not None:
            check_number(name, number, least)


def _positions(solution: Solution, wanted: WantedPositions, by: str | None, seed: int) -> Positions:
    if isinstance(wanted, Policy):
        wanted = wanted.states
    if isinstance(wanted, str) or (wanted is None and by is None and len(solution) <= ALL):
        return all_positions(solution)
    if wanted is None or isinstance(wanted, int):
        count = ALL if wanted is None else wanted
        if by == "ply":
            return ply_positions(solution, count, seed)
        return sampled_positions(solution, count, by, seed)
    return given_positions(solution, wanted)


def _asked(solution: Solution, positions: Positions, interview: Interview) -> Judged:
    """The answers of a player that is asked."""
    parts = []
    _try_first(solution, positions, interview)
    interview.total = len(positions)
    for first, found in moves_by_batch(solution, positions):
        end = first + len(found.moves)
        lasts = None if positions.lasts is None else positions.lasts[first:end]
        places = interview.places(positions.states[first:end], found.moves, lasts)
        parts.append(judged(found, places))
        if interview.stopped is not None:
            break
    answers = Answers.joined(parts)

    def move_of(i: int) -> Move:
        place = int(answers.places[i])
        return solution.rules.position(positions.states[i]).options[place][0]

    return positions, answers, move_of, interview.summary(positions.plies)


def _try_first(solution: Solution, positions: Positions, interview: Interview) -> None:
    """Raise StrategyError for a player that has no legal move in positions from all over."""
    places = np.unique(np.linspace(0, len(positions) - 1, FIRST).astype(np.intp))
    some = positions.take(places)
    states = list(some.states)
    found = many_moves(solution.rules, solution.look_up, states, some.entries)
    interview.check_some(states, found.moves, some.lasts)


def _read(array: Any, solution: Solution, positions: Any) -> Judged:
    """The answers of an array."""
    if isinstance(positions, Policy):
        found = positions
        _check_policy(solution, found)
    else:
        found = policy(solution, None if isinstance(positions, str) else positions)
    answers = judged_columns(found, chosen_columns(array, found))
    illegal = np.flatnonzero(answers.places < 0)
    faults = {}
    if len(illegal):
        where = solution.rules.state_text(found.states[illegal[0]])
        faults = {str(Fault.ILLEGAL): (len(illegal), f"the first one in state {where}")}
    rest = {
        "name": "array", "plies": None, "faults": faults, "twice": 0, "changed": 0, "stopped": None,
    }  # fmt: skip
    return found, answers, lambda i: found.moves[int(answers.places[i])], rest


def _check_policy(solution: Solution, given: Policy) -> None:
    """Raise ParameterError for a policy of another game, UnknownStateError for unknown states."""
    some = given_positions(solution, given.states[:SOME])
    if not np.array_equal(some.entries.values, given.values[:SOME]):
        raise ParameterError(
            "the positions are a policy of another game: their values are others in this solution"
        )


def _blunders(
    solution: Solution, states: Sequence[State], answers: Answers,
    move_of: Callable[[int], Move], most: int,
) -> Iterable[Blunder]:  # fmt: skip
    rules = solution.rules

    def worth_of(number: np.int64) -> str:
        worth = int(number)
        return worth_text(value_of_score(worth), worth) if rules.scoring else str(Value(worth))

    for i in worst_places(answers, most):
        move = move_of(i)
        line = solution.line(rules.play(states[i], move))
        yield Blunder(
            jsonable(states[i]),
            rules.text(states[i], None),
            worth_of(answers.worth[i]),
            rules.move_text(move),
            worth_of(answers.brought[i]),
            tuple(map(rules.move_text, solution.best_moves(states[i]))),
            tuple(map(rules.move_text, line.moves)),
        )
