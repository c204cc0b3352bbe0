"""The cells that decide a play that is over, such as a line of three."""

from __future__ import annotations

from typing import Any

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.value import State, Value
from perfectplay.game.board import Board
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.promises import broken, raised
from perfectplay.game.game import Game, overrides
from perfectplay.game.operators.operator import defining
from perfectplay.game.showing import answer_text, faults_of, in_state, rule_name

MOST = 400
"""The most cells of a board whose deciding cells are looked for."""

_BETWEEN = " \n\r\t/|,"


def deciding_cells(rules: CheckedGame, state: State, board: Board) -> tuple[int, ...]:
    """The cells of a board that decide the play, in rising order; none if nobody can tell.

    The game's `winning_cells` says it. Otherwise cells are emptied, one after another, as long as
    the rules call the play over with the same value: what remains decides by itself, and is marked
    if it is two pieces or more, all of one kind. That needs a state whose entries are the cells,
    and a game that begins with an empty board. Raises RulesError for a wrong answer of the game.

    >>> from perfectplay.games.tic_tac_toe import TicTacToe
    >>> from perfectplay.game.boards.board_of import board_of
    >>> rules = CheckedGame(TicTacToe())
    >>> over = rules.game.parse("X X X / O O . / . . .")
    >>> deciding_cells(rules, over, board_of(rules, over))
    (0, 1, 2)
    """
    if not board.places or rules.outcome(state) not in (Value.WIN, Value.LOSS):
        return ()
    game, state = defining(rules.game, state, "winning_cells")
    if overrides(game, "winning_cells"):
        said = _said(game, state, len(board.places))
        if said is not None:
            return said
    try:
        return _found(game, state, board)
    except faults_of(game):  # of rules that were asked about states of ours
        return ()


def _said(game: Game, state: State, cells: int) -> tuple[int, ...] | None:
    """What the game says. Raises RulesError."""
    try:
        answer = game.winning_cells(state)
        listed = None if answer is None else sorted(set(answer))
    except PerfectPlayError:
        raise
    except faults_of(game) as error:
        raise raised(game, "winning_cells", error, state) from error
    if listed is not None and not all(type(i) is int and 0 <= i < cells for i in listed):
        problem = (
            f"{rule_name(game, 'winning_cells')} gave {answer_text(listed)}{in_state(game, state)}"
            f", expected numbers of cells from 0 to {cells - 1}"
        )
        raise broken("illegal-board", problem, state)
    return None if listed is None else tuple(listed)


def _found(game: Game, state: State, board: Board) -> tuple[int, ...]:
    count = len(board.places)
    before, now = _entries(game.start()), _entries(state)
    if game.scoring or not 2 <= count <= min(MOST, len(before), len(now)):
        return ()
    empty = before[0]
    if before[:count] != [empty] * count or not _same(now[:count], empty, board):
        return ()
    outcome = game.outcome(state)
    kept = {cell for cell in range(count) if board.pieces[cell] is not None}
    for cell in sorted(kept):
        rest = [empty if i < count and i not in kept - {cell} else one for i, one in enumerate(now)]
        if _outcome(game, _rebuilt(state, iter(rest))) == outcome:
            kept.remove(cell)
    kinds = {board.pieces[cell] for cell in kept}
    return tuple(sorted(kept)) if len(kept) >= 2 and len(kinds) == 1 else ()


def _outcome(game: Game, state: State) -> object:
    """The outcome of a state that no play need reach; None if the rules raise."""
    try:
        return game.outcome(state)
    except faults_of(game):
        return None


def _same(entries: list[Any], empty: Any, board: Board) -> bool:
    """Whether each entry is what is drawn on its cell."""
    pairs = {(entry, piece) for entry, piece in zip(entries, board.pieces, strict=False)}
    drawn = {piece for _, piece in pairs}
    one_to_one = len(pairs) == len(drawn) == len({entry for entry, _ in pairs})
    return one_to_one and all((entry == empty) == (piece is None) for entry, piece in pairs)


def _entries(state: Any) -> list[Any]:
    """The numbers and letters of a state in order; separators of a text are left out."""
    if isinstance(state, tuple | list):
        return [entry for part in state for entry in _entries(part)]
    if isinstance(state, str) and len(state) > 1:
        return [letter for letter in state if letter not in _BETWEEN]
    if isinstance(state, bytes):
        return list(state)
    return [state]


def _rebuilt(like: Any, entries: Any) -> Any:
    """A state of the same form with other entries."""
    if isinstance(like, tuple | list):
        return type(like)(_rebuilt(part, entries) for part in like)
    if isinstance(like, str) and len(like) > 1:
        return "".join(one if one in _BETWEEN else next(entries) for one in like)
    if isinstance(like, bytes):
        return bytes(next(entries) for _ in like)
    return next(entries)
