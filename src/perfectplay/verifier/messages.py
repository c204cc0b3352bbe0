"""Problems with states, in words; the verifier's own plain code decodes keys."""

from __future__ import annotations

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.value import State
from perfectplay.game.checked_game import CheckedGame
from perfectplay.tablebase.store.manifest import KeysEntry
from perfectplay.tablebase.verification import Problem, Worth, worth_text
from perfectplay.verifier.plain import PlainKeys

SHOWN = 6
"""The number of states of a loop that a message shows."""


class ProblemWriter:
    """Builds the problems about states, which are named by their keys.

    ``has_tiers``: the stored tiers should be those of the rules.
    """

    def __init__(self, rules: CheckedGame, entry: KeysEntry, *, has_tiers: bool = False) -> None:
        self.rules, self.entry, self.has_tiers = rules, entry, has_tiers
        self.keys = PlainKeys(entry, rules.start())

    def state(self, key: int) -> State:
        """The state of a key."""
        return self.keys.state(key)

    def text(self, key: int) -> str:
        """The state of a key for people, on one line."""
        return self.rules.state_text(self.state(key))

    def tier_of(self, key: int) -> int | None:
        """The tier of a state by the rules; None if they raise."""
        try:
            return self.rules.tier(self.state(key))
        except PerfectPlayError:
            return None

    def wrong_value(self, key: int, stored: Worth, right: Worth) -> Problem:
        """Value or remoteness do not follow from the moves."""
        return wrong_value(self.text(key), key, stored, right)

    def missing(self, parent: int, child: int) -> Problem:
        """A child is not stored."""
        return missing(self.text(child), child, self.text(parent))

    def missing_start(self, key: int) -> Problem:
        """The start is not stored."""
        return missing(self.text(key), key, None)

    def falls(self, parent: int, tier: int, child: int, number: int) -> Problem:
        """A child is stored below its parent, or in a tier that is not its own."""
        message = (
            f"{self.text(parent)} in tier {tier} has a move to {self.text(child)}, which is "
            f"stored in tier {number}"
        )
        return Problem("tier", message, self.text(parent), parent)

    def wrong_tier(self, key: int, number: int, right: int | None) -> Problem:
        """A state is stored in a tier that is not its own."""
        return wrong_tier(self.text(key), key, number, right)

    def unlike_tiers(self, parent: int, child: int, number: int) -> Problem:
        """A state is in its own tier, but a state of its class, a child of another, is not."""
        message = (
            f"{self.text(child)} is in tier {number}, but the state of its class that "
            f"{self.text(parent)} has a move to is in another"
        )
        return Problem("symmetry", message, self.text(child), child)

    def loop(self, keys: list[int]) -> Problem:
        """A play of a game of points can come back to a state."""
        return loop([self.text(key) for key in keys[: SHOWN + 1]], keys[0])

    def unreached(self, key: int, stored: Worth) -> Problem:
        """No play reaches a state."""
        return unreached(self.text(key), key, stored)

    def twice(self, key: int, tiers: list[int]) -> Problem:
        """A state is stored in several tiers."""
        listed = " and ".join(str(number) for number in tiers)
        return Problem(
            "twice", f"{self.text(key)} is stored in the tiers {listed}", self.text(key), key
        )

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
            return Problem("rules", str(error), text, key)
        for child in (*children, *images):
            if self.keys.key(child) is None:
                return Problem(
                    "keys",
                    f"{text} has a move to {self.rules.state_text(child)}, which the keys of the "
                    "manifest cannot hold",
                    text,
                    key,
                )
        return None


def wrong_value(text: str, key: int | str, stored: Worth, right: Worth) -> Problem:
    """Value, score or remoteness do not follow from the moves."""
    message = f"{text} is stored as {worth_text(stored)}, right is {worth_text(right)}"
    return Problem("value", message, text, key, stored, right)


def missing(text: str, key: int | str, parent: str | None) -> Problem:
    """A state that a play reaches is not stored."""
    whence = "is the start" if parent is None else f"is reached from {parent}"
    return Problem("missing", f"{text} is not stored, and {whence}", text, key)


def loop(texts: list[str], key: int | str) -> Problem:
    """A play of a game of points can come back to a state; ``texts``: those on the way."""
    shown = " to ".join([*texts[:SHOWN], *(["…"] if len(texts) > SHOWN else []), texts[0]])
    message = f"moves lead from {shown}: a game of points must come to an end"
    return Problem("loop", message, texts[0], key)


def unreached(text: str, key: int | str, stored: Worth) -> Problem:
    """A stored state that no play reaches."""
    message = f"{text} is stored as {worth_text(stored)}, and no play reaches it"
    return Problem("unreached", message, text, key, stored)


def wrong_tier(text: str, key: int | str, number: int, right: int | None) -> Problem:
    """A state is stored in a tier that is not its own."""
    return Problem("tier", f"{text} is stored in tier {number}, its tier is {right}", text, key)
