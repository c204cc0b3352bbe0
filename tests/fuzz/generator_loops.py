"""Random rules whose loops over ranges become loops over methods that yield."""

from __future__ import annotations

import random
import re

from tests.fuzz.grammar import rules_text

METHODS = {
    "counted": """
        for k in range(n):
            yield k
""",
    "while_less": """
        x = 0
        while x < n:
            yield x
            x += 1
""",
    "some": """
        for i in range(n + 2):
            if i >= 2:
                yield i - 2
""",
    "twice": """
        for i in range(n):
            if i % 2:
                yield i
            else:
                yield i
""",
    "until": """
        for i in range(n + 3):
            if i == n:
                return
            yield i
""",
    "nested": """
        for a in range(1):
            for b in range(n):
                yield a + b
        return
""",
}
"""Ways to count up to n: where a loop's body may stand in them, and where it may not."""


def text_with_generators(seed: int) -> tuple[str, int]:
    """The text of a file with random rules, and how many of its loops go over such a method."""
    chosen = random.Random(seed)
    names = sorted(METHODS)

    def asked(loop: re.Match[str]) -> str:
        return f"for {loop[1]} in self.{chosen.choice(names)}({loop[2]})"

    text, count = re.subn(r"for (\w+) in range\(([^(),]*)\)(?=:| if|\))", asked, rules_text(seed))
    begin = text.index("    def outcome")
    methods = [f"    def {name}(self, n):{METHODS[name]}\n" for name in names]
    return text[:begin] + "".join(methods) + text[begin:], count
