"""The exceptions of perfectplay.

Each is a `PerfectPlayError`, and of the builtin class that a caller would expect. A message says
what was expected, shows the state and the move, and ends with the next step.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class PerfectPlayError(Exception):
    """Base class of all errors of perfectplay. ``str(error)`` is the whole message."""

    def __str__(self) -> str:  # KeyError would show the repr
        return str(self.args[0]) if self.args else ""

    def __reduce__(self) -> tuple[Any, ...]:  # from a worker, without the arguments of __init__
        return _restored, (type(self), self.args, dict(vars(self)))


class StopRules(BaseException):
    """Base class of what perfectplay raises within rules to stop them.

    It is no fault of theirs, and ``except Exception`` in them lets it pass.
    """


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
    """A problem and its remedy as one sentence.

    >>> with_remedy("no move in state 4", "Set stuck")
    'no move in state 4; set stuck'
    """
    return f"{message}; {remedy[0].lower()}{remedy[1:]}" if remedy else message


class RulesError(PerfectPlayError, ValueError):
    """The rules of a game break a promise.

    ``promise``: its name, such as ``"stuck-state"``; ``state``, ``move``: where it happened, or
    None; ``remedy``: what the author should do.
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
    """The game has more states than ``max_states``, or than the memory budget holds.

    ``states``: number of states reached; ``growth``: a `Growth`, the line of play that shows why,
    or None.
    """

    def __init__(self, message: str, *, states: int = 0, growth: Any = None) -> None:
        super().__init__(message)
        self.states = states
        self.growth = growth


class EndlessGameError(StateLimitError):
    """The game provably has infinitely many states; ``growth`` is the line that shows it."""


class MemoryBudgetError(PerfectPlayError, MemoryError):
    """The work cannot be done within the memory budget; ``least`` bytes would be enough.

    ``held``: bytes that the process already uses, if these alone are too many; ``at_least``:
    whether it is not known how many more than ``least`` it takes; ``any_game``: whether no game may
    be given so small a budget; ``work``: what would be done, "solve" or "verification".
    """

    def __init__(
        self, budget: int, least: int, held: int | None = None, *, at_least: bool = False,
        any_game: bool = False, work: str = "solve",
    ) -> None:  # fmt: skip
        whose = "the game" if work == "solve" else f"the {work} of this solution"
        reason = f"{whose} does not fit a budget of {_megabytes(budget)}"
        if any_game:
            reason = f"a budget of {_megabytes(budget)} is too small for any game"
        if held is not None:
            reason = (
                f"this process holds {_megabytes(held)} before the {work} begins, which leaves too "
                f"little of a budget of {_megabytes(budget)}"
            )
        needs = "it takes more than" if at_least else "the least that would do is about"
        super().__init__(f"{reason}; {needs} {_megabytes(least)} (--memory)")
        self.least = least


class GameTooLargeError(PerfectPlayError, MemoryError):
    """By its estimate the game is far too large for this machine; the message has the ways out."""


class CountTimeError(PerfectPlayError, TimeoutError):
    """Lines could not be counted within the seconds allowed; the message says what would help."""


class TableSizeError(PerfectPlayError, MemoryError):
    """The table of a search does not fit the free memory of ``free`` bytes."""

    def __init__(self, size: int, free: int) -> None:
        super().__init__(
            f"a table of {_megabytes(size)} does not fit the {_megabytes(free)} of memory that are "
            "free; a smaller one (table, --table) costs time and changes no answer"
        )
        self.free = free


def _megabytes(size: int) -> str:
    """Bytes in millions, rounded up, as --memory reads them.

    >>> _megabytes(1_300_000_001)
    '1301M'
    """
    return f"{-(-size // 10**6)}M"


class UnknownGameError(PerfectPlayError, LookupError):
    """No game of the library, file or module has this name."""


class GameFileError(PerfectPlayError, OSError):
    """A file or module cannot be read, cannot be run, or does not define one game."""


class TreeError(PerfectPlayError, ValueError):
    """An explicit tree or graph does not define a game; the message names the node."""


class ParameterError(PerfectPlayError, ValueError):
    """A parameter is unknown to the game, of another type, or out of range."""


class ParseError(PerfectPlayError, ValueError):
    """A text does not describe a state of the game."""


class IllegalMoveError(PerfectPlayError, ValueError):
    """A move is not legal in a state; the message lists the moves that are."""


class StrategyError(PerfectPlayError, ValueError):
    """A strategy cannot be loaded, raises, or returns something that is no move.

    ``state``: the state in which it was called, or None.
    """

    def __init__(self, message: str, *, state: Any = None) -> None:
        super().__init__(message)
        self.state = state


class BrokenStrategyError(StrategyError):
    """A strategy does not keep what is claimed of it; the message has a play that shows it.

    ``proof``: the `Proof`, whose ``broken`` is that play.
    """

    def __init__(self, message: str, *, proof: Any) -> None:
        super().__init__(message)
        self.proof = proof


class PlayerGoneError(StrategyError):
    """A player that is a program has ended, or does not answer."""


class UnknownStateError(PerfectPlayError, KeyError):
    """No play from the start reaches this state."""


class QueryError(PerfectPlayError, TypeError):
    """A method of a solution that expects many states got one, or a text; the message says which
    method is meant for it."""


class NotImpartialError(PerfectPlayError, TypeError):
    """The game has no Grundy values; the message says why (not impartial, misère, loops)."""


class MethodError(PerfectPlayError, ValueError):
    """The requested method cannot solve the game; the message says why."""


class SearchCycleError(PerfectPlayError, ValueError):
    """A search reached a state twice in one play, and there are too many states to solve instead.

    ``states``: the states of the loop; the first and the last are the same.
    """

    def __init__(self, message: str, *, states: Sequence[Any] = ()) -> None:
        super().__init__(message)
        self.states = list(states)


class ConjectureError(PerfectPlayError, ValueError):
    """A conjecture cannot be parsed, is not allowed, or raises; the message shows the state."""


class ExplainError(PerfectPlayError, ValueError):
    """The states of a game allow no search for a rule; the message says which states would."""


class PlotError(PerfectPlayError, ValueError):
    """The requested table or picture does not fit this game; the message names others."""


class StoreError(PerfectPlayError, OSError):
    """A stored solution cannot be read or written; the message names the folder or file."""


class NoSolutionError(StoreError):
    """There is no stored solution in this place."""


class UnfinishedError(StoreError):
    """The solve that writes this solution is not finished."""


class FormatVersionError(StoreError):
    """The solution is stored in another version of the format."""


class FolderBusyError(StoreError):
    """Another process is solving into the folder."""


class BookError(StoreError):
    """A book cannot be read or written, or contradicts a proved result.

    ``result``: the search result that could not be written, or None.
    """

    result: Any = None


class DamagedError(StoreError):
    """A file of a stored solution is missing or has changed."""


class ClusterError(PerfectPlayError, RuntimeError):
    """The processes that work for a solve cannot be reached, or one of them has failed."""


class AuditError(ClusterError):
    """A worker and this process have computed different results of one task."""


class RulesDifferError(PerfectPlayError, ValueError):
    """The rules differ from those of a stored solution; the message says in what."""


class MissingRulesError(PerfectPlayError, LookupError):
    """The rules of a stored solution were not found, but are needed."""


class MissingExtraError(PerfectPlayError, ImportError):
    """An optional library is not installed; the message gives the command that installs it."""


class PerfectPlayWarning(UserWarning):
    """Information that a user should see and that is no error."""
