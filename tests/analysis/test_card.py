"""Cards: each is proved by the reference solver, and none is longer than it need be."""

from __future__ import annotations

import random
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cards_by_definition as definition
from perfectplay import Game, Solution, Value, card, prove, solve
from perfectplay.analysis.card.card import Card
from perfectplay.analysis.card.card_source import run_source
from perfectplay.analysis.card.choice_proof import prove_choices
from perfectplay.analysis.card.facts_of_moves import move_facts
from perfectplay.analysis.card.kept_positions import KeptPositions, kept_positions
from perfectplay.analysis.card.list_exceptions import find_with_exceptions
from perfectplay.analysis.card.list_positions import RuleTable
from perfectplay.analysis.card.list_search import find_list
from perfectplay.core.errors import (
    ParameterError,
    QueryError,
    StateLimitError,
    StrategyError,
)
from perfectplay.core.progress import Reporter
from perfectplay.games.chomp import Chomp
from perfectplay.games.chopsticks import Chopsticks
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.eight_puzzle import EightPuzzle
from perfectplay.games.hexapawn import Hexapawn
from perfectplay.games.kalah import Kalah
from perfectplay.games.kayles import Kayles
from perfectplay.games.mu_torere import MuTorere
from perfectplay.games.nim import Nim
from perfectplay.games.spoons import Spoons
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.solver.whole_graph import whole_graph
from random_games import (
    AgainIntegers,
    AgainStrings,
    OnIntegers,
    OnTuples,
    SeatedIntegers,
    SeatedStrings,
)

QUIET = Reporter(None)

FEW = {"most": 4, "tries": 200}
"""For games of which the card matters, not how short it is."""


def named(given: Any) -> str | None:
    """The id of a parameter."""
    if isinstance(given, Game):
        return type(given).__name__
    return "rule" if " " in str(given) else None


def assert_proved(found: Card, reference: Solution) -> None:
    """The card keeps by the values of the reference solver, and its file is a strategy."""
    moves, answer = run_source(found.source, ())
    assert definition.keeps(reference, moves, found.seat, found.claim)
    claim = "win" if found.value is Value.WIN and found.claim != "draw" else "draw"
    assert prove(found.game, answer, found.seat, claim).holds
    assert found.proof.holds
    assert found.proof.claim == claim


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


# --- the search against brute force ---------------------------------------------------------------


def plays_by(kept: KeptPositions, chosen: Any, rules: tuple[int, ...]) -> bool:
    """Whether a list keeps: position by position, in plain Python."""
    waiting, seen = kept.first.tolist(), set()
    while waiting:
        position = waiting.pop()
        if position in seen:
            continue
        seen.add(position)
        moves = range(int(kept.starts[position]), int(kept.starts[position + 1]))
        if len(moves) > 1:
            kinds = ([m for m in moves if chosen[rule, m]] for rule in rules)
            moves = next((kind for kind in kinds if kind), [])
            if not moves or not all(kept.allowed[m] for m in moves):
                return False
        for m in moves:
            waiting += kept.after[kept.after_starts[m] : kept.after_starts[m + 1]].tolist()
    return True


def random_table(kept: KeptPositions, chance: np.random.Generator, rules: int) -> RuleTable:
    """Rules that allow random moves, most of them such as keep."""
    noise = chance.random((rules, len(kept.edges)))
    likely = np.where(kept.allowed, chance.random((rules, 1)) ** 0.2, 0.3 / len(kept.edges))
    return RuleTable(kept, noise < likely, chance.integers(1, 5, rules).astype(np.float64))


@pytest.mark.parametrize(
    "game", [Nim((1, 2, 3)), Hexapawn(3), Spoons(), Kayles(6), ConnectFour(3, 3, 3)], ids=named
)
def test_no_list_is_shorter(game: Game) -> None:
    """Against all lists of three rules of seven."""
    whole = whole_graph(game)
    seat = int(solve(game).value(game.start()) is Value.LOSS)
    kept = kept_positions(whole, seat, "keep", 10_000, QUIET)
    chance, lengths = np.random.default_rng(5), set()
    for _ in range(40):
        table = random_table(kept, chance, 7)
        shortest = next(
            (
                count
                for count in range(4)
                for rules in permutations(range(7), count)
                if plays_by(kept, table.chosen, rules)
            ),
            None,
        )
        found = find_list(table, 3, 100_000, QUIET)
        lengths.add(shortest)
        if shortest is None:
            assert (found.rules, found.shortest, found.longer_than) == (None, False, 3)
            assert find_with_exceptions(table, 3, QUIET).moves
            continue
        assert found.rules is not None
        assert (len(found.rules), found.shortest) == (shortest, True)
        assert plays_by(kept, table.chosen, found.rules)
        few = find_list(table, 3, 1, QUIET)
        assert few.rules is None or plays_by(kept, table.chosen, few.rules)
        assert few.longer_than < shortest
    assert lengths - {None}


