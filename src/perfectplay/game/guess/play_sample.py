"""A small sample of plays, the same in every run, from which a board is guessed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from perfectplay.core.sample_clock import SampleClock
from perfectplay.core.value import Move, State, Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.moves import PlayPosition, first_position
from perfectplay.game.showing import faults_of

STEPS = 400
"""Maximum number of moves in a sample."""

PLAYS = 40
"""Maximum number of random plays."""

LONGEST = 80
"""Maximum number of moves of a play."""

FIRST = 64
"""Maximum number of first moves that are all tried."""

SECONDS = 1.0
"""Processor time after which there is no sample of rules that are slow: no guess is worth it."""


@dataclass(frozen=True)
class SampleStep:
    """A move of a play. ``legal``: all moves of ``state``; ``ending``: the outcome of ``child``;
    ``play``: the number of its play, or None for one of the first moves."""

    state: State
    seat: int
    move: Move
    child: State
    child_seat: int
    legal: tuple[Move, ...]
    ending: Value | None
    play: int | None = None


def sample_steps(rules: CheckedGame) -> list[SampleStep]:
    """Moves of random plays; none if the rules raise an error or are too slow.

    >>> from perfectplay.games.tic_tac_toe import TicTacToe
    >>> steps = sample_steps(CheckedGame(TicTacToe()))
    >>> [step.move for step in steps[:9]], steps == sample_steps(CheckedGame(TicTacToe()))
    ([0, 1, 2, 3, 4, 5, 6, 7, 8], True)
    """
    steps: list[SampleStep] = []
    clock = SampleClock(SECONDS, STEPS)
    try:
        for step in _walked(rules):
            steps.append(step)
            if len(steps) >= STEPS:
                break
            if clock.over():
                return []
    except faults_of(rules.game):  # of the rules: whoever asks them next reports it
        return []
    return steps


def _walked(rules: CheckedGame) -> Iterator[SampleStep]:
    chosen = random.Random(STEPS)
    start = first_position(rules)
    if rules.outcome(start.state) is not None:
        return
    first = rules.moves(start.state)
    for move in first[:FIRST]:
        yield _step(rules, start, move, first, None)
    for play in range(PLAYS):
        position = start
        for _ in range(LONGEST):
            legal = rules.moves(position.state)
            if not legal:
                break
            step = _step(rules, position, chosen.choice(legal), legal, play)
            yield step
            if step.ending is not None:
                break
            position = PlayPosition(step.child, step.child_seat)


def _step(
    rules: CheckedGame, position: PlayPosition, move: Move, legal: list[Move], play: int | None
) -> SampleStep:
    state, seat = position.state, position.seat
    child = rules.play(state, move)
    again = rules.moves_again(state, move, child)
    return SampleStep(
        state, seat, move, child, seat if again else 1 - seat, tuple(legal),
        rules.outcome(child), play,
    )  # fmt: skip
