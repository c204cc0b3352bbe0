"""Methods that yield candidates of unlike kinds, written into moves, or refused."""

from __future__ import annotations

import pytest

from perfectplay import Game, Value, put
from trapped_rules import judge

pytestmark = pytest.mark.usefixtures("own_code_folder")

TWO = 2


class Piles(Game):
    """Three piles, one stone at a time; how long a move is shows how large the pile is."""

    stuck = Value.LOSS

    def start(self):
        return (2, 0, 1)

    def each(self, state):
        for i in range(3):
            if state[i] == 1:
                yield (i,)
            elif state[i] >= TWO:
                yield (i, 1)

    def play(self, state, move):
        return put(state, move[0], state[move[0]] - 1)

    def outcome(self, state):
        return None


class Written(Piles):
    """Locals of both methods have the same names, and arguments are given."""

    def each(self, state, first, most=2):
        if not any(state):
            return
        for i in range(first, 3):
            move = state[i]
            if move == 1:
                yield (i,)
            elif move >= most:
                yield (i, 1)
        first = 5

    def moves(self, state):
        i, first = 0, 0
        for move in self.each(state, i, 2):
            if len(move) == 1 and state[move[0]] > 1:
                continue
            i += 1
            if first + i > 0:
                yield move


class Swapped(Piles):
    """What is given is changed in the other method alone."""

    def each(self, state):
        state = state[::-1]
        for i in range(3):
            if state[i] == 1:
                yield (2 - i,)
            elif state[i] > 1:
                yield (2 - i, 1)

    def moves(self, state):
        return [move for move in self.each(state) if state[move[0]]]


class NameOfTheModule(Piles):
    """A local has the name that the other method knows as one of the module."""

    def moves(self, state):
        TWO = 5
        for move in self.each(state):
            if len(move) < TWO:
                yield move


class Popped(Piles):
    """What is yielded can be asked once only."""

    def each(self, state):
        todo = [i for i in range(3) if state[i]]
        while todo:
            if len(todo) > 1:
                yield (todo.pop(),)
            else:
                yield (todo.pop(), 1)

    def moves(self, state):
        for move in self.each(state):
            if move[0] >= 0 and state[move[0]]:
                yield move


class Broken(Piles):
    """The loop ends early."""

    def moves(self, state):
        for move in self.each(state):
            yield move
            if len(move) == 2:
                break


class Cells(Piles):
    """The candidates are made of a list, which the loop over them changes."""

    def each(self, cells):
        for i in range(3):
            if cells[i] == 1:
                yield (i,)
            elif cells[i] > 1:
                yield (i, cells[i])

    def play(self, state, move):
        return put(state, move[0], 0 if len(move) == 2 else state[move[0]] - 1)


class ChangedBetween(Cells):
    """What was yielded before it was changed is yielded."""

    def moves(self, state):
        cells = list(state)
        for move in self.each(cells):
            cells[move[0]] = 1
            if sum(cells) > 0:
                yield move


class ListedBefore(Cells):
    """All candidates are known before the first is looked at."""

    def each(self, cells):
        found = []
        for i in range(3):
            if cells[i] == 1:
                found.append((i,))
            elif cells[i] > 1:
                found.append((i, 1))
        return found

    def moves(self, state):
        cells = list(state)
        for move in self.each(cells):
            cells[2] = 0
            if sum(cells) > 0:
                yield move


class ChangedElsewhere(Cells):
    """Another method changes the list."""

    def legal(self, cells, move):
        self.empty(cells)
        return move[0] >= 0

    def empty(self, cells):
        cells[2] = 0

    def moves(self, state):
        cells = list(state)
        for move in self.each(cells):
            if self.legal(cells, move):
                yield move


class ChangedUnderAnotherName(ChangedElsewhere):
    def empty(self, cells):
        same = cells
        same[2] = 0


class ChangedByWhatGivesIt(ChangedElsewhere):
    def same(self, cells):
        return cells

    def empty(self, cells):
        given = self.same(cells)
        given[2] = 0


class RowsChanged(ChangedElsewhere):
    """The list is copied, and its rows are those of the other one."""

    def each(self, rows):
        yield from super().each([row[0] for row in rows])

    def empty(self, rows):
        copied = list(rows)
        copied[2][0] = 0

    def moves(self, state):
        rows = [[n] for n in state]
        for move in self.each(rows):
            if self.legal(rows, move):
                yield move


class NotChanged(Cells):
    """What the loop changes is a list of its own."""

    def legal(self, cells, move):
        left = list(cells)
        left[move[0]] = 0
        return sum(left) >= 0

    def moves(self, state):
        cells = list(state)
        for move in self.each(cells):
            left = cells[:]
            left[move[0]] = 0
            if self.legal(cells, move) and put(tuple(left), 0, 0):
                yield move


GAMES = (
    Written, Swapped, NameOfTheModule, Popped, Broken, ChangedBetween, ListedBefore,
    ChangedElsewhere, ChangedUnderAnotherName, ChangedByWhatGivesIt, RowsChanged, NotChanged,
)  # fmt: skip


@pytest.mark.parametrize("cls", GAMES, ids=lambda cls: cls.__name__)
def test_moves_are_those_of_python(cls):
    judge(cls)