def test_positions_and_moves_that_keep() -> None:
    """By the values of the reference, in a game with loops and in one without."""
    for game, seat, claim in ((Spoons(), 0, "keep"), (TicTacToe(), 1, "draw")):
        reference = solve(game, method="reference")
        whole = whole_graph(game)
        kept = kept_positions(whole, seat, claim, 10_000, QUIET)
        for position, node in enumerate(kept.nodes.tolist()):
            state = whole.state(node)
            value = reference.value(state)
            assert kept.values[position] == value
            first, last = kept.starts[position : position + 2]
            for edge, record in zip(
                range(int(first), int(last)), rules_order(reference, state), strict=True
            ):
                if claim == "draw":
                    expected = record.value >= Value.DRAW
                else:
                    expected = record.keeps and (value is not Value.WIN or record.nearer)
                assert kept.allowed[edge] == expected


def rules_order(reference: Solution, state: Any) -> list[Any]:
    """The moves of a state in the order of the rules, and whether each comes nearer to the end."""
    record = reference.probe(state)
    by_move = {one.move: one for one in record.moves}

    class Nearer:
        def __init__(self, move: Any) -> None:
            self.value, self.keeps = by_move[move].value, by_move[move].keeps
            far = by_move[move].remoteness
            self.nearer = far is not None and far < (record.remoteness or 0)

    return [Nearer(move) for move, _ in reference.rules.position(state).options]


# --- facts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game",
    [TicTacToe(), Hexapawn(3), Spoons(), Kalah(2, 2), Nim((1, 2), misere=True),
     *(kind(13) for kind in KINDS), AgainIntegers(43), AgainStrings(2)],
    ids=named,
)  # fmt: skip
def test_facts_by_definition(game: Game) -> None:
    reference = solve(game)
    rules = reference.rules
    some = random.Random(2).sample(list(reference.states()), min(60, len(reference)))
    for state in some:
        options = rules.position(state).options
        facts = move_facts(game, state, seat=0)
        assert [fact.move for fact in facts] == [move for move, _ in options]
        wanted = [
            [of(rules, state, *option) for option in options]
            for of in (
                definition.wins, definition.safe, definition.wins_next, definition.quiet,
                definition.threatens,
            )
        ]  # fmt: skip
        found = [
            [getattr(fact, name) for fact in facts]
            for name in ("wins", "safe", "wins_next", "quiet", "threatens")
        ]
        assert found == wanted, state
        assert [f.stops for f in facts] == [s and not all(wanted[1]) for s in wanted[1]]
        assert [f.stops_next for f in facts] == [q and not all(wanted[3]) for q in wanted[3]]
        replies = [len(rules.position(child).options) for _, child in options]
        assert [f.fewest for f in facts] == [n == min(replies) for n in replies]


def test_facts_about_a_board() -> None:
    state = TicTacToe().parse("O..\n.X.\n..X")
    facts = {fact.text: fact for fact in move_facts(TicTacToe(), state, seat=1)}

    def which(name: str) -> str:
        return "".join(text for text, fact in facts.items() if getattr(fact, name))

    assert which("corner") == "37"
    assert which("edge") == "2468"
    assert which("centre") == ""
    assert which("nearest") == "2468"
    assert which("opposite") == ""
    assert which("beside_ours") == "24"
    assert which("beside_theirs") == "234678"
    assert which("they_hold_centre") == which("they_hold_corner") == "234678"
    assert which("we_hold_centre") == ""
    across = move_facts(TicTacToe(), TicTacToe().parse("O..\nX..\n..."), seat=0)
    assert [fact.text for fact in across if fact.opposite] == ["9"]
    assert not any(fact.corner for fact in move_facts(Spoons(), Spoons().start(), seat=0))


# --- features, files, bad input -------------------------------------------------------------------


def rest(game: ThreeRocks, state: tuple[int, int]) -> int:
    return sum(state) % (game.most + 1)


