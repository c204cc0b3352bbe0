"""What symmetries cost and save: estimated from the states of a few random plays."""

from __future__ import annotations

import time
from dataclasses import dataclass
from random import Random

from perfectplay.core.value import State
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.game import overrides

MANY = 32
"""Fewer images of a state are not worth a line."""

PLAYS, PLIES, IMAGES = 8, 40, 60_000
"""Random plays, the plies of each at most, and the images after which it is enough."""

# Processor time: what other programs take of a busy machine is no cost of the images.
_FINE = time.get_clock_info("thread_time").resolution < 1e-5
_now = time.thread_time if _FINE else time.perf_counter


@dataclass(frozen=True)
class ImageCost:
    """``images``: what `symmetries` gives for a state, about; ``states``: how many different
    states a class has, about; ``slower``: how many times as long a move takes with its images."""

    images: float
    states: float
    slower: float

    @property
    def pays(self) -> bool:
        """Whether symmetries save more work than they make."""
        return self.slower <= 1.5 * self.states

    def line(self) -> str:
        """The estimate in one sentence, for people."""
        said = (
            f"symmetries: about {self.images:,.0f} images of a state, {self.states:,.0f} of them "
            f"different; a move takes about {_rounded(self.slower)} times as long with them"
        )
        if self.pays:
            return said
        share = self.states / self.slower
        return (
            f"{said}, so they do not pay: --no-symmetries would explore about "
            f"{self.states:,.0f} times as many states in about {100 * share:.0f} % of the time"
        )


def image_cost(rules: CheckedGame) -> ImageCost | None:
    """The cost of the images of a game's states; None where there are few images or none.

    It takes well under a second unless the rules are slow. Raises RulesError.
    """
    if not overrides(rules.game, "symmetries"):
        return None
    asked = given = different = children = 0
    playing = imaging = 0.0
    for state in _some_states(rules):
        began = _now()
        options = rules.options(state) if rules.outcome(state) is None else []
        between = _now()
        images = sum(1 for _ in rules.game.symmetries(state))
        counted = _now()
        if options:
            children, playing = children + len(options), playing + (between - began)
        asked, given, imaging = asked + 1, given + images, imaging + (counted - between)
        different += len(rules.symmetries(state))
        if given > IMAGES:
            break
    if not children or given < MANY * asked:
        return None
    slower = 1 + (imaging / asked) / max(1e-9, playing / children)
    return ImageCost(given / asked, different / asked, slower)


def _some_states(rules: CheckedGame) -> list[State]:
    """States of random plays, always the same ones: those in the middle of the plays first."""
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
        for ply, met in enumerate(play):
            found.setdefault(met, abs(2 * ply - len(play)))
    return sorted(found, key=lambda met: found[met])


def _rounded(number: float) -> str:
    """A number of two digits.

    >>> _rounded(3.26), _rounded(364.2)
    ('3.3', '360')
    """
    if number < 10:
        return f"{number:.1f}"
    return f"{round(number, 2 - len(str(int(number)))):,.0f}"
