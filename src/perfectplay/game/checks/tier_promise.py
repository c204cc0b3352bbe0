"""Check that ``tier`` never decreases along the moves of a state."""

from __future__ import annotations

from perfectplay.core.errors import RulesError
from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.promises import broken
from perfectplay.game.showing import in_state, shown_move


def tier_falls(rules: CheckedGame, state: State, *, symmetric: bool = False) -> RulesError | None:
    """Error for a move from this state to a lower tier; None if there is no such move.

    ``symmetric``: also check that all images of a child have its tier.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> tier_falls(CheckedGame(ThreeRocks()), (3, 2)) is None
    True
    """
    tier = rules.tier(state)
    for move, after in rules.position(state).options:
        below = rules.tier(after)
        by, at = shown_move(rules.game, move), in_state(rules.game, state)
        if below < tier:
            message = f"the tier falls from {tier} to {below} by the move {by}{at}"
            return broken("tier-falls", message, state, move)
        for image in rules.symmetries(after) if symmetric else ():
            other = rules.tier(image)
            if other != below:
                shown = f"{rules.state_text(after)}, but {other} in {rules.state_text(image)}"
                message = f"the tier is {below} in {shown}, which symmetries gives as equal to it"
                return broken("symmetry-tier", message, after)
    return None


def tier_fault(rules: CheckedGame, state: State, *, symmetric: bool) -> RulesError:
    """Error for a state whose tiers did not fit: as of `tier_falls`, or they differ now."""
    message = f"the tier of {rules.state_text(state)}, or of a child, differs between calls"
    return tier_falls(rules, state, symmetric=symmetric) or broken("play-differs", message, state)
