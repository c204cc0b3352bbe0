"""The promises that rules must keep, by name, each with its remedy and its error."""

from __future__ import annotations

import difflib
import re
from contextlib import suppress
from dataclasses import FrozenInstanceError
from traceback import walk_tb

from perfectplay.core.errors import RulesError
from perfectplay.core.value import Move, State, Value
from perfectplay.game.game import Game
from perfectplay.game.meant_name import meant_name
from perfectplay.game.showing import (
    answer_text,
    by_move,
    in_state,
    one_line,
    place,
    rule_name,
    shown_move,
)

OVER = (Value.LOSS, Value.DRAW, Value.WIN)
VALUES = "Value.LOSS, Value.DRAW or Value.WIN"

_DETERMINISTIC = "The same question must always get the same answer: no random numbers or "
_DETERMINISTIC += (
    "clocks, nothing kept in self or outside the class, and no sets without sorting them"
)
_CLASS = "symmetries must give only states that are equal in all that matters; check the image, "
_CLASS += "or leave symmetries out"

PROMISES: dict[str, str] = {
    "async-rule": "Write def without async",
    "hidden-method": "Give the field or attribute a name that is not a method of Game",
    "hidden-parameter": "Give the method another name",
    "wrong-arguments": "Give it the arguments that the contract names",
    "illegal-players": "Set players = 2, or players = 1 for a puzzle",
    "illegal-stuck": f"Set stuck to {VALUES}, the value for the player to move",
    "illegal-scoring": "Set scoring = True for a game of points, or leave it out",
    "illegal-score": "A game of points gives a whole number of 32 bits, the points that the player "
    "to move gets at the end, or None if the play goes on",
    "illegal-gain": "It must give a whole number of 32 bits, the points that the mover wins",
    "score-too-large": "All that can be won from a state must stay within 32 bits; count in larger "
    "units",
    "score-loop": "A game of points must come to an end; count the moves in the state, or leave "
    "scoring out",
    "illegal-limits": "Set limits to one pair (low, high) of whole numbers for each field of "
    "the tuple",
    "illegal-outcome": f"It must give {VALUES} if the play is over, for the player to move, "
    "and None if it goes on",
    "illegal-moves": "It must give the legal moves, as a list or with yield",
    "endless-moves": "It must come to an end in every state",
    "illegal-symmetries": "It must give the states equal to this one, as a list or with yield",
    "endless-symmetries": "It must come to an end in every state",
    "illegal-cell-symmetries": "Set cell_symmetries to a tuple of permutations of the fields, "
    "such as ((2, 1, 0),), each alone or with values that are exchanged, "
    "((2, 1, 0), {1: 2, 2: 1})",
    "no-state": "Return the next state in every branch",
    "unhashable-state": "Make states of tuples, strings, frozensets, integers, or a frozen "
    "dataclass of them; tuple(...) and frozenset(...) turn lists and sets into such",
    "mutable-state": "Make a new state instead of changing the one that was given",
    "identity-state": "Equal states must compare equal: use a tuple, or a class with "
    "@dataclass(frozen=True) and fields such as n: int in the place of __init__",
    "hash-changes": "Equal states must have one hash, which never changes: leave out __hash__ of a "
    "frozen dataclass, or compute it from what __eq__ compares",
    "kind-changes": "Make every state an integer, or none",
    "out-of-63-bits": "Integers that are states must lie in 0 ... 2**63 - 1; write others "
    "as a tuple of smaller integers, negative ones as (n,)",
    "out-of-limits": "Widen limits, or leave them out: ranges are then learnt on the way",
    "stuck-state": "Let outcome give its value, or set stuck = Value.LOSS (a player who "
    "cannot move loses), Value.WIN (misère) or Value.DRAW",
    "start-differs": _DETERMINISTIC,
    "moves-differ": _DETERMINISTIC,
    "play-differs": _DETERMINISTIC,
    "outcome-differs": _DETERMINISTIC,
    "gain-differs": _DETERMINISTIC,
    "player-illegal": "It must give the seat to move, 0 or 1",
    "player-contradicts": "Correct one of the two, or leave moves_again out",
    "moves-again-illegal": "It must give True or False",
    "symmetry-class": _CLASS,
    "symmetry-outcome": _CLASS,
    "symmetry-seat": _CLASS,
    "symmetry-tier": _CLASS,
    "symmetry-children": _CLASS,
    "impartial-turn": "Leave out impartial = True: it is for games in which both players have the "
    "same moves in every state",
    "tier-illegal": "It must give a whole number of 64 bits",
    "tier-falls": "A tier must stay or rise along every move; negate it if it always falls",
    "order-wrong": "Give a whole number of 58 bits, or leave order out",
    "bounds-wrong": "Give bounds that hold, with win_in and loss_in of the fewest plies, or leave "
    "bounds out",
    "forced-wrong": "Yield no move at all unless one of them is certainly perfect",
    "plies-left-wrong": "Give None where plays from the state end after different numbers of plies",
    "hints-contradict": "`perfectplay check` tries hints, `perfectplay verify` what is stored; "
    "hints=False, --no-hints, goes without hints",
    "false-merge": 'Name states by another text, with merged_by="observation", or let every '
    'history be a state of its own, with merged_by="history"',
    "illegal-text": "It must give a str in every branch; a helper of your own needs another name "
    "than the methods of the contract",
    "illegal-board": "It must give a Grid or Cells with pieces on their cells and legal moves, a "
    "text, or None for the default; a helper of your own needs another name than board",
    "illegal-board-shape": "Set board_shape = (rows, columns) for states that begin with rows * "
    "columns whole numbers or letters, board_letters to one letter for each number, and "
    "board_shape = False for no board",
    "text-round-trip": "Make parse the inverse of text; a helper of your own needs another name "
    "than parse",
    "move-text-ambiguous": "Give every legal move of a state a different text",
    "move-text-round-trip": "Make parse_move the inverse of move_text; a helper of your own needs "
    "another name than parse_move",
    "compiled-differs": "Compiled integers have 64 bits and wrap silently; keep every number "
    "below 2**63, or solve with --method interpreted",
    "grows-without-end": "Stop what grows at some value, leave it out of the state, or end every "
    "play with cap(GAME, PLIES)",
    "answers-differ": _DETERMINISTIC,
    "never-answers": "Every rule must come to an end; look for a loop that does not",
    "rules-raised": "Correct that line",
}
"""Name of every promise that is checked, with the remedy."""


