"""Generators that free the lists that they hold.

A generator of Numba's lies in the memory of the function that called it. Nobody tells it that its
loop was left, so what it held then is never freed; nor are lists that it was given, and those that
it yields. A hundred bytes for a call of ``any`` are gigabytes for a game of 10^8 states. Here

* the function that called a generator frees what it holds: when the same call makes the next one,
  and when the function returns;
* a generator that comes to its end frees what it was given;
* a generator that is given to another, or returned, is moved: the one that stays behind has ended,
  so that only one frees;
* who takes an item owns it, as Numba has it for other iterators;
* a list keeps what is put in as it is, or it is refused: Numba would make a whole number of it.

Only the functions of translated rules and those that they call are compiled so. A generator that
two names may mean, or that lies within ``enumerate`` or ``zip``, and is left while another one
waits, is left as Numba leaves it: that costs memory, no more.
"""
# mypy: ignore-errors

from __future__ import annotations

from functools import cache

from llvmlite import ir as llvm
from numba.core import cgutils, generators, ir, lowering, types
from numba.core.errors import NumbaNotImplementedError
from numba.core.imputils import RefType, iternext_impl
from numba.core.registry import cpu_target
from numba.core.typed_passes import NativeLowering

from perfectplay.compiler.runtime.tuple_loops import looped

RULES = "perfectplay_rules_"
"""How the names of modules of translated rules begin."""
_MODULES = RULES, "perfectplay.compiler.", "numba."  # the last one's `map` is a generator, too
_ENDED = -1  # where a generator goes on next
_OURS = set()
"""The types of the generators that are compiled here."""


@cache
def free_generators() -> None:
    """Let Numba compile the generators of translated rules so that they free what they hold."""
    NativeLowering.lowering_class = property(lambda _: _Lower)
    context = cpu_target.target_context
    context.refresh()  # the last definition is the one that counts
    context.insert_func_defn([(_next_item, "iternext", (types.Generator,))])


def _holds(context, kind) -> bool:
    """Whether a value has something to be freed: a list or a set, or a generator that has."""
    if isinstance(kind, types.Generator):
        return kind in _OURS and any(_holds(context, x) for x in kind.arg_types + kind.state_types)
    return not isinstance(kind, types.Omitted) and (
        context.data_model_manager[kind].contains_nrt_meminfo()
    )


def _has_generators(model) -> bool:
    """Whether a value is a generator, or has one, as ``enumerate(...)`` may."""
    is_one = isinstance(model.fe_type, types.Generator)
    return is_one or any(map(_has_generators, model.inner_models()))


def _generators_in(context, builder, kind, value):
    """The addresses of the generators that a value is or has."""
    if isinstance(kind, types.Generator):
        return [value]
    model = context.data_model_manager[kind]
    if not _has_generators(model):
        return []
    parts = [kind.dtype] * len(kind) if isinstance(kind, types.UniTuple) else [
        part.fe_type for part in model.inner_models()
    ]  # fmt: skip
    return [
        address
        for place, part in enumerate(parts)
        for address in _generators_in(context, builder, part, model.get(builder, value, place))
    ]


def _move(builder, generator) -> None:
    """Code that lets a generator that was copied have ended."""
    place = cgutils.gep_inbounds(builder, generator, 0, 0)
    builder.store(place.type.pointee(_ENDED), place)


def _free(context, builder, kind, generator) -> None:
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
                for given in _generators_in(self._lower.context, builder, kind, value):
                    _move(builder, given)
        return data


