"""The kernel that compares classes says what plain Python says."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from perfectplay import Game, Value
from perfectplay.compiler import load
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.tablebase.store.manifest import KeysEntry
from perfectplay.verifier.expand import KernelExpander
from perfectplay.verifier.plain.interpreter import RulesInterpreter
from perfectplay.verifier.plain.messages import ProblemWriter

# --- the kernel beside its slow twin --------------------------------------------------------------

SIZE, GRAPHS = 12, 400


@dataclass(frozen=True)
class Many(Game):
    """Small random graphs side by side, with images that are more or less alike."""

    seed: int = 1

    @cached_property
    def tables(self) -> tuple[Any, ...]:
        chance = random.Random(self.seed)
        children, images, seats, ends = [], [], [], []
        for graph in range(GRAPHS):
            first, half = graph * SIZE, SIZE // 2
            twin = [(i + half) % SIZE for i in range(SIZE)]
            below = [
                [chance.randrange(i % half + 1, half) for _ in range(chance.randrange(1, 4))]
                if i % half < half - 1 else []
                for i in range(half)
            ]  # fmt: skip
            mine = [
                [c if chance.random() < 0.5 else twin[c] for c in below[i % half]]
                for i in range(SIZE)
            ]
            seat = [i % half % 2 for i in range(SIZE)]
            over = [chance.randrange(1, 4) for _ in range(half)] * 2
            image = [[twin[i], i if chance.random() < 0.5 else twin[i]] for i in range(SIZE)]
            fault, i = chance.randrange(6), chance.randrange(SIZE)
            if fault == 0 and mine[i]:
                mine[i].append(chance.randrange(i % half + 1, half))
            elif fault == 1:
                seat[i] = 1 - seat[i]
            elif fault == 2:
                over[i] = over[i] % 3 + 1
            elif fault == 3:
                image[i][1] = chance.randrange(SIZE)
            children += [[first + c for c in m] + [-1] * (4 - len(m)) for m in mine]
            images += [[first + c for c in pair] for pair in image]
            seats += seat
            ends += over
        tables = [np.array(table, np.int64) for table in (children, images, seats, ends)]
        for table in tables:
            table.setflags(write=False)
        return tuple(tables)

    @cached_property
    def children(self) -> Any:
        return self.tables[0]

    @cached_property
    def images(self) -> Any:
        return self.tables[1]

    @cached_property
    def seats(self) -> Any:
        return self.tables[2]

    @cached_property
    def ends(self) -> Any:
        return self.tables[3]

    def start(self) -> int:
        return 0

    def moves(self, state: int) -> Iterator[int]:
        for i in range(4):
            if self.children[state, i] >= 0:
                yield i

    def play(self, state: int, move: int) -> int:
        return self.children[state, move]

    def outcome(self, state: int) -> Value | None:
        if self.children[state, 0] >= 0:
            return None
        if self.ends[state] == 1:
            return Value.LOSS
        return Value.DRAW if self.ends[state] == 2 else Value.WIN

    def player(self, state: int) -> int:
        return self.seats[state]

    def symmetries(self, state: int) -> Iterator[int]:
        yield self.images[state, 0]
        yield self.images[state, 1]


def test_the_kernel_says_what_plain_python_says() -> None:
    game = Many()
    teller = ProblemWriter(CheckedGame(game), KeysEntry("integer", (), ()))
    asker = RulesInterpreter(teller, symmetric=True, exact=True)
    keys = np.arange(SIZE * GRAPHS)
    odd = set(KernelExpander(load.compile_rules(game), teller.entry).unlike(keys))
    for key in keys.tolist():
        told = asker.ask_whole(key)
        assert (key in odd) == bool(told.problems), (key, told.problems)
    assert SIZE * GRAPHS // 10 < len(odd) < SIZE * GRAPHS - SIZE * GRAPHS // 10
