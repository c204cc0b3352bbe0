"""Whether rules answer otherwise if they are asked in another order, or after a move elsewhere."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from perfectplay.conformance.class_slips import check_start
from perfectplay.conformance.one_state import moves_words, value_word
from perfectplay.conformance.rules_memory import RulesMemory
from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.value import Move, State
from perfectplay.game.checks.answers import same
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.findings import FindingLog
from perfectplay.game.functions import FunctionGame
from perfectplay.game.game import Game, overrides
from perfectplay.game.showing import by_move, in_state, rule_name, shown

STATES = 1_000
"""The first states of the sample are asked about again."""

MOVES = 100
"""The first moves of each."""

ASKED_BETWEEN = 256
"""States about which rules are asked before and after a move that is played elsewhere."""

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


def check_move_elsewhere(rules: CheckedGame, log: FindingLog, states: list[State]) -> None:
    """If nothing else is wrong, ask about the start, and about some of the states before and after
    a move that is played elsewhere: the turn may be kept in ``self``, or outside of the class."""
    if not log.findings:
        check_start(rules, log, states[0])
    elsewhere = None if log.findings else _first_move(rules, states)
    if elsewhere is None:
        return
    for state in states[:: -(-len(states) // ASKED_BETWEEN)][::-1]:
        before = _over_or_moves(rules, state)
        rules.play(*elsewhere)
        after = _over_or_moves(rules, state)
        if not _agree(before, after):
            listed = isinstance(before, list) and isinstance(after, list)
            rule = "moves" if listed else "outcome"
            both = ", then ".join(_gave(rules.game, answer, listed) for answer in (before, after))
            message = f"{rule_name(rules.game, rule)} gave {both}{in_state(rules.game, state)}"
            log.fault(_PROMISES[rule], message, state)
            return


def _first_move(rules: CheckedGame, states: list[State]) -> tuple[State, Move] | None:
    """A state with one of its moves; None if there is none."""
    for state in states:
        if options := rules.position(state).options:
            return state, options[0][0]
    return None


def _over_or_moves(rules: CheckedGame, state: State) -> Any:
    """What ends the play in a state, or its moves."""
    over = rules.final(state) if rules.scoring else rules.outcome(state)
    if over is not None:
        return over
    return [] if isinstance(rules.game, FunctionGame) else rules.moves(state)


def _agree(before: Any, after: Any) -> bool:
    """Whether two answers are the same, moves in any order: that of a set may be another one."""
    if same(before, after):
        return True
    if not (isinstance(before, list) and isinstance(after, list)):
        return False
    return same(sorted(map(repr, before)), sorted(map(repr, after)))


def _gave(game: Game, answer: Any, listed: bool) -> str:
    """An answer in words; of a list that is none of the end of a play, that there is no end."""
    if listed:
        return moves_words(game, answer)
    return value_word(None if isinstance(answer, list) else answer)