class _Generator(generators.GeneratorLower):
    """The code of a generator itself."""

    def __init__(self, lower) -> None:
        super().__init__(lower)
        if lower.is_ours():
            _OURS.add(self.gentype)
            self.arg_packer = _Arguments(lower, self.arg_packer)

    def return_from_generator(self, lower) -> None:
        if self.gentype in _OURS:
            (generator,) = self.call_conv.get_arguments(lower.function)
            self._free_given(lower.builder, generator)
        super().return_from_generator(lower)

    def lower_finalize_func_body(self, builder, genptr) -> None:
        """Free what it holds where it waits: twice, as the frame that began to wait kept its own
        reference; the number of a place is that of its ``yield``, or 0 if it has not begun."""
        if self.gentype not in _OURS:
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
            if isinstance(kind, types.Generator) and _holds(self.context, kind):
                _free(self.context, builder, kind, value)
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
            if name not in names or not _holds(self.context, kind):
                continue
            place = cgutils.gep_inbounds(builder, kept, 0, number)
            if not isinstance(kind, types.Generator):
                value = self.context.unpack_value(builder, kind, place)
                self.context.nrt.decref(builder, kind, value)
                self.context.nrt.decref(builder, kind, value)
            elif name in sole:
                _free(self.context, builder, kind, place)

    def _free_given(self, builder, generator) -> None:
        for kind, value in self.arg_packer.load(builder, self.get_args_ptr(builder, generator)):
            if not isinstance(kind, types.Generator):
                self.context.nrt.decref(builder, kind, value)


