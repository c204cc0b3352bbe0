"""Sets and lists that rules make as scratch, of numbers, tuples or words."""
# ruff: noqa: ARG001, ARG005
# mypy: ignore-errors

from __future__ import annotations

from numba import types
from numba.core.datamodel import default_manager
from numba.core.errors import TypingError
from numba.cpython.listobj import ListInstance
from numba.extending import intrinsic

from perfectplay.compiler.runtime.python_sets import python_set
from perfectplay.compiler.runtime.support import typed
from perfectplay.compiler.runtime.words import WordType, _is_word


@typed()
def set_of(items):
    """``set(items)``, but not of words beside other things."""
    if isinstance(items, types.BaseTuple) and not len(items):
        raise TypingError("PERFECTPLAY a set that is always empty")
    if isinstance(items, WordType):
        raise TypingError("PERFECTPLAY the characters of a word are looped over")
    kind = items.yield_type if isinstance(items, types.Generator) else getattr(items, "dtype", None)
    unlike = isinstance(items, types.BaseTuple) and kind is None
    if isinstance(kind, types.Optional) or (unlike and any(map(_is_word, items))):
        raise TypingError("PERFECTPLAY a set of words")
    return lambda items: python_set(items)  # noqa: PLW0108


@typed()
def empty_list(example):
    """An empty list of such items."""
    return lambda example: [example][:0]


@intrinsic
def _forget(typing, items):
    """Make a list empty that keeps its memory; its items are numbers or the like."""

    def codegen(context, builder, signature, args):
        held = ListInstance(context, builder, signature.args[0], args[0])
        held.size = context.get_constant(types.intp, 0)
        return context.get_dummy_value()

    return types.void(items), codegen


@typed()
def emptied(items):
    """``items.clear()`` of a list that is filled again, and so keeps its memory."""
    if not isinstance(items, types.List):
        raise TypingError(f"PERFECTPLAY a list is expected, not {items}")
    if default_manager[items.dtype].contains_nrt_meminfo():
        return lambda items: items.clear()
    return lambda items: _forget(items)  # noqa: PLW0108


@typed()
def is_empty_list(items):
    """``items == []``."""
    if isinstance(items, types.List):
        return lambda items: len(items) == 0
    if isinstance(items, types.BaseTuple) and len(items):
        return lambda items: False
    raise TypingError(f"PERFECTPLAY {items} is compared with an empty list")


@intrinsic
def _false(typing):
    """False, which the compiler of types takes for any truth."""
    return types.boolean(), lambda context, *_: context.get_constant(types.boolean, 0)


@typed()
def never():
    """Whether to run what only shows a kind: no."""
    return lambda: _false()  # noqa: PLW0108


@typed()
def none_of(items):
    """An empty list of the kind of another one."""
    return lambda items: items[:0]


@typed()
def empty_set(example):
    """An empty set of such items."""
    if not isinstance(example, types.Integer | types.BaseTuple | WordType):
        raise TypingError("PERFECTPLAY a set of words")

    def made(example):
        items = python_set((example,))
        items.clear()
        return items

    return made


@typed()
def without_items(items):
    """An empty set of the kind of another one."""
    if not isinstance(items, types.Set):
        raise TypingError(f"PERFECTPLAY a set that is always empty, beside {items},")
    return lambda items: items - items
