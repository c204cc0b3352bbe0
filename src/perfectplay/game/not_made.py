"""Classes of which no game can be made: methods that rules must have are missing, or arguments are
given to a class whose fields are no parameters, for want of ``@dataclass``."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from perfectplay.core.shortened import listed
from perfectplay.game.annotated_names import annotated_names

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
        "successor", "step", "play_move",
    ),
    "outcome": ("ending", "result", "utility", "primitive", "evaluate"),
}  # fmt: skip
"""Names of each method in other systems and in textbooks."""

_NEAR = 0.75
"""Least similarity of two names, of 1, for a slip of the pen: `move`, `outcomes`, `paly`."""


def why_not_made(cls: type, base: type, names: Iterable[str]) -> str:
    """Why no object of a class can be made. ``base``: the class of all games. ``names``: of the
    arguments that are given to a class that takes none."""
    missing: frozenset[str] = getattr(cls, "__abstractmethods__", frozenset())
    if missing:
        return f"{cls.__name__} lacks {lacking(missing)}{meant_methods(cls, missing)}"
    shown = ", ".join(names) or "arguments"
    forgotten = forgotten_in(cls, base)
    none = f"{cls.__name__} takes no {shown}"
    return f"{none}: {forgotten}" if forgotten else none


def lacking(missing: frozenset[str]) -> str:
    """Missing methods as one writes them.

    >>> lacking(frozenset({"play", "start"}))
    'start() and play(state, move)'
    """
    lacks = [SIGNATURES[name] for name in SIGNATURES if name in missing]
    return listed([*lacks, *sorted(missing - SIGNATURES.keys())])


def forgotten_in(kind: type, base: type) -> str:
    """What to say of annotated names of a class that are no parameters, for want of @dataclass;
    else "". ``base``: the class of all games."""
    known = {*vars(base), *getattr(kind, "__dataclass_fields__", ())}
    for cls in kind.__mro__:
        own = not {"__dataclass_fields__", "__init__"} & set(vars(cls)) and cls not in base.__mro__
        hints = annotated_names(cls) if own else {}
        names = [name for name in hints if name not in known and _may_be_field(name, hints[name])]
        known.update(vars(cls))  # a class may set what a base class announces
        if names:
            verb = (
                "is annotated, but no parameter"
                if len(names) == 1
                else "are annotated, but no parameters"
            )
            return (
                f"{' and '.join(names)} {verb}: write @dataclass(frozen=True) above "
                f"class {cls.__name__}"
            )
    return ""


def _may_be_field(name: str, hint: object) -> bool:
    """False for constants and for helpers of the class.

    >>> [_may_be_field(*pair) for pair in (("left", int), ("LINES", list), ("a", "Final[int]"))]
    [True, False, False]
    """
    constant = name.isupper() or "ClassVar" in str(hint) or "Final" in str(hint)
    return not constant and not name.startswith("_")


def meant_methods(found: type, missing: frozenset[str]) -> str:
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
