"""Rows of a sweep by the reference solver."""

from __future__ import annotations

from typing import Any

from perfectplay import Game, Value
from perfectplay.analysis.atlas.swept_row import SweptRow
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.solver.retrograde.reference_solver import solve_reference


def by_reference(game: Game, row: SweptRow) -> SweptRow:
    """The row from the plain solver's states, by the definitions."""
    rules = CheckedGame(game)
    found = solve_reference(rules, 100_000)
    going = [n for n, moves in enumerate(found.children) if found.over[n] is None]
    plies = [
        plies for value, plies in zip(found.value, found.remoteness, strict=True)
        if plies is not None and (rules.scoring or value is not Value.DRAW)
    ]  # fmt: skip
    moves = sum(len(found.children[n]) for n in going)
    after = _after(found, rules)
    value, remoteness = found.value[0], found.remoteness[0]
    worth = found.score[0] if rules.scoring else value
    keeps = [far for brought, far in after if brought == worth]
    return SweptRow(
        row.parameters, "solved", str(value), remoteness,
        found.score[0] if rules.scoring else None,
        len(found.states), moves, len(found.states) - len(going),
        *(found.value.count(kind) for kind in (Value.WIN, Value.DRAW, Value.LOSS)),
        found.remoteness.count(None), max(plies, default=None),
        moves / len(going) if going else None, len(after), len(keeps), keeps.count(remoteness),
        note=row.note if rules.game.players == 2 and row.note else None,
    )  # fmt: skip


def _after(found: Any, rules: CheckedGame) -> list[tuple[Any, int | None]]:
    """What each move of the start brings, and the plies to the end with it."""
    if found.over[0] is not None:
        return []
    brought = []
    for number, (child, again) in enumerate(found.children[0]):
        far = found.remoteness[child]
        worth: Any = found.value[child] if again else found.value[child].negated
        if rules.scoring:
            score = found.score[child]
            worth = found.gains[0][number] + (score if again else -score)
        brought.append((worth, None if far is None else far + 1))
    return brought
