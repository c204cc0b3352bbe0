"""The code of generators that free what they hold; see ``freed_generators.py``."""
# mypy: ignore-errors

from __future__ import annotations

from llvmlite import ir as llvm
from numba.core import cgutils, generators, types
from numba.core.imputils import RefType, iternext_impl

_ENDED = -1  # where a generator goes on next
OURS = set()
"""The types of the generators that are compiled here."""


def holds(context, kind) -> bool:
    """Whether a value has something to be freed: a list or a set, or a generator that has."""
    if isinstance(kind, types.Generator):
        return kind in OURS and any(holds(context, x) for x in kind.arg_types + kind.state_types)
    return not isinstance(kind, types.Omitted) and (
        context.data_model_manager[kind].contains_nrt_meminfo()
    )


def has_generators(model) -> bool:
    """Whether a value is a generator, or has one, as ``enumerate(...)`` may."""
    is_one = isinstance(model.fe_type, types.Generator)
    return is_one or any(map(has_generators, model.inner_models()))


def generators_in(context, builder, kind, value):
    """The addresses of the generators that a value is or has."""
    if isinstance(kind, types.Generator):
        return [value]
    model = context.data_model_manager[kind]
    if not has_generators(model):
        return []
    parts = [kind.dtype] * len(kind) if isinstance(kind, types.UniTuple) else [
        part.fe_type for part in model.inner_models()
    ]  # fmt: skip
    return [
        address
        for place, part in enumerate(parts)
        for address in generators_in(context, builder, part, model.get(builder, value, place))
    ]


def move(builder, generator) -> None:
    """Code that lets a generator that was copied have ended."""
    place = cgutils.gep_inbounds(builder, generator, 0, 0)
    builder.store(place.type.pointee(_ENDED), place)


def free(context, builder, kind, generator) -> None:
    """Code that frees what a generator holds, which ends it."""
    name = context.get_generator_desc(kind).llvm_finalizer_name
    frees = llvm.FunctionType(llvm.VoidType(), [context.get_value_type(kind)])
    builder.call(cgutils.get_or_insert_function(builder.module, frees, name), [generator])
    context.add_linking_libs(getattr(context.get_generator_impl(kind), "libs", ()))


class _Arguments:
    """The arguments of a generator, as Numba packs them; the generators among them are moved."""

    def __init__(self, lower, packed) -> None:
        self._lower, self._packed = lower, packed

    def __getattr__(self, name: str):
        return getattr(self._packed, name)

    def as_data(self, builder, values):
        data = self._packed.as_data(builder, values)
        for kind, value in zip(self._lower.fndesc.argtypes, values, strict=True):
            if not isinstance(kind, types.Omitted):
                for given in generators_in(self._lower.context, builder, kind, value):
                    move(builder, given)
        return data


class FreeingGenerator(generators.GeneratorLower):
    """The code of a generator itself."""

    def __init__(self, lower) -> None:
        super().__init__(lower)
        if lower.is_ours():
            OURS.add(self.gentype)
            self.arg_packer = _Arguments(lower, self.arg_packer)

    def return_from_generator(self, lower) -> None:
        if self.gentype in OURS:
            (generator,) = self.call_conv.get_arguments(lower.function)
            self._free_given(lower.builder, generator)
        super().return_from_generator(lower)

    def lower_finalize_func_body(self, builder, genptr) -> None:
        """Free what it holds where it waits: twice, as the frame that began to wait kept its own
        reference; the number of a place is that of its ``yield``, or 0 if it has not begun."""
        if self.gentype not in OURS:
            super().lower_finalize_func_body(builder, genptr)
            return
        place = self.get_resume_index_ptr(builder, genptr)
        waits = builder.load(place)
        begun, given, ended = map(builder.append_basic_block, ("begun", "given", "ended"))
        choice = builder.switch(waits, begun)
        choice.add_case(waits.type(_ENDED), ended)
        for number, point in self.geninfo.yield_points.items():
            block = builder.append_basic_block("waits")
            choice.add_case(waits.type(number), block)
            builder.position_at_end(block)
            self._free_kept(builder, genptr, point.live_vars)
            builder.branch(given)
        builder.position_at_end(begun)  # later, a local has what it was given
        for kind, value in self.arg_packer.load(builder, self.get_args_ptr(builder, genptr)):
            if isinstance(kind, types.Generator) and holds(self.context, kind):
                free(self.context, builder, kind, value)
        builder.branch(given)
        builder.position_at_end(given)
        self._free_given(builder, genptr)
        builder.store(waits.type(_ENDED), place)
        builder.branch(ended)
        builder.position_at_end(ended)
        builder.ret_void()

    def _free_kept(self, builder, generator, names) -> None:
        """Free the values of locals that it keeps while it waits."""
        kept, sole = self.get_state_ptr(builder, generator), self.lower.sole_generators(names)
        for number, name in enumerate(self.geninfo.state_vars):
            kind = self.gentype.state_types[number]
            if name not in names or not holds(self.context, kind):
                continue
            place = cgutils.gep_inbounds(builder, kept, 0, number)
            if not isinstance(kind, types.Generator):
                value = self.context.unpack_value(builder, kind, place)
                self.context.nrt.decref(builder, kind, value)
                self.context.nrt.decref(builder, kind, value)
            elif name in sole:
                free(self.context, builder, kind, place)

    def _free_given(self, builder, generator) -> None:
        for kind, value in self.arg_packer.load(builder, self.get_args_ptr(builder, generator)):
            if not isinstance(kind, types.Generator):
                self.context.nrt.decref(builder, kind, value)


def next_item(context, builder, signature, args):
    """The next item of a generator: the taker's own, if the generator is one of these."""
    next_item = _OWNED if signature.args[0] in OURS else _LENT
    return next_item(context, builder, signature, args)


def _advance(context, builder, signature, args, result) -> None:
    code = context.get_generator_impl(signature.args[0])
    status, value = code(context, builder, signature, args)
    context.add_linking_libs(getattr(code, "libs", ()))
    with cgutils.if_likely(builder, status.is_ok):
        result.set_valid(True)
        result.yield_(value)
    with cgutils.if_unlikely(builder, status.is_stop_iteration):
        result.set_exhausted()
    failed = builder.and_(status.is_error, builder.not_(status.is_stop_iteration))
    with cgutils.if_unlikely(builder, failed):
        context.call_conv.return_status_propagate(builder, status)


_OWNED = iternext_impl(RefType.NEW)(_advance)
_LENT = iternext_impl(RefType.BORROWED)(_advance)
