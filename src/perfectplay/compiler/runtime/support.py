"""Functions that translated rules call instead of Python functions that Numba lacks.

Each does the same in compiled code as the function or method of that name does in Python.
"""
# ruff: noqa: ARG001, ARG005, PLW0108

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.core.imputils import impl_ret_borrowed
from numba.extending import intrinsic, overload

from perfectplay.compiler.runtime.bit_counts import popcount
from perfectplay.compiler.runtime.hash_slots import inner, slot_in, slot_of

__all__ = ["popcount", "slot_in", "slot_of"]


_INNER = {"no_cfunc_wrapper": True}
"""Options of functions that only compiled code calls."""


def typed(*, name: str = "", prefer_literal: bool = False) -> Callable[..., Any]:
    """Turn a function from types to an implementation into a function of compiled code."""

    def decorated(typing: Callable[..., Any]) -> Callable[..., Any]:
        def stub(*_: Any) -> Any:
            raise NotImplementedError("compiled code only")

        stub.__name__ = stub.__qualname__ = name or typing.__name__
        stub.__module__, stub.__doc__ = typing.__module__, typing.__doc__
        overload(stub, jit_options=_INNER, prefer_literal=prefer_literal)(typing)
        return stub

    return decorated


def literal(kind: Any) -> Any:
    """The value of a literal's type. Numba asks once more with the type alone after a refusal: that
    is a refusal, too."""
    if not hasattr(kind, "literal_value"):
        raise TypingError("a constant is expected")
    return kind.literal_value


