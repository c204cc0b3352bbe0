"""Lists of lists, and of others of which compiled code counts who holds them, where Numba counts
wrongly: ``pop(i)`` and ``del xs[i:j]`` leave what they took in the room behind the last item, and
what is put there later frees it once more; ``clear()`` never frees what nothing is put over."""
# mypy: ignore-errors

from __future__ import annotations

import operator

from numba import types
from numba.core import cgutils
from numba.core.datamodel import default_manager
from numba.core.imputils import impl_ret_new_ref, lower_builtin
from numba.cpython.listobj import (
    ListInstance,
    delitem_list,
    list_clear,
    setitem_list_slice,
)

__all__: list[str] = []


@lower_builtin("list.pop", types.List, types.intp)
def _pop(context, builder, signature, args):
    """``xs.pop(i)``: as Numba's, and nothing is left behind the last item."""
    items = ListInstance(context, builder, signature.args[0], args[0])
    count = items.size
    cgutils.guard_zero(context, builder, count, (IndexError, "pop from empty list"))
    place = items.fix_index(args[1])
    items.guard_index(place, "pop index out of range")
    taken = items.getitem(place)
    one = count.type(1)
    last = builder.sub(count, one)
    items.move(place, builder.add(place, one), builder.sub(last, place))
    items.zfill(last, count)
    items.resize(last)
    return impl_ret_new_ref(context, builder, signature.return_type, taken)


@lower_builtin(operator.setitem, types.List, types.SliceType, types.List)
def _set_slice(context, builder, signature, args):
    """``xs[i:j] = ys``, where an item that is moved is not freed."""
    if not default_manager[signature.args[0].dtype].contains_nrt_meminfo():
        return setitem_list_slice(context, builder, signature, args)
    return context.compile_internal(builder, _slice_set, signature, args)


def _slice_set(items, part, others):
    start, stop, step = part.indices(len(items))
    new = others[:]
    if step != 1:
        if len(new) != len(range(start, stop, step)):
            raise ValueError("a slice with steps gets more items or fewer than it has")
        for i in range(len(new)):
            items[start + i * step] = new[i]
        return
    rest = items[max(start, stop) :]
    while len(items) > start:
        items.pop()
    for item in new:
        items.append(item)
    for item in rest:
        items.append(item)


@lower_builtin(operator.delitem, types.List, types.SliceType)
def _delete_slice(context, builder, signature, args):
    """``del xs[i:j]``, as ``xs[i:j] = []``."""
    if not default_manager[signature.args[0].dtype].contains_nrt_meminfo():
        return delitem_list(context, builder, signature, args)
    return context.compile_internal(builder, _slice_deleted, signature, args)


def _slice_deleted(items, part):
    if part.step != 1:
        raise NotImplementedError("del of a slice with steps")
    items[part] = items[:0]


@lower_builtin("list.clear", types.List)
def _clear(context, builder, signature, args):
    """``xs.clear()``, which frees the items."""
    if not default_manager[signature.args[0].dtype].contains_nrt_meminfo():
        return list_clear(context, builder, signature, args)
    return context.compile_internal(builder, _all_taken, signature, args)


def _all_taken(items):
    while len(items) > 0:
        items.pop()
