"""The smallest strategy of a side: a short list of rules to play by, found and proved."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from perfectplay.analysis.card.card_candidates import CardRule
from perfectplay.analysis.card.card_search import CardSearch
from perfectplay.analysis.card.card_source import CardException, run_source, source_of, write_source
from perfectplay.analysis.card.choice_proof import ChoiceProof, prove_choices
from perfectplay.analysis.card.kept_positions import CardClaim
from perfectplay.analysis.card.list_search import TRIES
from perfectplay.analysis.card.look_ahead import forget
from perfectplay.analysis.card.own_features import own_features
from perfectplay.analysis.proof import Proof, prove
from perfectplay.core.arguments import check_number
from perfectplay.core.errors import ParameterError, StrategyError
from perfectplay.core.json_of import json_of
from perfectplay.core.progress import ProgressCallback, Reporter
from perfectplay.core.value import Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.score_promises import refuse_points
from perfectplay.game.game import Game
from perfectplay.game.showing import number_of
from perfectplay.game.sides import SeatLike, seat_number, sides_of
from perfectplay.solver.whole_graph import whole_graph
from perfectplay.tablebase.game_or_solution import game_in
from perfectplay.tablebase.record import game_fields, jsonable
from perfectplay.tablebase.solution import Solution

MAX_POSITIONS = 60_000
"""Most positions that may come up by default: each of their moves is looked at in plain Python."""

MAX_STATES = 2_000_000
"""Most states of a game by default."""

MOST = 10
"""Most rules of a card by default."""

AHEAD = 4
"""The most plies that a rule may look ahead."""


@dataclass(frozen=True)
class Card:
    """A list of rules by which a side plays, proved.

    ``value``: of the start, for the side; ``claim``: "keep", "win" or "draw"; ``rules``: the first
    of them that some legal move fits decides, and any move that fits will do; ``exceptions``:
    positions with a move of their own, before the rules; ``shortest``: no list of fewer of the
    candidates keeps; ``longer_than``: no list of so many does (-1: the empty one was not tried);
    ``candidates``: rules that were tried; ``nearer``: a move that keeps a win counts as right only
    if it brings the win nearer; ``side_positions``: how many positions the side can have in the
    game; ``choice``: the proof that any choice keeps; ``proof``: that of `prove`.
    """

    game: Game
    seat: int
    claim: CardClaim
    value: Value
    rules: tuple[CardRule, ...]
    exceptions: tuple[CardException, ...]
    shortest: bool
    longer_than: int
    candidates: int
    nearer: bool
    side_positions: int
    choice: ChoiceProof
    proof: Proof
    source: str

    @property
    def promise(self) -> str:
        """What the side has by the card, after its name.

        >>> from perfectplay.games.three_rocks import ThreeRocks
        >>> card(ThreeRocks(3, 2), "first").promise
        'wins every play'
        """
        return _promise(self.claim, self.value)

    def write(self, path: Path | str) -> None:
        """Write the card as a Python file with the strategy ``card``, which replaces an earlier
        file as a whole. Raises StoreError."""
        write_source(path, self.source)

    def as_dict(self) -> dict[str, Any]:
        """The one JSON object of ``perfectplay card --json``."""
        return {
            **game_fields(self.game),
            **json_of(self, "seat claim value"),
            "rules": [json_of(rule, "words code") for rule in self.rules],
            "exceptions": [
                {
                    name: jsonable(getattr(one, name))
                    for name in ("state", "text", "move", "move_text")
                }
                for one in self.exceptions
            ],
            **json_of(self, "shortest longer_than candidates nearer"),
            "positions": self.choice.positions,
            "side_positions": self.side_positions,
            **json_of(self.choice, "states choices replies"),
            "source": self.source,
        }

    def __repr__(self) -> str:
        seat = sides_of(CheckedGame(self.game)).words[self.seat]
        return (
            f"<Card for {seat}, {self.claim}: {number_of(len(self.rules), 'rule')}, "
            f"{number_of(len(self.exceptions), 'exception')}, "
            f"proved on {number_of(self.choice.positions, 'position')}>"
        )


def card(
    game: Game | Solution,
    seat: SeatLike,
    claim: CardClaim = "keep",
    *,
    features: Iterable[str | Callable[..., Any]] = (),
    ahead: int = AHEAD,
    most: int = MOST,
    tries: int = TRIES,
    max_positions: int = MAX_POSITIONS,
    max_states: int = MAX_STATES,
    progress: ProgressCallback | None = None,
) -> Card:
    """The shortest list of rules by which a side keeps what it has, found and then proved.

    ``seat``: as in `prove`. ``claim``: "keep", each move keeps the value of the position in which
    it is made; "win", every play is won; "draw", no play is lost. ``features``: functions
    ``(state)`` or ``(game, state)``, or texts such as ``mine.py:even``, that give a whole number,
    True or False; rules may ask them about the state that a move leaves. ``ahead``: how many plies
    a rule may look ahead, 1 to 4; ``most``: rules; ``tries``: lists that are looked at for a
    shorter one. If no list keeps everywhere, the card has exceptions.

    Raises ParameterError if the side cannot have what is claimed, for puzzles and games of points,
    and for more than ``max_positions`` positions of the side; StateLimitError beyond
    ``max_states``; StrategyError for features that raise, answer with no number, or differently
    when asked again.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> found = card(ThreeRocks(), "second")
    >>> found
    <Card for second, keep: 1 rule, 0 exceptions, proved on 89 positions>
    >>> found.rules[0].words
    'a move that leaves a position in which the sum of all fields is divisible by 4'
    """
    rules_game, reporter = game_in(game, "card"), Reporter(progress)
    rules = CheckedGame(rules_game)
    number = seat_number(seat, rules)
    limits = {"max_positions": max_positions, "max_states": max_states}
    _check(rules, claim, ahead=ahead, most=most, tries=tries, **limits)
    own = own_features(features, rules_game)
    whole = whole_graph(rules_game, progress=progress, max_states=max_states)
    search = CardSearch(whole, number, claim, own, ahead, most, tries, max_positions, reporter)
    found = search.best()
    value = found.kept.start
    about = f"By this card {sides_of(rules).names[number]} {_promise(claim, value)}."
    source = source_of(rules_game, about, number, found.rules, found.exceptions, own)
    reporter.tell("proving")
    moves, answer = run_source(source, own)
    choice = prove_choices(
        rules, lambda state: moves(rules_game, state), number, claim, search.won(found.kept)
    )
    wins = claim != "draw" and value is Value.WIN
    proof = prove(rules_game, answer, number, "win" if wins else "draw", progress=progress)
    forget(rules_game)
    if not proof.holds:
        raise StrategyError(f"the card fails its proof: {proof!r}")
    return Card(
        rules_game, number, claim, value, found.rules, found.exceptions, found.shortest,
        found.longer_than, found.candidates, found.kept.nearer, found.kept.positions, choice,
        proof, source,
    )  # fmt: skip


def _check(rules: CheckedGame, claim: str, **numbers: int) -> None:
    if claim not in ("keep", "win", "draw"):
        raise ParameterError(f"the claim is {claim!r}; expected 'keep', 'win' or 'draw'")
    for name, number in numbers.items():
        least, largest = (1, 4) if name == "ahead" else (0 if name == "tries" else 1, 10**9)
        check_number(name, number, least, largest)
    if rules.game.players == 1:
        raise ParameterError("a card is for one of two sides; a puzzle has its solution")
    refuse_points(rules, "cards are made")


def _promise(claim: str, value: Value) -> str:
    if claim == "draw":
        return "never loses"
    if value is Value.WIN:
        return "wins every play"
    return "never loses, and wins if the opponent errs"
