"""All stored states, tier by tier, the lowest first: each one that is reached is expanded once."""

from __future__ import annotations

import threading
from collections import Counter
from concurrent.futures import Executor
from dataclasses import dataclass, field

import numpy as np

from perfectplay.contract.compiled.load import CompiledRules
from perfectplay.results.verify import kernels, score_kernels
from perfectplay.results.verify.expand import Expanded, Expander, TroubleError
from perfectplay.results.verify.report import Findings, Worth
from perfectplay.results.verify.scores import sign
from perfectplay.results.verify.spreading import loop_within, spread
from perfectplay.results.verify.telling import Teller
from perfectplay.results.verify.tiers import (
    Entries,
    IntArray,
    LoadedTier,
    Tiers,
    counted,
    worth_of,
)
from perfectplay.words.progress import Reporter

BATCH = 1 << 15
"""States that a thread expands at once."""

THIN, PATIENCE = 4_096, 64
"""After so many waves of fewer states than THIN, the rest of a tier is marked in one go."""

HOPELESS = 1_000
"""Children that are not where they should be, after which a batch asks for no more."""

NONE = np.empty(0, np.int64)


@dataclass
class Seen:
    """What a batch, or several, showed. ``wrong``: (key, stored entry, right worth); ``lost``:
    (parent's key, child's key, the tier where it is stored or None), of children that are not
    stored where they should be; ``trouble``: keys."""

    states: int = 0
    moves: int = 0
    wrong: list[tuple[int, int, Worth]] = field(default_factory=list)
    lost: list[tuple[int, int, int | None]] = field(default_factory=list)
    trouble: list[int] = field(default_factory=list)
    uncounted: int = 0
    fresh: list[IntArray] = field(default_factory=list)
    covered: Counter[int] = field(default_factory=Counter)
    covered_moves: int = 0


class Strays:
    """Children of a batch that are found in a tier which the rules do not say: how many, and the
    numbers of the tiers where those of the first places are stored."""

    def __init__(self, limit: int) -> None:
        self.limit, self.count = limit, 0
        self.numbers: dict[int, int] = {}

    def add(self, number: int, places: IntArray) -> None:
        """Those found in a tier; places: [K] rising."""
        self.count += len(places)
        self.numbers.update(dict.fromkeys(places[: self.limit].tolist(), number))


