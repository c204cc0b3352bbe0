"""What authors forget: @dataclass before fields, and methods that rules must have."""

from __future__ import annotations

from perfectplay.core.errors import GameFileError
from perfectplay.core.shortened import listed
from perfectplay.game.game import Game
from perfectplay.game.not_made import SIGNATURES, forgotten_in, lacking, meant_methods
from perfectplay.game.operators.operator import innermost


def forgotten_fields(game: type[Game] | Game) -> str:
    """What to say of annotated names that are no parameters, for want of @dataclass; else "".

    >>> class Heap(Game):
    ...     left: int = 10
    >>> forgotten_fields(Heap)
    'left is annotated, but no parameter: write @dataclass(frozen=True) above class Heap'
    """
    game = innermost(game)
    kind = game if isinstance(game, type) else type(game)
    return forgotten_in(kind, Game)


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


def need_four_methods(found: type[Game] | Game, shown: str) -> None:
    """Raise GameFileError if a class, in a file that is ``shown``, lacks one of the four methods.

    The error names methods of the class that seem to be meant.
    """
    missing: frozenset[str] = getattr(found, "__abstractmethods__", frozenset())
    if not missing or not isinstance(found, type):
        return
    hint = meant_methods(found, missing)
    if not hint and missing == {"outcome"}:
        hint = "; if plays end only where no move is left, let it return None and set stuck"
    raise GameFileError(
        f"{found.__name__} lacks {lacking(missing)}: a game in {shown} has "
        f"{listed(SIGNATURES.values())}{hint}"
    )
