"""The compiled rules for engines: batches of keys in, arrays of children out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.compiler.compare import order_matters
from perfectplay.compiler.expansion import Expansion
from perfectplay.compiler.first_keys import repack, unlike_shape
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.core.errors import RulesError
from perfectplay.core.value import State, Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.diagnose import diagnose
from perfectplay.game.checks.rule_calls import MAX_MOVES
from perfectplay.game.shape.keys import Keys
from perfectplay.game.shape.packing import KeyChoice, TupleKeys, layout_of
from perfectplay.game.shape.wider_keys import widened

if TYPE_CHECKING:
    from perfectplay.compiler.compiled_rules import CompiledRules

DONE, NO_ROOM, NO_KEY, STUCK = 0, 1, 2, 3

IntArray = NDArray[np.int64]
Bytes = NDArray[np.uint8]


class KeysOutgrownError(Exception):
    """A state does not fit the keys: ``keys`` are wider ones."""

    def __init__(self, keys: TupleKeys) -> None:
        self.keys = keys


class Expander:
    """Runs the kernels of one game; turns their failures into readable errors."""

    def __init__(
        self, compiled: CompiledRules, rules: CheckedGame, keys: Keys,
        choose: KeyChoice = TupleKeys.of_limits,
    ) -> None:  # fmt: skip
        self.compiled = compiled
        self.rules = rules
        self.keys = keys
        self._choose = choose
        self.branching = 4.0

    def alike(self, keys: Keys, compiled: CompiledRules | None = None) -> Expander:
        """An expander of the same rules with its own keys, and kernels for them if need be."""
        return Expander(compiled or self.compiled, self.rules, keys, self._choose)

    @property
    def layout(self) -> IntArray:
        """The keys' layout for kernels."""
        return self.compiled.layout(self.keys)

    def start_key(self) -> int:
        """The key of the representative of the start."""
        start = self.rules.start()
        images = self.rules.symmetries(start) if self.compiled.has_symmetries else [start]
        keys = [self.keys.key(image) for image in images]
        if min(keys) < 0:
            raise self.outgrown(images)
        return min(keys)

    def tier_of(self, key: int) -> int:
        """The tier of one state; 0 if the game has none."""
        return self.rules.tier(self.keys.state(key))

    def expand(self, keys: IntArray, begin: int, end: int) -> Expansion:
        """The children of ``keys[begin:end]``; arrays grow until they fit.

        Raises RulesError, KeysOutgrownError.
        """
        size = end - begin
        degrees, over = np.empty(size, np.int32), np.empty(size, np.uint8)
        # read once: another thread that widens the keys must not change what these mean
        coding = self.keys
        layout = self.compiled.layout(coding)
        finals = np.zeros(size if self.compiled.scoring else 0, np.int32)
        parts: list[tuple[NDArray[Any], ...]] = []
        at = begin
        room = int((end - at) * self.branching * 1.25) + 64
        while True:
            children = np.empty(room, np.int64)
            again = np.zeros(room if self.compiled.has_again else 0, np.uint8)
            tiers = np.empty(room if self.compiled.has_tier else 0, np.int64)
            gains = np.zeros(room if self.compiled.scoring else 0, np.int32)
            at_before = at
            kernel = partial(
                self.compiled.kernels.expand, keys, at, end, layout, children, again, tiers,
                degrees[at - begin :], over[at - begin :], gains, finals[at - begin :],
            )  # fmt: skip
            at, n, status = self.guarded(kernel, states_of(keys[at:end], coding))
            parts.append((children[:n], again[:n], tiers[:n], gains[:n]))
            if status == DONE:
                break
            if status != NO_ROOM:
                self.trouble(status, coding.state(int(keys[at])), coding)
            room = room * 2 if at == at_before else int((end - at) * self.branching * 2) + 64
            if room > 4 * MAX_MOVES and at == at_before:
                self.trouble(status, coding.state(int(keys[at])), coding)
        joined = parts[0] if len(parts) == 1 else map(np.concatenate, zip(*parts, strict=True))
        children, again, tiers, gains = joined
        self.check_over(over, keys[begin:end], coding)
        self.check_points(gains, finals, keys[begin:end], coding)
        if size:
            self.branching = max(1.0, len(children) / size)
        found = Expansion(children, again, degrees, over, tiers, gains, finals)
        if self.compiled.opposite is not None:
            other = Expander(self.compiled.opposite, self.rules, coding, self._choose)
            differs = found.differing(other.expand(keys, begin, end))
            if differs is not None:
                state = self.rules.state_text(coding.state(int(keys[begin + differs])))
                raise order_matters(self.compiled, f"in state {state}")
        return found

    def repack(self, keys: IntArray, wider: TupleKeys) -> None:
        """Switch to wider keys; the given keys are changed in place."""
        assert isinstance(self.keys, TupleKeys)
        repack(keys, self.keys, wider)
        self.keys = wider

    def representatives(self, keys: IntArray) -> IntArray:
        """[N] the keys of the representatives of states; negative where the layout cannot hold an
        image, and for a negative key."""
        known, coding = keys >= 0, self.keys
        asked = keys if known.all() else keys[known]  # millions: no copy that is not needed
        out = np.empty(len(asked), np.int64)
        layout = self.compiled.layout(coding)
        kernel = partial(self.compiled.kernels.representatives, asked, 0, len(asked), layout, out)
        self.guarded(kernel, states_of(asked, coding))
        if asked is keys:
            return out
        found = np.full(len(keys), -1, np.int64)
        found[known] = out
        return found

    def class_sizes(self, keys: IntArray, begin: int, end: int) -> IntArray:
        """[end - begin] the number of states that each representative stands for."""
        sizes, room = np.empty(end - begin, np.int64), np.empty(64, np.int64)
        at, coding = begin, self.keys
        layout = self.compiled.layout(coding)
        while True:
            kernel = partial(
                self.compiled.kernels.class_sizes, keys, at, end, layout, sizes[at - begin :], room
            )
            at, status = self.guarded(kernel, states_of(keys[at:end], coding))
            if status == DONE:
                return sizes
            room = np.empty(2 * len(room), np.int64)

    def field_ranges(self, keys: IntArray) -> tuple[list[int], list[int]]:
        """The smallest and the largest values of the fields of some tuples and all their images."""
        from perfectplay.compiler.runtime.radix import field_ranges

        coding = self.keys
        layout, plain = self.compiled.layout(coding), layout_of(coding)
        low, high = plain[0] + plain[1], plain[0] - 1
        if not self.compiled.has_symmetries:
            field_ranges(keys, plain, low, high)
            return low.tolist(), high.tolist()
        room, at = np.empty(1 << 16, np.int64), 0
        while at < len(keys):
            kernel = partial(self.compiled.kernels.image_keys, keys, at, len(keys), layout, room)
            before = at
            at, n, status = self.guarded(kernel, states_of(keys[at:], coding))
            if status == NO_KEY:
                self.trouble(status, coding.state(int(keys[at])), coding)
            field_ranges(room[:n], plain, low, high)
            if at == before:
                room = np.empty(2 * len(room), np.int64)
        return low.tolist(), high.tolist()

    def tiers_of(self, keys: IntArray, begin: int, end: int) -> IntArray:
        """[end - begin] the tier of each of ``keys[begin:end]``; zeros if the game has no tiers."""
        tiers, coding = np.empty(end - begin, np.int64), self.keys
        layout = self.compiled.layout(coding)
        kernel = partial(self.compiled.kernels.tiers_of, keys, begin, end, layout, tiers)
        self.guarded(kernel, states_of(keys[begin:end], coding))
        return tiers

    def check_over(self, over: Bytes, keys: IntArray, coding: Keys | None = None) -> None:
        """Raise RulesError if ``outcome`` of a state gave no value; over: [B].

        ``coding``: what the keys mean (default: the expander's).
        """
        if over.max(initial=0) > Value.WIN:
            coding = coding or self.keys
            self.trouble(STUCK, coding.state(int(keys[over.argmax()])), coding)

    def check_points(
        self, gains: NDArray[np.int32], finals: NDArray[np.int32], keys: IntArray,
        coding: Keys | None = None,
    ) -> None:  # fmt: skip
        """Raise RulesError if a state, or one of its moves, gave no score."""
        from perfectplay.compiler.runtime.support import NO_SCORE

        if gains.min(initial=0) > NO_SCORE and finals.min(initial=0) > NO_SCORE:
            return
        coding = coding or self.keys
        for state in states_of(keys, coding):
            diagnose(self.rules.game, state)
        raise differs(self.rules, coding.state(int(keys[0])), "the points")

    def guarded(self, kernel: Callable[[], Any], states: Iterable[State]) -> Any:
        """The result of a kernel; if the rules raise in it, the interpreter finds the state.

        ``states`` are read only in that case.
        """
        try:
            return kernel()
        except Exception as failure:
            for state in states:
                diagnose(self.rules.game, state)
            raise self.compiled.failed(failure) from failure

    def trouble(self, status: int, state: State, coding: Keys | None = None) -> None:
        """Raise the error of a state that the interpreter finds, unless status is DONE.

        ``coding``: the keys of the state (default: the expander's). Raises RulesError,
        KeysOutgrownError, or NotCompilable if the interpreter finds no error.
        """
        coding = coding or self.keys
        position = self.rules.position(state)
        children = [child for _, child in position.options]
        if self.compiled.has_symmetries:
            children = [image for child in children for image in self.rules.symmetries(child)]
        if status == NO_KEY and any(coding.key(child) < 0 for child in children):
            raise self.outgrown(children, coding)
        if status != DONE:
            raise differs(self.rules, state, "its moves")

    def outgrown(self, states: list[State], coding: Keys | None = None) -> Exception:
        """The error for states without keys: wider keys, or the reason why there are none."""
        coding = coding or self.keys
        if not isinstance(coding, TupleKeys):
            raise NotCompilable("a state is not an integer from 0 to 2^63 - 1")
        for state in states:
            if unlike := unlike_shape(state, coding.shape):
                return unlike
        try:
            return KeysOutgrownError(widened(coding, states, self._choose))
        except OverflowError as beyond:
            return NotCompilable(str(beyond))


def states_of(keys: IntArray, coding: Keys) -> Iterator[State]:
    """The states of some keys, one by one when they are read."""
    return map(coding.state, map(int, keys))


def differs(
    rules: CheckedGame, state: State, what: str, kind: type[RulesError] = RulesError
) -> RulesError:
    """The error for rules that compiled code answers differently."""
    return kind(
        "compiled-differs",
        f"compiled code answers differently about {what} in state {rules.state_text(state)}",
        state=state,
        remedy="Integers may have left 63 bits on the way (compiled code wraps them); "
        "--method interpreted gives the right answer",
    )
