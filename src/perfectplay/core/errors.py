"""Everything that can go wrong, as a tree.

    PerfectPlayError
    ├── RulesError (ValueError)           a game breaks a promise of the contract
    ├── StateLimitError (MemoryError)     more states than allowed, or than fit
    │   └── EndlessGameError              a game that is proved to grow without end
    ├── MemoryBudgetError (MemoryError)   a budget that the game does not fit
    ├── TableSizeError (MemoryError)      a table of a search that memory does not hold
    ├── UnknownGameError (LookupError)    no game under this name
    ├── GameFileError (OSError)           a file that is not one game
    ├── TreeError (ValueError)            an explicit tree or graph that is no game
    ├── ParameterError (ValueError)       a parameter that the game does not take
    ├── ParseError (ValueError)           a text that is no state
    ├── IllegalMoveError (ValueError)     a move that is not legal in a state
    ├── StrategyError (ValueError)        a strategy that raises, or answers what is no move
    ├── UnknownStateError (KeyError)      a state that no play reaches
    ├── NotImpartialError (TypeError)     a game that has no Grundy values
    ├── MethodError (ValueError)          a way of solving that cannot be had for this game
    ├── SearchCycleError (ValueError)     a play that comes back to a state, in a search
    ├── ConjectureError (ValueError)      a conjecture that cannot be read, or raises on a state
    ├── ExplainError (ValueError)         a game in whose states no rule can be looked for
    ├── PlotError (ValueError)            a table or picture that cannot be made of this game
    ├── StoreError (OSError)              a stored solution that cannot be read or written
    │   ├── NoSolutionError               there is no stored solution at this place
    │   ├── UnfinishedError               one that a solve has not finished
    │   ├── FormatVersionError            one in another version of the format
    │   ├── FolderBusyError               one that another process is solving into
    │   ├── BookError                     a book that cannot be read, or that contradicts
    │   └── DamagedError                  one that is not as it was written
    ├── RulesDifferError (ValueError)     rules that are not those of a stored solution
    ├── MissingRulesError (LookupError)   a question that needs rules which were not found
    └── MissingExtraError (ImportError)   an optional library that is not installed

Each is also a child of the builtin that a caller would expect. A message says what was expected,
shows the state and the move, and ends with the next step.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class PerfectPlayError(Exception):
    """Root of all errors of perfectplay. ``str(error)`` is one message for people."""

    def __str__(self) -> str:  # KeyError would show the repr
        return str(self.args[0]) if self.args else ""

    def __reduce__(self) -> tuple[Any, ...]:  # from a worker, without the arguments of __init__
        return _restored, (type(self), self.args, dict(vars(self)))


def _restored(
    kind: type[PerfectPlayError], arguments: tuple[Any, ...], fields: dict[str, Any]
) -> PerfectPlayError:
    base: Any = kind
    while base.__module__ != "builtins":  # Python lets only the class that gives the layout make it
        base = base.__base__
    error: PerfectPlayError = base.__new__(kind)
    error.args = arguments
    error.__dict__.update(fields)
    return error


def with_remedy(message: str, remedy: str) -> str:
    """What happened and what to do, as one sentence.

    >>> with_remedy("no move in state 4", "Set stuck")
    'no move in state 4; set stuck'
    """
    return f"{message}; {remedy[0].lower()}{remedy[1:]}" if remedy else message


class RulesError(PerfectPlayError, ValueError):
    """The rules break a promise of the contract.

    ``promise`` is its name (such as ``"stuck-state"``), ``state`` and ``move`` are where it
    happened (``None`` where there is none), ``remedy`` is what to do about it.
    """

    def __init__(
        self, promise: str, message: str, *, state: Any = None, move: Any = None, remedy: str = ""
    ) -> None:
        super().__init__(with_remedy(message, remedy))
        self.promise = promise
        self.problem = message
        self.state = state
        self.move = move
        self.remedy = remedy


class StateLimitError(PerfectPlayError, MemoryError):
    """The game has more states than ``max_states``, or than the budget holds.

    ``states`` is the count reached. ``growth`` is the line of play that shows why, a `Growth`;
    None if there is none.
    """

    def __init__(self, message: str, *, states: int = 0, growth: Any = None) -> None:
        super().__init__(message)
        self.states = states
        self.growth = growth


class EndlessGameError(StateLimitError):
    """The game is proved to grow without end; ``growth`` is the line that shows it."""


class MemoryBudgetError(PerfectPlayError, MemoryError):
    """The game cannot be solved within the budget of memory; ``least`` bytes would do.

    ``held``: bytes that the process holds already, if they alone are too many.
    """

    def __init__(self, budget: int, least: int, held: int | None = None) -> None:
        reason = f"the game does not fit a budget of {_megabytes(budget)}"
        if held is not None:
            reason = (
                f"this process holds {_megabytes(held)} before the solve begins, which leaves too "
                f"little of a budget of {_megabytes(budget)}"
            )
        super().__init__(
            f"{reason}; the least that would do is about {_megabytes(least)} (--memory)"
        )
        self.least = least


class TableSizeError(PerfectPlayError, MemoryError):
    """The machine has no memory for the table of a search; ``free`` bytes are left."""

    def __init__(self, size: int, free: int) -> None:
        super().__init__(
            f"a table of {_megabytes(size)} does not fit the {_megabytes(free)} of memory that are "
            "free; a smaller one (table, --table) costs time and changes no answer"
        )
        self.free = free


def _megabytes(size: int) -> str:
    """Bytes as people write them, rounded up.

    >>> _megabytes(300_000_001)
    '301M'
    """
    return f"{-(-size // 10**6):,}M"


class UnknownGameError(PerfectPlayError, LookupError):
    """No game of the library, file or module has this name."""


class GameFileError(PerfectPlayError, OSError):
    """A file or module cannot be read, cannot be run, or does not define one game."""


class TreeError(PerfectPlayError, ValueError):
    """An explicit tree or graph is no game; the message names the node."""


class ParameterError(PerfectPlayError, ValueError):
    """A parameter is unknown to the game, of another type, or out of range."""


class ParseError(PerfectPlayError, ValueError):
    """A text does not stand for a state of the game."""


class IllegalMoveError(PerfectPlayError, ValueError):
    """A move is not legal in a state; the message lists the moves that are."""


class StrategyError(PerfectPlayError, ValueError):
    """A strategy cannot be had, raises, or answers what is no move of the game.

    ``state`` is where it happened, None where it was not asked.
    """

    def __init__(self, message: str, *, state: Any = None) -> None:
        super().__init__(message)
        self.state = state


class UnknownStateError(PerfectPlayError, KeyError):
    """No play from the start reaches this state."""


class NotImpartialError(PerfectPlayError, TypeError):
    """The game has no Grundy values: not impartial, not normal play, with loops; it says which."""


class MethodError(PerfectPlayError, ValueError):
    """The game cannot be solved by the method that was asked for; the message says why."""


class SearchCycleError(PerfectPlayError, ValueError):
    """A search has met a state twice in one play, and all that is reached is too large to solve.

    ``states``: those of that play from the one to which it comes back, which is there twice.
    """

    def __init__(self, message: str, *, states: Sequence[Any] = ()) -> None:
        super().__init__(message)
        self.states = list(states)


class ConjectureError(PerfectPlayError, ValueError):
    """A conjecture cannot be read, does what it may not, or raises; the message has the state."""


class ExplainError(PerfectPlayError, ValueError):
    """No rule can be looked for in the states of a game; the message says what would do."""


class PlotError(PerfectPlayError, ValueError):
    """A table or picture that was asked for cannot be made of this game; says which could be."""


class StoreError(PerfectPlayError, OSError):
    """A stored solution cannot be read or written; the message names the folder or file."""


class NoSolutionError(StoreError):
    """What is at this place is no stored solution."""


class UnfinishedError(StoreError):
    """The solve that writes this solution has not ended."""


class FormatVersionError(StoreError):
    """The solution is stored in a version of the format that is not ours."""


class FolderBusyError(StoreError):
    """Another process is solving into the folder."""


class BookError(StoreError):
    """A book cannot be read or written, or contradicts what is proved.

    ``result``: what the search had proved before it could not be kept, else None.
    """

    result: Any = None


class DamagedError(StoreError):
    """A file of a stored solution is missing, or not as it was written."""


class RulesDifferError(PerfectPlayError, ValueError):
    """The rules are not those that made a stored solution; the message says what differs."""


class MissingRulesError(PerfectPlayError, LookupError):
    """The rules of a stored solution were not found, and the question needs them."""


class MissingExtraError(PerfectPlayError, ImportError):
    """An optional library is not installed; the message has the command that installs it."""


class PerfectPlayWarning(UserWarning):
    """Something that a user of the library should know and that is no error."""
