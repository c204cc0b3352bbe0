"""The table of a set of compiled rules: its elements as CPython keeps them.

Where an element is looked for, when the table grows, what becomes of the place of one that is
removed, and in which order two tables become one. The code is for Numba's compiler (`Held` is its
SetInstance with other ways), since a set is as fast as its table.

Source: CPython's Objects/setobject.c, 3.10 and later; tests/compiler/runtime/test_python_sets.py
compares each step with Python's own sets.
"""
# ruff: noqa: SIM117
# mypy: ignore-errors

from __future__ import annotations

import operator

from llvmlite import ir
from numba.core import cgutils, types
from numba.cpython import setobj

from perfectplay.compiler.source.set_slots import MANY, NEIGHBOURS, SMALLEST

_STANDS_FOR_MINUS_TWO = -(2**63)
"""What is kept as the hash -2 (of -1 and -2), which for Numba means a removed element. No number
has it as its hash."""


class Table(setobj._SetPayload):
    """The entries of a set. They are looked for where CPython does."""

    def _lookup(self, item, h, for_insert=False):
        builder, context = self._builder, self._context
        number, mask = h.type, self.mask
        one, five = ir.Constant(number, 1), ir.Constant(number, 5)
        dtype, typing = self._ty.dtype, context.typing_context
        equal = typing.resolve_value_type(operator.eq)
        is_equal = context.get_function(equal, equal.get_call_type(typing, (dtype, dtype), {}))
        stood = builder.icmp_signed("==", h, ir.Constant(number, _STANDS_FOR_MINUS_TWO))
        real = builder.select(stood, ir.Constant(number, -2), h)
        perturb = cgutils.alloca_once_value(builder, real)
        start = cgutils.alloca_once_value(builder, builder.and_(real, mask))
        index = cgutils.alloca_once_value(builder, builder.and_(real, mask))
        last = cgutils.alloca_once_value(builder, builder.and_(real, mask))
        nowhere = ir.Constant(number, -1)
        freed = cgutils.alloca_once_value(builder, nowhere)  # the last one of a removed element
        jumped, looked, found, missed, end = (
            builder.append_basic_block(f"look.{name}")
            for name in ("jumped", "looked", "found", "missed", "end")
        )
        builder.branch(jumped)
        with builder.goto_block(jumped):
            first = builder.load(start)
            beyond = builder.add(first, ir.Constant(number, NEIGHBOURS))
            fits = builder.icmp_unsigned("<=", beyond, mask)
            builder.store(first, index)
            builder.store(builder.select(fits, beyond, first), last)
            builder.branch(looked)
        with builder.goto_block(looked):
            i = builder.load(index)
            entry = self.get_entry(i)
            kept = entry.hash
            with builder.if_then(builder.icmp_unsigned("==", kept, h)):
                with builder.if_then(is_equal(builder, (item, entry.key))):
                    builder.branch(found)
            with builder.if_then(setobj.is_hash_empty(context, builder, kept)):
                builder.branch(missed)
            if for_insert:
                with builder.if_then(setobj.is_hash_deleted(context, builder, kept)):
                    builder.store(i, freed)
            builder.store(builder.add(i, one), index)
            with builder.if_then(builder.icmp_unsigned("<", i, builder.load(last))):
                builder.branch(looked)
            builder.store(builder.lshr(builder.load(perturb), five), perturb)
            there = builder.add(builder.mul(builder.load(start), five), one)
            there = builder.add(there, builder.load(perturb))
            builder.store(builder.and_(there, mask), start)
            builder.branch(jumped)
        with builder.goto_block(missed):
            free = builder.load(freed)
            some = builder.icmp_signed("!=", free, nowhere)
            builder.store(builder.select(some, free, builder.load(index)), index)
            builder.branch(end)
        with builder.goto_block(found):
            builder.branch(end)
        builder.position_at_end(end)
        answer = builder.phi(ir.IntType(1), "found")
        answer.add_incoming(cgutils.true_bit, found)
        answer.add_incoming(cgutils.false_bit, missed)
        return answer, builder.load(index)

    def first_used(self):
        """The first entry with an element from the finger on; the finger is put behind it. The set
        is not empty."""
        builder, context = self._builder, self._context
        one = ir.Constant(self.mask.type, 1)
        index = cgutils.alloca_once_value(builder, builder.and_(self.finger, self.mask))
        body, step, end = (builder.append_basic_block(f"pop.{x}") for x in ("body", "step", "end"))
        builder.branch(body)
        with builder.goto_block(body):
            entry = self.get_entry(builder.load(index))
            used = setobj.is_hash_used(context, builder, entry.hash)
            builder.cbranch(used, end, step)
        with builder.goto_block(step):
            after = builder.add(builder.load(index), one)
            builder.store(builder.and_(after, self.mask), index)
            builder.branch(body)
        builder.position_at_end(end)
        self.finger = builder.add(builder.load(index), one)
        return self.get_entry(builder.load(index))


