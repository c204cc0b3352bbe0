"""What authors forget: @dataclass before fields, and methods that rules must have."""

from __future__ import annotations

from difflib import get_close_matches

from perfectplay.core.errors import GameFileError
from perfectplay.core.shortened import listed
from perfectplay.game.game import Game
from perfectplay.game.operators.operator import innermost
from perfectplay.registry.annotated_names import annotated_names


def forgotten_fields(game: type[Game] | Game) -> str:
    """What to say of annotated names that are no parameters, for want of @dataclass; else "".

    >>> class Heap(Game):
    ...     left: int = 10
    >>> forgotten_fields(Heap)
    'left is annotated, but no parameter: write @dataclass(frozen=True) above class Heap'
    """
    game = innermost(game)
    kind = game if isinstance(game, type) else type(game)
    known = {*vars(Game), *getattr(kind, "__dataclass_fields__", ())}
    for cls in kind.__mro__:
        own = not {"__dataclass_fields__", "__init__"} & set(vars(cls)) and cls not in Game.__mro__
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


def untyped_value(game: type[Game] | Game, name: str) -> str:
    """How a value of an author's class would be written as a parameter; "" if it is none.

    >>> class Heap(Game):
    ...     left = 10
    >>> untyped_value(Heap, "left"), untyped_value(Heap, "stuck")
    ('left: int = 10', '')
    """
    game = innermost(game)
    kind = game if isinstance(game, type) else type(game)
    value = vars(kind).get(name)
    if hasattr(Game, name) or not isinstance(value, bool | int | str | tuple):
        return ""
    return f"{name}: {type(value).__name__} = {value!r}"


def taken_by_init(game: type[Game] | Game) -> tuple[str, ...]:
    """The arguments of the ``__init__`` of an author's class."""
    game = innermost(game)
    kind = game if isinstance(game, type) else type(game)
    made = next(cls for cls in kind.__mro__ if "__init__" in vars(cls))
    code = getattr(vars(made)["__init__"], "__code__", None)
    if code is None or made.__module__.partition(".")[0] == "perfectplay":
        return ()
    names: tuple[str, ...] = code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]
    return names


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
