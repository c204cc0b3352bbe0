"""Names that random rules may use, and expressions of bytes and of sets."""

# ruff: noqa: E501 lines of rules are not broken

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random

from tests.fuzz.board_kinds import KINDS, N


class ContainerParts(ABC):
    """Writes expressions of bytes and of sets, with numbers, cells and truths in them."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.kind = KINDS[self.random.choice(sorted(KINDS))]
        self.numbers: list[str] = []
        """Names of numbers that an expression may use here."""
        self.cells: list[str] = []
        """Names of cells' contents."""
        self.fresh = 0
        self.helpers = 0

    @abstractmethod
    def index(self, depth: int) -> str: ...

    @abstractmethod
    def cell(self, depth: int) -> str: ...

    @abstractmethod
    def number(self, depth: int) -> str: ...

    @abstractmethod
    def truth(self, depth: int) -> str: ...

    # --- names ------------------------------------------------------------------------------------

    def new(self, among: list[str]) -> str:
        self.fresh += 1
        among.append(f"v{self.fresh}")
        return f"v{self.fresh}"

    def scope(self, numbers: list[str], cells: list[str]) -> tuple[list[str], list[str]]:
        """Add names for a while; `leave` takes them away again."""
        before = list(self.numbers), list(self.cells)
        self.numbers += numbers
        self.cells += cells
        return before

    def leave(self, before: tuple[list[str], list[str]]) -> None:
        self.numbers, self.cells = before

    def pick(self, *choices):
        return self.random.choice(choices)

    # --- bytes, sets ------------------------------------------------------------------------------

    def part(self) -> str:
        """Some bytes beside those of the board."""
        return self.pick(
            r"b'\1'", r"b'\0\2'", r"b'\1\2'", "b[:2]", "b[4:]", "bytes([turn])", "b[1:2]"
        )

    def number_of_bytes(self, depth: int) -> str:
        less = max(0, depth - 1)
        i = self.new([])
        return self.pick(
            f"b.{self.pick('find', 'rfind', 'count')}({self.part()})", f"b.find({self.cell(less)})",
            f"sum(b[{self.pick(':3', '2:', '::2')}])", "max(b) - min(b[1:4])",
            rf"b.replace(b'\0', bytes([turn]){self.pick('', ', 2')}).count(turn)",
            rf"b.translate(bytes.maketrans(b'\0\1', b'\1\5'))[{self.index(less)}]",
            f"bytes(({self.number(less)}) % 256 for {i} in b)[{self.pick('0', '-1')}]",
            f"(b + {self.part()})[{self.pick('-1', '5', '6')}]",
            f"(b[1:3] * 2 + bytes(sorted(b)))[{self.index(less)}]",
            f"b''.join((b[3:], {self.part()}, b[:3])).count({self.cell(less)})", "max(b, b[::-1])[1]",
        )  # fmt: skip

    def truth_of_bytes(self, depth: int) -> str:
        i = self.new([])
        return self.pick(
            f"({self.part()} {self.pick('in', 'not in')} b)", f"b.startswith({self.part()})",
            f"(b {self.pick('<', '<=', '>', '>=', '==', '!=')} {self.pick('b[::-1]', 'b[1:] + b[:1]')})",
            f"(b {self.pick('<', '>=')} {self.part()})", "tuple(b) == b", "b == tuple(b)", f"(b == {self.part()})",
            f"b.endswith({self.part()})", rf"any(b[{i}:{i} + 2] == b'\1\2' for {i} in range({N}))",
        )  # fmt: skip

    def a_set(self, depth: int) -> str:
        """A set of cells."""
        x = self.new([])
        choices = [
            "mine", "theirs", "mine", "theirs", "(mine | theirs)", "(mine - theirs)", "{0, 2, 5}",
            f"frozenset(range({N}))", "(mine ^ theirs)", "frozenset({1, 2, 4})",
        ]  # fmt: skip
        if depth > 0:
            names = self.scope([x], [])
            choices += [
                f"({self.a_set(depth - 1)} {self.pick('|', '&', '-', '^')} {self.a_set(depth - 1)})",
                f"{{{x} for {x} in {self.a_set(depth - 1)} if {self.truth(depth - 1)}}}",
                f"frozenset(({self.number(depth - 1)}) % {N} for {x} in {self.a_set(0)})",
            ]
            self.leave(names)
        return self.random.choice(choices)

    def number_of_sets(self, depth: int) -> str:
        x = self.new([])
        some = self.a_set(min(depth, 1))
        form = self.pick(
            f"len({some})", f"sum({some})", f"max({some}, default=-2)", f"len({some} & {self.a_set(0)})",
            f"sum({{value}} for {x} in {some}{{test}})", f"max(({{value}} for {x} in {some}), default=9)",
            f"(sorted({some}) + [3])[0]", f"len([{x} for {x} in {some}{{test}}])",
        )  # fmt: skip
        names = self.scope([x], [])
        value = self.number(min(depth, 1))
        test = f" if {self.truth(min(depth, 1))}" if self.random.random() < 0.5 else ""
        self.leave(names)
        return form.replace("{value}", f"({value}) % 64").replace("{test}", test)

    def truth_of_sets(self, depth: int) -> str:
        one, other, x = self.a_set(min(depth, 1)), self.a_set(0), self.new([])
        return self.pick(
            f"(({self.number(0)}) % {N} {self.pick('in', 'not in')} {one})",
            f"({one} {self.pick('<=', '<', '>=', '==', '!=')} {other})", f"bool({one})",
            f"{self.pick('mine', 'theirs')}.isdisjoint({other})", f"not {one}",
            f"{self.pick('any', 'all')}({x} in {other} for {x} in {one})",
        )  # fmt: skip

    # --- sets of things with texts, dicts ---------------------------------------------------------

    def number_of_things(self, depth: int) -> str:
        less, pairs = max(0, depth - 1), self.kind.thing.startswith("(")
        x, y = self.new([]), self.new([])
        each, thing = f"{x}, {y}" if pairs else x, self.a_thing(less)
        other = "(6, '.')" if pairs else "'b2'"
        return self.pick(
            "len(held)", f"len(held & {{{thing}, {other}}})", f"len(held | {{{other}}})",
            f"sum(1 for {each} in held if {x} != {'2' if pairs else other})",
            f"len([{x} for {x} in sorted(held) if {x} < {other}])",
            f"(0 if max(held, default={other}) == {other} else 3)",
            f"(1 if min(held, default={other}) > {thing} else 2)",
        )  # fmt: skip

    def a_thing(self, depth: int) -> str:
        """What such a set may hold."""
        number = f"({self.number(depth)}) % {N}"
        return self.kind.thing.format(number=number, cell=self.cell(0))

    def truth_of_things(self, depth: int) -> str:
        less = max(0, depth - 1)
        x = self.new([])
        thing, other = self.a_thing(less), self.a_thing(0)
        return self.pick(
            f"({thing} {self.pick('in', 'not in')} held)", f"(held {self.pick('<=', '>=', '==')} {{{thing}, {other}}})",
            f"bool(held - {{{thing}}})", f"any({x} == {thing} for {x} in held)", f"held.isdisjoint([{other}])",
        )  # fmt: skip

    def a_dict(self) -> str:
        """A dict of cells and numbers."""
        part = "b[1:4]"
        return self.pick(
            "tallied(b)", f"joined(tallied(b), tallied({part}))", "{x: 2 for x in b}", f"joined(dict.fromkeys({part}, 1), WORTH)",
        )  # fmt: skip
