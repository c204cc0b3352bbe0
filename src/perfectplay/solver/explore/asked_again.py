"""Interpreted rules asked twice, in a few states: one answer cannot show that it is random."""

from __future__ import annotations

import time

from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import some_places
from perfectplay.game.checks.diagnose import answers_differ, diagnose
from perfectplay.solver.explore.interpreted_states import InterpretedStates, expander_of

ASKED = 64
"""States in which rules are asked again."""

SHARE = 0.1
"""Share of the time of exploring that it may take, at least `LEAST` seconds."""

LEAST = 0.05


def need_same_answers(found: InterpretedStates) -> None:
    """Raise RulesError if the rules give other answers than before, in one of some states.

    ``found``: all states, expanded.
    """
    late = time.perf_counter() + max(LEAST, SHARE * found.seconds)
    for place in some_places(len(found.states), ASKED):
        _ask_again(found, place)
        if time.perf_counter() > late:
            return


def _ask_again(found: InterpretedStates, place: int) -> None:
    state = found.states[place]
    again = InterpretedStates(found.rules, found.symmetric, has_again=found.has_again)
    again.states.append(state)
    again.index[state] = 0
    try:
        expander_of(again)(state)
    except Exception:
        diagnose(found.rules.game, state)
        raise answers_differ(found.rules, state) from None
    first, last = found.starts[place], found.starts[place + 1]
    if again.over[0] != found.over[place] or again.finals[:1] != found.finals[place : place + 1]:
        raise answers_differ(found.rules, state, "outcome")
    edges = found.edges[first:last]
    if len(again.edges) != len(edges):
        raise answers_differ(found.rules, state, "number of moves")
    if any(
        not _is_known(found, again.states[new], old)
        for new, old in zip(again.edges, edges, strict=True)
    ):
        raise answers_differ(found.rules, state, "state after a move")
    if again.again != found.again[first:last] or again.gains != found.gains[first:last]:
        raise answers_differ(found.rules, state, "answer about a move")


def _is_known(found: InterpretedStates, child: State, place: int) -> bool:
    """Whether a state, or one of its class, is the one at a place."""
    known = found.index.get(child)
    if known is None and found.symmetric:
        return any(found.index.get(image) == place for image in found.rules.symmetries(child))
    return known == place
