"""Whether rules that change something answer otherwise if they are asked in another order."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from perfectplay.conformance.rules_memory import RulesMemory
from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.value import State
from perfectplay.game.checks.answers import moves_words, same, value_word
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.findings import FindingLog
from perfectplay.game.functions import FunctionGame
from perfectplay.game.game import Game, overrides
from perfectplay.game.showing import by_move, in_state, rule_name, shown

STATES = 1_000
"""The first states of the sample are asked about again."""

MOVES = 100
"""The first moves of each."""

_Answers = dict[tuple[str, int], Any]
"""Answers about a state by the rule, and by the number of the move; none where rules raise."""

_PROMISES = {
    "outcome": "outcome-differs", "final": "outcome-differs", "moves": "moves-differ",
    "play": "play-differs", "gain": "gain-differs",
}  # fmt: skip


def check_other_order(
    rules: CheckedGame, log: FindingLog, memory: RulesMemory, states: list[State]
) -> None:
    """If rules have changed anything, ask them twice about states: as things are now, and as they
    were at first, from the last state to the first one. For a cache it makes no difference."""
    changed = memory.changed()
    if not changed:
        return
    asked = states[:STATES]
    now = [_answers(rules, state) for state in asked]
    with memory.as_at_first():
        rules.start()
        first = [_answers(rules, state, backward=True) for state in reversed(asked)][::-1]
    for state, one, other in zip(asked, now, first, strict=True):
        for what in one:
            if what in other and not same(one[what], other[what]):
                _report(rules, log, state, what, one, other, changed[0])
                return


def _answers(rules: CheckedGame, state: State, *, backward: bool = False) -> _Answers:
    found: _Answers = {}

    def ask(rule: str, number: int = -1, *arguments: Any) -> Any:
        with suppress(PerfectPlayError):
            found[rule, number] = getattr(rules, rule)(state, *arguments)
        return found.get((rule, number))

    ask("player")
    if ask("final" if rules.scoring else "outcome") is not None:
        return found
    if isinstance(rules.game, FunctionGame):
        ask("options")
        return found
    numbered = list(enumerate(ask("moves") or ()))[:MOVES]
    given = overrides(rules.game, "moves_again")
    for number, move in reversed(numbered) if backward else numbered:
        if given and backward:
            ask("moves_again", number, move, None)
        ask("play", number, move)
        ask("gain", number, move)
        if given and not backward:
            ask("moves_again", number, move, None)
    return found


def _report(
    rules: CheckedGame, log: FindingLog, state: State, what: tuple[str, int], one: _Answers,
    other: _Answers, changed: str,
) -> None:  # fmt: skip
    rule, number = what
    game = rules.game
    move = one["moves", -1][number] if number >= 0 else None
    name = rule_name(game, {"final": "outcome", "options": "play"}.get(rule, rule))
    both = f"{_text(game, rule, one[what])}, and {_text(game, rule, other[what])}"
    message = (
        f"{name} gave {both} when states were asked in another order"
        f"{by_move(game, move)}{in_state(game, state)}, since rules change {changed}"
    )
    log.fault(_PROMISES.get(rule, "answers-differ"), message, state, move)


def _text(game: Game, rule: str, answer: Any) -> str:
    if rule == "moves":
        return moves_words(game, answer)
    if rule == "options":
        return moves_words(game, [move for move, _ in answer])
    return shown(game, answer) if rule == "play" else value_word(answer)
