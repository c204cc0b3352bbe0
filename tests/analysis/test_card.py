"""Cards: each is proved by the reference solver, and altered ones are refused."""

from __future__ import annotations

import random
from typing import Any

import pytest

import cards_by_definition as definition
from cards_by_definition import assert_proved, named
from perfectplay import Game, Value, card, solve
from perfectplay.analysis.card.card import Card
from perfectplay.analysis.card.card_source import run_source
from perfectplay.analysis.card.choice_proof import prove_choices
from perfectplay.core.errors import (
    ParameterError,
    StrategyError,
)
from perfectplay.games.chomp import Chomp
from perfectplay.games.chopsticks import Chopsticks
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.hexapawn import Hexapawn
from perfectplay.games.kalah import Kalah
from perfectplay.games.kayles import Kayles
from perfectplay.games.mu_torere import MuTorere
from perfectplay.games.nim import Nim
from perfectplay.games.spoons import Spoons
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from random_games import (
    AgainIntegers,
    AgainStrings,
    OnIntegers,
    OnTuples,
    SeatedIntegers,
    SeatedStrings,
)

FEW = {"most": 4, "tries": 200}
"""For games of which the card matters, not how short it is."""


# --- the cards of games that people know ----------------------------------------------------------


def test_tic_tac_toe_as_a_card_for_a_child() -> None:
    """At most ten rules were wanted; three are enough not to lose, and none of fewer are."""
    game = TicTacToe()
    reference = solve(game, method="reference")
    found = card(game, "first", "draw", ahead=2)
    assert [rule.words for rule in found.rules] == [
        "a move that goes to the middle",
        "a move that stops the opponent from winning at once",
        "a move that goes to a corner",
    ]
    assert (found.shortest, found.longer_than, found.exceptions) == (True, 2, ())
    assert_proved(found, reference)


def test_tic_tac_toe_for_the_second_player() -> None:
    game = TicTacToe()
    second = card(game, "second", ahead=2, tries=100)
    assert [rule.words for rule in second.rules] == [
        "a move that wins at once",
        "a move that stops the opponent from winning at once",
        "a move that goes to the middle",
        "a move that goes to a corner and goes next to a piece of theirs",
        "a move that goes to an edge, not a corner",
    ]
    assert second.side_positions == 2_097
    assert_proved(second, solve(game, method="reference"))


@pytest.mark.parametrize(
    ("game", "seat", "words"),
    [
        (Nim(), "second", "the nim-sum of all fields is 0"),
        (ThreeRocks(), "second", "the sum of all fields is divisible by 4"),
        (Kayles(), "first", "leaves every number twice, or an even number of times"),
        (Kayles(11), "first", "leaves every number twice, or an even number of times"),
        *((Chomp(2, n), "first", "s[0] - s[1] is 1") for n in (3, 8, 13)),
    ],
    ids=named,
)
def test_games_whose_rule_is_known(game: Game, seat: str, words: str) -> None:
    """Nim: C. L. Bouton, 1901; Kayles: H. E. Dudeney, 1908; Chomp: D. Gale, 1974."""
    found = card(game, seat, "win")
    assert len(found.rules) == 1
    assert found.rules[0].words.endswith(words)
    assert (found.shortest, found.exceptions) == (True, ())
    assert_proved(found, solve(game, method="reference"))


SMALL: list[Game] = [
    ConnectFour(3, 3, 3), Hexapawn(3), MuTorere(), Kalah(2, 2), Chopsticks(3), Spoons(),
    Nim((1, 2, 3), misere=True), Chomp(3, 4), TicTacToe(3, 2, 3), TicTacToe(3, 2, 3, misere=True),
]  # fmt: skip


@pytest.mark.parametrize("game", SMALL, ids=named)
def test_every_card_is_proved_by_the_reference(game: Game) -> None:
    reference = solve(game, method="reference")
    start = reference.value(reference.start)
    for seat in (0, 1):
        value = start if seat == 0 else Value(4 - start)
        for claim in ("keep", "win", "draw"):
            if value is Value.LOSS or (claim == "win" and value is Value.DRAW):
                with pytest.raises(ParameterError, match=r"has nothing to keep|cannot win"):
                    card(game, seat, claim)
            else:
                assert_proved(card(game, seat, claim, **FEW), reference)


KINDS = (OnIntegers, OnTuples, AgainIntegers, AgainStrings, SeatedIntegers, SeatedStrings)


