"""Are whole classes reached? Where they are, class sizes add up to the number of states."""

from __future__ import annotations

from collections.abc import Sequence

from perfectplay.contract.rules import Rules
from perfectplay.words.errors import PerfectPlayError
from perfectplay.words.value import State

SAMPLE = 64
"""States that are asked."""


def reaches_whole_classes(rules: Rules, states: Sequence[State]) -> bool:
    """Whether plays reach all images of every state, as far as some of the states show it.

    They do where the start is alone in its class, and each image of a child of a state is a child
    of some image of that state: by induction over the plies.
    """
    if len(rules.symmetries(rules.start())) > 1:
        return False
    step = max(1, len(states) // SAMPLE)
    try:
        return all(_is_closed(rules, state) for state in states[::step])
    except PerfectPlayError:  # an image that the rules stumble over is not reached
        return False


def _is_closed(rules: Rules, state: State) -> bool:
    own = {child for _, child in rules.position(state).options}
    below = {
        child for image in rules.symmetries(state) for _, child in rules.position(image).options
    }
    return all(image in below for child in own for image in rules.symmetries(child))
