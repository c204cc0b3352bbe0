"""Sets of compiled rules, with the elements in Python's order.

Numba's own sets have an order of their own, so that ``s.pop()``, ``list(s)[0]`` or the first of
the best in a loop over a set would differ from Python's; and a set of which elements are popped and
to which others are added may never answer again. These have the table that CPython has
(``python_set_tables.py``). Python does not promise that order; for numbers, and tuples of numbers,
it has been the same since 3.10. Of texts it differs between runs.
"""
# ruff: noqa: ARG001, ARG002, ARG005
# mypy: ignore-errors

from __future__ import annotations

from numba.core import types
from numba.core.datamodel import models, register_default
from numba.core.errors import TypingError
from numba.core.imputils import for_iter, impl_ret_new_ref, lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.cpython import setobj
from numba.extending import intrinsic

from perfectplay.compiler.runtime.python_set_tables import Held
from perfectplay.compiler.runtime.support import typed
from perfectplay.compiler.runtime.text_types import BoardType
from perfectplay.compiler.runtime.varying_types import VaryingType
from perfectplay.compiler.source.own_names import OF_DATACLASS, OF_PLAIN_CLASS


class PythonSet(types.Set):
    """The type of such a set."""

    def __init__(self, dtype, reflected=False):
        super().__init__(dtype)
        self.name = f"set({dtype}) in order"

    @property
    def key(self):
        return "python", self.dtype

    def copy(self, dtype=None, reflected=None):
        return PythonSet(self.dtype if dtype is None else dtype)

    def unify(self, typingctx, other):
        if isinstance(other, PythonSet):
            dtype = typingctx.unify_pairs(self.dtype, other.dtype)
            if dtype is not None:
                return PythonSet(dtype)
        return None


register_default(PythonSet)(models.SetModel)


def has_python_order(kind):
    """Whether a set of such elements is looped over as Python does: numbers, and tuples of these.
    The hashes of texts differ between runs of Python, those of objects between objects."""
    named = getattr(kind, "instance_class", None)
    if hasattr(named, OF_DATACLASS) or hasattr(named, OF_PLAIN_CLASS):
        return False
    if isinstance(kind, VaryingType):
        return not getattr(kind, "loose", False) and has_python_order(kind.dtype)
    if isinstance(kind, types.BaseTuple):
        return not isinstance(kind, BoardType) and all(map(has_python_order, kind))
    return isinstance(kind, types.Number | types.Boolean)


def python_set(items=()):
    """``set(items)``; compiled, in Python's order."""
    return set(items)


@infer_global(python_set)
class _Made(AbstractTemplate):
    def generic(self, args, kws):
        if not args:
            return signature(PythonSet(types.undefined))
        (items,) = args
        if isinstance(items, types.IterableType):
            dtype = items.iterator_type.yield_type
            if isinstance(dtype, types.Hashable):
                return signature(PythonSet(dtype), items)
        return None


# --- what Numba's own functions are told ----------------------------------------------------------


def _instance(cls, context, builder, set_type, set_val):
    return object.__new__(Held if isinstance(set_type, PythonSet) else cls)


def _check_all_set(*kinds, checked=setobj.check_all_set):
    if any(isinstance(kind, PythonSet) for kind in kinds):
        raise TypingError("sets in Python's order have operators of their own")
    checked(*kinds)


setobj.SetInstance.__new__ = staticmethod(_instance)
setobj.check_all_set = _check_all_set


@lower_builtin(python_set)
def _empty(context, builder, sig, args):
    made = Held.empty(context, builder, sig.return_type)
    return impl_ret_new_ref(context, builder, sig.return_type, made.value)


@lower_builtin(python_set, types.IterableType)
def _of_items(context, builder, sig, args):
    made = Held.empty(context, builder, sig.return_type)
    _put_all(context, builder, made, sig.args[0], args[0])
    return impl_ret_new_ref(context, builder, sig.return_type, made.value)


@lower_builtin("set.update", PythonSet, types.IterableType)
def _update(context, builder, sig, args):
    held = Held(context, builder, sig.args[0], args[0])
    _put_all(context, builder, held, sig.args[1], args[1])
    return context.get_dummy_value()


def _put_all(context, builder, held, kind, items):
    if isinstance(kind, PythonSet) and kind.dtype == held.dtype:
        held.merge(Held(context, builder, kind, items))
        return
    dtype = kind.iterator_type.yield_type
    with for_iter(context, builder, kind, items) as loop:
        held.add(context.cast(builder, loop.value, dtype, held.dtype))
        context.nrt.decref(builder, dtype, loop.value)


@intrinsic
def _with_slots(typingctx, elements, size):
    kind = PythonSet(elements.dtype)

    def codegen(context, builder, sig, args):
        made = Held.empty(context, builder, kind, args[1])
        return impl_ret_new_ref(context, builder, kind, made.value)

    return kind(elements, types.int64), codegen


@typed()
def set_of_slots(elements, size):
    """A set whose table has so many slots, into which the elements are put."""
    if not isinstance(elements, types.UniTuple | types.Array | types.List):
        return lambda elements, size: python_set(elements)

    def made(elements, size):
        items = _with_slots(elements, size)
        for element in elements:
            items.add(element)
        return items

    return made