def broken(
    promise: str, message: str, state: State = None, move: Move = None, remedy: str = ""
) -> RulesError:
    """Error for a broken promise, with its remedy unless another one is given.

    >>> print(broken("player-illegal", "player gave 2"))
    player gave 2; it must give the seat to move, 0 or 1
    """
    return RulesError(promise, message, state=state, move=move, remedy=remedy or PROMISES[promise])


def wrong_answer(
    game: Game, promise: str, method: str, answer: object, state: State, move: Move = None,
    remedy: str = "",
) -> RulesError:  # fmt: skip
    """Error for a wrong answer of a rule; ``remedy``: that of the promise if ""."""
    if promise == "no-state" and method == "start":
        remedy = "Return the first state of every play"
    if promise == "no-state" and answer is not None:
        remedy = "Write return in place of yield"
    gave = f"{rule_name(game, method)} gave {answer_text(answer)}"
    at = "" if method == "start" else in_state(game, state)
    at += "; a state needs a hash, and this has none" * (promise == "unhashable-state")
    return broken(promise, gave + by_move(game, move) + at, state, move, remedy)


def raised(game: Game, method: str, error: BaseException, *arguments: State | Move) -> RulesError:
    """Error for a rule that raised an exception, with the line in the author's file.

    ``arguments``: the state and the move with which the rule was called, if any.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> print(raised(ThreeRocks(), "play", IndexError("out of range"), (3, 2), (1, 0)))
    ThreeRocks.play raised IndexError: out of range for the move 1,0 in state 3,2; correct that
    line, or do not offer this move
    """
    state, move = (*arguments, None, None)[:2]
    what = "raised " + type(error).__name__ + (f": {one_line(error)}" if one_line(error) else "")
    what += _meant(error)
    if isinstance(error, SystemExit):
        how = "quit() or sys.exit()" if error.code is None else f"sys.exit({error.code!r})"
        what = f"would end the program, with {how},"
    elif isinstance(error, KeyboardInterrupt):
        what = "would end the program as Ctrl-C does, with KeyboardInterrupt,"
    by = f" for the move {shown_move(game, move)}" if len(arguments) > 1 else ""
    at = in_state(game, state) if arguments else ""
    line = place(game, error.__traceback__)
    line = f" ({line})" if line else ""
    message = f"{rule_name(game, method)} {what}{by}{at}{line}"
    remedy = PROMISES["rules-raised"] + _or_ask_nothing(game, method, state)
    return broken("rules-raised", message, state, move, remedy)


