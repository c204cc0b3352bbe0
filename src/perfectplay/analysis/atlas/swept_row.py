"""One combination of parameters of a sweep, and what is known about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from perfectplay.registry.parameter_texts import parameter_text

SOLVED, SEARCHED, TOO_LARGE, OUT_OF_TIME, REFUSED, FAILED = (
    "solved", "searched", "too large", "out of time", "refused", "failed",
)  # fmt: skip
"""How a row has ended: see `SweptRow`."""

RESULTS = (SOLVED, SEARCHED, TOO_LARGE, OUT_OF_TIME, REFUSED, FAILED)


@dataclass(frozen=True)
class RuleTrial:
    """Whether a rule says exactly which states of one combination have a value.

    ``expression``: the rule, over a state ``s``; ``value``: "loss", "draw" or "win" for the player
    to move. ``states``: how many it was tried on, which is all; ``wrong``: on how many of them it
    is wrong; ``exceptions``: the smallest of those, each with "state", "value" and "remoteness".
    ``note``: why it was not tried (then the counts are None), else None.
    """

    expression: str
    value: str
    states: int | None = None
    wrong: int | None = None
    exceptions: tuple[Mapping[str, Any], ...] = ()
    note: str | None = None

    @property
    def holds(self) -> bool | None:
        """Whether the rule is right on every state; None if it was not tried."""
        return None if self.wrong is None else self.wrong == 0

    def record(self) -> dict[str, Any]:
        """Columns of a table; exceptions as one text."""
        shown = "; ".join(str(one["state"]) for one in self.exceptions)
        return {
            "rule": self.expression or None,
            "rule_value": self.value or None,
            "rule_holds": self.holds,
            "rule_states": self.states,
            "rule_wrong": self.wrong,
            "rule_exceptions": shown or None,
            "rule_note": self.note,
        }

    @classmethod
    def of_dict(cls, given: Mapping[str, Any]) -> RuleTrial:
        """A trial from its JSON; other names are ignored. Raises KeyError, TypeError."""
        kept = _known(cls, given)
        return cls(**{**kept, "exceptions": tuple(kept.get("exceptions") or ())})


def _known(cls: type, given: Mapping[str, Any]) -> dict[str, Any]:
    """What is given of the fields of a class."""
    return {field.name: given[field.name] for field in fields(cls) if field.name in given}


@dataclass(frozen=True)
class SweptRow:
    """What a sweep has found out about one combination of parameters; None: not known.

    ``parameters``: the values that were given, texts if they are no numbers; ``result``: "solved";
    "searched" (too large, or out of time, but a search has proved the value of the start); "too
    large" for the states or the memory that were allowed; "out of time"; "refused" (the game does
    not accept the parameters); "failed" (its rules raise, or break a promise).

    ``value``, ``remoteness``, ``score``: of the start, for the player who moves first (a score in
    games of points only; ``remoteness`` None in a solved row: endless). ``states``, ``moves``,
    ``terminal``, ``wins``, ``draws``, ``losses``, ``endless``: the counts of `Solution.counts`, all
    states for the player to move. ``longest``: the most plies to the end from a won or lost state
    under perfect play (in games of points, from any state). ``branching``: the mean number of moves
    of a state that is not terminal. ``first_moves``: moves of the start; ``keeping_moves``: those
    that keep its value, or its score; ``best_moves``: those that keep the plies too.

    ``estimate``: the states of a game that was not solved, "low", "likely" and "high" (None: no
    upper bound). ``bounds``: what a search has proved, in words. ``note``: why the row is not
    solved, or a warning of the solve. ``seconds``: of the solve or the search. ``rule``: the trial
    of a rule; None if no rule was asked for, or the row is not solved.
    """

    parameters: Mapping[str, Any]
    result: str
    value: str | None = None
    remoteness: int | None = None
    score: int | None = None
    states: int | None = None
    moves: int | None = None
    terminal: int | None = None
    wins: int | None = None
    draws: int | None = None
    losses: int | None = None
    endless: int | None = None
    longest: int | None = None
    branching: float | None = None
    first_moves: int | None = None
    keeping_moves: int | None = None
    best_moves: int | None = None
    estimate: Mapping[str, int | None] | None = None
    bounds: str | None = None
    note: str | None = None
    engine: str | None = None
    seconds: float | None = None
    rule: RuleTrial | None = None

    @property
    def solved(self) -> bool:
        """Whether all states are known."""
        return self.result == SOLVED

    @property
    def shares(self) -> tuple[float, float, float] | None:
        """The shares of won, drawn and lost states, for the player to move; None if not solved."""
        if not self.states:
            return None
        wins, draws, losses = (n or 0 for n in (self.wins, self.draws, self.losses))
        return wins / self.states, draws / self.states, losses / self.states

    @property
    def decisive(self) -> float | None:
        """The share of states that are not drawn; None if not solved."""
        return None if self.shares is None else self.shares[0] + self.shares[2]

    @property
    def label(self) -> str:
        """The value of the start as a letter, with the plies to the end or the points; "" if it is
        not known.

        >>> SweptRow({}, SOLVED, value="draw").label, SweptRow({}, SOLVED).label
        ('D∞', '')
        """
        if self.value is None:
            return ""
        end = "∞" if self.remoteness is None else self.remoteness
        return f"{self.value[0].upper()}{end if self.score is None else abs(self.score)}"

    def words(self) -> str:
        """The parameters as they are typed.

        >>> SweptRow({"width": 3, "misere": True}, SOLVED).words()
        'width=3 misere=yes'
        """
        return " ".join(f"{name}={parameter_text(v)}" for name, v in self.parameters.items())

    def record(self) -> dict[str, Any]:
        """One flat row for a table: the parameters, then all fields, then the shares."""
        row = asdict(replace(self, rule=None))
        row.pop("rule")
        estimate = row.pop("estimate") or dict.fromkeys(("low", "likely", "high"))
        shares = self.shares or (None, None, None)
        return {
            **row.pop("parameters"),
            **row,
            **{f"estimate_{name}": number for name, number in estimate.items()},
            **dict(zip(("won", "drawn", "lost"), shares, strict=True)),
            "decisive": self.decisive,
            **(self.rule or NO_TRIAL).record(),
        }

    def as_dict(self) -> dict[str, Any]:
        """As JSON; `SweptRow.of_dict` reads it."""
        return asdict(self)

    @classmethod
    def of_dict(cls, given: Mapping[str, Any]) -> SweptRow:
        """A row from its JSON; other names are ignored. Raises KeyError, TypeError."""
        kept = _known(cls, given)
        trial = kept.pop("rule", None)
        row = cls(**kept, rule=None if trial is None else RuleTrial.of_dict(trial))
        if row.result not in RESULTS or not isinstance(row.parameters, Mapping):
            raise KeyError(row.result)
        return row


NO_TRIAL = RuleTrial("", "")
"""In a table, a row without a trial."""

COLUMNS = tuple(SweptRow({}, SOLVED).record())
"""The columns of a table after the parameters."""
