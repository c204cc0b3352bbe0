"""The search for a card against brute force, and its facts against their definitions."""

from __future__ import annotations

import random
from itertools import permutations
from typing import Any

import numpy as np
import pytest

import cards_by_definition as definition
from cards_by_definition import named
from perfectplay import Game, Solution, Value, solve
from perfectplay.analysis.card.facts_of_moves import move_facts
from perfectplay.analysis.card.kept_positions import KeptPositions, kept_positions
from perfectplay.analysis.card.list_exceptions import find_with_exceptions
from perfectplay.analysis.card.list_positions import RuleTable
from perfectplay.analysis.card.list_search import find_list
from perfectplay.core.progress import Reporter
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.hexapawn import Hexapawn
from perfectplay.games.kalah import Kalah
from perfectplay.games.kayles import Kayles
from perfectplay.games.nim import Nim
from perfectplay.games.spoons import Spoons
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

KINDS = (OnIntegers, OnTuples, AgainIntegers, AgainStrings, SeatedIntegers, SeatedStrings)


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
