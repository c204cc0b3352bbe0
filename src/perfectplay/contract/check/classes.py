"""Are the states that `symmetries` calls equal equal in all that matters?"""

from __future__ import annotations

import time
from collections.abc import Iterable

from perfectplay.contract.check.report import Book
from perfectplay.contract.game import overrides
from perfectplay.contract.rules import Rules
from perfectplay.contract.showing import in_state, shown
from perfectplay.words.errors import PerfectPlayError
from perfectplay.words.value import State

Class = frozenset[State]


class ClassCheck:
    """Compares every image of a state with the state; what is broken goes into the book."""

    def __init__(self, rules: Rules, book: Book) -> None:
        self.rules = rules
        self.book = book
        self.needed = overrides(rules.game, "symmetries")

    def check(self, state: State, *, children: bool) -> None:
        """Checks the class of a state; ``children``: also, dearer, the classes of its children."""
        try:
            images = self.rules.symmetries(state)
            whole = frozenset(images)
            below = self._below(state) if children and len(images) > 1 else None
            for image in images[1:]:
                self._compare(state, image, whole)
                if self.book.has("symmetry-class"):
                    continue  # classes of children say nothing where classes are none
                if below is not None and self._below(image) != below:
                    self._fault("symmetry-children", state, image, "their moves lead to different "
                                "classes of states")  # fmt: skip
        except PerfectPlayError as error:
            self.book.add(error)

    def check_reached(self, states: Iterable[State], deadline: float) -> None:
        """A note where a class is reached in part only; ``states`` are all that plays reach.

        Where all images of the start are reached, a solver takes whole classes for reached.
        """
        reached = set(states)
        if not reached.issuperset(self.rules.symmetries(self.rules.start())):
            return  # then it counts the states themselves
        for state in reached:
            if time.monotonic() > deadline:
                return
            for image in self.rules.symmetries(state):
                if image not in reached:
                    self.book.note(
                        "symmetry-reach",
                        f"symmetries gives {shown(self.rules.game, image)}"
                        f"{in_state(self.rules.game, state)}, but no play reaches it: a solution "
                        "counts it all the same; offer the moves that symmetry makes equal too, "
                        "or count with --no-symmetries",
                    )
                    return

    def _compare(self, state: State, image: State, whole: Class) -> None:
        rules = self.rules
        other = frozenset(rules.symmetries(image))
        if other != whole:
            self._fault("symmetry-class", state, image, f"their classes differ: one has "
                        f"{len(whole)} states, the other {len(other)}, {len(whole & other)} of "
                        "them in both")  # fmt: skip
        for promise, what, ask in (
            ("symmetry-outcome", "outcome", rules.outcome),
            ("symmetry-seat", "player", rules.player),
            ("symmetry-tier", "tier", rules.tier),
        ):
            here, there = ask(state), ask(image)
            if here != there:
                said = f"{what} gives {_plain(here)} for one and {_plain(there)} for the other"
                self._fault(promise, state, image, said)

    def _below(self, state: State) -> frozenset[tuple[bool, Class]]:
        """The classes of the children, each with whether the mover moves on."""
        return frozenset(
            (
                self.rules.moves_again(state, move, child),
                frozenset(self.rules.symmetries(child)),
            )
            for move, child in self.rules.position(state).options
        )

    def _fault(self, promise: str, state: State, image: State, what: str) -> None:
        game = self.rules.game
        at, other = in_state(game, state), shown(game, image)
        self.book.fault(promise, f"symmetries gives {other}{at}, but {what}", state)


def _plain(answer: object) -> str:
    name = getattr(answer, "name", None)
    return f"Value.{name}" if name else str(answer)
