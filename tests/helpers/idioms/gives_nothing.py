"""Methods and loops that give nothing: rules near those of the page."""

from __future__ import annotations

from idioms.noting import compiling
from perfectplay import Game, Value, put

GAMES, rules = compiling()


class Row(Game):
    """Stones are put into a row."""

    wide = False
    extra = ()
    stuck = Value.LOSS

    def start(self):
        return (0, 0, 0, 0)

    def moves(self, s):
        for i in range(4):
            if s[i] == 0:
                yield i

    def play(self, s, m):
        return put(s, m, 1)

    def outcome(self, s):
        return None


@rules("symmetries behind a field that is False")
class _(Row):
    def symmetries(self, s):
        if self.wide:
            yield tuple(reversed(s))


@rules("symmetries that return before they yield")
class _(Row):
    def symmetries(self, s):
        if not self.wide:
            return
        yield s[::-1]


@rules("symmetries that return nothing, as a tuple")
class _(Row):
    def symmetries(self, s):
        if not self.wide:
            return ()
        return (s[::-1],)


@rules("symmetries that are an empty list")
class _(Row):
    def symmetries(self, s):
        return []


@rules("symmetries: one of a constant condition")
class _(Row):
    def symmetries(self, s):
        return [s[::-1]] if self.wide else []


@rules("symmetries over an empty table")
class _(Row):
    def symmetries(self, s):
        for order in self.extra:
            yield tuple(s[i] for i in order)


@rules("symmetries that go on from others that give nothing")
class _(Row):
    def turned(self, s):
        if self.wide:
            yield s[::-1]

    def symmetries(self, s):
        yield from self.turned(s)
        for t in self.turned(s):
            yield t[::-1]


@rules("moves of which some are behind a field that is False")
class _(Row):
    def more(self, s):
        if self.wide:
            for i in range(4):
                yield i, 1

    def moves(self, s):
        for i in range(4):
            if s[i] == 0:
                yield i, 0
        yield from self.more(s)

    def play(self, s, m):
        return put(s, m[0], 1)


@rules("a loop over a function that gives nothing")
class _(Row):
    def more(self, s):
        if not self.wide:
            return
        yield (0, 1)

    def moves(self, s):
        for a, b in self.more(s):
            yield a + b
        yield from (i for i in range(4) if s[i] == 0)


@rules("any, sum, len, in of what gives nothing")
class _(Row):
    def more(self, s):
        if self.wide:
            yield (0, 1)

    def outcome(self, s):
        if any(a for a, b in self.more(s)) or sum(a for a, b in self.more(s)):
            return Value.WIN
        if len([a for a, b in self.more(s)]) > 0 or 3 in self.extra or any(x for x in self.extra):
            return Value.WIN
        return None


@rules("loops over constants that are empty")
class _(Row):
    def moves(self, s):
        for a, b in self.extra:
            yield a + b
        for i in ():
            yield i
        for i in range(4):
            if s[i] == 0:
                yield i
        for a in self.extra:
            for b in a:
                yield b
        else:
            if s[0] == 1 and s[1] == 0:
                yield 1


@rules("a comprehension over a constant that is empty")
class _(Row):
    def moves(self, s):
        found = [a for a, b in self.extra]
        for i in range(4):
            if s[i] == 0:
                found.append(i)
        return found


@rules("a raise, a return, a break before what is never run")
class _(Row):
    def moves(self, s):
        for i in range(4):
            if not self.wide:
                if s[i] == 0:
                    yield i
                continue
            yield "never"
        return
        yield "never"


@rules("a while that is never run")
class _(Row):
    def moves(self, s):
        for i in range(4):
            if s[i] == 0:
                yield i
        while self.wide:
            yield i, i


@rules("a method that is asked for a constant that is empty")
class _(Row):
    def lines(self):
        return self.extra

    def outcome(self, s):
        for a, b in self.lines():
            if s[a] and s[b]:
                return Value.LOSS
        return None
