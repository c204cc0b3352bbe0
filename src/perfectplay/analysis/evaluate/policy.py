"""The moves of many states as arrays, a column for each move of the game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.analysis.evaluate.positions import (
    ALL,
    Positions,
    all_positions,
    given_positions,
    moves_by_batch,
)
from perfectplay.core.errors import ParameterError, QueryError
from perfectplay.core.value import Move, State
from perfectplay.game.moves import in_order
from perfectplay.game.showing import number_of, shown, shown_move

if TYPE_CHECKING:
    from perfectplay.tablebase.solution import Solution


@dataclass(frozen=True)
class Policy:
    """N states in which a play goes on, and the M moves of the game.

    states: N; moves: M, and texts: as the game writes them. Column i of each array is ``moves[i]``:
    the order is the same for all states of a game, and each time (see `all_moves`).

    values: [N] uint8, 1 loss, 2 draw, 3 win for the player to move; remoteness: [N] int32, plies to
    the end, -1 for an endless draw; worth: [N] int32, the value, or in a game of points the score.
    legal: [N, M] bool; brings: [N, M] int32, the worth for the mover after each legal move, else
    the smallest int32; keeping: [N, M] bool, moves that keep the worth; best: [N, M] bool, those
    that keep the remoteness, too.
    """

    states: Sequence[State]
    moves: tuple[Move, ...]
    texts: tuple[str, ...]
    values: NDArray[np.uint8]
    remoteness: NDArray[np.int32]
    worth: NDArray[np.int32]
    legal: NDArray[np.bool_]
    brings: NDArray[np.int32]
    keeping: NDArray[np.bool_]
    best: NDArray[np.bool_]
    of: str = "given"
    exact: bool = False

    def __len__(self) -> int:
        return len(self.states)

    def __repr__(self) -> str:
        return f"<Policy of {number_of(len(self), 'state')}, {number_of(len(self.moves), 'move')}>"

    @property
    def probabilities(self) -> NDArray[np.float32]:
        """[N, M] the best moves of each state with equal chances; rows add up to 1."""
        best = self.best.astype(np.float32)
        chances: NDArray[np.float32] = best / best.sum(axis=1, keepdims=True)
        return chances


def policy(
    solution: Solution,
    states: Iterable[State] | None = None,
    *,
    moves: Sequence[Move] | None = None,
) -> Policy:
    """The moves of some states (None: of all) as arrays; ends of plays are left out.

    ``moves``: the columns; default: `all_moves`. Raises ParameterError for a state with a move that
    is no column, UnknownStateError, and QueryError as `all_moves`.

    >>> from perfectplay import solve
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> found = solve(ThreeRocks(1, 1)).policy()
    >>> found.moves, found.states[0], found.best[0].tolist(), found.probabilities[0].tolist()
    (((0, 1), (1, 0), (1, 1)), (0, 1), [True, False, False], [1.0, 0.0, 0.0])
    """
    if moves is not None and not isinstance(moves, Iterable):
        raise ParameterError(f"moves are those of the columns, as in range(7), got {moves!r}")
    columns = tuple(all_moves(solution) if moves is None else moves)
    found = all_positions(solution) if states is None else given_positions(solution, states)
    return _policy(solution, found, columns)


def all_moves(solution: Solution) -> tuple[Move, ...]:
    """All moves that the states of a solution have, without repetitions, in rising order; by their
    texts if they have no order.

    Raises QueryError for more than 100,000 states, where looking at all of them takes long.
    """
    if len(solution) > ALL:
        raise QueryError(
            f"the moves of {len(solution):,} states are not looked for; name them, as in "
            "solution.policy(states, moves=range(7))"
        )
    batches = moves_by_batch(solution, all_positions(solution))
    found = _numbered(solution, (m for _, batch in batches for some in batch.moves for m in some))
    return in_order(found, solution.rules)


def _numbered(solution: Solution, moves: Iterable[Move]) -> dict[Move, int]:
    """Different moves with the place of each. Raises ParameterError for one without a hash."""
    numbers: dict[Move, int] = {}
    for move in moves:
        try:
            numbers.setdefault(move, len(numbers))
        except TypeError:
            text = shown_move(solution.game, move)
            raise ParameterError(
                f"the move {text} is a {type(move).__name__}, which cannot be hashed; moves that "
                "are to be columns are numbers, texts or tuples"
            ) from None
    return numbers


def _policy(solution: Solution, positions: Positions, moves: tuple[Move, ...]) -> Policy:
    number = _numbered(solution, moves)
    if len(number) < len(moves):
        raise ParameterError("a move is named twice among the columns")
    shape = (len(positions), len(moves))
    legal, keeping, best = (np.zeros(shape, bool) for _ in range(3))
    brings = np.full(shape, np.iinfo(np.int32).min, np.int32)
    worth = np.empty(len(positions), np.int32)
    for first, found in moves_by_batch(solution, positions):
        end = first + len(found.moves)
        try:
            columns = np.array([number[m] for some in found.moves for m in some], np.intp)
        except KeyError as unknown:
            raise _no_column(solution, unknown.args[0], positions, found.moves, first) from None
        rows = np.repeat(np.arange(first, end), found.counts)
        legal[rows, columns] = True
        brings[rows, columns] = found.brings
        keeping[rows, columns] = found.keeps
        best[rows, columns] = found.best
        worth[first:end] = found.worth
    texts = tuple(map(solution.rules.move_text, moves))
    entries = positions.entries
    return Policy(
        positions.states, moves, texts, entries.values, entries.remoteness, worth, legal, brings,
        keeping, best, positions.of, positions.exact,
    )  # fmt: skip


def _no_column(
    solution: Solution, move: Move, positions: Positions, moves: list[list[Move]], first: int
) -> ParameterError:
    i = next(i for i, some in enumerate(moves) if move in some)
    where = shown(solution.game, positions.states[first + i])
    return ParameterError(
        f"the move {shown_move(solution.game, move)} of state {where} is not among the columns; "
        "name all moves of the game in moves"
    )


def is_array(player: Any) -> bool:
    """Whether a player is given as an array: NumPy's, or one that becomes NumPy's."""
    return not callable(player) and (hasattr(player, "__array__") or isinstance(player, list))


def chosen_columns(given: Any, policy: Policy) -> NDArray[np.int64]:
    """[N] the move that an array chooses in each state: its column.

    given: [N, M] numbers such as logits or Q-values, of which the largest of a legal move is taken
    (the first of equal ones), or [N] integers, columns. Raises ParameterError.
    """
    try:
        array = np.asarray(given)
    except ValueError as ragged:
        raise ParameterError(f"expected an array with rows of one length: {ragged}") from ragged
    shape = (len(policy), len(policy.moves))
    if array.shape == shape[:1] and np.issubdtype(array.dtype, np.integer):
        if len(array) and not 0 <= int(array.min()) <= int(array.max()) < shape[1]:
            raise ParameterError(
                f"columns are 0 to {shape[1] - 1}, got {array.min()} to {array.max()}"
            )
        return array.astype(np.int64)
    if array.shape != shape:
        raise ParameterError(
            f"expected an array of shape {list(shape)}, a row for each of the states and a column "
            f"for each of the moves of a policy, or {list(shape[:1])} integers, got an array of "
            f"{array.dtype} of shape {list(array.shape)}"
        )
    if not (np.issubdtype(array.dtype, np.number) or array.dtype == bool):
        raise ParameterError(f"expected an array of numbers, got one of {array.dtype}")
    if np.iscomplexobj(array):
        raise ParameterError("complex numbers have no order")
    array = array.astype(np.float64)
    if np.isnan(array[policy.legal]).any():
        row = int(np.flatnonzero((np.isnan(array) & policy.legal).any(axis=1))[0])
        raise ParameterError(f"row {row} has nan for a legal move")
    masked = np.where(policy.legal, array, -np.inf)
    columns: NDArray[np.int64] = masked.argmax(axis=1)
    # a legal move of -inf may not lose to an illegal one
    illegal = ~policy.legal[np.arange(len(columns)), columns]
    columns[illegal] = policy.legal[illegal].argmax(axis=1)
    return columns