class Held(setobj.SetInstance):
    """A set and what changes it."""

    @property
    def payload(self):
        pointer = self._context.nrt.meminfo_data(self._builder, self.meminfo)
        return Table(self._context, self._builder, self._ty, pointer)

    @classmethod
    def empty(cls, context, builder, kind, size=None):
        """A new set without elements, of a size that is a power of two."""
        made = cls(context, builder, kind, None)
        size = size or ir.Constant(context.get_value_type(types.intp), SMALLEST)
        ok = made._allocate_payload(size)
        with builder.if_then(builder.not_(ok), likely=False):
            context.call_conv.return_user_exc(builder, MemoryError, ("cannot allocate set",))
        return made

    def hash_of(self, item):
        """The hash as it is kept."""
        builder, typing = self._builder, self._context.typing_context
        function = typing.resolve_value_type(hash)
        kinds = function.get_call_type(typing, (self._ty.dtype,), {})
        found = self._context.get_function(function, kinds)(builder, (item,))
        marks = setobj.is_hash_used(self._context, builder, found)
        return builder.select(marks, found, ir.Constant(found.type, _STANDS_FOR_MINUS_TWO))

    def add(self, item, do_resize=True):
        self._add_key(self.payload, item, self.hash_of(item), do_resize)

    def contains(self, item):
        return self.payload._lookup(item, self.hash_of(item))[0]

    def discard(self, item):
        return self._remove_key(self.payload, item, self.hash_of(item))

    def _add_key(self, payload, item, h, do_resize=True, do_incref=True):
        builder = self._builder
        found, i = payload._lookup(item, h, for_insert=True)
        with builder.if_then(builder.not_(found)):
            entry = payload.get_entry(i)
            new = setobj.is_hash_empty(self._context, builder, entry.hash)
            entry.hash = h
            if do_incref:
                self.incref_value(item)
            entry.key = item
            one = ir.Constant(payload.used.type, 1)
            payload.used = builder.add(payload.used, one)
            with builder.if_then(new, likely=True):
                payload.fill = builder.add(payload.fill, one)
                if do_resize:
                    with builder.if_then(self._is_full(payload, payload.fill), likely=False):
                        self.fit(self.roomy(payload.used))

    def _is_full(self, payload, fill):
        """Whether a table with so many entries in use is to grow."""
        builder, number = self._builder, fill.type
        used = builder.mul(fill, ir.Constant(number, 5))
        room = builder.mul(payload.mask, ir.Constant(number, 3))
        return builder.icmp_unsigned(">=", used, room)

    def roomy(self, used):
        """For how many elements a table is made that is full of so many."""
        builder, number = self._builder, used.type
        many = builder.icmp_unsigned(">", used, ir.Constant(number, MANY))
        times = builder.select(many, ir.Constant(number, 1), ir.Constant(number, 2))
        return builder.shl(used, times)

    def fit(self, count):
        """Make the table anew, for more than ``count`` elements, without what was removed."""
        builder, number = self._builder, count.type
        one, smallest = ir.Constant(number, 1), ir.Constant(number, SMALLEST)
        size = cgutils.alloca_once_value(builder, smallest)
        test, more, end = (builder.append_basic_block(f"fit.{x}") for x in ("test", "more", "end"))
        builder.branch(test)
        with builder.goto_block(test):
            small = builder.icmp_unsigned("<=", builder.load(size), count)
            builder.cbranch(small, more, end)
        with builder.goto_block(more):
            builder.store(builder.shl(builder.load(size), one), size)
            builder.branch(test)
        builder.position_at_end(end)
        new, payload = builder.load(size), self.payload
        same = builder.and_(
            builder.and_(
                builder.icmp_unsigned("==", new, smallest),
                builder.icmp_unsigned("<", payload.mask, smallest),
            ),
            builder.icmp_unsigned("==", payload.fill, payload.used),
        )
        with builder.if_then(builder.not_(same)):
            self._resize(payload, new, "cannot grow set")

    def _resize(self, payload, nentries, errmsg):
        finger = payload.finger
        super()._resize(payload, nentries, errmsg)
        self.payload.finger = finger

    def downsize(self, nitems):
        """Nothing: a table does not shrink when elements are removed."""

    def pop(self):
        payload = self.payload
        entry = payload.first_used()
        kept = entry.key
        self._remove_entry(payload, entry, do_decref=False)
        return kept

    def clear(self):
        payload = self.payload
        finger = payload.finger
        self._replace_payload(ir.Constant(finger.type, SMALLEST))
        self.payload.finger = finger

    # --- of two sets; each as CPython does it -----------------------------------------------------

    def merge(self, other):
        """Put in the elements of another set."""
        builder, payload, theirs = self._builder, self.payload, other.payload
        number = payload.fill.type
        zero, one = ir.Constant(number, 0), ir.Constant(number, 1)
        something = builder.icmp_unsigned("!=", theirs.used, zero)
        with builder.if_then(builder.and_(builder.not_(self.is_(other)), something)):
            full = self._is_full(payload, builder.add(payload.fill, theirs.used))
            with builder.if_then(full):
                self.fit(builder.shl(builder.add(payload.used, theirs.used), one))
            payload = self.payload
            empty = builder.icmp_unsigned("==", payload.fill, zero)
            alike = builder.and_(
                builder.icmp_unsigned("==", payload.mask, theirs.mask),
                builder.icmp_unsigned("==", theirs.fill, theirs.used),
            )
            with builder.if_else(builder.and_(empty, alike)) as (copied, added):
                with copied:
                    with theirs._iterate() as loop:
                        entry = payload.get_entry(loop.index)
                        entry.hash = loop.entry.hash
                        self.incref_value(loop.entry.key)
                        entry.key = loop.entry.key
                    payload.fill = payload.used = theirs.used
                with added, theirs._iterate() as loop:
                    # reloaded, since the table may have grown
                    self._add_key(self.payload, loop.entry.key, loop.entry.hash)

    def is_(self, other):
        """Whether both are one set."""
        builder = self._builder
        mine, theirs = (builder.ptrtoint(x.meminfo, cgutils.intp_t) for x in (self, other))
        return builder.icmp_unsigned("==", mine, theirs)

    def new(self):
        """Another one, of this kind, without elements."""
        return type(self).empty(self._context, self._builder, self._ty)

    def copy(self):
        made = self.new()
        made.merge(self)
        return made

    def difference(self, other):
        builder = self._builder
        with builder.if_else(self.is_(other)) as (same, unlike):
            with same:
                self.clear()
            with unlike:
                payload = self.payload
                with other.payload._iterate() as loop:
                    self._remove_key(payload, loop.entry.key, loop.entry.hash)
                gone = builder.sub(payload.fill, payload.used)
                quarter = builder.lshr(payload.mask, ir.Constant(gone.type, 2))
                with builder.if_then(builder.icmp_unsigned(">", gone, quarter)):
                    self.fit(self.roomy(payload.used))

    def put_those(self, one, other, *, within):
        """Put in the elements of ``one`` that are in ``other`` (``within``), or are not."""
        builder = self._builder
        with one.payload._iterate() as loop:
            found, _ = other.payload._lookup(loop.entry.key, loop.entry.hash)
            with builder.if_then(found if within else builder.not_(found)):
                self._add_key(self.payload, loop.entry.key, loop.entry.hash)

    def symmetric_difference(self, other):
        builder = self._builder
        with builder.if_else(self.is_(other)) as (same, unlike):
            with same:
                self.clear()
            with unlike, other.payload._iterate() as loop:
                key, h = loop.entry.key, loop.entry.hash
                found = self._remove_key(self.payload, key, h)
                with builder.if_then(builder.not_(found)):
                    self._add_key(self.payload, key, h)

    def become(self, other):
        """Have the elements of another set, and its table, under this name."""
        builder, theirs = self._builder, other.payload
        finger = self.payload.finger
        size = builder.add(theirs.mask, ir.Constant(finger.type, 1))
        with theirs._iterate() as loop:  # first, since one set's may be the other's
            self.incref_value(loop.entry.key)
        self._replace_payload(size)
        payload = self.payload
        cgutils.raw_memcpy(builder, payload.entries, theirs.entries, size, self._entrysize)
        payload.fill, payload.used, payload.finger = theirs.fill, theirs.used, finger