def _or_ask_nothing(game: Game, method: str, state: State) -> str:
    """How rules can keep a method from being asked what it cannot answer; "" if they cannot.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> _or_ask_nothing(ThreeRocks(), "outcome", (10, 10))
    ', or the state that start gives'
    >>> _or_ask_nothing(ThreeRocks(), "outcome", (3, 2))
    ', or do not offer the move that leads there'
    """
    if method in ("play", "gain"):
        return ", or do not offer this move"
    if method not in ("moves", "outcome"):
        return ""
    with suppress(Exception):  # rules may raise anything, and so may a state that is compared
        if game.start() == state:
            return ", or the state that start gives"
    return ", or do not offer the move that leads there"


def _unchanging(error: BaseException) -> str:
    """What to do in place of changing a state; "" for other errors.

    >>> _unchanging(TypeError("'tuple' object does not support item assignment"))
    'states never change: change a list of it, and return a tuple of that list'
    """
    if isinstance(error, FrozenInstanceError):
        if any(frame.f_code.co_name == "__init__" for frame, _ in walk_tb(error.__traceback__)):
            return "@dataclass makes __init__ of the annotated fields: write n: int in its place"
        return "states never change: return replace(state, ...), from dataclasses"
    if isinstance(error, TypeError):
        kind = re.match(r"'(tuple|str|bytes)' object does not support item", str(error))
        if kind:
            made = {"tuple": "a tuple of", "str": "''.join of", "bytes": "bytes of"}[kind[1]]
            return f"states never change: change a list of it, and return {made} that list"
    if isinstance(error, AttributeError) and error.name is not None:
        if type(error.obj) is frozenset and hasattr(set, error.name):
            return "a frozenset never changes: s | {x} is one with x, s - {x} one without"
        if type(error.obj) is tuple and hasattr(list, error.name):
            return "a tuple never changes: change a list of it, and return a tuple of that list"
    return ""


def _forgotten(game: object, name: str) -> str:
    """What to write where a class of rules only announces a field; "" elsewhere.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> class Heap(ThreeRocks):
    ...     stones: int
    >>> _forgotten(Heap(), "stones")
    'write @dataclass(frozen=True) above class Heap'
    """
    if isinstance(game, Game):
        for cls in type(game).__mro__:
            with suppress(Exception):  # annotations may name what does not exist
                if cls.__module__ != Game.__module__ and name in cls.__annotations__:
                    return f"write @dataclass(frozen=True) above class {cls.__name__}"
    return ""


def _meant(error: BaseException) -> str:
    """The attribute that was probably meant, or another remedy, in brackets; else "".

    >>> try:
    ...     Value.LOSE
    ... except AttributeError as error:
    ...     print(_meant(error))
     (did you mean LOSS?)
    """
    if advice := _unchanging(error) or meant_name(error):
        return f" ({advice})"
    if not isinstance(error, AttributeError) or error.name is None or error.obj is None:
        return ""
    if field := _forgotten(error.obj, error.name):
        return f" ({field})"
    names = {name.lower(): name for name in dir(error.obj)}
    near = difflib.get_close_matches(error.name.lower(), names, n=1)
    if not near and error.obj is Value:
        return f" (there are {VALUES})"
    return f" (did you mean {names[near[0]]}?)" if near else ""
