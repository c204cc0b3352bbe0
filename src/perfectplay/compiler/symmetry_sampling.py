"""What some of the states show of classes: are they classes, and are they reached whole?"""

from __future__ import annotations

from collections.abc import Sequence

from perfectplay.compiler.class_checks import ClassCheck
from perfectplay.core.errors import PerfectPlayError, RulesError
from perfectplay.core.value import State
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.findings import FindingLog

SAMPLE = 64
"""States that are asked."""

MOST_MOVES = 1_000
"""Of a state with more moves, so many children are asked about."""

MOST_CHILDREN = 1_000_000
"""Children that are made of all images of a state; a state with more is passed over."""

MOST_IMAGES = 200_000
"""Images of states and of children that are asked for; the sample ends there, after FEWEST."""

FEWEST = 4

FIRST = 1_000
"""Of the states as the interpreter meets them, those that every solve of the game has met."""


def check_classes(rules: CheckedGame, states: Sequence[State]) -> None:
    """Raises RulesError where one of some states shows that ``symmetries`` gives no class.

    Images that the rules stumble over say nothing: no play need reach them.
    """
    book = FindingLog(rules.game)
    check = ClassCheck(rules, book)  # for each state it asks about another of the images
    for asked, state in enumerate(_some(states)):
        if check.asked > MOST_IMAGES and asked >= FEWEST:
            break
        check.check(state, every=False)
        for found in book.findings:
            if found.promise.startswith("symmetry-"):
                raise RulesError(found.promise, found.message, state=state, remedy=found.remedy)


def reaches_whole_classes(rules: CheckedGame, states: Sequence[State]) -> bool:
    """Whether plays reach all images of every state, as far as some of the first states show it.

    They do where the start is alone in its class, and each image of a child of a state is a child
    of some image of that state: by induction over the plies. ``states``: in the order in which the
    interpreter meets them. How many more there are, which hangs on the machine, changes nothing.
    """
    if len(rules.symmetries(rules.start())) > 1:
        return False
    try:
        return all(_is_closed(rules, state) for state in _some(states[:FIRST]))
    except PerfectPlayError:  # an image that the rules stumble over is not reached
        return False


def _some(states: Sequence[State]) -> Sequence[State]:
    return states[:: max(1, len(states) // SAMPLE)]


def _is_closed(rules: CheckedGame, state: State) -> bool:
    images = rules.symmetries(state)
    own = list(dict.fromkeys(child for _, child in rules.position(state).options))
    if len(own) * len(images) > MOST_CHILDREN:
        return True
    below = {child for image in images for _, child in rules.position(image).options}
    asked = own[:: max(1, len(own) // MOST_MOVES)]
    return all(image in below for child in asked for image in rules.symmetries(child))
