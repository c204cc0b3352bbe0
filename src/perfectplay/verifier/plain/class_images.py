"""Compares a state with the other states of its class, in plain Python.

A stored state stands for its class. All states of the class have its value if they agree in
outcome, seat and tier, and have moves into the same classes. How often a class is among the
children does not matter: rules may leave out moves that symmetry makes equal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.verifier.plain.plain_rules import PlainAnswer, ask, images_of

Mark = tuple[int, bool, int]
"""A child up to symmetry: its class, whether the mover moves again, and the gain of the move."""

Home = Callable[[State], State | None]
"""Returns the stored state of a state's class; None if the keys cannot hold it."""


@dataclass(frozen=True)
class ImageComparison:
    """``wrong``: the first difference, as a sentence, or None. ``passed``: each image on which the
    rules raise, with the error; these are not compared, since no play need reach them."""

    wrong: str | None = None
    passed: tuple[str, ...] = ()


def compare_class(
    rules: CheckedGame,
    state: State,
    answer: PlainAnswer,
    whole: Sequence[State],
    images: Sequence[State],
    home: Home,
) -> ImageComparison:
    """Compare some images of a stored state with the state.

    ``answer``: the rules' answers about it. ``whole``: all states of its class, itself included.
    Raises RulesError if the rules break a promise in the state or in the classes of its children.
    """
    judge = _ClassJudge(rules, state, answer, frozenset(whole), home)
    if judge.wrong is not None:
        return ImageComparison(judge.wrong)
    passed = []
    for image in images:
        try:
            wrong = judge.compare(image)
        except PerfectPlayError as error:
            passed.append(f"{rules.state_text(image)} ({error})")
            continue
        if wrong is not None:
            name, other = rules.state_text(image), rules.state_text(state)
            return ImageComparison(f"{name} is an image of {other}, but {wrong}", tuple(passed))
    return ImageComparison(None, tuple(passed))


@dataclass
class _ClassJudge:
    """A state and the classes of its children. ``wrong``: why these are no classes, or None."""

    rules: CheckedGame
    state: State
    answer: PlainAnswer
    whole: frozenset[State]
    home: Home
    wrong: str | None = None
    can_tell: bool = True

    def __post_init__(self) -> None:
        self.place = self.rules.player(self.state), self.rules.tier(self.state)
        self._class_of: dict[State, int] = {}
        self._learn()
        self.marks = self._marks(self.answer)

    def _learn(self) -> None:
        """Number the classes of the children."""
        homes: dict[State, int] = {}
        for child, _ in self.answer.children:
            stored = self.home(child)
            if stored is None:  # the keys cannot hold it: reported elsewhere
                self.can_tell = False
                return
            if stored not in homes:
                if stored in self._class_of:
                    number = self._class_of[stored]
                    first = next(home for home, n in homes.items() if n == number)
                    name, other = self._text(stored), self._text(first)
                    self.wrong = f"{name} is an image of {other}, but stands for another class"
                    return
                homes[stored] = len(homes)
                for image in images_of(self.rules, stored):
                    self._class_of.setdefault(image, homes[stored])
            if self._class_of.get(child) != homes[stored]:
                name, other = self._text(child), self._text(stored)
                self.wrong = f"{other} is an image of {name}, but {name} is no image of {other}"
                return

    def compare(self, image: State) -> str | None:
        """The difference between an image and the state as a sentence, or None."""
        rules = self.rules
        there = frozenset(images_of(rules, image))
        if there != self.whole:
            odd = self._text(next(iter(there ^ self.whole)))
            whose = "of the former only" if len(there - self.whole) else "of the latter only"
            return f"their classes differ: {odd} is an image {whose}"
        other = ask(rules, image)
        place = rules.player(image), rules.tier(image)
        here = self.answer
        for what, mine, theirs in (
            ("outcomes", _end(here), _end(other)),
            ("seats", self.place[0], place[0]),
            ("tiers", self.place[1], place[1]),
        ):
            if mine != theirs:
                return f"their {what} differ: {theirs} and {mine}"
        return self._other_moves(image, other) if self.can_tell else None

    def _other_moves(self, image: State, other: PlainAnswer) -> str | None:
        theirs = self._marks(other)
        if theirs.keys() == self.marks.keys():
            return None
        if more := [child for mark, child in theirs.items() if mark not in self.marks]:
            return self._missing(image, more[0], self.state, self.marks)
        less = [child for mark, child in self.marks.items() if mark not in theirs]
        return self._missing(self.state, less[0], image, theirs)

    def _missing(self, one: State, child: State, other: State, marks: dict[Mark, State]) -> str:
        name, moved, lacks = self._text(one), self._text(child), self._text(other)
        number = self._class_of.get(child)
        if number is not None and number in {mark[0] for mark in marks}:
            what = f"no move of {lacks} to an image of it has the same gain and player to move next"
        else:
            what = f"no move of {lacks} leads to an image of it"
        return f"their moves differ: {name} has a move to {moved}, and {what}"

    def _marks(self, answer: PlainAnswer) -> dict[Mark, State]:
        """The marks of the children, each with its first child; class -1 if it is unknown."""
        gains = answer.gains or (0,) * len(answer.children)
        marks: dict[Mark, State] = {}
        for (child, again), gain in zip(answer.children, gains, strict=True):
            marks.setdefault((self._class_of.get(child, -1), again, gain), child)
        return marks

    def _text(self, state: State) -> str:
        return self.rules.state_text(state)


def _end(answer: PlainAnswer) -> str:
    """The outcome in words."""
    if answer.score is not None:
        return f"over with the score {answer.score:,}"
    return "not over" if answer.outcome is None else f"a {answer.outcome}"
