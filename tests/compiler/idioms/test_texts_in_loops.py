"""Texts that become longer in a loop, as in Python, or refused."""

from __future__ import annotations

import pytest

from perfectplay import Game, Value
from trapped_rules import judge, refused

pytestmark = pytest.mark.usefixtures("own_code_folder")

GROWS = "becomes longer in a loop ("


class Row(Game):
    """A row of three, and a number that tells what a text has become."""

    def start(self):
        return ("...", 0)

    def moves(self, state):
        return [i for i in range(3) if state[0][i] == "."]

    def play(self, state, move):
        board = state[0]
        turn = "X" if board.count(".") == 2 else "O"
        new = board[:move] + turn + board[move + 1 :]
        return (new, self.told(new))

    def outcome(self, state):
        return None if "." in state[0] else Value.LOSS


@refused(GROWS)
class TwiceInOneSum(Row):
    """What is added last is the text as it was before."""

    def told(self, board):
        text = ""
        for cell in board[:2]:
            text = text + cell + text
        return len(text) * 4 + text.count("X")


@refused(GROWS)
class AskedInASum(Row):
    def told(self, board):
        text = ""
        for cell in board:
            text = text + cell + ("X" if len(text) < 2 else "")
        return len(text) * 9 + text.count("X")


@refused(GROWS)
class AskedBefore(Row):
    def told(self, board):
        text = ""
        for cell in board:
            text = ("X" if len(text) < 2 else "") + cell + text
        return len(text) * 9 + text.count("X")


class ItselfAlone(Row):
    """A sum with one part asks for the text before it is longer."""

    def told(self, board):
        text = ""
        for cell in board[1:]:
            text += text
            text += "X" if len(text) < 2 else cell
        return len(text) * 9 + text.count("X")


class LookedUp(Row):
    TOLD = {"X.": 3, "OX": 2, ".X": 4}  # noqa: RUF012

    def told(self, board):
        text = ""
        for cell in board[1:]:
            text += cell
        return self.TOLD.get(text, 1) + (10 if text in self.TOLD else 0)


GAMES = (TwiceInOneSum, AskedInASum, AskedBefore, ItselfAlone, LookedUp)


@pytest.mark.parametrize("cls", GAMES, ids=lambda cls: cls.__name__)
def test_they_are_those_of_python(cls):
    judge(cls)
