"""Random statements and expressions of rules: docs/rules-that-compile.md, mixed.

No rule raises: indices are taken modulo N, divisors are constants, and numbers stay small.
"""

# ruff: noqa: E501 lines of rules are not broken

from __future__ import annotations

from collections.abc import Callable

from tests.fuzz.board_kinds import N
from tests.fuzz.slice_parts import SliceParts

Makers = list[Callable[[int], str]]


class PartWriter(SliceParts):
    """Writes parts of the rules of one game, the same for the same seed."""

    # --- statements -------------------------------------------------------------------------------

    def block(self, depth: int, indent: str) -> list[str]:
        """Some statements, which may add names."""
        lines: list[str] = []
        for _ in range(self.random.randint(1, 3)):
            lines += self.statement(depth, indent)
        return lines

    def statement(self, depth: int, indent: str) -> list[str]:
        kinds = [self.assigned, self.added, self.unpacked, self.gathered]
        if self.kind.empty != "None" or self.kind.pieces[0] == "'X'":  # cells are all of one type
            kinds += [self.dicted]
        if depth > 0:
            kinds += [self.branch, self.loop, self.counted, self.early]
        return self.random.choice(kinds)(depth - 1, indent)

    def assigned(self, depth: int, indent: str) -> list[str]:
        value = self.number(2)
        return [f"{indent}{self.new(self.numbers)} = {value}"]

    def unpacked(self, depth: int, indent: str) -> list[str]:
        values = f"{self.number(1)}, {self.number(1)}"
        return [f"{indent}{self.new(self.numbers)}, {self.new(self.numbers)} = {values}"]

    def added(self, depth: int, indent: str) -> list[str]:
        """A number of its own is changed: it stays small."""
        value, more = self.number(1), self.number(1)
        name = self.new(self.numbers)
        sign = self.pick("+=", "-=", "*=", "^=", "|=", "%=", "//=")
        more = self.pick("3", "5") if sign in ("%=", "//=", "*=") else f"({more}) % 8"
        return [f"{indent}{name} = ({value}) % 16", f"{indent}{name} {sign} {more}"]

    def gathered(self, depth: int, indent: str) -> list[str]:
        """A list or a set is filled, and measured."""
        source, name = self.sequence(), f"xs{self.fresh}"
        self.fresh += 1
        i, x = self.new([]), self.new([])
        with_names = self.scope([i], [x])
        value = f"({self.number(1)}) % {N if self.kind.sets else 8}"
        self.leave(with_names)
        opening, add = self.pick(("[]", "append"), ("set()", "add"))
        measure = self.pick(f"len({name})", f"sum({name})", f"max({name})", f"min({name})")
        if opening == "[]":
            measure = self.pick(measure, f"{name}[-1]", f"sorted({name})[0]", f"{name}.count(1)")
        found = self.new(self.numbers)
        return [
            f"{indent}{name} = {opening}",
            f"{indent}for {i}, {x} in enumerate({source}):",
            f"{indent}    {name}.{add}({value})",
            f"{indent}{found} = {measure}",
        ]

    def dicted(self, depth: int, indent: str) -> list[str]:
        """A dict is made, given to functions, and measured."""
        name, x = f"d{self.fresh}", self.new([])
        self.fresh += 1
        cell, number = self.cell(0), self.number(1)
        measure = self.pick(
            f"len({name})", f"sum({name}.values())", f"{name}.get({cell}, 5)", f"valued({name}, WORTH)",
            f"valued(joined({name}, tallied(b[:2])), table=WORTH)", f"noted({name}, {cell}, {number})",
            f"sum({x} for {x} in {name}.values() if {x} > 1)", f"len({name}.copy())",
        )  # fmt: skip
        found = self.new(self.numbers)
        return [f"{indent}{name} = {self.a_dict()}", f"{indent}{found} = {measure}"]

    def branch(self, depth: int, indent: str) -> list[str]:
        name = self.new([])
        test = self.truth(2)
        first = self.inner(depth, indent + "    ", name)
        second = self.inner(depth, indent + "    ", name)
        self.numbers.append(name)
        return [f"{indent}if {test}:", *first, f"{indent}else:", *second]

    def inner(self, depth: int, indent: str, name: str) -> list[str]:
        """Statements with names of their own, and then one for all."""
        names = self.scope([], [])
        lines = self.block(depth, indent) if self.random.random() < 0.4 else []
        lines.append(f"{indent}{name} = {self.number(1)}")
        self.leave(names)
        return lines

    def loop(self, depth: int, indent: str) -> list[str]:
        total, i, x = self.new([]), self.new([]), self.new([])
        names = None
        match self.random.randrange(5):
            case 0:
                head, names = f"for {i} in range({self.random.randint(1, N)}):", self.scope([i], [])
            case 1:
                head, names = f"for {x} in {self.sequence()}:", self.scope([], [x])
            case 2:
                head = f"for {i}, {x} in enumerate({self.sequence()}, {self.random.randint(0, 2)}):"
                names = self.scope([i], [x])
            case 3:
                head, names = f"for {i}, {x} in zip(TABLE, b):", self.scope([i], [x])
            case _:
                rows, last = self.pick("ROWS", "UNEVEN", "LISTED"), self.new([])
                head = f"for {last} in {rows}:\n{indent}    for {i} in {last}:"
                names = self.scope([i], [])
        deeper = indent + ("        " if "\n" in head else "    ")
        lines = [f"{indent}{total} = 0", f"{indent}{head}"]
        if self.random.random() < 0.4:
            lines += [
                f"{deeper}if {self.truth(1)}:",
                f"{deeper}    {self.pick('continue', 'break')}",
            ]
        lines.append(f"{deeper}{total} += ({self.number(1)}) % 8")
        self.leave(names)
        self.numbers.append(total)
        return lines

    def counted(self, depth: int, indent: str) -> list[str]:
        count, total = self.new([]), self.new([])
        names = self.scope([count], [])
        lines = [
            f"{indent}{count}, {total} = 0, 0", f"{indent}while {count} < {self.random.randint(1, N)}:",
            f"{indent}    {total} += ({self.number(1)}) % 8",
            f"{indent}    if {self.truth(1)}:", f"{indent}        {total} += 1",
            f"{indent}    {count} += 1",
        ]  # fmt: skip
        self.leave(names)
        self.numbers += [count, total]
        return lines

    def early(self, depth: int, indent: str) -> list[str]:
        return [f"{indent}if {self.truth(2)}:", f"{indent}    return ({self.number(1)}) % 101"]

    # --- expressions ------------------------------------------------------------------------------

    def sequence(self) -> str:
        """Some cells of the board, at least one."""
        return self.pick(
            "b", "b", "b", "b[1:]", "b[:4]", "b[::2]", "b[::-1]", "reversed(b)" , "b[2:5]", "b[:-1]",
        )  # fmt: skip

    def index(self, depth: int) -> str:
        return self.pick(
            "0", "-1", "2", f"({self.number(depth)}) % {N}", f"({self.number(depth)}) % {N}"
        )

    def cell(self, depth: int) -> str:
        p, q = self.kind.pieces
        choices = [p, q, *self.cells, f"b[{self.index(max(0, depth - 1))}]"]
        if depth > 0:
            choices.append(
                f"({self.cell(depth - 1)} if {self.truth(depth - 1)} else {self.cell(0)})"
            )
        return self.random.choice(choices)

    def number(self, depth: int) -> str:
        simple = [str(self.random.randint(-3, 7)), *self.numbers, *self.numbers]
        if depth <= 0:
            return self.random.choice(simple)
        less = depth - 1
        sub = self.number
        i, x = self.new([]), self.new([])
        makers: Makers = [
            lambda d: f"({sub(d)} {self.pick('+', '-', '*', '&', '|', '^')} {sub(d)})",
            lambda d: f"({sub(d)} {self.pick('//', '%')} {self.pick('2', '3', '-3', '5')})",
            lambda d: f"-({sub(d)})",
            lambda d: f"abs({sub(d)})",
            lambda d: f"{self.pick('min', 'max')}({sub(d)}, {sub(d)})",
            lambda d: f"(({sub(d)}) % 8 {self.pick('<<', '>>')} {self.random.randint(0, 3)})",
            lambda d: f"({sub(d)} if {self.truth(d)} else {sub(d)})",
            lambda d: f"int({self.truth(d)})",
            lambda d: f"b.count({self.cell(d)})",
            lambda d: "len(b)",
            lambda d: f"TABLE[{self.index(d)}]",
            lambda d: f"WORTH[{self.cell(d)}]",
            lambda d: f"ROWS[({sub(d)}) % 3][{self.pick('0', '1', '-1')}]",
            lambda d: f"popcount(({sub(d)}) % 64)",
            lambda d: f"{self.pick('len', 'min', 'max', 'sum')}(NEAR[({sub(d)}) % 3])",
            lambda d: f"len(NEAR[({sub(d)}) % 3] {self.pick('-', '&', '|')} {{({sub(0)}) % {N}, 1}})",
            lambda d: f"sorted(NEAR[({sub(d)}) % 3])[{self.pick('0', '-1')}]",
            lambda d: f"plain({sub(d)}{self.pick('', f', {sub(0)}', f', b={sub(0)}')})",
            lambda d: f"pow(({sub(d)}) % 5, {self.random.randint(0, 3)})",
            lambda d: self.over(f"sum({{value}} for {i}, {x} in enumerate({self.sequence()}){{test}})", i, x, d),
            lambda d: self.over(f"max(({{value}} for {i}, {x} in enumerate({self.sequence()}){{test}}), default=-2)", i, x, d),
            lambda d: self.over(f"len([{{value}} for {i}, {x} in enumerate({self.sequence()}){{test}}])", i, x, d),
            lambda d: self.over(f"next(({{value}} for {i}, {x} in enumerate({self.sequence()}){{test}}), -1)", i, x, d),
            lambda d: self.over(f"sorted({{value}} for {i}, {x} in enumerate(b))[{self.pick('0', '-1', '2')}]", i, x, d),
            lambda d: f"sum(bits(({sub(d)}) % 32))",
            lambda d: f"sum(1 for {i}, {x} in pairwise(b) if {i} == {x})",
            lambda d: f"sum(1 for {i}, {x} in combinations(range(4), 2) if b[{i}] == b[{x}])",
            lambda d: f"divmod({sub(d)}, 3)[{self.pick('0', '1')}]",
        ]  # fmt: skip
        if self.kind.cls == "bytes":
            makers += [lambda d: self.number_of_bytes(d)] * 4
        else:
            makers += [lambda d: self.number_of_slices(d)] * 2
        if self.kind.cls == "str":
            makers += [lambda d: self.number_of_texts(d)] * 4
        if self.kind.sets:
            makers += [lambda d: self.number_of_sets(d)] * 6
        if self.kind.held:
            makers += [lambda d: self.number_of_things(d)] * 6
        if self.helpers:
            makers.append(
                lambda d: (
                    f"self.h{self.random.randrange(self.helpers)}({self.kind.given}, {sub(0)})"
                )
            )
        return self.random.choice(makers)(less)

    def over(self, form: str, i: str, x: str, depth: int) -> str:
        """A generator over the board, with an index and a cell."""
        names = self.scope([i], [x])
        value = self.number(min(depth, 1))
        test = f" if {self.truth(min(depth, 1))}" if self.random.random() < 0.6 else ""
        self.leave(names)
        return form.format(value=value, test=test)

    def truth(self, depth: int) -> str:
        p, q = self.kind.pieces
        number, cell = self.number, self.cell
        if depth <= 0:
            return f"{number(0)} {self.pick('<', '<=', '==', '!=', '>')} {number(0)}"
        x, y = self.new([]), self.new([])
        makers: Makers = [
            lambda d: f"({number(d)} {self.pick('<', '>=', '==', '!=')} {number(d)})",
            lambda d: f"({number(d)} < {number(d)} <= {number(d)})",
            lambda d: f"({cell(d)} {self.pick('==', '!=')} {cell(d)})",
            lambda d: f"({cell(d)} {self.pick('in', 'not in')} ({p}, {q}))",
            lambda d: f"({self.pick(p, q)} in {self.pick('b', 'b[1:4]', 'b[::2]')})",
            lambda d: f"({number(d)} in {self.pick('TABLE', '(1, 2, 3)', 'range(4)', '{0, 2}')})",
            lambda d: f"({self.truth(d)} {self.pick('and', 'or')} {self.truth(d)})",
            lambda d: f"not {self.truth(d)}",
            lambda d: "b == b[::-1]",
            lambda d: f"put(b, {self.pick('0', '-1')}, b[{self.pick('0', '-1')}]) == b",
            lambda d: f"{self.pick('any', 'all')}(b[{x}] == {self.pick(p, q, 'turn')} for {x} in {self.pick('ROWS[0]', 'ROWS[1]', 'range(3)')})",
            lambda d: f"any(all(b[{x}] == {self.pick(p, q, 'turn')} for {x} in {y}) for {y} in {self.pick('ROWS', 'UNEVEN')})",
            lambda d: f"any({x} == {y} for {x}, {y} in zip(b, b[1:]))",
            lambda d: f"(({number(d)}) {self.pick('in', 'not in')} NEAR[({number(d)}) % 3])",
            lambda d: f"(({number(d)}) {self.pick('in', 'not in')} {self.pick('NOTHING', 'set()')})",
            lambda d: f"any({x} > {number(d)} for {x} in NOTHING)",
            lambda d: f"any(({number(d)}) % {N} in {x} for {x} in NEAR.values())",
            lambda d: self.over(f"(next(({{value}} for {y}, {x} in enumerate(b){{test}}), None) is {self.pick('None', 'not None')})", y, x, d),
        ]  # fmt: skip
        if self.kind.empty[0] in "\"'":
            ordered = f"b[{self.index(0)}] {self.pick('<', '<=', '>', '>=')} b[{self.index(0)}]"
            makers += [lambda d: f"({ordered})", lambda d: f"(sorted(set(b))[0] == {cell(d)})"]
        if self.kind.cls == "bytes":
            makers += [lambda d: self.truth_of_bytes(d)] * 2
        else:
            makers += [lambda d: self.truth_of_slices(d)]
        if self.kind.cls == "str":
            makers += [lambda d: self.truth_of_texts(d)] * 2
        if self.kind.sets:
            makers += [lambda d: self.truth_of_sets(d)] * 3
        if self.kind.held:
            makers += [lambda d: self.truth_of_things(d)] * 3
        return self.random.choice(makers)(depth - 1)
