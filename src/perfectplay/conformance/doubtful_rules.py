"""Notes on rules that keep every promise, but hardly say what their author means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from perfectplay.compiler.source.refusals import refusal_of_states
from perfectplay.conformance.sample import StateSample
from perfectplay.core.value import Move, State, Value
from perfectplay.game.boards.board_advice import shape_advice
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.findings import FindingLog
from perfectplay.game.endings import (
    has_seats_by_ply,
    inverted_question,
    misere_question,
    one_winner_question,
)
from perfectplay.game.explicit.explicit_game import ExplicitGame
from perfectplay.game.functions import FunctionGame
from perfectplay.game.image_cost import image_cost
from perfectplay.game.openspiel.spiel_game import OpenSpielGame
from perfectplay.game.showing import in_state, number_of, rule_name, shown_move

_ENDINGS = 50
"""Decisive endings that say enough about a game whose states were not all seen."""


def note_not_compiled(log: FindingLog, start: State, *, slow: bool) -> None:
    """Note that states of this type do not compile; but some games have no others. ``slow``: the
    rules took too long to tell of what type they are."""
    if isinstance(log.game, ExplicitGame | FunctionGame | OpenSpielGame):
        return
    if slow:
        what = "compiled rules were not compared: it took too long to see what states are made of"
        log.note("compiled", f"{what}; --seconds gives more")
        return
    reason, _, idiom = refusal_of_states(start)
    log.note("compiled", f"the game runs interpreted: {reason}; {idiom}")


def note_endings(rules: CheckedGame, log: FindingLog, checked: Sequence[State]) -> None:
    """Ask whether endings that all look inverted, or contradict ``misere``, are meant so."""
    for ask, refuted_by in ((inverted_question, Value.LOSS), (misere_question, Value.WIN)):
        if (question := ask(rules)) and refuted_by not in map(rules.outcome, checked):
            log.note("endings", question)


def note_images(rules: CheckedGame, log: FindingLog) -> None:
    """Note symmetries that cost more than they save."""
    if (cost := image_cost(rules)) is not None:
        log.note("symmetry-cost", cost.line())


def note_shape(rules: CheckedGame, log: FindingLog) -> None:
    """Note a board that is not drawn because nothing tells its rows and columns."""
    if advice := shape_advice(rules):
        log.note("board", advice)


def note_start(rules: CheckedGame, log: FindingLog, start: State) -> None:
    """Note a play that is over before it begins, and moves that all give back the start."""
    game, outcome = rules.game, rules.outcome(start)
    if outcome is not None:
        log.note(
            "start over",
            f"the play is over at the start: {rule_name(game, 'outcome')} gives Value."
            f"{outcome.name}{in_state(game, start)}; while a play goes on, it must give None",
        )
        return
    options = rules.position(start).options
    if options and all(child == start for _, child in options):
        log.note(
            "start stays",
            f"no move changes the start: {rule_name(game, 'play')} gives back the state that it "
            "was given; make the next state, and return it",
        )


def note_no_end(rules: CheckedGame, log: FindingLog, sample: StateSample) -> None:
    """Note a game in which no play can end, so that nothing is ever won."""
    if not sample.complete or log.noted("start stays"):
        return
    if all(rules.position(state).options for state in sample.checked):
        count = number_of(len(sample.checked), "state")
        log.note(
            "no end",
            f"no play ever ends: each of the {count} has a move, and "
            f"{rule_name(rules.game, 'outcome')} gives None in all of them; let it give a value "
            "where a play is over",
        )


def note_repeated_move(
    rules: CheckedGame, log: FindingLog, state: State, moves: list[Move]
) -> None:
    """Note a move that ``moves`` gives twice in one state."""
    try:
        if len(set(moves)) == len(moves):
            return
    except TypeError:  # moves that have no hash
        return
    move, times = Counter(moves).most_common(1)[0]
    log.note(
        "repeated moves",
        f"{rule_name(rules.game, 'moves')} gives the move {shown_move(rules.game, move)} more than "
        f"once ({times} times){in_state(rules.game, state)}; every count of moves and of plays has "
        "it as often",
    )


def note_one_winner(rules: CheckedGame, log: FindingLog, sample: StateSample) -> None:
    """Note a game whose endings speak for one seat, not for the player to move.

    Looked for only where plies tell whose turn it is: in games without loops, in which a state is
    always reached after the same number of plies. A seat that wins all endings, some as the player
    to move and some as the other one, is then the seat that somebody had in mind.
    """
    if not has_seats_by_ply(rules):
        return
    endings: dict[tuple[int, Value], State] = {}
    seen = 0
    for state in sample.checked:
        ply = sample.ply(state)
        value = rules.outcome(state)
        if value is None:
            children = [child for _, child in rules.position(state).options]
            # another one than before: the rules remember something
            if not all(
                sample.reached(child) and sample.ply(child) == ply + 1 for child in children
            ):
                return
        elif value is not Value.DRAW:
            endings.setdefault((ply % 2, value), state)
            seen += 1
    if not sample.complete and seen < _ENDINGS:
        return
    if question := one_winner_question(rules.game, endings):
        log.note("one winner", question)
