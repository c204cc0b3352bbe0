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

from numba.core import cgutils, ir, lowering, types
from numba.core.errors import NumbaNotImplementedError
from numba.core.registry import cpu_target
from numba.core.typed_passes import NativeLowering

from perfectplay.compiler.runtime.generator_code import (
    OURS,
    FreeingGenerator,
    free,
    generators_in,
    has_generators,
    holds,
    move,
    next_item,
)
from perfectplay.compiler.runtime.tuple_loops import looped

RULES = "perfectplay_rules_"
"""How the names of modules of translated rules begin."""
_MODULES = RULES, "perfectplay.compiler.", "numba."  # the last one's `map` is a generator, too


@cache
def free_generators() -> None:
    """Let Numba compile the generators of translated rules so that they free what they hold."""
    NativeLowering.lowering_class = property(lambda _: _Lower)
    context = cpu_target.target_context
    context.refresh()  # the last definition is the one that counts
    context.insert_func_defn([(next_item, "iternext", (types.Generator,))])


class _Lower(lowering.Lower):
    """The code of a function. Each call that makes a generator, and each generator that lives while
    this one waits, has a room for its address, as long as it is to be freed here."""

    GeneratorLower = FreeingGenerator

    def is_ours(self) -> bool:
        """Whether it is a function of translated rules, or one that these may call."""
        return (self.func_ir.func_id.func.__module__ or "").startswith(_MODULES)

    def lower_function_body(self):
        self._rooms = {}
        if self.is_ours():
            gives = self.context.data_model_manager[self.fndesc.restype]
            if not isinstance(self.fndesc.restype, types.Generator) and has_generators(gives):
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
            if isinstance(kind, types.Generator) and holds(self.context, kind):
                address = self.context.get_value_type(kind)
                self._rooms[place] = kind, cgutils.alloca_once(self.builder, address, zfill=True)

    def _makes(self, value) -> bool:
        """Whether it may be a new generator: of a call, or what a generator was given."""
        made = isinstance(value, ir.Expr) and value.op == "call" and not self._is_looped(value)
        return made or (isinstance(value, ir.Arg) and self.generator_info is not None)

    def _generators_of(self, name: str):
        return generators_in(self.context, self.builder, self.typeof(name), self.loadvar(name))

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
            free(self.context, self.builder, kind, address)
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
        move(self.builder, returned)
        self.storevar(copied, name)

    def lower_yield(self, retty, inst):
        live = self.generator_info.yield_points[inst.index].live_vars
        for name in live:
            self._alloca_var(name, self.typeof(name))  # as Numba does before it keeps them
        waiting = [address for name in live for address in self._generators_of(name)]
        for place in self._rooms:
            self._free_left(place, waiting)
        if self.genlower.gentype in OURS and inst.value.name in live:  # who takes it owns it
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
