"""Slices by bounds that are not constants, compiled and interpreted: all bounds, also beyond both
ends, all steps, and what is looked for in them."""

from __future__ import annotations

import pytest

from perfectplay import Game, Value, solve
from perfectplay.compiler.compare import compare
from perfectplay.compiler.load import compile_rules
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.wider_keys import learnt

STEPS = (1, 2, 3, 7, -1, -2, -7)


class Slices(Game):
    """Each move says what is in one slice; the number of plies gives the step."""

    cells = "aXb\u00e9a"
    least, most = -7, 7

    def start(self):
        return (self.cells, 0)

    def moves(self, state):
        board, ply = state
        step = STEPS[ply]
        for a in range(self.least, self.most + 1):
            for b in range(self.least, self.most + 1):
                yield (a, b, self.told(board, board[a:b:step]))
            yield (a, 0, self.told(board, board[a::step]))
            yield (a, 1, self.told(board, board[:a:step]))
            yield (a, 2, self.told(board, board[a:]))
            yield (a, 3, self.told(board, board[:a]))
            yield (a, 4, self.told(board, board[a : a + 1]))

    def told(self, board, part):
        number = len(part)
        for i, x in enumerate(part):
            number = 6 * number + board.index(x) + i
        return 2 * number + bool(part)

    def play(self, state, move):
        return (state[0][1:] + state[0][:1], state[1] + 1)

    def outcome(self, state):
        return Value.LOSS if state[1] == len(STEPS) else None


class OfNumbers(Slices):
    cells = (3, 1, 4, 1, 5)


class Searches(Slices):
    """What a slice of a text is asked; parts of it, and of others, among what is looked for."""

    cells = "abbab"

    def told(self, board, part):
        short = board[len(part) % 3 : 3]
        answers = (
            part in board, "b" in part, "ab" in part, short in part, part == short, part == "b",
            part in ("ab", "a"), part + short == "abba", part[1:] == short, not part,
            part.startswith(short), short.endswith(part), "b" * len(short) == part,
        )  # fmt: skip
        counts = (
            part.count("b"), part.count(short), board.count(part), part.rfind("ab"),
            board.find(part), part.rfind(short), len(f"{part}{short}-"), len("".join(part)),
        )  # fmt: skip
        number = 0
        for i, answer in enumerate(answers):
            number += (i + 1) * answer
        for i, count in enumerate(counts):
            number += (1_000 + i * i) * (count + 1)
        return number


class LeftOut(Slices):
    """Joins on a condition, and replacements by more and fewer characters."""

    cells = "abbab"
    least, most = -5, 5

    def told(self, board, part):
        kept = [x for x in board if x in part]
        numbers = (
            self.said("".join(x for x in board if x in part)), self.said("-".join(kept)),
            self.said("".join(filter(lambda x: x == "b", board))),
            self.said(board.replace("b", "")), self.said(board.replace("ab", "b")),
            self.said(board.replace("b", "ab", 1)), self.said(part.replace("ba", "")),
            self.said("".join(x for x in part if x != "a").replace("b", "a")),
        )  # fmt: skip
        number = 0
        for each in numbers:
            number = (101 * number + each) % 1_000_003
        return number

    def said(self, text):
        number = len(text)
        for x in text:
            number = (3 * number + "ab-".index(x)) % 101
        return number


class AskedOfTuples(Slices):
    cells = (1, 2, 2, 1, 2)

    def told(self, board, part):
        short = board[len(part) % 3 : 3]
        answers = (
            2 in part, part == short, part == (2, 1), part != board, part < short, not part,
            part + short == (1, 2, 2, 1), part[1:] == short, part[::-1] == part,
        )  # fmt: skip
        number = part.count(2) + 10 * len(part) + 100 * sum(part) + 1_000 * max(part, default=0)
        for i, answer in enumerate(answers):
            number += 10_000 * (i + 1) * answer
        return number


@pytest.mark.parametrize("game", [Slices(), OfNumbers(), Searches(), LeftOut(), AskedOfTuples()])
def test_slices_are_those_of_python(game):
    compiled = compile_rules(game)
    states = list(solve(game, method="reference").states())
    keys = learnt(states, compiled.shape)
    assert compare(compiled, CheckedGame(game), keys, states) is None