def bad(state: tuple[int, int]) -> bool:
    return sum(state) % 4 > 0


def test_own_features() -> None:
    found = card(ThreeRocks(), "second", features=[rest])
    assert found.rules[0].words == "a move that leaves a position in which rest is 0"
    assert f"from {__name__} import rest" in found.source
    found = card(ThreeRocks(), "second", features=[bad])
    assert found.rules[0].words == "a move that leaves a position that is not bad"
    assert "not bad(s)" in found.source


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (lambda state: 1, "feature <lambda> has no name; expected a def"),
        (lambda state, last: 1, "takes two arguments"),
        (max, "takes|unknown"),
        (5, "a strategy is a function"),
    ],
    ids=["lambda", "two", "max", "number"],
)
def test_what_is_no_feature(function: Any, words: str) -> None:
    with pytest.raises(StrategyError, match=words):
        card(ThreeRocks(), "second", features=[function])


def test_features_that_answer_badly() -> None:
    chance = random.Random(0)

    def raises(state: Any) -> int:
        return 1 // (state[0] - 1)

    def none(state: Any) -> Any:
        return None

    def varies(state: Any) -> bool:
        return chance.random() < 0.5

    def large(state: Any) -> int:
        return 1 << 70

    def moves(state: Any) -> int:
        return 1

    for function, words in (
        (raises, "feature raises raised ZeroDivisionError: .* in state "),
        (none, "feature none answered None in state .*; expected a whole number"),
        (varies, "feature varies answered (True|False), and when asked again"),
        (large, "of at most 62 bits"),
        (moves, "feature moves has the name of something else; rename it"),
    ):
        with pytest.raises(StrategyError, match=words):
            card(ThreeRocks(), "second", features=[function])
    with pytest.raises(StrategyError, match="two features are called bad"):
        card(ThreeRocks(), "second", features=[bad, bad])


def test_bad_input() -> None:
    for arguments, words in (
        ({"claim": "lose"}, "the claim is 'lose'; expected 'keep', 'win' or 'draw'"),
        ({"ahead": 0}, "ahead is 0; expected 1 to 4"),
        ({"ahead": 5}, "ahead is 5; expected 1 to 4"),
        ({"most": 0}, "most is 0; expected 1 to"),
        ({"most": True}, "most is True; expected a whole number"),
        ({"tries": -1}, "tries is -1; expected 0 to"),
        ({"max_positions": 10}, "more than 10 positions can come up"),
    ):
        with pytest.raises(ParameterError, match=words):
            card(TicTacToe(), "first", **arguments)
    with pytest.raises(ParameterError, match="seat must be 0 or 1"):
        card(TicTacToe(), "third")
    with pytest.raises(ParameterError, match="the first player has nothing to keep: with best"):
        card(Nim(), "first")
    with pytest.raises(ParameterError, match="cannot win: with best play it is a draw"):
        card(TicTacToe(), "first", "win")
    with pytest.raises(ParameterError, match="a puzzle has its solution"):
        card(EightPuzzle(), "first")
    with pytest.raises(ParameterError, match="cards are made of games that are won"):
        card(Kalah(2, 2, scoring=True), "first")
    with pytest.raises(StateLimitError, match="more than the limit of 1,000 states"):
        card(ConnectFour(), "first", max_states=1_000)
    with pytest.raises(QueryError, match="card expects a game or a solution"):
        card("nim", "first")


def test_sides_without_a_choice() -> None:
    for game, seat in ((ThreeRocks(0, 0), "second"), (ThreeRocks(1, 0), "first")):
        found = card(game, seat)
        assert (found.rules, found.exceptions, found.choice.positions) == ((), (), 0)
        assert (found.shortest, found.candidates) == (True, 0)
        assert_proved(found, solve(game, method="reference"))


def test_a_file_is_a_strategy(tmp_path: Path) -> None:
    solution = solve(Spoons())
    found = card(solution, "second", most=2, tries=0)
    assert found.exceptions
    path = tmp_path / "spoons_card.py"
    found.write(path)
    assert path.read_text() == found.source
    assert prove(Spoons(), f"{path}:card", "second", "draw").holds
    again = card(solution, 1, most=2, tries=0)
    assert again.as_dict() == found.as_dict()
    assert repr(found).startswith("<Card for second, keep: ")
    listed = found.as_dict()["exceptions"]
    assert len(listed) == len(found.exceptions)
    assert set(listed[0]) == {"state", "text", "move", "move_text"}
