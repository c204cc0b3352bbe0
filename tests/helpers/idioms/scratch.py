"""Idioms that compile: lists and sets as scratch."""

# ruff: noqa: C408, RUF005

from __future__ import annotations

from idioms.noting import Piles, compiling
from perfectplay import Value

COMPILES, compiles = compiling()


@compiles("list(state), items set, tuple(list)")
class _(Piles):
    def play(self, state, move):
        piles = list(state)
        piles[move] -= 1
        return tuple(piles)


@compiles("[*state], [*state, v]")
class _(Piles):
    def play(self, state, move):
        piles = [*state, 7]
        piles[move] -= 1
        piles.pop()
        return tuple(piles)


@compiles("[0] * n")
class _(Piles):
    def play(self, state, move):
        piles = [0] * 3
        for i in range(3):
            piles[i] = state[i] - (i == move)
        return (piles[0], piles[1], piles[2])


@compiles("append, pop, insert, extend, remove, copy, sort, reverse, slices of a list")
class _(Piles):
    def play(self, state, move):
        piles = []
        for pile in state:
            piles.append(pile)
        piles[move] -= 1
        other = piles.copy()
        other.extend(piles)
        other.insert(0, 5)
        other.remove(5)
        other.sort()
        other.reverse()
        while len(other) > 3:
            other.pop()
        n = len(other[1:])
        return tuple(piles) if n == 2 else state


@compiles("lists of lists")
class _(Piles):
    def outcome(self, state):
        board = [[0] * 3 for _ in range(2)]
        for i in range(3):
            board[i % 2][i] = state[i]
        return Value.LOSS if sum(sum(row) for row in board) == 0 else None


@compiles("truth of lists and sets: if not self.free(state), not [...], not seen, while xs")
class _(Piles):
    def free(self, state):
        return [i for i, pile in enumerate(state) if pile > 1]

    def moves(self, state):
        seen = {pile for pile in state if pile}
        if not self.free(state) and not [x for x in state if x == 0]:
            yield state.index(1)
        elif seen:
            yield from [i for i in range(3) if state[i]]

    def outcome(self, state):
        left = [pile for pile in state if pile]
        ones = 0
        while left:
            ones += left.pop() == 1
        seen = {pile for pile in state if pile}
        if not (self.free(state) or ones):
            return Value.LOSS if not seen else None
        return None


@compiles("set(), add, in")
class _(Piles):
    def outcome(self, state):
        seen = set()
        for pile in state:
            if pile in seen:
                continue
            seen.add(pile)
        return Value.LOSS if len(seen) == 1 and 0 in seen else None


@compiles("{0, 1}.issubset(row), seen.isdisjoint(row), seen.union(row): of tuples and lists, too")
class _(Piles):
    def moves(self, state):
        seen = {state[2]}
        for i in range(3):
            if state[i] and (seen.isdisjoint(state[:i]) or {0, 1}.issubset(state)):
                yield i

    def outcome(self, state):
        if len(set(state).union([3, state[0]])) == 2 and set(state).issuperset((0, 3)):
            return Value.DRAW
        return None if next(self.moves(state), None) is not None else Value.LOSS


@compiles("todo.pop(), next(iter(s)), list(s)[0], the first of the best, yield from a set")
class _(Piles):
    def places(self, state):
        return {(i * 7) % 13 for i in range(3) if state[i]}

    def moves(self, state):
        yield from self.places(state)

    def play(self, state, move):
        return super().play(state, move * 2 % 13)

    def outcome(self, state):
        cells = {state[0] * 8, state[1] * 16, 1, *state}
        best = -1
        for cell in cells:
            if best < 0 or cell % 4 > best % 4:
                best = cell
        first = list(cells)[0] + next(iter(cells)) + cells.pop()  # noqa: RUF015
        return Value.DRAW if first + best == 11 else super().outcome(state)


@compiles("{*row, x}, seen.union(row, other), set().union(*rows), seen.update(NEAR[x])")
class _(Piles):
    near = ({8, 1}, {16, 0}, {9, 1, 3})

    def outcome(self, state):
        cells = {*state, 9}.union(state, [8, 17])
        cells |= self.near[state[0] % 3]
        cells.update(self.near[state[1] % 3])
        more = set().union(*[{x, x + 8} for x in state]) | set().union(state, [5])
        total = 0
        for cell in more.symmetric_difference(cells):
            total = total * 5 % 31 + cell
        return Value.DRAW if total % 31 == 4 else super().outcome(state)