class _Lower(lowering.Lower):
    """The code of a function. Each call that makes a generator, and each generator that lives while
    this one waits, has a room for its address, as long as it is to be freed here."""

    GeneratorLower = _Generator

    def is_ours(self) -> bool:
        """Whether it is a function of translated rules, or one that these may call."""
        return (self.func_ir.func_id.func.__module__ or "").startswith(_MODULES)

    def lower_function_body(self):
        self._rooms = {}
        if self.is_ours():
            gives = self.context.data_model_manager[self.fndesc.restype]
            if not isinstance(self.fndesc.restype, types.Generator) and _has_generators(gives):
                raise NumbaNotImplementedError("PERFECTPLAY a generator within what is returned")
            self._make_rooms()
        return super().lower_function_body()

    def _make_rooms(self) -> None:
        places = [
            (id(x.value), x.target.name)
            for block in self.blocks.values()
            for x in block.find_insts(ir.Assign)
            if self._makes(x.value)
        ]
        points = self.generator_info.yield_points if self.generator_info is not None else {}
        for number, point in points.items():
            places += [((number, name), name) for name in self.sole_generators(point.live_vars)]
        for place, name in places:
            kind = self.typeof(name)
            if isinstance(kind, types.Generator) and _holds(self.context, kind):
                address = self.context.get_value_type(kind)
                self._rooms[place] = kind, cgutils.alloca_once(self.builder, address, zfill=True)

    def _makes(self, value) -> bool:
        """Whether it may be a new generator: of a call, or what a generator was given."""
        made = isinstance(value, ir.Expr) and value.op == "call" and not self._is_looped(value)
        return made or (isinstance(value, ir.Arg) and self.generator_info is not None)

    def _generators_of(self, name: str):
        return _generators_in(self.context, self.builder, self.typeof(name), self.loadvar(name))

    def sole_generators(self, names) -> set[str]:
        """Those of these locals that are generators which no other of them may be, too."""
        found = [name for name in names if isinstance(self.typeof(name), types.Generator)]
        first = {name: self._first_name(name) for name in found}
        return {name for name in found if list(first.values()).count(first[name]) == 1}

    def _first_name(self, name: str) -> str:
        """One name for all locals that may be one generator: those given to each other."""
        if not hasattr(self, "_joined"):
            self._joined = {}
            for block in self.blocks.values():
                for assign in block.find_insts(ir.Assign):
                    values = [assign.value, *(() if isinstance(assign.value, ir.Var)
                              else getattr(assign.value, "list_vars", list)())]  # fmt: skip
                    for value in values:
                        if isinstance(value, ir.Var) and self._are_generators(assign.target, value):
                            self._joined[self._first_name(value.name)] = self._first_name(
                                assign.target.name
                            )
        while name in self._joined and self._joined[name] != name:
            name = self._joined[name]
        return name

    def _are_generators(self, *names) -> bool:
        return all(isinstance(self.typeof(x.name), types.Generator) for x in names)

    def _free_left(self, place, others=()) -> None:
        """Free the generator whose address is in a room, unless it is one of ``others``."""
        kind, room = self._rooms[place]
        address = self.builder.load(room)
        left = cgutils.is_not_null(self.builder, address)
        for other in others:
            if other.type == address.type:
                apart = self.builder.icmp_unsigned("!=", address, other)
                left = self.builder.and_(left, apart)
        with self.builder.if_then(left):
            _free(self.context, self.builder, kind, address)
            self.builder.store(address.type(None), room)

    def _is_looped(self, expr) -> bool:
        """Whether a call only says that a generator is looped over: it is the same one then."""
        is_one = getattr(self.typeof(expr.func.name), "typing_key", None) is looped
        return is_one and isinstance(self.typeof(expr.args[0].name), types.Generator)

    def lower_call(self, resty, expr):
        if self.is_ours() and self._is_looped(expr):
            return self.loadvar(expr.args[0].name)
        if id(expr) not in self._rooms:
            return super().lower_call(resty, expr)
        given = [address for var in expr.list_vars() for address in self._generators_of(var.name)]
        self._free_left(id(expr), given)
        made = super().lower_call(resty, expr)
        self.builder.store(made, self._rooms[id(expr)][1])
        return made

    def lower_inst(self, inst):
        if isinstance(inst, ir.Return) and self.is_ours():
            if self.generator_info is None and isinstance(self.fndesc.restype, types.Generator):
                self._move_returned(inst.value.name)
            for place in self._rooms:
                self._free_left(place)
        made = super().lower_inst(inst)
        given = isinstance(inst, ir.Assign) and isinstance(inst.value, ir.Arg)
        if given and id(inst.value) in self._rooms:
            self.builder.store(self.loadvar(inst.target.name), self._rooms[id(inst.value)][1])
        return made

    def lower_setitem(self, target_var, index_var, value_var, signature):
        kind, value = self.typeof(target_var.name), self.typeof(value_var.name)
        if self.is_ours() and isinstance(kind, types.List) and not _keeps(kind.dtype, value):
            raise NumbaNotImplementedError("PERFECTPLAY a list of other things gets such an item")
        return super().lower_setitem(target_var, index_var, value_var, signature)

    def _move_returned(self, name: str) -> None:
        """Return a copy of a generator, so that the one that is returned is not freed here, nor by
        who gave it."""
        returned = self.loadvar(name)
        copied = cgutils.alloca_once_value(self.builder, self.builder.load(returned))
        _move(self.builder, returned)
        self.storevar(copied, name)

    def lower_yield(self, retty, inst):
        live = self.generator_info.yield_points[inst.index].live_vars
        for name in live:
            self._alloca_var(name, self.typeof(name))  # as Numba does before it keeps them
        waiting = [address for name in live for address in self._generators_of(name)]
        for place in self._rooms:
            self._free_left(place, waiting)
        if self.genlower.gentype in _OURS and inst.value.name in live:  # who takes it owns it
            self.incref(self.typeof(inst.value.name), self.loadvar(inst.value.name))
        made = super().lower_yield(retty, inst)
        for name in live:
            if (inst.index, name) in self._rooms:
                self.builder.store(self.loadvar(name), self._rooms[inst.index, name][1])
        return made


def _keeps(held, value) -> bool:
    """Whether a list of items of one kind keeps a value as it is: no fraction in a list of
    integers, no number in one of truths."""
    if isinstance(held, types.BaseTuple) and isinstance(value, types.BaseTuple):
        return len(held) == len(value) and all(map(_keeps, held.types, value.types))
    if isinstance(held, types.Boolean) and isinstance(value, types.Integer):
        return getattr(value, "literal_value", None) in (0, 1)
    whole = isinstance(held, types.Integer | types.Boolean)
    return not (whole and isinstance(value, types.Float))


def _next_item(context, builder, signature, args):
    """The next item of a generator: the taker's own, if the generator is one of these."""
    next_item = _OWNED if signature.args[0] in _OURS else _LENT
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
