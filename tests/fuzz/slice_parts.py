"""Expressions of slices by bounds that are not constants, and of texts that rules spell."""

# ruff: noqa: E501 lines of rules are not broken

from __future__ import annotations

from tests.fuzz.container_parts import ContainerParts


class SliceParts(ContainerParts):
    """Writes expressions of parts of a board, with numbers, cells and truths in them."""

    def cut(self, depth: int) -> str:
        """A part of the board, which may be empty."""
        low, high = (
            self.pick(
                "", f"({self.number(depth)}) % 15 - 7", f"max(({self.number(depth)}) % 9 - 2, 0)"
            )
            for _ in range(2)
        )
        return f"b[{low}:{high}{self.pick('', '', '', ':2', ':-1')}]"

    def number_of_slices(self, depth: int) -> str:
        less = max(0, depth - 1)
        x, part = self.new([]), self.cut(less)
        return self.pick(
            f"len({part})", f"{part}.count({self.cell(less)})", f"len({part}[1:])", f"len({part}[::-1])",
            f"sum(1 for {x} in {part} if {x} == {self.cell(less)})", f"len({part} + b[:2])",
        )  # fmt: skip

    def truth_of_slices(self, depth: int) -> str:
        less = max(0, depth - 1)
        part, other = self.cut(less), self.cut(less)
        return self.pick(
            f"({self.cell(less)} {self.pick('in', 'not in')} {part})", f"({part} {self.pick('==', '!=')} {other})",
            f"({part} == b)", f"(not {part})", f"({part} + b[1:2] == {other})",
        )  # fmt: skip

    def number_of_texts(self, depth: int) -> str:
        less = max(0, depth - 1)
        digit, part = f"({self.number(less)}) % 10", self.cut(less)
        return self.pick(
            f"int(str({digit}))", f"int(f'{{{digit}}}{{{digit}}}')", f"ord({self.cell(less)})",
            f"len(f'{{turn}}{{{part}}}-')", f"{part}.find('XO')", f"b.rfind({part})", f"{part}.count(turn * 2)",
            f"len(turn * (({self.number(less)}) % 8 - 1))", f"('ab'[{digit} % 2] + str({digit})).find('b')",
        )  # fmt: skip

    def truth_of_texts(self, depth: int) -> str:
        less = max(0, depth - 1)
        part, other = self.cut(less), self.cut(less)
        return self.pick(
            f"({part} in b)", f"({part} in {other})", f"{part}.startswith({other})", f"b.endswith({part})",
            f"({part} in ('XO', 'X', '..'))", f"(chr(ord({self.cell(less)}) + {self.pick('0', '1')}) in b)",
            f"(f'{{turn}}{{b[0]}}' == {part})", f"('X.' in {part})", f"({part} + turn == {other})",
        )  # fmt: skip
