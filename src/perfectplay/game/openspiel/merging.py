"""Whether positions of OpenSpiel with one text have one future: checked on a sample of plays."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, NoReturn

from perfectplay.core.shortened import shortened
from perfectplay.game.checks.promises import broken
from perfectplay.game.openspiel.load_spiel import gives_rewards
from perfectplay.game.openspiel.spiel_state import text_of

PLAYS, PLIES, WORK = 100, 1_500, 20_000
"""Random plays, the most plies of them, and the most actions that are made in comparing."""

LONGEST = 200
"""Plies of one play that are looked at."""

SHOWN = 20
"""Histories up to this length are shown whole."""


def check_merging(game: Any, merged_by: str) -> None:
    """Compare pairs of histories of a pyspiel.Game that have one text.

    They come from random plays, and from these with moves exchanged, the same each time. The player
    to move, the legal actions, the results and the texts of the children must be the same, and also
    the result of one random play from there to an end.

    Raises RulesError, which names two histories.
    """
    if merged_by == "history":
        return
    comparison = _Comparison(game, merged_by, gives_rewards(game))
    plies = 0
    for _ in range(PLAYS):
        for mover, *states in _random_play(game, comparison.rng):
            for state in states:
                comparison.take(state, mover)
            plies += 1
            if plies > PLIES or comparison.work > WORK:
                return


def _random_play(game: Any, rng: random.Random) -> Iterator[tuple[Any, ...]]:
    """For each ply of a random play who moved, the state, and that which the same moves lead to if
    the last one changes places with the one before the opponent's."""
    states = [game.new_initial_state()]
    actions: list[int] = []
    while not states[-1].is_terminal() and len(actions) < LONGEST:
        legal = states[-1].legal_actions()
        if not legal:
            raise broken(
                "stuck-state", f"{game} has no action after {actions}, and the play is not over",
                remedy="Are its parameters too small or too large?",
            )  # fmt: skip
        actions.append(rng.choice(legal))
        states.append(states[-1].child(actions[-1]))
        found = [states[-2].current_player(), states[-1]]
        if len(actions) > 2:
            other = _after(states[-4], (actions[-1], actions[-2], actions[-3]))
            if other is not None:
                found.append(other)
        yield tuple(found)


def _after(state: Any, actions: tuple[int, ...]) -> Any:
    """The state after some actions, None if they are not legal."""
    state = state.clone()
    for action in actions:
        if state.is_terminal() or action not in state.legal_actions():
            return None
        state.apply_action(action)
    return state


@dataclass
class _Comparison:
    """The first history with each text; ``work`` counts the actions that were made. ``on_the_way``:
    whether there are rewards before the end; then only those that are still to come count."""

    game: Any
    merged_by: str
    on_the_way: bool
    first: dict[str, list[int]] = field(default_factory=dict)
    rng: random.Random = field(default_factory=lambda: random.Random(0))
    work: int = 0

    def take(self, state: Any, mover: int) -> None:
        """Compare a state with the first one that had its text."""
        text = text_of(state, self.merged_by, mover)
        way = state.history()
        known = self.first.setdefault(text, way)
        if known == way:
            return
        states = [_after(self.game.new_initial_state(), tuple(one)) for one in (known, way)]
        looks = [self._future(state) for state in states]
        for what, *there in zip(("player", "actions", "results", "texts"), *looks, strict=True):
            if there[0] != there[1]:
                _refuse(known, way, text, what, there)
        self._play_on(states, known, way, text)
        self.work += len(known) + len(way)

    def _future(self, state: Any) -> tuple[Any, list[int], Any, dict[int, Any]]:
        """Who is to move, the actions, the results, and what each action leads to."""
        if state.is_terminal():
            return "over", [], None if self.on_the_way else state.returns(), {}
        seat, legal = state.current_player(), state.legal_actions()
        self.work += len(legal)
        return seat, legal, None, {action: self._child(state, seat, action) for action in legal}

    def _child(self, state: Any, seat: int, action: int) -> Any:
        child = state.child(action)
        text = text_of(child, self.merged_by, seat)
        return (text, child.rewards()) if self.on_the_way else text

    def _play_on(self, states: list[Any], known: list[int], way: list[int], text: str) -> None:
        """Compare the ends of the same random play from two states."""
        one, other = states
        before = [state.returns() if self.on_the_way else [0.0, 0.0] for state in states]
        line: list[int] = []
        while not one.is_terminal() and len(line) < LONGEST:
            line.append(self.rng.choice(one.legal_actions()))
            other = _after(other, (line[-1],))
            one.apply_action(line[-1])
            if other is None:
                _refuse(known, way, text, f"after {line[:-1]}, action {line[-1]} is", [True, False])
        self.work += len(line)
        ends = [
            (
                state.is_terminal(),
                [now - had for now, had in zip(state.returns(), then, strict=True)],
            )
            for state, then in zip((one, other), before, strict=True)
        ]
        if ends[0] != ends[1]:
            words = [f"{end[1]}" if end[0] else "the play goes on" for end in ends]
            _refuse(known, way, text, f"after {line},", words)


def _refuse(one: list[int], other: list[int], text: str, what: str, there: list[Any]) -> NoReturn:
    here, differs = there
    if isinstance(here, dict):
        action = next(a for a in here if here[a] != differs[a])
        what, here, differs = f"action {action} leads to", here[action], differs[action]
    raise broken(
        "false-merge",
        f"{_named(one, other)} have one text in OpenSpiel, {shortened(repr(text))}, and different "
        f"futures: {shortened(what)} {shortened(repr(here))} and {shortened(repr(differs))}",
        (tuple(one), tuple(other)),
    )


def _named(one: list[int], other: list[int]) -> str:
    """Two histories in words."""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    shared = [action for action, _ in same]
    if max(len(one), len(other)) <= SHOWN or not shared:
        return f"the histories {shortened(str(one))} and {shortened(str(other))}"
    rests = [shortened(str(way[len(shared) :])) for way in (one, other)]
    return (
        f"two histories that begin with {shortened(str(shared))} ({len(shared)} actions) and go on "
        f"with {rests[0]} and {rests[1]}"
    )
