"""Texts that change their length in states, compiled and interpreted: all short texts, and what
rules may ask of them and make of them."""
# ruff: noqa: B905, RUF007

from __future__ import annotations

import pytest

from perfectplay import Game
from perfectplay.compiler.compare import compare
from perfectplay.compiler.load import compile_rules
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.wider_keys import learnt

ENDS = ("", "a", "ab", "bba", "cab")


class Texts(Game):
    """All texts of up to four letters. Each move says what one of them is asked."""

    letters = "abc"
    longest = 4
    least, most = 0, 0

    def start(self):
        return "b"

    def moves(self, state):
        for i in range(self.least, self.most + 1):
            yield (i, self.told(state, i))

    def told(self, text, i):
        return len(text)

    def play(self, state, move):
        i, number = move
        n = i + number
        if len(state) < self.longest:
            return state + self.letters[n % 3]
        return state[: n % 3]

    def outcome(self, state):
        return None


def number_of(truths, counts):
    """A number that tells truths and small numbers apart."""
    number = 0
    for truth in truths:
        number = 2 * number + truth
    for count in counts:
        number = (31 * number + count) % 1_000_003
    return number


class Asked(Texts):
    def told(self, text, i):
        part = text[:i]
        return number_of((
            text == "", not text, text != "ab", text == part, "a" in text, "ab" in text,
            part in text, text in part, text in "abcab", text in "b", "" in text,
            text.startswith(part), text.endswith("b"), text.endswith(part), text in ENDS,
            text in ("a", "b", "ba"), text not in ("ab", "ca", "bb"), text in {"ac", "b", ""},
            part == text[1:],
        ), (
            len(text), text.count("a"), text.count(part), text.find("ba"), text.rfind("a"),
        ))  # fmt: skip

    most = 3


class Taken(Texts):
    least, most = -5, 5

    def told(self, text, i):
        number = 0
        for part in (text[i:], text[:i], text[i::2], text[:i:-1], text[i : i + 2], text[-i:3]):
            number = 7 * number + len(part)
            for x in part:
                number = 5 * number + self.letters.index(x)
        if -len(text) <= i < len(text):
            number += 3 * self.letters.index(text[i])
        return number % 1_000_003


class Made(Texts):
    least, most = -1, 5

    def told(self, text, i):
        last = "" if i < 0 else text[i : i + 1]
        longer = text
        longer += last
        turned = ""
        for x in longer:
            turned = x + turned
        made = (
            text + last, last + text, turned, text[:i] + "c" + text[i + 1 :], text[:2] * 2,
            text.replace("a", ""), text.replace("b", "cc"), text.replace("ab", "c", 1),
            "".join(x for x in text if x != "b"), "-".join(text), "".join([text[:1], last, "a"]),
            "".join(reversed(text)), text[::-1], "c" * (i - 1), (i - 2) * "b", f"{last}{text}!",
            text.upper(), "ab" if i > 1 else text, text or "cc", text[:1] + text[1:],
        )  # fmt: skip
        number = 0
        for other in made:
            number = (7 * number + len(other)) % 1_000_003
            for x in other:
                number = (11 * number + "abcABC-!".index(x)) % 1_000_003
        return number


class Listed(Texts):
    most = 4

    def told(self, text, i):
        cells = list(text)
        if i < len(cells):
            cells[i] = "c"
        more = list(text)
        more.append("b")
        if i % 2 and len(more) > 1:
            more.pop(0)
        new, other = "".join(cells), "".join(more)
        whole = tuple(text)
        rows = [row for row in ENDS if row.startswith(text[:i])]
        return number_of((
            new == text, other.startswith("a"), "ab" in cells, whole == ("a", "b"),
            whole == tuple(reversed(whole)), any(end in text for end in ENDS[1:]),
            ENDS[i] == text, ENDS[-i] in text,
        ), (
            len(new), new.count("c"), other.count("b"), len(whole), len(rows),
            sum(1 for j, x in enumerate(text) if x == text[j - 1]),
            sum(1 for x, y in zip(text, text[1:]) if x == y), int(str(i) + str(len(text))),
        ))  # fmt: skip


class Given(Texts):
    """Texts as arguments, as results, in branches, in loops."""

    most = 3

    def shorter(self, text, last=""):
        while text and text[-1] == text[0]:
            text = text[1:]
        return text + last

    def first(self, text, n):
        if n == 0:
            return "b"
        if n == 1:
            return "ca"
        return "" if n == 2 else text[1:]

    def told(self, text, i):
        runs = 0
        word = text
        while word:
            rest = word.replace(word[0], "")
            runs += 3 if len(rest) < len(word) - 1 else 1
            word = rest
        best = text
        for x in self.letters:
            if text.count(x) > best.count(x):
                best = x
        return number_of((
            self.first(text, i) == text, not best,
        ), (
            runs, len(self.shorter(text)), len(self.shorter(text, "a")), len(best),
            self.shorter(self.first(text, i)).count("c"),
        ))  # fmt: skip


GAMES = [Asked(), Taken(), Made(), Listed(), Given()]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_texts_are_those_of_python(game):
    compiled = compile_rules(game)
    rules = CheckedGame(game)
    states = [""]
    for _ in range(game.longest):
        states += [text + x for text in states if len(text) == len(states[-1]) for x in "abc"]
    states = list(dict.fromkeys(states))
    keys = learnt(states, compiled.shape)
    agree = []
    assert compare(compiled, rules, keys, states, agree=lambda: agree.append(1)) is None
    assert len(agree) == len(states) == 121
