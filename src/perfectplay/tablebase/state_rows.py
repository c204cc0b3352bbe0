"""All states of a solution with what it says about each: the rows of tables and of exports."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from perfectplay.core.value import State, Value
from perfectplay.tablebase.record import jsonable, score_fields
from perfectplay.tablebase.table import StateEntry

if TYPE_CHECKING:
    from perfectplay.tablebase.batch_queries import BatchQueries


@dataclass(frozen=True, slots=True)
class StateRow:
    """A state with its text, its worth as in `Record`, and the texts of its best moves."""

    state: State
    text: str
    value: Value
    remoteness: int | None
    score: int | None
    score_text: str | None
    best_moves: list[str]

    def as_dict(self) -> dict[str, Any]:
        """The row as JSON; ``score`` in games of points only."""
        return {
            "state": jsonable(self.state),
            "text": self.text,
            "value": str(self.value),
            **score_fields(self.score, self.score_text),
            "remoteness": self.remoteness,
            "best_moves": self.best_moves,
        }


def state_rows(solution: BatchQueries, *, symmetric: bool = False) -> Iterator[StateRow]:
    """A row for each state, in the order of `states`; ``symmetric`` as there.

    >>> from perfectplay import solve
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> [(row.text, str(row.value), row.best_moves) for row in state_rows(solve(ThreeRocks(1, 1)))]
    [('0,0', 'loss', []), ('0,1', 'win', ['0,1']), ('1,0', 'win', ['1,0']), ('1,1', 'win', ['1,1'])]
    """
    rules = solution.rules
    for states, entries in solution.state_blocks(symmetric=symmetric):
        best = solution.moves_of(states, entries)
        for state, entry in zip(states, entries.listed(), strict=True):
            assert entry is not None
            moves = [rules.move_text(move) for move in best.get(state, ())]
            yield _row(solution, state, entry, moves)


def _row(solution: BatchQueries, state: State, entry: StateEntry, moves: list[str]) -> StateRow:
    rules, score = solution.rules, entry.score
    text = rules.text(state, rules.player(state))
    score_text = None if score is None else rules.score_text(score)
    return StateRow(state, text, entry.value, entry.remoteness, score, score_text, moves)


def json_cell(value: Any, *, ascii_only: bool = False) -> str:
    """A value as JSON on one line, for a cell of a table, so that programs can read it back.

    Lone surrogates, which no file can hold, are written as escapes; with ``ascii_only`` all
    letters beyond ASCII are.

    >>> print(json_cell((1, "×")), json_cell((1, "×"), ascii_only=True), json_cell("\\ud800"))
    [1, "×"] [1, "\\u00d7"] "\\ud800"
    """
    return without_surrogates(json.dumps(jsonable(value), ensure_ascii=ascii_only))


def without_surrogates(text: str) -> str:
    """A text that every encoding of Unicode can hold: lone surrogates become escapes.

    >>> print(without_surrogates("a\\udcffb"))
    a\\udcffb
    """
    if text.isascii() or not _SURROGATE.search(text):
        return text
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


_SURROGATE = re.compile("[\ud800-\udfff]")