class Sweep:
    """Checks every state of the tiers against its moves. ``states`` and ``moves`` count those
    expanded, ``covered`` (entry without mark to states) and ``covered_moves`` the states that
    they stand for, where ``counts_classes``."""

    def __init__(
        self,
        compiled: CompiledRules,
        tiers: Tiers,
        teller: Teller,
        findings: Findings,
        crew: Executor,
        reporter: Reporter,
        *,
        counts_classes: bool,
    ) -> None:
        self.compiled, self.tiers, self.teller = compiled, tiers, teller
        self.findings, self.crew, self.reporter = findings, crew, reporter
        self.counts_classes = counts_classes
        self.total = sum(tier.states for tier in tiers.entries.values())
        self.states = self.moves = self.covered_moves = 0
        self.covered: Counter[int] = Counter()
        self._always = teller.rules.game.players == 1
        self._local = threading.local()
        self._linked: tuple[int, ...] = ()
        self._lock = threading.Lock()

    def check(self, tier: LoadedTier) -> None:
        """Checks a tier, below which all are checked; marks what its moves reach."""
        self._linked = ()
        reached = int(kernels.count_reached(tier.entries))
        wave: IntArray | None = None  # all of them, as they stand
        if reached < len(tier.keys):
            wave = np.flatnonzero(tier.entries & np.uint32(1))
        thin = 0
        while wave is None or len(wave):
            fresh = self._wave(tier, wave)
            thin += wave is not None and len(wave) < THIN
            wave = fresh
            if thin > PATIENCE and len(fresh):
                wave = spread(tier, fresh, self._expander, self.crew)
        reached = int(kernels.count_reached(tier.entries))
        if reached < len(tier.keys):
            self._tell_unreached(tier, len(tier.keys) - reached)
        if self.tiers.scored and self._linked and tier.number in self._linked:
            loop = loop_within(tier, self._expander, self.crew)
            if loop:
                self.findings.add(self.teller.loop(loop), tier.number, loop[0])

    # --- the order in which the states of a tier are expanded -------------------------------------

    def _wave(self, tier: LoadedTier, wave: IntArray | None) -> IntArray:
        """Expands states of a tier that are reached: those at some places, or (None) all.

        Gives the places of those that are reached by this, rising.
        """
        n = len(tier.keys) if wave is None else len(wave)
        work = [(tier, wave, begin, min(begin + BATCH, n)) for begin in range(0, n, BATCH)]
        fresh = [NONE]
        for seen in self.crew.map(self._batch, work):
            self._take(tier, seen)
            fresh += seen.fresh
            self.reporter.tell("verifying", self.states, self.total, self.states)
        found = np.concatenate(fresh)
        found.sort()  # several times as fast as NumPy's unique, which hashes
        return found[np.append(True, found[1:] != found[:-1])] if len(found) else found

    # --- one batch --------------------------------------------------------------------------------

    def _batch(self, item: tuple[LoadedTier, IntArray | None, int, int]) -> Seen:
        tier, wave, begin, end = item
        if wave is None:
            return self._checked(tier, tier.keys[begin:end], tier.entries[begin:end])
        keys = np.empty(end - begin, np.int64)
        own = np.empty(end - begin, tier.entries.dtype)
        kernels.gather(tier.keys, tier.entries, wave[begin:end], keys, own)
        return self._checked(tier, keys, own)

    def _checked(self, tier: LoadedTier, keys: IntArray, own: Entries) -> Seen:
        try:
            return self._judged(tier, keys, own)
        except TroubleError:  # halves find the state
            if len(keys) == 1:
                return Seen(states=1, trouble=[int(keys[0])])
            half = len(keys) // 2
            return _together(
                self._checked(tier, keys[:half], own[:half]),
                self._checked(tier, keys[half:], own[half:]),
            )

    def _judged(self, tier: LoadedTier, keys: IntArray, own: Entries) -> Seen:
        expander = self._expander()
        expanded = expander.expand(keys)
        seen = Seen(len(keys), len(expanded.children))
        found = self._look_up(tier, expanded, keys, seen)
        bad, right = self._wrong(own, expanded, found)
        for place, worth in zip(bad.tolist(), right, strict=False):
            seen.wrong.append((int(keys[place]), int(own[place]), worth))
        seen.uncounted += max(0, len(bad) - self.findings.limit)
        if self.counts_classes:
            sizes = expander.class_sizes(keys)
            seen.covered_moves = int((sizes * expanded.degrees).sum())
            seen.covered.update(counted(own, sizes))
        return seen

    def _wrong(
        self, own: Entries, expanded: Expanded, found: Entries
    ) -> tuple[IntArray, list[Worth]]:
        """The places of the entries that are wrong, and what the first should be."""
        limit, n = self.findings.limit, len(own)
        bad = np.empty(n, np.int64)
        args = own, expanded.degrees, expanded.over
        if not self.tiers.scored:
            right = np.empty(n, np.int64)
            wrong = kernels.judge(*args, found, expanded.again, self._always, bad, right)
            return bad[:wrong], [worth_of(int(entry)) for entry in right[: min(wrong, limit)]]
        scores, plies = np.empty(n, np.int64), np.empty(n, np.int64)
        wrong = score_kernels.judge_scores(
            *args, expanded.finals, found, expanded.again, expanded.gains, self._always, bad,
            scores, plies,
        )  # fmt: skip
        first = min(wrong, limit)
        pairs = zip(scores[:first].tolist(), plies[:first].tolist(), strict=True)
        return bad[:wrong], [(sign(score), after, score) for score, after in pairs]

    def _expander(self) -> Expander:
        if not hasattr(self._local, "expander"):
            self._local.expander = Expander(self.compiled, self.teller.entry)
        found: Expander = self._local.expander
        return found

    # --- where children are stored ----------------------------------------------------------------

    def _look_up(self, tier: LoadedTier, expanded: Expanded, keys: IntArray, seen: Seen) -> Entries:
        """The entries of all children, 0 where one is not stored; marks them as reached."""
        children = expanded.children
        found = np.zeros(len(children), tier.entries.dtype)
        strays = Strays(self.findings.limit)
        still, tried = len(children), set[int]()
        e, hopeless = 0, 0
        while still and hopeless < HOPELESS:
            number = next((linked for linked in self._linked if linked not in tried), None)
            if number is None:
                open_ = np.flatnonzero(found[e:] == 0)
                if not len(open_):
                    break
                e += int(open_[0])
                number = self._home(tier, int(children[e]), tried)
                if number is None:
                    e, hopeless = e + 1, hopeless + 1
                    continue
            tried.add(number)
            before = still
            still = self._probe(tier, number, expanded, found, seen, strays)
            with self._lock:
                if still < before and number not in self._linked:
                    self._linked = (*self._linked, number)
        if still or strays.count:
            self._tell_lost(expanded, keys, found, seen, strays)
        return found

    def _probe(
        self, tier: LoadedTier, number: int, expanded: Expanded, found: Entries, seen: Seen,
        strays: Strays,
    ) -> int:  # fmt: skip
        """Looks for children in one tier; gives how many are still not found."""
        other = tier if number == tier.number else self.tiers.get(number, alone=True)
        children = expanded.children
        fresh = np.empty(len(children) if other is tier else 0, np.int64)
        said = expanded.tiers if self.teller.has_tiers else NONE
        astray = np.empty(len(said), np.int64)
        count, still, stray = kernels.look_up(
            children, len(children), other.keys, other.shift, other.table, other.entries, found,
            fresh, said, number, astray,
        )  # fmt: skip
        strays.add(number, astray[:stray])
        if count:
            seen.fresh.append(fresh[:count].copy())
        return int(still)

    def _home(self, tier: LoadedTier, key: int, tried: set[int]) -> int | None:
        """A tier, not below this one, where a child should be and was not yet looked for."""
        if self.teller.has_tiers:
            said = self.teller.tier_of(key)
            likely: list[int | None] = [said if said is not None and said > tier.number else None]
            likely.append(tier.number)
        else:
            likely = [self.tiers.next_of(tier.number), tier.number]
        for number in likely:
            if number is not None and number in self.tiers.entries and number not in tried:
                return number
        return None

    def _tell_lost(
        self, expanded: Expanded, keys: IntArray, found: Entries, seen: Seen, strays: Strays
    ) -> None:
        """Children that are not where they should be: the first are looked for everywhere."""
        lost = np.flatnonzero(found == 0)
        ends = np.cumsum(expanded.degrees)
        limit = self.findings.limit
        # a stray may as well be lost, if its tier was not linked yet: told alike, counted alike
        for e in sorted([*lost[:limit].tolist(), *strays.numbers])[:limit]:
            parent = int(keys[np.searchsorted(ends, e, "right")])
            child = int(expanded.children[e])
            number = strays.numbers.get(e)
            if number is None and (home := self.tiers.search(child)) is not None:
                number, found[e] = home
            seen.lost.append((parent, child, number))
        seen.uncounted += max(0, len(lost) + strays.count - limit)

    # --- what is told -----------------------------------------------------------------------------

    def _take(self, tier: LoadedTier, seen: Seen) -> None:
        """Enters what a batch showed; called by one thread only, in the order of the batches."""
        self.states += seen.states
        self.moves += seen.moves
        self.covered.update(seen.covered)
        self.covered_moves += seen.covered_moves
        self.findings.count(seen.uncounted)
        for key, stored, right in seen.wrong:
            problem = self.teller.wrong_value(key, worth_of(stored), right)
            self.findings.add(problem, tier.number, key)
        for parent, child, number in seen.lost:
            if number is None:
                self.findings.add(self.teller.missing(parent, child), tier.number, parent, child)
            elif number < tier.number or not self.teller.has_tiers:
                problem = self.teller.falls(parent, tier.number, child, number)
                self.findings.add(problem, tier.number, parent, child)
            else:
                problem = self.teller.wrong_tier(child, number)
                self.findings.add(problem, number, child, parent)
        for key in seen.trouble:
            self.findings.add(self.teller.trouble(key), tier.number, key)

    def _tell_unreached(self, tier: LoadedTier, count: int) -> None:
        places = np.flatnonzero((tier.entries & np.uint32(1)) == 0)[: self.findings.limit]
        for place in places.tolist():
            key = int(tier.keys[place])
            problem = self.teller.unreached(key, worth_of(int(tier.entries[place])))
            self.findings.add(problem, tier.number, key)
        self.findings.count(count - len(places))


def _together(*parts: Seen) -> Seen:
    whole = Seen()
    for part in parts:
        whole.states += part.states
        whole.moves += part.moves
        whole.uncounted += part.uncounted
        whole.covered_moves += part.covered_moves
        whole.covered.update(part.covered)
        for name in ("wrong", "lost", "trouble", "fresh"):
            getattr(whole, name).extend(getattr(part, name))
    return whole