@intrinsic
def replaced(typingctx: Any, state: Any, index: Any, value: Any) -> Any:
    """The homogeneous tuple with an item replaced, without a check of the index."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        room = cgutils.alloca_once_value(builder, args[0])
        zero = args[1].type(0)
        builder.store(args[2], builder.gep(room, [zero, args[1]], inbounds=True))
        return impl_ret_borrowed(context, builder, signature.return_type, builder.load(room))

    if isinstance(state, types.BaseTuple) and hasattr(state, "dtype"):
        return state(state, types.intp, state.dtype), codegen
    if hasattr(state, "code_of_replaced"):  # a tuple that changes its length
        return state(state, types.intp, state.dtype), state.code_of_replaced
    return None


@intrinsic
def items_of(typingctx: Any, items: Any) -> Any:
    """The plain tuple of the characters of a text, or of the numbers in bytes; a tuple itself."""
    kind = items
    if hasattr(items, "plain_kind"):  # of a text whose length varies
        kind = items.plain_kind
    elif hasattr(items, "python"):
        kind = types.UniTuple(items.dtype, len(items))

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return impl_ret_borrowed(context, builder, signature.return_type, args[0])

    return kind(items), codegen


@inner
def set_before(value, is_set):
    # a local that Python has no value for is something in compiled code
    if not is_set:
        raise UnboundLocalError("a name has no value when it is read")
    return value


@inner
def put(state, index, value):
    if index < 0:
        index += len(state)
    if index < 0 or index >= len(state):
        raise IndexError("tuple index out of range")
    return replaced(items_of(state), index, value)


@inner
def swap(state, first, second):
    return put(put(state, first, state[second]), second, state[first])


@inner
def splice(state, index, value):
    # s[:i] + (v,) + s[i + 1:] is something else where i is negative
    if index < 0 or index >= len(state):
        return put_beyond(state, index, value)
    return replaced(state, index, value)


@inner
def splice_run(state, index, times, value):
    # s[:i] + (v,) * n + s[i + n:] is something else beyond an end
    if index < 0 or times < 0 or index + times > len(state):
        raise IndexError("tuple index out of range")
    for i in range(times):
        state = replaced(state, index + i, value)
    return state


@typed()
def put_beyond(state, index, value):
    """``s[:i] + (v,) + s[i + 1:]`` where i is not in a tuple that keeps its length."""
    if not isinstance(state, types.BaseTuple):
        return None

    def beyond(state, index, value):
        if index < 0 or index >= len(state):
            raise IndexError("tuple index out of range")
        return state

    return beyond


@inner
def at_least(index, least):
    if index < least:
        raise IndexError("slices that overlap")
    return index


@typed()
def outcome_code(answer):
    """The answer of ``outcome`` as a number: 0 if the play goes on, else the value. A number that
    is no value raises; the interpreter then says so."""
    if isinstance(answer, types.NoneType):
        return lambda answer: 0
    if isinstance(answer, types.Optional):
        return lambda answer: 0 if answer is None else outcome_code(answer + 0)
    if not isinstance(answer, types.Integer):
        raise TypingError(f"PERFECTPLAY its outcome is {answer}")

    def code(answer):
        if answer < 1 or answer > 3:
            raise ValueError("outcome gives a number that is no Value")
        return np.int64(answer)

    return code


NO_SCORE = -(2**31)
"""Stands for a score that does not fit 32 bits."""


@typed()
def score_code(answer):
    """A score or a gain as a number, NO_SCORE if it is too large; only integers compile."""
    if isinstance(answer, types.NoneType):
        return lambda answer: 0
    if isinstance(answer, types.Optional) and isinstance(answer.type, types.Integer):
        return lambda answer: score_code(answer + 0)
    if not isinstance(answer, types.Integer):
        raise TypingError(f"PERFECTPLAY its score is {answer}")

    def code(answer):
        return answer if -(2**31) < answer < 2**31 else NO_SCORE

    return code


def _whole(what):
    """The typing of a function that returns an integer as a number; only integers compile."""

    def typing(value):
        if isinstance(value, types.Integer | types.Boolean):
            return lambda value: np.int64(value)
        if isinstance(value, types.Optional) and isinstance(value.type, types.Integer):
            return lambda value: np.int64(value + 0)  # None raises: it is neither state nor tier
        raise TypingError(f"PERFECTPLAY {what} {value}")

    return typing


field = typed(name="field")(_whole("its states hold"))
tier_code = typed(name="tier_code")(_whole("its tier is"))


@typed()
def number_move(move):
    """A move beside others of unlike kinds: one of which the text shows nothing is a number."""
    if isinstance(move, types.Integer):
        return lambda move: move
    raise TypingError(f"PERFECTPLAY a move beside others of unlike kinds is {move}")


@typed(prefer_literal=True)
def number_item(move, place):
    """A move of several parts beside others of unlike kinds, of which one is a number."""
    if not isinstance(move[literal(place)], types.Integer | types.Boolean):
        raise TypingError(f"PERFECTPLAY a move beside others of unlike kinds is {move}")
    return lambda move, place: move


@typed()
def evaluated(answer):
    """What ``evaluate`` gives, -1, 0 or 1, as a value."""
    if not isinstance(answer, types.Integer):
        raise TypingError(f"PERFECTPLAY evaluate gives {answer}")

    def value(answer):
        if answer < -1 or answer > 1:
            raise ValueError("evaluate gives another number than -1, 0 or 1")
        return answer + 2

    return value


@typed()
def next_state(child):
    """What ``do_move`` gives for a legal move: False and None are no states."""
    if isinstance(child, types.Boolean | types.NoneType | types.Optional):
        raise TypingError(f"PERFECTPLAY do_move gives {child}")
    return lambda child: child


@intrinsic
def held(typingctx: Any, child: Any) -> Any:
    """What there is, of a state that might be None."""
    if isinstance(child, types.Optional):

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            there = context.make_helper(builder, signature.args[0], value=args[0]).data
            return impl_ret_borrowed(context, builder, signature.return_type, there)

        return child.type(child), codegen
    if isinstance(child, types.NoneType):
        raise TypingError("PERFECTPLAY do_move gives none")
    return child(child), lambda context, builder, signature, args: args[0]