@compiles("found = [], seen = set(), filled by a helper: self.fill(state, found)")
class _(Piles):
    def fill(self, state, i, found):
        if state[i]:
            found.append((i, state[i]))
        if i < 2:
            self.fill(state, i + 1, found)

    def reach(self, state, place, seen, marks):
        if place in seen or not state[place[1]]:
            return
        seen.add(place)
        marks.append(place[1])
        for step in (1, 2):
            self.reach(state, (0, (place[1] + step) % 3), seen, marks=marks)

    def play(self, state, move):
        found = []
        seen = set()
        marks = list()
        self.fill(state, 0, found)
        self.reach(state, (0, move), seen, marks)
        if sum(n for _, n in found) != sum(state) or len(marks) != len(seen) > len(found):
            return state
        return state[:move] + (state[move] - (move in marks),) + state[move + 1 :]


@compiles("xs += [x] of a list that begins empty; a list that stays empty")
class _(Piles):
    def measured(self, items):
        return len(items)

    def outcome(self, state):
        seen = set()
        listed = []
        nothing = []
        for i, pile in enumerate(state):
            if pile:
                seen |= {(i, pile)}
                listed += [i]
        if (0, 2) in seen and len(listed) > self.measured(nothing) + 1:
            return None
        return Value.LOSS if self.measured(listed) == self.measured(nothing) else None


@compiles("todo = [x] if x else [], [f(x) for x in s] if c else [], found += [i] if c else []")
class _(Piles):
    def moves(self, state):
        found = [] if state[0] > 1 else [0, 1]
        for i in range(3):
            found += [i] if state[i] else []
        return sorted({i for i in found if state[i]})

    def outcome(self, state):
        todo, steps = [max(state)] if state[0] else [], 0
        while todo:
            pile = todo.pop()
            steps += 1
            todo += [pile - 1] if pile > 1 else []
        even = [pile // 2 for pile in state if pile] if state[1] == 1 else []
        return Value.LOSS if steps + sum(even) == 0 else None


@compiles("found = found + [x]; return [] beside return found; found += line of a list of pairs")
class _(Piles):
    def near(self, state, i):
        if not state[i]:
            return []
        found = []
        for step in (1, -1):
            line = []
            j = i + step
            while 0 <= j < 3 and state[j]:
                line.append((i, j))
                j += step
            found += line
        return found

    def moves(self, state):
        found = []
        i = 0
        while i < 3:
            if state[i] and len(self.near(state, i)) < 2:
                found = found + [i]
            i = i + 1
        return found

    def outcome(self, state):
        return Value.LOSS if len(self.moves(state)) == 0 else None


@compiles(
    "best = [], then best = [x] or best = f(x) in its place; sets, too; rows = [[] for _ in s]"
)
class _(Piles):
    def largest(self, state):
        best, top = [], 0
        for i, pile in enumerate(state):
            if pile > top:
                best, top = [i], pile
            elif pile == top > 0:
                best.append(i)
        return best

    def moves(self, state):
        rows = [[] for _ in range(4)]
        for i, pile in enumerate(state):
            rows[pile].append(i)
        odd = set()
        if rows[1]:
            odd = {rows[1][0]}
        return sorted({*self.largest(state), *odd})


@compiles("line = [] again, then break: line.append(i) in a loop; of pairs, too")
class _(Piles):
    def runs(self, state, i):
        found, pairs = [], []
        for step in (1, -1):
            j, line = i, []
            while True:
                if not 0 <= j < 3:
                    line = []
                    pairs = []
                    break
                if state[j] == 0:
                    break
                line.append(j)
                pairs.append((j, step))
                j += step
            found += line
        return len(found) + len(pairs)

    def moves(self, state):
        for i in range(3):
            if state[i] and (self.runs(state, i) or i != 1):
                yield i

    stuck = Value.DRAW


@compiles("seen = set(), found = [], filled by a def in the method that calls itself")
class _(Piles):
    def moves(self, state):
        seen = set()
        order = []

        def walk(place):
            row, column = place
            if place in seen or not 0 <= column < 3:
                return
            seen.add(place)
            if state[column]:
                order.append(column)
            walk((row, column + 1))
            walk((row, column - 1))

        walk((0, 1))
        return order if len(seen) == 3 else []
