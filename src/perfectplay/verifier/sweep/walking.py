"""A check of all stored states by the interpreter, in a plain walk from the start.

For games that are small or cannot be compiled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.progress import Reporter
from perfectplay.core.shortened import shortened
from perfectplay.core.value import State, Value
from perfectplay.tablebase.store.manifest import Manifest, PartEntry
from perfectplay.tablebase.store.text_index import stored_text
from perfectplay.tablebase.verification import Problem, ProblemLog, Worth
from perfectplay.verifier.plain.class_images import compare_class
from perfectplay.verifier.plain.interpreter import WHOLE_ONE_IN
from perfectplay.verifier.plain.messages import Key, ProblemWriter
from perfectplay.verifier.plain.plain_rules import PlainAnswer, ask, images_of, right_worth
from perfectplay.verifier.plain.plain_scores import find_loop, right_score
from perfectplay.verifier.stored.stored_files import PartRows, WrongPartError, read_part

IMAGES_ASKED = 2_000
"""States for each of which an image is compared too; then one state in WHOLE_ONE_IN."""

WATCHED = 1_024
"""States after which the walk looks whether memory holds more."""

Home = tuple[Key, State]
"""The key under which a state should be stored, with the state of that key."""


@dataclass
class ReachableWalk:
    """Expands every state that the start reaches once. ``states`` and ``moves`` count them.

    ``start`` is its key; ``stored`` maps keys to (value, remoteness), or (value, remoteness,
    score), and tier; ``covered`` counts all states of the classes, if there are symmetries.
    ``exact``: all images of all states are compared; ``passed``: images on which the rules raise.
    ``watch`` is called from time to time, and may raise.
    """

    folder: Path
    manifest: Manifest
    writer: ProblemWriter
    findings: ProblemLog
    reporter: Reporter
    exact: bool
    watch: Callable[[], None] = lambda: None

    def __post_init__(self) -> None:
        self.passed: list[str] = []
        self.rules = self.writer.rules
        self.symmetric = self.manifest.symmetries
        self.texts = self.manifest.keys.kind == "text"
        self.states = self.moves = self.covered_moves = 0
        self.covered: Counter[Worth] = Counter()
        self._children: dict[Key, list[Key]] = {}  # in games of points
        self.stored: dict[Key, tuple[Worth, int]] = {}
        self.start: Key | None = None
        self._of_state: dict[State, Home] = {}
        for tier in self.manifest.tiers:
            for part in tier.parts:
                self._read(part, tier.tier)

    def _read(self, part: PartEntry, tier: int) -> None:
        rows = read_part(self.folder, part, self.texts, self.rules.scoring)
        keys = rows.keys if self.texts else rows.keys.tolist()
        if keys[0] != part.first or keys[-1] != part.last:
            raise WrongPartError(
                f"{part.file} holds states from {keys[0]!r} to {keys[-1]!r}, the manifest says "
                f"from {part.first!r} to {part.last!r}"
            )
        before: Key | None = None
        for key, worth in zip(keys, _worths(rows), strict=True):
            if before is not None and not before < key:
                raise WrongPartError(
                    f"the keys of {part.file} do not rise: {key!r} after {before!r}"
                )
            before = key
            if key in self.stored:
                home = self.stored[key][1]
                message = f"{key!r} is stored in the tiers {home} and {tier}"
                self.findings.add(Problem("twice", message, str(key), key), tier, key)
            self.stored[key] = worth, tier

    def check(self) -> None:
        """Check all reachable states, and that no others are stored."""
        start = self._home(self.rules.start())
        if start is None:
            return
        self.start = start[0]
        if start[0] not in self.stored:
            self._missing(start, None)
            return
        reached: dict[Key, State] = dict([start])
        waiting = [start]
        for key, state in waiting:  # grows during the loop
            for child_key, child in self._expanded(key, state):
                if child_key not in reached:
                    reached[child_key] = child
                    waiting.append((child_key, child))
                elif self.texts and reached[child_key] != child:
                    text = f"{shortened(repr(child))} and {shortened(repr(reached[child_key]))}"
                    message = f"{text} have the same text: they cannot be told apart"
                    self._add(Problem("keys", message, str(child_key), child_key))
            self.reporter.tell("verifying", self.states, len(self.stored), self.states)
            if self.states % WATCHED == 0:
                self.watch()
        self._check_loops(reached)
        for key in self.stored.keys() - reached.keys():
            self._add(self.writer.unreached(key, self.stored[key][0]))

    def _check_loops(self, reached: dict[Key, State]) -> None:
        """Report a loop in a game of points: scores along it would follow from nothing."""
        if loop := find_loop({key: self._children.get(key, []) for key in reached}):
            self._add(self.writer.loop(loop))

    # --- one state --------------------------------------------------------------------------------

    def _expanded(self, key: Key, state: State) -> Iterator[Home]:
        """Check a stored state; yield its children that are stored."""
        self.states += 1
        try:
            answer = ask(self.rules, state)
            tier = self.rules.tier(state)
            images = images_of(self.rules, state) if self.symmetric else [state]
            weight = len(images)
        except PerfectPlayError as error:
            self._add(self.writer.broken(key, error))
            return
        worth, number = self.stored[key]
        if self.writer.has_tiers and tier != number:
            self._add(self.writer.wrong_tier(key, number, tier))
        self.moves += len(answer.children)
        self.covered_moves += weight * len(answer.children)
        self.covered[worth] += weight
        homes = [self._home(child) for child, _ in answer.children]
        for child in self._stored_children(key, number, homes):
            if self.rules.scoring:
                self._children.setdefault(key, []).append(child[0])
            yield child
        self._judge(key, worth, answer, homes)
        if self.symmetric and self.exact:
            self._compare_class(key, state, answer, images, images[1:])
        elif weight > 1 and (self.states <= IMAGES_ASKED or self.states % WHOLE_ONE_IN == 0):
            turn = self.states + self.states // WHOLE_ONE_IN
            self._compare_class(key, state, answer, images, [images[1 + turn % (weight - 1)]])

    def _stored_children(self, key: Key, number: int, homes: list[Home | None]) -> Iterator[Home]:
        for home in homes:
            if home is None:
                continue
            if home[0] not in self.stored:
                self._missing(home, key)
                continue
            into = self.stored[home[0]][1]
            if into < number:
                self._add(self.writer.falls(key, number, home[0], into))
            yield home

    def _judge(self, key: Key, worth: Worth, answer: PlainAnswer, homes: list[Home | None]) -> None:
        children = []
        for home, (_, again) in zip(homes, answer.children, strict=True):
            if home is None or home[0] not in self.stored:
                return
            children.append((self.stored[home[0]][0], again))
        if self.rules.scoring:
            right = right_score(answer.score, children, answer.gains)
        else:
            right = right_worth(answer.outcome, children)
        if worth != right:
            self._add(self.writer.wrong_value(key, worth, right))

    def _compare_class(
        self,
        key: Key,
        state: State,
        answer: PlainAnswer,
        images: list[State],
        some: Sequence[State],
    ) -> None:
        """Check that images of a state have the same moves as the state."""
        try:
            found = compare_class(self.rules, state, answer, images, some, self._home_state)
        except PerfectPlayError as error:
            self._add(self.writer.broken(key, error))
            return
        self.passed += found.passed
        if found.wrong is not None:
            self._add(self.writer.unlike(key, found.wrong))

    def _home_state(self, state: State) -> State | None:
        home = self._home(state)
        return None if home is None else home[1]

    # --- keys -------------------------------------------------------------------------------------

    def _home(self, state: State) -> Home | None:
        """The key under which a state should be stored, with the state of that key; None, and a
        problem, if it has none."""
        if not self.symmetric and not self.texts:
            return self._named(state, self.writer.keys.key(state))
        if (known := self._of_state.get(state)) is not None:
            return known
        images = images_of(self.rules, state) if self.symmetric else [state]
        if self.texts:
            home: Home | None = self._of_texts(images)
        else:
            home = self._named(images[0], self.writer.keys.smallest(images))
        if home is not None:
            self._of_state[state] = home
        return home

    def _of_texts(self, images: list[State]) -> Home:
        """Any state of a class may be its representative, but only one."""
        homes = [(stored_text(self.rules, image), image) for image in images]
        stored = {text: image for text, image in homes if text in self.stored}
        if len(stored) > 1:
            listed = " and ".join(sorted(stored))
            message = f"{listed} are of one class: only one of them should be stored"
            self._add(Problem("symmetry", message, min(stored), min(stored)))
        return next(iter(stored.items()), homes[0])

    def _named(self, state: State, key: int | None) -> Home | None:
        if key is not None:
            return key, self.writer.state(key)
        text = self.rules.state_text(state)
        message = f"{text} can be reached, and the keys of the manifest cannot hold it"
        self._add(Problem("keys", message, text, text))
        return None

    # --- problems ---------------------------------------------------------------------------------

    def _missing(self, home: Home, parent: Key | None) -> None:
        self._add(self.writer.missing(home[0], parent, self.rules.state_text(home[1])))

    def _add(self, problem: Problem) -> None:
        known = self.stored.get(problem.key) if problem.key is not None else None
        self.findings.add(problem, 0 if known is None else known[1], problem.key)


def _worths(rows: PartRows) -> Iterator[Worth]:
    """The stored worth of each state of a part."""
    pairs = zip(rows.values.tolist(), rows.plies.tolist(), strict=True)
    if rows.scores is not None:
        for (value, plies), score in zip(pairs, rows.scores.tolist(), strict=True):
            yield Value(value), plies, score
        return
    for value, plies in pairs:
        yield Value(value), None if plies < 0 else plies
