"""Small games put together from idioms: piles of stones, each rule written in one of many ways.

Every way of writing a rule means the same, so that all programs of one size agree in how plays go.
The line of an idiom that may not compile is marked, because a refusal has to name it.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from random import Random

MARK = "  # idiom"

HEAD = '''"""Piles of stones."""

from dataclasses import dataclass

from perfectplay import Game, Value, put

ONE = ((1, 1), (1, 2))
MORE = ((1, 1), (1, 2), (2, 1))


@dataclass(frozen=True)
class Piles(Game):
    """{piles} piles and a turn; a move takes stones from one pile."""

    n: int = 3
    mirrored: bool = False
'''

START = {
    "product": "return (self.n,) * {piles} + (0,)",
    "written": "return ({stones}, 0)",
    "list": "return tuple([self.n] * {piles} + [0])",
}

MOVES = {
    "loops": """
        for i in range({piles}):
            for k in range(1, min(s[i], 2) + 1):
                yield (i, k)
""",
    "list": """
        return [(i, k) for i in range({piles}) for k in (1, 2) if k <= s[i]]
""",
    "unlike lengths": """
        for a, b in ONE if s[{piles}] else MORE:{mark}
            for i in range({piles}):
                if s[i] >= max(a, b):
                    yield (i, max(a, b))
""",
    "choice of tables": """
        rows = ONE if s[{piles}] else ONE[::-1]
        for a, b in rows:
            for i in range({piles}):
                if s[i] >= a * b:
                    yield (i, a * b)
""",
    "while": """
        i = 0
        while i < {piles}:
            if s[i] >= 1:
                yield (i, 1)
            if s[i] >= 2:
                yield (i, 2)
            i += 1
""",
    "back": """
        for i in range({piles}):
            if s[i] >= 1:
                yield (i, 1)
            if 0 < s[i] < self.n:
                yield (i, -1)
""",
}

PLAY = {
    "put": "return put(put(s, m[0], s[m[0]] - m[1]), {piles}, 1 - s[{piles}])",
    "tuple of a list, plus": """piles = list(s[:{piles}])
        piles[m[0]] -= m[1]
        return tuple(piles) + (1 - s[{piles}],){mark}""",
    "tuple of a longer list": """piles = list(s[:{piles}])
        piles[m[0]] -= m[1]
        piles.append(1 - s[{piles}])
        return tuple(piles){mark}""",
    "stars": """piles = list(s[:{piles}])
        piles[m[0]] -= m[1]
        return (*piles, 1 - s[{piles}]){mark}""",
    "slices": "return s[:m[0]] + (s[m[0]] - m[1],) + s[m[0] + 1:{piles}] + (1 - s[{piles}],){mark}",
    "generator": """return tuple(
            1 - x if i == {piles} else x - m[1] if i == m[0] else x for i, x in enumerate(s)
        )""",
    "whole list": """after = list(s)
        after[m[0]] -= m[1]
        after[{piles}] = 1 - after[{piles}]
        return tuple(after)""",
}

UNSURE = ("tuple of a list, plus", "tuple of a longer list", "stars", "slices")
"""Ways of writing `play` of which the compiler is most likely to say something wrong."""

OUTCOME = {
    "none": "return None",
    "sum": "return Value.LOSS if sum(s[:{piles}]) == 0 else None",
    "all": "return Value.LOSS if all(x == 0 for x in s[:{piles}]) else None",
    "value": "return Value(2 if s[0] == s[1] else 1) if s[0] + s[1] == 0 else None",
}

SYMMETRIES = {
    "": "",
    "reversed": "yield tuple(reversed(s[:{piles}])) + (s[{piles}],){mark}",
    "swap": "yield put(put(s, 0, s[1]), 1, s[0])",
    "nothing, behind a field": """if self.mirrored:
            yield put(put(s, 0, s[1]), 1, s[0]){mark}""",
    "empty list": "return []{mark}",
}

TIERS = {"": "", "stones gone": "return self.n * {piles} - sum(s[:{piles}])"}


@dataclass(frozen=True)
class Program:
    """One way of writing piles: the name of a variant for each rule; ``sizes``: values of n."""

    piles: int = 2
    sizes: tuple[int, ...] = (3,)
    start: str = "product"
    moves: str = "loops"
    play: str = "put"
    outcome: str = "none"
    symmetries: str = ""
    tiers: str = ""
    limits: bool = False
    stuck: str = "LOSS"
    broken: str = ""

    compiles = True

    @property
    def has_symmetries(self) -> bool:
        return bool(self.symmetries)

    def ways(self) -> int:
        """How many choices of parameters there are."""
        return len(self.sizes)

    def parameters(self, way: int) -> dict[str, int]:
        """The parameters of one of them."""
        return {"n": self.sizes[way]}

    def only(self, way: int) -> Program:
        """The program with one choice of parameters alone."""
        return replace(self, sizes=(self.sizes[way],))

    def text(self) -> str:
        """The file of rules."""
        words = {
            "piles": self.piles, "mark": MARK, "stones": ", ".join(["self.n"] * self.piles)
        }  # fmt: skip
        lines = [HEAD.format(**words), f"    stuck = Value.{self.stuck}\n"]
        if self.limits:
            ranges = "(0, 9), " * self.piles
            lines.append(f"    limits = ({ranges}(0, 1))\n")
        for name, arguments, variants in (
            ("start", "self", START),
            ("moves", "self, s", MOVES),
            ("play", "self, s, m", PLAY),
            ("outcome", "self, s", OUTCOME),
            ("symmetries", "self, s", SYMMETRIES),
            ("tier", "self, s", TIERS),
        ):
            body = variants[getattr(self, "tiers" if name == "tier" else name)].format(**words)
            if body:
                lines.append(f"\n    def {name}({arguments}):\n        {body.strip()}\n")
        return "".join(lines)


def random_program(random: Random) -> Program:
    """A program of random variants."""
    piles = random.choice((2, 3, 4))
    program = Program(
        piles,
        random.choice(((2, 3), (1, 4), (5,))),
        random.choice(list(START)),
        random.choice(list(MOVES)),
        random.choice([*PLAY, *UNSURE]),
        random.choice(list(OUTCOME)),
        random.choice(list(SYMMETRIES)),
        random.choice(("", "", "stones gone")),
        random.random() < 0.3,
        random.choice(("LOSS", "WIN", "DRAW")),
    )
    return sound(program)


def sound(program: Program) -> Program:
    """The program without what its rules do not allow together."""
    if program.moves == "back" and program.tiers:
        program = replace(program, tiers="")
    if program.outcome == "value" and program.piles > 2 and program.symmetries == "reversed":
        program = replace(program, symmetries="swap")
    return program


def simpler(program: Program) -> list[Program]:
    """Programs that differ by one rule, which is written in the plainest way; smaller ones."""
    plain = Program(program.piles, program.sizes)
    found = [
        replace(program, **{field.name: getattr(plain, field.name)})
        for field in fields(program)
        if getattr(program, field.name) != getattr(plain, field.name)
    ]
    found += [replace(program, sizes=(n,)) for n in (1, 2, 3) if program.sizes != (n,)]
    if program.piles > 2:
        found.append(replace(program, piles=2))
    return [sound(one) for one in found if sound(one) != program]
