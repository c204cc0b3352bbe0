"""Arrays as plain pointers for kernels, and places of them loaded before they are needed.

Numba counts the references to an array each time that it is given to a function: two atomic
operations, which took a quarter of a search, and more if two threads count the same arrays. It also
passes seven words for an array, and allows for negative indices. A pointer has none of this. The
arrays have to outlive it, and no index is checked.
"""
# mypy: ignore-errors

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

READ, KEPT, DATA = 0, 3, 1
"""Arguments of LLVM's prefetch: to be read, to be kept in all caches, data."""


@intrinsic
def pointer_of(typingctx, array):  # noqa: ARG001
    """The pointer to the first item of an array that lies in one piece; it is indexed like one."""

    def codegen(context, builder, signature, args):
        return make_array(signature.args[0])(context, builder, args[0]).data

    return types.CPointer(array.dtype)(array), codegen


@intrinsic
def borrowed(typingctx, array):  # noqa: ARG001
    """The same array without an owner, so that references to it are not counted."""

    def codegen(context, builder, signature, args):
        view = make_array(signature.args[0])(context, builder, args[0])
        view.meminfo = cgutils.get_null_value(view.meminfo.type)
        view.parent = cgutils.get_null_value(view.parent.type)
        return view._getvalue()

    return array(array), codegen


@intrinsic
def load_early(typingctx, pointer, place):  # noqa: ARG001
    """Begin to load the cache line of ``pointer[place]``; any place is allowed."""

    def codegen(context, builder, signature, args):  # noqa: ARG001
        number, byte = ir.IntType(32), ir.IntType(8).as_pointer()
        kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        prefetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        at = builder.bitcast(builder.gep(args[0], [args[1]]), byte)
        builder.call(prefetch, [at, *(number(each) for each in (READ, KEPT, DATA))])
        return context.get_dummy_value()

    return types.none(pointer, types.int64), codegen
