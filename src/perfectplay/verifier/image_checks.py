"""The decision whether to compare all images of all states, which multiplies the work."""

from __future__ import annotations

from perfectplay.core.errors import PerfectPlayError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.tablebase.store.manifest import Manifest
from perfectplay.verifier.plain.plain_rules import ask, images_of

TIMES = 10
"""By default the comparison may generate this multiple of the images of all other checks."""

ALWAYS = 10_000_000
"""Images that the comparison may always generate."""

FIRST = 200
"""States whose classes are counted if the solution does not store the size of classes."""


def is_exact(manifest: Manifest, rules: CheckedGame) -> tuple[bool, str | None]:
    """Whether to compare all images, and if not, a note that says why.

    A state with m moves and a class of c states takes m * c images in any case. To compare the
    class takes c * (2 * m + c) more: the moves of each of its states, and the class of each.
    """
    size, states = _class_size(manifest, rules), manifest.states
    moves = (manifest.moves or 0) / max(1, states)
    more = size * (2 * moves + size)
    if more <= TIMES * moves * size or more * states <= ALWAYS:
        return True, None
    times = more / max(1.0, moves * size)
    return False, (
        f"symmetries are compared in a sample of states: their classes have some {size:,.0f} "
        f"states each, and to compare all of these would take about {times:,.0f} times as long as "
        'the rest; --symmetries exact, or symmetries="exact" in Python, does so'
    )


def _class_size(manifest: Manifest, rules: CheckedGame) -> float:
    """How many states a class has on average, about."""
    if manifest.covered is not None:
        covered = sum(manifest.covered.histogram.values())
        return covered / max(1, manifest.states)
    waiting = [rules.start()]
    seen = set(waiting)
    sizes = []
    try:
        for state in waiting:  # grows during the loop
            images = images_of(rules, state)
            sizes.append(len(images))
            seen.update(images)
            if len(sizes) == FIRST:
                break
            for child, _ in ask(rules, state).children:
                if child not in seen:
                    seen.add(child)
                    waiting.append(child)
    except PerfectPlayError:
        pass  # reported when the state is checked
    return sum(sizes) / max(1, len(sizes))
