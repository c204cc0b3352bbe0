"""A comparison of the compiled rules with the interpreter.

A difference is a fault of the compiler, or of integers that wrap, and never of the solution: then
the interpreter checks every state instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from perfectplay.core.value import Value
from perfectplay.verifier.expand import KernelExpander, TroubleError
from perfectplay.verifier.plain.interpreter import InterpretedState, RulesInterpreter

FIRST_STATES, FIRST_MOVES = 1_000, 100_000
"""The most states, and moves of these, that are compared before the check begins."""

DOUBTED, DOUBTED_MOVES = 1_000, 1_000_000
"""The most states with problems, and moves of these, that are compared as well."""

_Columns: TypeAlias = list[Sequence[int]]


class CompiledFaultError(Exception):
    """Compiled rules cannot decide whether the solution is right; the message says why."""


class CompiledTrust:
    """Compares compiled rules with the interpreter."""

    def __init__(self, expander: KernelExpander, interpreter: RulesInterpreter) -> None:
        self.expander, self.interpreter, self.writer = expander, interpreter, interpreter.writer
        self._doubted: set[int] = set()
        self._doubted_moves = 0

    def compare_first(self, start: int) -> None:
        """Compare the first states, in the order in which plays reach them. Raises
        CompiledFaultError."""
        waiting, seen, moves = [start], {start}, 0
        answers: list[InterpretedState] = []
        for key in waiting:  # grows during the loop
            answer = self.interpreter.ask_whole(key, compares=False)
            if not answer.whole:
                continue  # its problem is reported when it is checked
            answers.append(answer)
            moves += len(answer.children)
            if len(answers) >= FIRST_STATES or moves >= FIRST_MOVES:
                break
            more = [child for child in dict.fromkeys(answer.children) if child not in seen]
            seen.update(more)
            waiting += more
        self.compare(answers)

    def compile_comparison(self) -> None:
        """Compile the comparison of classes. Raises CompiledFaultError."""
        try:
            self.expander.unlike(np.empty(0, np.int64))
        except TroubleError as trouble:
            message = f"the comparison of symmetric states does not compile: {trouble.reason}"
            raise CompiledFaultError(message) from None

    def doubt(self, keys: Sequence[int]) -> None:
        """Compare the answers for states with problems, up to DOUBTED of them and until these have
        DOUBTED_MOVES moves. Raises CompiledFaultError."""
        new = [key for key in dict.fromkeys(keys) if key not in self._doubted]
        answers: list[InterpretedState] = []
        for key in new[: DOUBTED - len(self._doubted)]:
            if self._doubted_moves >= DOUBTED_MOVES:
                break
            self._doubted.add(key)
            answer = self.interpreter.ask_whole(key, compares=False)
            self._doubted_moves += len(answer.children)
            answers += [answer] if answer.whole else []
        self.compare(answers)

    def compare(self, answers: Sequence[InterpretedState]) -> None:
        """Compare the answers for some states; children that were not computed (-1) are taken
        from the compiled rules. Raises CompiledFaultError."""
        if not answers:
            return
        try:
            given = self.expander.expand(np.array([answer.key for answer in answers], np.int64))
        except TroubleError as trouble:
            if len(answers) == 1:
                raise self.failed(answers[0].key, trouble.reason) from None
            half = len(answers) // 2
            self.compare(answers[:half])
            self.compare(answers[half:])
            return
        children, again = given.children.tolist(), given.again.astype(bool).tolist()
        tiers, gains, finals = given.tiers.tolist(), given.gains.tolist(), given.finals.tolist()
        begin = 0
        ends = zip(answers, given.degrees.tolist(), given.over.tolist(), strict=True)
        for n, (answer, degree, over) in enumerate(ends):
            mine = slice(begin, begin + degree)
            begin += degree
            theirs = children[mine]
            if self.expander.any_order and -1 in answer.children:  # each must be told from others
                whole = self.interpreter.ask_whole(answer.key, compares=False)
                answer.children = whole.children
            if answer.over != over or len(answer.children) != degree:
                raise self._differs(answer, over, theirs)
            pairs = zip(answer.children, theirs, strict=True)
            filled = [b if a < 0 else a for a, b in pairs]
            wanted: _Columns = [filled, answer.again if again else [], answer.tiers]
            found: _Columns = [theirs, again[mine], tiers[mine] if answer.tiers else []]
            if self.writer.rules.scoring:
                wanted, found = [*wanted, answer.gains], [*found, gains[mine]]
            if self.expander.any_order:
                same = _sorted_rows(wanted) == _sorted_rows(found)
            else:
                same = wanted == found
            if self.writer.rules.scoring:
                same &= answer.final == (finals[n] if over else None)
            if not same:
                raise self._differs(answer, over, theirs)
            answer.children = filled

    def failed(self, key: int, reason: str) -> CompiledFaultError:
        """The error for a state on which compiled rules fail and the interpreter does not."""
        message = f"compiled code fails in state {self.writer.text(key)}, where Python does not"
        return CompiledFaultError(f"{message}: {reason}")

    def _differs(
        self, answer: InterpretedState, over: int, theirs: list[int]
    ) -> CompiledFaultError:
        python = self._shown(answer.over, answer.children)
        compiled = self._shown(over, theirs)
        difference = f": Python says {python}; compiled code {compiled}"
        if python == compiled:
            difference = ", about the score, the tiers or who moves next"
        text = self.writer.text(answer.key)
        return CompiledFaultError(f"compiled code answers differently in state {text}{difference}")

    def _shown(self, over: int, children: list[int]) -> str:
        if over:
            return f"over, a {Value(over)}"
        shown = ", ".join(self.writer.text(child) if child >= 0 else "…" for child in children[:6])
        more = f" and {len(children) - 6} more" if len(children) > 6 else ""
        moves = "move" if len(children) == 1 else "moves"
        return f"{len(children)} {moves}, to {shown}{more}"


def _sorted_rows(columns: _Columns) -> list[tuple[int, ...]]:
    """What is known of each move, in an order that does not depend on that of the moves."""
    return sorted(zip(*filter(None, columns), strict=True))
