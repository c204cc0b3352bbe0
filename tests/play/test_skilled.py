"""The player that overlooks what shows late, against its definition written down once more."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from perfectplay import Game, Solution, Value, solve, tournament
from perfectplay.core.errors import ParameterError
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.hexapawn import Hexapawn
from perfectplay.games.nim import Nim
from perfectplay.games.original import Original
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.play.players import make_player
from perfectplay.play.skilled import Skilled
from random_games import AgainIntegers, SeatedIntegers

GAMES: list[Game] = [
    TicTacToe(2, 3, 2),
    Hexapawn(3, 3),
    Nim((2, 3, 4)),
    DotsAndBoxes(1, 2),
    ConnectFour(3, 3, 3),
    Original(3),
    *(AgainIntegers(seed) for seed in (3, 283)),
    *(SeatedIntegers(seed) for seed in (3, 324)),
]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_chances_are_those_of_the_definition(game: Game) -> None:
    solution, reference = solve(game), solve(game, method="reference")
    seen = Counter[Fraction]()
    for state in solution.states():
        options = solution.rules.position(state).options
        if not options:
            continue
        moves = [move for move, _ in options]
        for skill in (1, 2, 3, 6):
            player = Skilled(solution, skill)
            expected = by_definition(reference, state, skill)
            for legal in (moves, moves[::-1]):
                places = player.among(state, legal, None)
                assert places == sorted(places)
                drawn = Counter(legal[place] for place in places)
                chances = {move: Fraction(drawn[move], len(places)) for move in moves}
                assert chances == expected
            seen.update(expected.values())
    assert len(seen) > 2


def by_definition(reference: Solution, state: Any, skill: int) -> dict[Any, Fraction]:
    """The chance of each move, from the results of the reference solver alone."""
    rules, here = reference.rules, reference.value(state)
    weights = {}
    for move, child in rules.position(state).options:
        again = rules.moves_again(state, move, child)
        after = reference.value(child)
        value = after if again else after.negated
        plies = reference.remoteness(child)
        if rules.scoring:
            points = reference.score(child) * (1 if again else -1) + rules.gain(state, move)
            shows = None if points == reference.score(state) else plies + 1
        elif here is Value.DRAW:
            shows = None if value is Value.DRAW else plies + 1
        elif here is Value.LOSS:
            shows = None if plies + 1 == reference.remoteness(state) else plies + 1
        elif value is Value.WIN and plies + 1 == reference.remoteness(state):
            shows = None
        else:
            shows = reference.remoteness(state)
            if value is Value.LOSS:
                shows = min(shows, plies + 1)
        weights[move] = overlooked(shows, skill)
    whole = sum(weights.values())
    return {move: weight / whole for move, weight in weights.items()}


def overlooked(shows: int | None, skill: int) -> Fraction:
    if shows is None or shows > skill + 8:
        return Fraction(1)
    for within, chance in ((0, 0), (2, 8), (4, 12), (6, 14), (8, 15)):
        if shows <= skill + within:
            return Fraction(chance, 16)
    raise AssertionError


@pytest.mark.parametrize("game", [TicTacToe(), ConnectFour(4, 3)], ids=repr)
def test_more_skill_loses_less_against_the_perfect_player(game: Game) -> None:
    """The chances of both seats, by all plays: no sample."""
    solution = solve(game)
    assert solution.value(solution.start) is Value.DRAW

    def drawn(skill: int) -> Fraction:
        player = Skilled(solution, skill)

        @cache
        def chance(state: Any, own: bool) -> Fraction:
            """That the play is drawn; ``own``: the player of this skill is to move."""
            options = solution.rules.position(state).options
            if not options or solution.value(state) is not Value.DRAW:
                return Fraction(solution.value(state) is Value.DRAW)
            moves = [move for move, _ in options]
            if not own:
                return chance(dict(options)[solution.best_moves(state)[0]], True)
            places = player.among(state, moves, None)
            results = [chance(options[place][1], False) for place in places]
            return sum(results, Fraction(0)) / len(results)

        return (chance(solution.start, True) + chance(solution.start, False)) / 2

    skills = [drawn(skill) for skill in (1, 2, 4, 6)]
    assert skills == sorted(skills)
    assert 0 < skills[0] < skills[1] < skills[2]
    assert drawn(200) == 1


def test_it_plays_in_tournaments_by_its_chances() -> None:
    """Of 4,000 first moves, each is about as often as its weight says."""
    solution = solve(Nim((1, 2)))
    record = solution.probe(solution.start)
    player = Skilled(solution, 1, seed=5)
    weights = player.weights(record)
    moves = [move.move for move in record.moves]
    drawn = Counter(player.choose(solution.start, moves, None) for _ in range(4_000))
    for move, weight in zip(moves, weights, strict=True):
        assert abs(drawn[move] / 4_000 - weight / sum(weights)) < 0.03
    once, again = (tournament(solution, "skill:1:5", "random:2", games=300) for _ in range(2))
    assert once.counts(0) == again.counts(0)
    strong = tournament(solution, "skill:3:5", "random:2", games=300)
    assert strong.counts(0).wins > once.counts(0).wins


def test_its_name_and_what_is_none() -> None:
    solution = solve(Nim((1, 2)))

    def typed(text: str) -> Any:
        return make_player(
            text, rules=solution.rules, human=lambda: None, solution=lambda: solution
        )

    assert typed("skill:4:7").name == "skill:4:7"
    assert typed(typed("skill:4").name).name.startswith("skill:4:")  # a seed is drawn and named
    for text, said in (
        ("skill", "no player 'skill'; expected human"),
        ("skill:4:1:2", "no player 'skill:4:1:2'; expected human"),
        ("skil:4", "did you mean skill"),
        ("skill:", "the skill in 'skill:' must be a whole number, as in skill:4"),
        ("skill:two", "the skill in 'skill:two' must be a whole number, as in skill:4"),
        ("skill:2:x", "the seed in 'skill:2:x' must be a whole number, as in random:7"),
        ("skill:0", "skill is 1 to 200 plies, got 0"),
        ("skill:-3", "skill is 1 to 200 plies, got -3"),
        ("skill:201", "skill is 1 to 200 plies, got 201"),
    ):
        with pytest.raises(ParameterError) as problem:
            typed(text)
        assert said in str(problem.value)
