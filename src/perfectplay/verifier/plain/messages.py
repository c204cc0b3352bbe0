"""Problems with states, in words; the verifier's own plain code decodes keys."""

from __future__ import annotations

from collections.abc import Sequence

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.tablebase.store.manifest import KeysEntry
from perfectplay.tablebase.verification import Problem, Worth, worth_text
from perfectplay.verifier.plain.plain import PlainKeys, like_start

SHOWN = 6
"""The number of states of a loop that a message shows."""


Key = int | str
"""The key of a state as it is stored: a number, or its text."""


class ProblemWriter:
    """Builds the problems about states, which are named by their keys. ``has_tiers``: the stored
    tiers should be those of the rules."""

    def __init__(self, rules: CheckedGame, entry: KeysEntry, *, has_tiers: bool = False) -> None:
        self.rules, self.entry, self.has_tiers = rules, entry, has_tiers
        self.keys = PlainKeys(entry, like_start(rules))

    def state(self, key: int) -> State:
        """The state of a key."""
        return self.keys.state(key)

    def text(self, key: Key) -> str:
        """The state of a key for people, on one line; a stored text as it is."""
        return key if isinstance(key, str) else self.rules.state_text(self.state(key))

    def tier_of(self, key: int) -> int | None:
        """The tier of a state by the rules; None if they raise."""
        try:
            return self.rules.tier(self.state(key))
        except PerfectPlayError:
            return None

    def broken(self, key: Key, error: PerfectPlayError) -> Problem:
        """The rules raise an error in a state."""
        return Problem("rules", str(error), self.text(key), key)

    def unlike(self, key: Key, difference: str) -> Problem:
        """The states of a class are not alike."""
        return Problem("symmetry", difference, self.text(key), key)

    def wrong_value(self, key: Key, stored: Worth, right: Worth) -> Problem:
        """Value, score or remoteness do not follow from the moves."""
        text = self.text(key)
        message = f"{text} is stored as {worth_text(stored)}, right is {worth_text(right)}"
        return Problem("value", message, text, key, stored, right)

    def missing(self, key: Key, parent: Key | None, text: str | None = None) -> Problem:
        """A state that a play reaches is not stored. ``parent``: None for the start; ``text``: of
        the state (default: that of its key)."""
        text = text or self.text(key)
        origin = "is the start" if parent is None else f"is reached from {self.text(parent)}"
        return Problem("missing", f"{text} is not stored, and {origin}", text, key)

    def falls(self, parent: Key, tier: int, child: Key, number: int) -> Problem:
        """A child is stored below its parent, or in a tier that is not its own."""
        message = (
            f"{self.text(parent)} in tier {tier} has a move to {self.text(child)}, which is "
            f"stored in tier {number}"
        )
        return Problem("tier", message, self.text(parent), parent)

    def wrong_tier(self, key: Key, number: int, right: int | None) -> Problem:
        """A state is stored in a tier that is not its own."""
        text = self.text(key)
        return Problem("tier", f"{text} is stored in tier {number}, its tier is {right}", text, key)

    def unlike_tiers(self, parent: int, child: int, number: int) -> Problem:
        """A state is in its own tier, but a state of its class, a child of another, is not."""
        return self.unlike(
            child,
            f"{self.text(child)} is in tier {number}, but the state of its class that "
            f"{self.text(parent)} has a move to is in another",
        )

    def loop(self, keys: Sequence[Key]) -> Problem:
        """A play of a game of points can come back to a state; ``keys``: those on the way."""
        texts = [self.text(key) for key in keys[:SHOWN]]
        shown = " to ".join([*texts, *(["…"] if len(keys) > SHOWN else []), texts[0]])
        message = f"moves lead from {shown}: a game of points must come to an end"
        return Problem("loop", message, texts[0], keys[0])

    def unreached(self, key: Key, stored: Worth) -> Problem:
        """A stored state that no play reaches."""
        text = self.text(key)
        message = f"{text} is stored as {worth_text(stored)}, and no play reaches it"
        return Problem("unreached", message, text, key, stored)

    def twice(self, key: int, tiers: list[int]) -> Problem:
        """A state is stored in several tiers."""
        text, listed = self.text(key), " and ".join(str(number) for number in tiers)
        return Problem("twice", f"{text} is stored in the tiers {listed}", text, key)

    def trouble(self, key: int) -> Problem | None:
        """The problem that the interpreter finds in expanding a state, or None."""
        state, text = self.state(key), self.text(key)
        try:
            position = self.rules.position(state)
            children = [child for _, child in position.options]
            for move, child in position.options:
                self.rules.gain(state, move)
                self.rules.moves_again(state, move, child)
            images = [i for s in (state, *children) for i in self.rules.symmetries(s)]
            for child in (state, *children):
                self.rules.tier(child)
        except PerfectPlayError as error:
            return self.broken(key, error)
        for child in (*children, *images):
            if self.keys.key(child) is None:
                message = (
                    f"{text} has a move to {self.rules.state_text(child)}, which the keys of the "
                    "manifest cannot hold"
                )
                return Problem("keys", message, text, key)
        return None
