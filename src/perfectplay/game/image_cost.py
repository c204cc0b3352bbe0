"""Estimate what symmetries cost and save, from the states of a few random plays."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from perfectplay.core.progress import Reporter
from perfectplay.core.thread_clock import thread_seconds
from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import has_symmetries

MANY = 32
"""Games with fewer images per state get no estimate."""

PLAYS, PLIES, IMAGES = 8, 40, 60_000
"""Number of random plays, maximum plies of each, and number of images after which to stop."""


@dataclass(frozen=True)
class ImageCost:
    """Estimates: ``images`` that `symmetries` yields per state; different ``states`` per class;
    ``slower``: time of a move with its images, as a multiple of the time without."""

    images: float
    states: float
    slower: float

    @property
    def pays(self) -> bool:
        """True if symmetries save more work than they cost."""
        return self.slower <= 1.5 * self.states

    def line(self) -> str:
        """The estimate in one sentence."""
        estimate = (
            f"symmetries: about {self.images:,.0f} images of a state, {self.states:,.0f} of them "
            f"different; a move takes about {_rounded(self.slower)} times as long with them"
        )
        if self.pays:
            return f"{estimate}, but only one state in about {self.states:,.0f} is explored"
        share = self.states / self.slower
        return (
            f"{estimate}, so they do not pay: --no-symmetries would explore about "
            f"{self.states:,.0f} times as many states in about {100 * share:.0f} % of the time"
        )


def image_cost(rules: CheckedGame) -> ImageCost | None:
    """Estimate the cost of a game's symmetries; None if there are few images or none. Takes well
    under a second unless the rules are slow. Raises RulesError."""
    if not has_symmetries(rules.game):
        return None
    states = given = different = children = 0
    playing = imaging = 0.0
    for state in _some_states(rules):
        began = thread_seconds()
        options = rules.options(state) if rules.outcome(state) is None else []
        played = thread_seconds()
        different += len(rules.symmetries(state))  # first, since it says what is wrong with them
        between = thread_seconds()
        images = sum(1 for _ in rules.game.symmetries(state))
        counted = thread_seconds()
        if options:
            children, playing = children + len(options), playing + (played - began)
        states, given, imaging = states + 1, given + images, imaging + (counted - between)
        if given > IMAGES:
            break
    if not children or given < MANY * states:
        return None
    slower = 1 + (imaging / states) / max(1e-9, playing / children)
    return ImageCost(given / states, different / states, slower)


def note_image_cost(rules: CheckedGame, reporter: Reporter) -> None:
    """Report what a game's symmetries cost if states have many images and somebody listens."""
    cost = image_cost(rules) if reporter.listened_to else None
    if cost is not None:
        reporter.note(cost.line())


def _some_states(rules: CheckedGame) -> list[State]:
    """States of random plays, the same in every run: those in the middle of a play first."""
    random, found = Random(0), dict[State, int]()
    for _ in range(PLAYS):
        state = rules.start()
        play = [state]
        while len(play) < PLIES and rules.outcome(state) is None:
            moves = rules.moves(state)
            if not moves:
                break
            state = rules.play(state, random.choice(moves))
            play.append(state)
        for ply, state in enumerate(play):
            found.setdefault(state, abs(2 * ply - len(play)))
    return sorted(found, key=found.__getitem__)


def _rounded(number: float) -> str:
    """A number rounded to two digits.

    >>> _rounded(3.26), _rounded(364.2)
    ('3.3', '360')
    """
    if number < 10:
        return f"{number:.1f}"
    return f"{round(number, 2 - len(str(int(number)))):,.0f}"
