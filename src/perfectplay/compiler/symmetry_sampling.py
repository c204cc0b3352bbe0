"""Checks of symmetries on a sample: are classes right, and are they reached completely?"""

from __future__ import annotations

from collections.abc import Sequence

from perfectplay.compiler.class_checks import ClassCheck
from perfectplay.core.errors import PerfectPlayError, RulesError
from perfectplay.core.value import State
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.findings import FindingLog

SAMPLE = 64
"""States of a sample."""

MOST_MOVES = 1_000
"""Approximate maximum number of children checked for a state."""

MOST_CHILDREN = 1_000_000
"""Maximum number of children of all images of a state; a state with more is skipped."""

MOST_IMAGES = 200_000
"""The sample ends after this number of images, but not before FEWEST states."""

FEWEST = 4

FIRST = 1_000
"""The first states in the interpreter's order, which every solve of the game looks at."""


def check_classes(rules: CheckedGame, states: Sequence[State]) -> None:
    """Raise RulesError if a sample of states shows that ``symmetries`` is wrong.

    Images for which the rules raise are skipped, because they may be unreachable.
    """
    log = FindingLog(rules.game)
    check = ClassCheck(rules, log)  # for each state it looks at another of the images
    for checked, state in enumerate(_some(states)):
        if check.images_given > MOST_IMAGES and checked >= FEWEST:
            break
        check.check(state, every=False)
        for found in log.findings:
            if found.promise.startswith("symmetry-"):
                raise RulesError(found.promise, found.message, state=state, remedy=found.remedy)


def reaches_whole_classes(rules: CheckedGame, states: Sequence[State]) -> bool:
    """True if plays reach all images of every state, as far as a sample of the first states shows.

    They do if the start is alone in its class, and each image of a child of a state is a child of
    some image of that state: by induction over the plies. ``states``: in the interpreter's order;
    only the first ones are used, so that the answer does not depend on the machine.
    """
    if len(rules.symmetries(rules.start())) > 1:
        return False
    try:
        return all(_is_closed(rules, state) for state in _some(states[:FIRST]))
    except PerfectPlayError:  # an image for which the rules raise is not reached
        return False


def _some(states: Sequence[State]) -> Sequence[State]:
    return states[:: max(1, len(states) // SAMPLE)]


def _is_closed(rules: CheckedGame, state: State) -> bool:
    images = rules.symmetries(state)
    own = list(dict.fromkeys(child for _, child in rules.position(state).options))
    if len(own) * len(images) > MOST_CHILDREN:
        return True
    below = {child for image in images for _, child in rules.position(image).options}
    some = own[:: max(1, len(own) // MOST_MOVES)]
    return all(image in below for child in some for image in rules.symmetries(child))