@pytest.mark.thinned(3)
@pytest.mark.parametrize("kind", KINDS)
def test_cards_of_random_games(kind: Any) -> None:
    """50 games: loops, moves again, players that the state knows, parallel moves, stuck states."""
    proved = refused = 0
    for seed in (2, 3, 7, 12, 13, 17, 21, 33, 47, 53):
        game = kind(seed)
        reference = solve(game, method="reference")
        for seat in (0, 1):
            for claim in ("keep", "draw"):
                mine = (reference.rules.player(game.start()) or 0) == seat
                lost = Value.LOSS if mine else Value.WIN
                if reference.value(game.start()) is lost:
                    with pytest.raises(ParameterError, match="has nothing to keep"):
                        card(game, seat, claim, **FEW)
                    refused += 1
                    continue
                assert_proved(card(game, seat, claim, **FEW), reference)
                proved += 1
    assert proved >= 10
    assert refused > 0


@pytest.mark.landmark
def test_connect_four_on_4x4() -> None:
    """The figures of docs/cards.md."""
    found = card(ConnectFour(4, 4), "first", "draw")
    assert (len(found.rules), len(found.exceptions), found.side_positions) == (4, 25, 66_297)
    assert found.choice.positions == 1_804


# --- faults that are planted ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "seat", "claim"),
    [
        (TicTacToe(), 0, "draw"), (TicTacToe(), 1, "keep"), (Nim((1, 2, 4)), 0, "win"),
        (Spoons(), 0, "keep"), (Hexapawn(3), 1, "win"),
    ],
    ids=named,
)  # fmt: skip
def test_altered_cards_are_refused_unless_they_keep(game: Game, seat: int, claim: str) -> None:
    """Rules exchanged, left out, turned into their opposite, or a move that does not fit."""
    found = card(game, seat, claim, ahead=2, tries=100)
    reference, chance, refused = solve(game, method="reference"), random.Random(1), 0
    won = {s for s in reference.states() if reference.value(s) is Value.WIN}
    for _ in range(30):
        altered = altered_source(found, chance)
        moves, _ = run_source(altered, ())
        given = (reference.rules, lambda s, m=moves: m(game, s), seat, claim, won.__contains__)
        if definition.keeps(reference, moves, seat, claim):
            prove_choices(*given)
        else:
            with pytest.raises(StrategyError, match=r"^the card fails its proof: "):
                prove_choices(*given)
            refused += 1
    assert refused > 10


def altered_source(found: Card, chance: random.Random) -> str:
    """The file of a card with one rule changed."""
    codes = [rule.code for rule in found.rules]
    place = chance.randrange(len(codes))
    kind = chance.randrange(4)
    old = codes[place]
    test = old[old.rindex(" if ") + 4 : -1]
    if kind == 0:
        new = old.replace(f" if {test}]", f" if not ({test})]")
    elif kind == 1:
        new = "[]"
    elif kind == 2:
        new = f"[m for m in options if m.number == {chance.randrange(4)}]"
    else:
        new = codes[chance.randrange(len(codes))]
    return found.source.replace(old, new)


def test_a_card_that_allows_what_is_not_legal() -> None:
    rules = solve(ThreeRocks(3, 2)).rules
    with pytest.raises(StrategyError, match="it allows a move that is not legal in state 3,2"):
        prove_choices(rules, lambda _: [(9, 9)], 0, "win", lambda _: True)
    with pytest.raises(StrategyError, match="it allows no move in state 3,2"):
        prove_choices(rules, lambda _: [], 0, "win", lambda _: True)


def test_a_wider_search_where_a_narrow_one_finds_nothing() -> None:
    """The narrow one leaves five exceptions."""
    found = card(ConnectFour(3, 3, 3), "second", tries=0)
    assert (len(found.exceptions), len(found.rules)) == (0, 5)


def test_moves_that_bring_a_win_nearer_where_other_moves_lead_too_far() -> None:
    """Where too many positions can come up, or exceptions are left, only these moves count."""
    game = Hexapawn(3, 4)
    reference = solve(game, method="reference")
    for most, nearer in ((100, False), (50, True)):
        found = card(game, "first", ahead=2, max_positions=most)
        assert found.nearer == nearer
        assert not found.exceptions
        assert_proved(found, reference)
    with pytest.raises(ParameterError, match="more than 10 positions can come up"):
        card(game, "first", max_positions=10)
    game = ConnectFour(4, 3, 3)
    found = card(game, "first", ahead=1, most=1, tries=0)
    assert found.nearer
    assert len(found.exceptions) == 11
    assert_proved(found, solve(game, method="reference"))
