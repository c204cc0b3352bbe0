"""Are states equivalent that `symmetries` declares so, and do plays reach whole classes of them?

If they do, sums of class sizes count all states, and no second solve is needed for that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from perfectplay.compiler.play_search import search_play
from perfectplay.core.errors import PerfectPlayError, RulesError
from perfectplay.core.value import Move, State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.declared_cells import source_of
from perfectplay.game.checks.findings import FindingLog
from perfectplay.game.game import has_symmetries
from perfectplay.game.showing import in_state, shown, shown_move

Class = frozenset[State]
Options = list[tuple[Move, State]]

_KEPT = 200_000  # classes

WIDE = 2_000
"""Of a state with more moves, some children are compared, with one of its images."""

_SOME = 64  # children of such a state

MANY_IMAGES = 48
"""Of a larger class, a sample is compared, so that these states and their images are about
IMAGES_ASKED."""

IMAGES_ASKED = 5_000

SAMPLE = 64
"""States of a sample."""

MOST_IMAGES = 200_000
"""The sample ends after this number of images, but not before FEWEST states."""

FEWEST = 4

MOST_MOVES = 1_000
"""Approximate maximum number of children whose images are looked up."""

MOST_CHILDREN = 1_000_000
"""Maximum number of children of all images of a state; a state with more is skipped."""

SEARCHED = 20_000
"""Children that the search for an image of the start looks at. Dobutsu shogi needs 500."""

FIRST = 1_000
"""The first states in the interpreter's order, which every solve of the game looks at."""


