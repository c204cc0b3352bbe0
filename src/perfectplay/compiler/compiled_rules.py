"""The kernels of a game that is compiled."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from perfectplay.compiler.compiler_messages import TAKE_LEAST
from perfectplay.compiler.images.cell_tables import CellNumbers
from perfectplay.compiler.runtime import filling, taken_elements
from perfectplay.compiler.shared_numbers import with_numbers
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.core.arrays import IntArray
from perfectplay.game.game import Game, StateKind
from perfectplay.game.shape.keys import Keys
from perfectplay.game.shape.packing import TupleKeys, layout_of
from perfectplay.game.shape.state_shape import StateShape


@dataclass
class CompiledRules:
    """The kernels of one game: a module; see ``template.py`` for what each does.

    ``sets_from``: "first", "second" or "last" if loops over sets begin there though the order may
    matter, so that moves may have another order than in Python; "" if no order of a set matters.
    ``opposite``: the rules with loops that begin at the other end, which must answer the same.
    """

    game: Game
    kind: StateKind
    kernels: Any
    has_again: bool
    has_symmetries: bool
    has_tier: bool
    scoring: bool
    sites: list[str]
    shape: StateShape | None
    cells: CellNumbers | None = None
    numbers: tuple[int, ...] = ()
    double: bool = False
    sets_from: str = ""
    opposite: CompiledRules | None = None
    _layout: tuple[Any, Any] = (None, None)

    def layout(self, keys: Keys) -> IntArray:
        """The layout of keys for kernels: [2, F] int64, the lowest value and the size of each
        field; with a third row of tables if symmetries are data, or of the ``numbers`` that other
        games have, too, with other values."""
        if not self.numbers and (self.cells is None or not isinstance(keys, TupleKeys)):
            return layout_of(keys)
        known, layout = self._layout
        if known is not keys:
            if self.cells is not None and isinstance(keys, TupleKeys):
                layout = self.cells.layout(keys)
            else:
                layout = with_numbers(layout_of(keys), self.numbers)
            self._layout = (keys, layout)
        found: IntArray = layout
        return found

    def failed(self, problem: Exception, state: str = "") -> NotCompilable:
        """The reason for running interpreted after only compiled code raised an exception.

        ``state``: the text of the state in which it did, if known. The place is the user's line if
        compiled code gives one.
        """
        at = f" in state {state}" if state else ""
        place, idiom = "", ""
        match problem.args:
            case (str(text), int(site)) if text == filling.OTHER_LENGTH:
                place = self.sites[site] if 0 <= site < len(self.sites) else ""
                text = "a tuple has another length than compiled code expects"
                idiom = "write out its items, or make it of a list of a constant length, [0] * 3"
            case (str(said),) if said.startswith("expected ") and said.endswith(", got None"):
                text = "compiled code takes None for another value"
            case (str(said),) if said == taken_elements.SEVERAL:
                text, idiom = said, TAKE_LEAST
            case _:
                text = f"compiled code fails where Python does not ({problem})"
        return NotCompilable(text + at, place, idiom)

    @property
    def digest(self) -> str:
        """32 hexadecimal digits of all that the kernels depend on: the rules, the support code, the
        versions of Python, NumPy and Numba."""
        name = str(self.kernels.__name__).rpartition("_")[2]
        if not self.numbers:
            return name
        return hashlib.sha256(f"{name} {self.numbers}".encode()).hexdigest()[:32]
