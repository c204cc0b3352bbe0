"""Warnings about endings: stuck states that nobody decides, and a common slip, an outcome for the
player who has just moved, not for the player to move."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from perfectplay.core.value import State, Value
from perfectplay.core.warn_user import warn_user
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.explicit.explicit_game import ExplicitGame
from perfectplay.game.functions import FunctionGame
from perfectplay.game.game import Game
from perfectplay.game.operators.operator import Operator
from perfectplay.game.operators.sums import Sum
from perfectplay.game.showing import shown


def warn_of_stuck(game: Game, stuck_state: State) -> None:
    """Warn if functions leave a state without moves undecided: ``stuck_state``, or None."""
    if isinstance(game, FunctionGame) and not game.stuck_given and stuck_state is not None:
        warn_user(
            f"state {stuck_state!r} has no legal moves and is undecided: counted as a draw; "
            "say stuck=Value.LOSS (or WIN, DRAW) to decide"
        )


PLAYS, PLIES, MOVES = 32, 2_000, 100_000
"""Most random plays, plies of all plays together, and moves seen."""


def inverted_ending(rules: CheckedGame) -> State | None:
    """An ending that the player to move wins, if random plays find only such decisive endings.

    None if the game says that this is meant (``misere`` is true, ``stuck`` is WIN, its docstring
    has the word, it has no class of its own), and for puzzles and games of points. Raises
    RulesError.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> inverted_ending(CheckedGame(ThreeRocks())) is None
    True
    """
    if rules.game.players == 1 or rules.scoring or is_answered(rules.game):
        return None
    random, found = Random(0), None
    plies = moves_seen = 0
    for _ in range(PLAYS):
        state, again = rules.start(), False
        while (value := rules.outcome(state)) is None:
            moves = rules.moves(state)
            plies, moves_seen = plies + 1, moves_seen + len(moves)
            if plies > PLIES or moves_seen > MOVES:
                return found
            if not moves:  # stuck says how this ends, whatever outcome means
                break
            move = random.choice(moves)
            child = rules.play(state, move)
            state, again = child, rules.moves_again(state, move, child)
        if value is (Value.WIN if again else Value.LOSS):
            return None  # the last move won
        if value in (Value.WIN, Value.LOSS) and plies:
            found = state
    return found


def is_answered(game: Game) -> bool:
    """True if a game says that the last move loses, or has no class of its own that could say so.

    >>> from perfectplay.games.nim import Nim
    >>> is_answered(Nim()), is_answered(Nim(misere=True))
    (False, True)
    """
    kind = type(game)
    words = (kind.__doc__ or "").lower().replace("è", "e")
    return (
        bool(getattr(game, "misere", "misere" in words))
        or getattr(game, "stuck", None) is Value.WIN
        or isinstance(game, Operator | Sum | FunctionGame | ExplicitGame)
    )


def endings_question(game: Game, ending: State) -> str:
    """The question about a game whose decisive endings look inverted; ``ending``: one of them."""
    return (
        f"whoever makes the last move loses: every decisive ending, such as {shown(game, ending)}, "
        "is a win for the player to move. outcome() speaks for the player to move, who has not "
        "just moved: if the last move should win, return Value.LOSS; if it should lose, write "
        "misere = True in the class"
    )


def warn_of_inverted_endings(rules: CheckedGame, histogram: Mapping[tuple[int, int], int]) -> None:
    """Warn if every decisive ending is a win for the player to move, and nobody says so.

    histogram: number of solved states by (value, remoteness).
    """
    lost = (int(Value.LOSS), 0) in histogram and rules.stuck is not Value.LOSS
    if lost or (int(Value.WIN), 0) not in histogram:
        return
    ending = inverted_ending(rules)
    if ending is not None:
        warn_user(endings_question(rules.game, ending))
