"""Class methods that are asked of a base of the game's class: compiled code gives them the game's
class, Python the base."""

from __future__ import annotations

from types import MethodType

from perfectplay.game.game import Game


def asks_base(method: MethodType, game: type) -> bool:
    """Whether a class method of a base may answer otherwise than the same of the game's class.

    >>> class Base:
    ...     most = 3
    ...     @classmethod
    ...     def twice(cls):
    ...         return 2 * cls.most
    >>> Less = type("Less", (Base,), {"most": 2})
    >>> asks_base(Base.twice, Less), asks_base(Less.twice, Less)
    (True, False)
    """
    base = method.__self__
    assert isinstance(base, type)
    later = {
        name
        for cls in game.__mro__
        if cls not in base.__mro__
        for name in vars(cls)
        if hasattr(base, name) and not name.startswith("__")
    }
    own = [
        x.__func__.__code__
        for cls in base.__mro__
        if cls not in Game.__mro__
        for x in vars(cls).values()
        if isinstance(x, classmethod) and hasattr(x.__func__, "__code__")
    ]
    return any(not later.isdisjoint(code.co_names) for code in own)
