"""A rule tried on the solved rows of a sweep, each in a process of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from perfectplay.analysis.atlas.kept_rows import KeptRows
from perfectplay.analysis.atlas.row_processes import Ended, RowProcesses
from perfectplay.analysis.atlas.solved_row import SweepLimits
from perfectplay.analysis.atlas.swept_row import RuleTrial, SweptRow
from perfectplay.analysis.atlas.swept_rule import (
    FINDING,
    RULE_STATES,
    SweptRule,
    check_rule,
    found_rule,
    tried_rule,
)
from perfectplay.core.errors import ExplainError, ParameterError
from perfectplay.core.progress import Reporter
from perfectplay.core.value import Value
from perfectplay.game.game import Game
from perfectplay.registry.parameters import build

GRACE = 2.0
"""Seconds after its own at which a process is killed."""

FIND_STATES, FIND_ROWS = 50_000, 3
"""The most states of a combination on which a rule is looked for, and the most combinations."""


@dataclass(frozen=True)
class RuleTask:
    """What a sweep is asked about a rule for the states of a ``value``: an ``expression`` to try,
    or to ``find`` one, or neither."""

    expression: str | None
    find: bool
    value: Value

    def check(self, game: type[Game] | Game, given: Sequence[Mapping[str, Any]]) -> None:
        """Raise ConjectureError, ExplainError, ParameterError for what cannot be asked."""
        if not isinstance(self.value, Value):
            raise ExplainError(
                f"a rule is for Value.LOSS, Value.DRAW or Value.WIN, got {self.value!r}"
            )
        if self.expression is None:
            return
        if self.find:
            raise ParameterError("a rule is given or found, not both: leave one of the two out")
        for parameters in given:
            try:
                made = build(game, parameters)
                start = made.start()
            except Exception:  # the row of the combination says what is wrong with it
                continue
            check_rule(made, start, self.expression)
            return


@dataclass(frozen=True)
class _Trial:
    """A rule to try on the combination of a number; ``rule`` None: find one there."""

    number: int
    rule: SweptRule | None


class RuleTrials:
    """Finds a rule, and tries it on the solved rows of a sweep, ``size`` of them at a time."""

    def __init__(
        self, game: type[Game] | Game, given: Sequence[Mapping[str, Any]], limits: SweepLimits,
        kept: KeptRows | None, reporter: Reporter, size: int,
    ) -> None:  # fmt: skip
        self._game, self._given, self._limits = game, given, limits
        self._kept, self._reporter, self._size = kept, reporter, size
        self._value = Value.LOSS
        self._refusal = ""

    def run(self, rows: dict[int, SweptRow], task: RuleTask) -> tuple[SweptRule | None, str | None]:
        """Put the trial of a rule into each solved row, which ``rows`` has by its number. Gives the
        rule, and why there is none if one was to be found."""
        self._value, rule = task.value, None
        if task.expression is not None:
            rule = SweptRule(task.expression.strip(), str(task.value))
        elif task.find:
            rule = self._found(rows)
        if rule is not None:
            self._try(rows, rule)
        for number, row in rows.items():
            if row.rule is not None and (rule is None or not _is_of(row.rule, rule)):
                rows[number] = replace(row, rule=None)  # that of an earlier sweep
        missing = task.find and rule is None
        return rule, (self._refusal or _why_none(rows)) if missing else None

    def _found(self, rows: Mapping[int, SweptRow]) -> SweptRule | None:
        """The rule of the largest row that has one."""
        found: list[SweptRule] = []
        waiting = [_Trial(number, None) for number in _rows_to_explain(rows)]

        def take(_: _Trial, answer: SweptRule | Ended | str | None) -> Sequence[_Trial]:
            if isinstance(answer, SweptRule):
                found.append(answer)
                return ()
            if isinstance(answer, str):
                self._refusal = f"no rule was found: {answer}"
            return [waiting.pop(0)] if waiting else ()

        first = [waiting.pop(0)] if waiting else []
        processes = RowProcesses(self._work, self._seconds, 1)
        processes.run(first, take, lambda: self._reporter.tell("looking for a rule"))
        return found[0] if found else None

    def _try(self, rows: dict[int, SweptRow], rule: SweptRule) -> None:
        solved = [number for number, row in rows.items() if row.solved]
        tasks = []
        for number in solved:
            row = rows[number]
            if row.states is not None and row.states > RULE_STATES:
                note = f"more than {RULE_STATES:,} states"
                rows[number] = replace(row, rule=_untried(rule, note))
            elif row.rule is None or not _is_of(row.rule, rule) or row.rule.note is not None:
                tasks.append(_Trial(number, rule))
        left = len(tasks)

        def take(task: _Trial, answer: RuleTrial | Ended) -> Sequence[_Trial]:
            nonlocal left
            left -= 1
            trial = answer if isinstance(answer, RuleTrial) else _ended(rule, answer, self._limits)
            rows[task.number] = replace(rows[task.number], rule=trial)
            if self._kept is not None:
                self._kept.keep(self._game, self._given[task.number], rows[task.number])
            return ()

        RowProcesses(self._work, self._seconds, self._size).run(
            tasks, take,
            lambda: self._reporter.tell(f"the rule on {left:,} of {len(solved):,} combinations"),
        )  # fmt: skip

    def _work(self, task: _Trial, alive: Callable[[], None]) -> RuleTrial | SweptRule | str | None:
        parameters = self._given[task.number]
        if task.rule is not None:
            return tried_rule(self._game, parameters, task.rule, self._limits, alive)
        return found_rule(self._game, parameters, self._value, self._limits, alive)

    def _seconds(self, task: _Trial) -> float:
        return self._limits.seconds + GRACE + (0 if task.rule is not None else FINDING)


def _rows_to_explain(rows: Mapping[int, SweptRow]) -> list[int]:
    """The numbers of the largest rows that are not too large to look for a rule on."""
    sizes = {n: row.states or 0 for n, row in rows.items() if row.solved}
    right = [n for n, states in sizes.items() if 1 < states <= FIND_STATES]
    return sorted(right, key=lambda n: (-sizes[n], n))[:FIND_ROWS]


def _why_none(rows: Mapping[int, SweptRow]) -> str:
    looked = [rows[number].words() for number in _rows_to_explain(rows)]
    if not looked:
        return f"no solved combination has 2 to {FIND_STATES:,} states to look for a rule on"
    where = looked[0] if len(looked) == 1 else f"{', '.join(looked[:-1])} or {looked[-1]}"
    return f"no exact rule was found on {where}"


def _is_of(trial: RuleTrial, rule: SweptRule) -> bool:
    return (trial.expression, trial.value) == (rule.expression, rule.value)


def _untried(rule: SweptRule, note: str) -> RuleTrial:
    return RuleTrial(rule.expression, rule.value, note=note)


def _ended(rule: SweptRule, answer: Ended, limits: SweepLimits) -> RuleTrial:
    late = f"the rule was not tried in {limits.seconds:g} s"
    return _untried(rule, late if answer.late else answer.why)
