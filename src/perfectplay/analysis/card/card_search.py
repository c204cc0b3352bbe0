"""The search for the list of rules of a card, and for its exceptions if it needs some."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from perfectplay.analysis.card.card_candidates import Candidates, CardRule, candidates_of
from perfectplay.analysis.card.card_source import CardException
from perfectplay.analysis.card.kept_positions import CardClaim, KeptPositions, kept_positions
from perfectplay.analysis.card.left_conditions import left_rules
from perfectplay.analysis.card.list_exceptions import find_with_exceptions
from perfectplay.analysis.card.list_search import find_list
from perfectplay.analysis.card.own_features import OwnFeature
from perfectplay.core.progress import Reporter
from perfectplay.core.value import State, Value
from perfectplay.solver.whole_graph import WholeGraph


class FoundRules(NamedTuple):
    """The list that was found, with its exceptions; the fields as in `Card`. ``kept``: the
    positions of the side."""

    kept: KeptPositions
    rules: tuple[CardRule, ...] = ()
    exceptions: tuple[CardException, ...] = ()
    shortest: bool = True
    longer_than: int = -1
    candidates: int = 0

    @property
    def size(self) -> int:
        """How many lines the card has."""
        return len(self.rules) + len(self.exceptions)


@dataclass(frozen=True)
class CardSearch:
    """A search with its limits; arguments as of `card`."""

    whole: WholeGraph
    seat: int
    claim: CardClaim
    own: list[OwnFeature]
    ahead: int
    most: int
    tries: int
    max_positions: int
    reporter: Reporter

    def best(self) -> FoundRules:
        """The shortest list. Of a won position with exceptions, moves that bring the win nearer are
        tried, too: fewer positions come up then."""
        found = self.found(nearer=False)
        wins = self.claim != "draw" and found.kept.start is Value.WIN
        if not found.exceptions or not wins or found.kept.nearer:
            return found
        return min(found, self.found(nearer=True), key=lambda one: one.size)

    def found(self, *, nearer: bool) -> FoundRules:
        """The shortest list. ``nearer``: by moves that bring a win nearer."""
        kept = kept_positions(
            self.whole, self.seat, self.claim, self.max_positions, self.reporter, nearer
        )
        if not kept.has_choices:
            return FoundRules(kept)
        left = left_rules(self.whole, kept, self.own, self.reporter)
        tried = candidates_of(self.whole, kept, self.seat, left, self.ahead, self.reporter)
        found = find_list(tried.table, self.most, self.tries, self.reporter)
        if found.rules is None:
            rules, exceptions = self._with_exceptions(kept, tried)
        else:
            rules, exceptions = tuple(tried.rules[i] for i in found.rules), ()
        known = found.shortest, found.longer_than, len(tried.rules)
        return FoundRules(kept, rules, exceptions, *known)

    def _with_exceptions(
        self, kept: KeptPositions, tried: Candidates
    ) -> tuple[tuple[CardRule, ...], tuple[CardException, ...]]:
        """A list that does not keep everywhere, and the positions that have a move of their own."""
        best, rules = find_with_exceptions(tried.table, self.most, self.reporter), self.whole.rules
        exceptions = []
        for position, move in sorted(best.moves.items()):
            state = self.whole.state(int(kept.nodes[position]))
            number = move - int(kept.starts[position])
            legal = rules.position(state).options[number][0]
            texts = rules.text(state, self.seat), rules.move_text(legal)
            exceptions.append(CardException(state, texts[0], legal, texts[1], number))
        return tuple(tried.rules[i] for i in best.rules), tuple(exceptions)

    def won(self, kept: KeptPositions) -> Callable[[State], bool]:
        """Tells the positions that are won for the side."""
        nodes = kept.nodes[kept.values == Value.WIN]
        return set(self.whole.keys.states_of(self.whole.array[nodes])).__contains__
