"""The four methods that a class of rules must have, and what they are called elsewhere."""

from __future__ import annotations

from difflib import get_close_matches

from perfectplay.core.errors import GameFileError
from perfectplay.core.shortened import listed
from perfectplay.game.game import Game

SIGNATURES = {
    "start": "start()",
    "moves": "moves(state)",
    "play": "play(state, move)",
    "outcome": "outcome(state)",
}

_ELSEWHERE = {
    "start": ("initial", "initial_state", "start_state", "starting_state", "new_initial_state"),
    "moves": (
        "legal_moves", "possible_moves", "valid_moves", "actions", "legal_actions", "get_moves",
        "generate_moves",
    ),
    "play": (
        "apply", "apply_move", "apply_action", "do_move", "make_move", "next_state", "child",
        "successor", "step",
    ),
    "outcome": ("ending", "result", "utility", "primitive", "evaluate"),
}  # fmt: skip
"""Names of each method in other systems and in textbooks."""

_NEAR = 0.75
"""Least similarity of two names, of 1, for a slip of the pen: `move`, `outcomes`, `paly`."""


def need_four_methods(found: type[Game] | Game, shown: str) -> None:
    """Raise GameFileError if a class, in a file that is ``shown``, lacks one of the four methods.

    The error names methods of the class that seem to be meant.
    """
    missing: frozenset[str] = getattr(found, "__abstractmethods__", frozenset())
    if not missing or not isinstance(found, type):
        return
    lacks = [SIGNATURES[name] for name in SIGNATURES if name in missing]
    lacks += sorted(missing - SIGNATURES.keys())
    hint = _meant(found, missing)
    if not hint and missing == {"outcome"}:
        hint = "; if plays end only where no move is left, let it return None and set stuck"
    raise GameFileError(
        f"{found.__name__} lacks {listed(lacks)}: a game in {shown} has "
        f"{listed(SIGNATURES.values())}{hint}"
    )


def _meant(found: type[Game], missing: frozenset[str]) -> str:
    """Advice on methods with names of other systems; "" if there are none."""
    own = [name for name, member in vars(found).items() if callable(member)]
    pairs = [
        f"{word} to {name}"
        for name, words in _ELSEWHERE.items()
        if name in missing
        for word in dict.fromkeys((*words, *get_close_matches(name, own, n=1, cutoff=_NEAR)))
        if callable(getattr(found, word, None))
    ]
    return f"; rename {listed(pairs)}, if this is meant" if pairs else ""