class ClassCheck:
    """Compares every image of a state with the state; faults are added to ``log``."""

    def __init__(self, rules: CheckedGame, log: FindingLog) -> None:
        self.rules = rules
        self.log = log
        self.images = 0  # compared so far
        self.needed = has_symmetries(rules.game)
        self._classes: dict[State, Class] = {}
        self._shared: dict[Class, Class] = {}
        self._turn = 0
        self.images_given = 0
        """Number of states that `symmetries` has given so far."""

    def check(self, state: State, *, every: bool) -> None:
        """Check the class of a state. ``every``: True to compare the classes of the children for
        each image; otherwise for one, a different one at each call."""
        try:
            images = self.rules.symmetries(state)[1:]
            whole = self._class(state)
            if len(images) > MANY_IMAGES:
                wanted = max(2, IMAGES_ASKED // len(images))
                step = max(1, len(images) // wanted)
                images = images[self._turn % step :: step]
                every = False
            for image in images:
                self._compare(state, image, whole)
                self.images += 1
            # classes of children mean nothing if a class is wrong
            if images and not self.log.has("symmetry-class"):
                self._turn += 1
                some = images if every else [images[self._turn % len(images)]]
                self._compare_children(state, some)
        except PerfectPlayError as error:
            self.log.add(error)

    def check_reached(self, states: Iterable[State]) -> None:
        """Note a class of which plays reach only a part. ``states``: all reachable states. If all
        images of the start are reached, a solver assumes that whole classes are."""
        reached = set(states)
        if not reached.issuperset(self.rules.symmetries(self.rules.start())):
            return  # then it counts the states themselves
        for state in reached:
            for image in self.rules.symmetries(state):
                if image not in reached:
                    self.log.note(
                        "symmetry-reach",
                        f"symmetries gives {shown(self.rules.game, image)}"
                        f"{in_state(self.rules.game, state)}, but no play reaches it: values "
                        "are right all the same, and states are counted by a second solve where "
                        "a sample shows this; offer the moves that symmetry makes equal too, or "
                        "solve with --no-symmetries, to be sure of the counts",
                    )
                    return

    def _class(self, state: State) -> Class:
        """The class that ``symmetries`` gives for this very state, cached."""
        found = self._classes.get(state)
        if found is None:
            if len(self._classes) > _KEPT:
                self._classes.clear()
                self._shared.clear()
            found = frozenset(self.rules.symmetries(state))
            self.images_given += len(found)
            self._classes[state] = found = self._shared.setdefault(found, found)
        return found

    def _compare_children(self, state: State, images: list[State]) -> None:
        options = self.rules.position(state).options
        if len(options) > WIDE:
            self._compare_some(state, options, images[-1])
            return
        below = self._below(state, options)
        for image in images:
            others = self.rules.position(image).options
            beside = self._below(image, others)
            if beside.keys() != below.keys():
                also = ", or win different points" if self.rules.scoring else ""
                what = f"their moves lead to different classes of states{also}"
                kind = next(k for k in (*below, *beside) if (k in below) != (k in beside))
                move, child = below[kind] if kind in below else beside[kind]
                at = in_state(self.rules.game, state if kind in below else image)
                what += f": none of the other is like the move {shown_move(self.rules.game, move)}"
                what += f"{at}, to {shown(self.rules.game, child)}"
                self._fault("symmetry-children", state, image, what)

    def _compare_some(self, state: State, options: Options, image: State) -> None:
        """Look up the classes of some children among the children of the image."""
        there = {child for _, child in self.rules.position(image).options}
        for _, child in options[:: len(options) // _SOME]:
            if there.isdisjoint(self._class(child)):
                what = "their moves lead to different classes of states"
                self._fault("symmetry-children", state, image, what)
                return

    def _compare(self, state: State, image: State, whole: Class) -> None:
        rules = self.rules
        other = self._class(image)
        if other != whole:
            self._fault("symmetry-class", state, image, f"their classes differ: one has "
                        f"{len(whole)} states, the other {len(other)}, {len(whole & other)} of "
                        "them in both")  # fmt: skip
        for promise, what, ask in (
            ("symmetry-outcome", "outcome", rules.final if rules.scoring else rules.outcome),
            ("symmetry-seat", "player", rules.player),
            ("symmetry-tier", "tier", rules.tier),
        ):
            here, there = ask(state), ask(image)
            if here != there:
                gives = f"{what} gives {_plain(here)} for one and {_plain(there)} for the other"
                self._fault(promise, state, image, gives)

    def _below(
        self, state: State, options: Options
    ) -> dict[tuple[bool, int, Class], tuple[Move, State]]:
        """(moves again, gain, class) of each child, with a move and the child."""
        again, gain = self.rules.moves_again, self.rules.gain
        return {
            (again(state, move, child), gain(state, move), self._class(child)): (move, child)
            for move, child in reversed(options)
        }

    def _fault(self, promise: str, state: State, image: State, what: str) -> None:
        game = self.rules.game
        at, other = in_state(game, state), shown(game, image)
        source = source_of(game, state, image)
        self.log.fault(promise, f"{source} gives {other}{at}, but {what}", state)


def check_classes(rules: CheckedGame, states: Sequence[State]) -> None:
    """Raise RulesError if a sample of states shows that ``symmetries`` is wrong. Images for which
    the rules raise are skipped, because they may be unreachable."""
    log = FindingLog(rules.game)
    check = ClassCheck(rules, log)  # for each state it looks at another of the images
    for checked, state in enumerate(some_of(states)):
        if check.images_given > MOST_IMAGES and checked >= FEWEST:
            break
        check.check(state, every=False)
        for found in log.findings:
            if found.promise.startswith("symmetry-"):
                raise RulesError(found.promise, found.message, state=state, remedy=found.remedy)


def reaches_whole_classes(rules: CheckedGame, states: Sequence[State]) -> bool:
    """True if plays reach all images of every state, as far as a sample of the first states shows.

    They do if all images of the start are reached, and each image of a child of a state is a child
    of some image of that state: by induction over the plies. ``states``: in the interpreter's
    order; only the first ones are used, so that the answer does not depend on the machine.
    """
    try:
        closed = all(_is_closed(rules, state) for state in some_of(states[:FIRST]))
        return closed and _reaches_images(rules, rules.start())
    except PerfectPlayError:  # an image for which the rules raise is not reached
        return False


def _is_closed(rules: CheckedGame, state: State) -> bool:
    """Whether each image of a child is a child of some image, and all images have as many moves."""
    images = rules.symmetries(state)
    options = rules.position(state).options
    own = list(dict.fromkeys(child for _, child in options))
    if len(own) * len(images) > MOST_CHILDREN:
        return True
    beside = [rules.position(image).options for image in images]
    if any(len(others) != len(options) for others in beside):  # moves are counted, too
        return False
    below = {child for others in beside for _, child in others}
    some = own[:: max(1, len(own) // MOST_MOVES)]
    return all(image in below for child in some for image in rules.symmetries(child))


def _reaches_images(rules: CheckedGame, start: State) -> bool:
    """Whether a play is found from the start to each of its images."""
    left = SEARCHED
    for image in set(rules.symmetries(start)) - {start}:
        left = search_play(rules, start, image, left)
        if left < 0:
            return False
    return True


def some_of(states: Sequence[State]) -> Sequence[State]:
    """At most about SAMPLE states, evenly from all."""
    return states[:: max(1, len(states) // SAMPLE)]


def _plain(answer: object) -> str:
    name = getattr(answer, "name", None)
    return f"Value.{name}" if name else str(answer)
