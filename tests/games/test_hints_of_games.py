"""The hints of the library's games are true of all positions of small boards, and of use."""

from __future__ import annotations

import random

import pytest

from hints_by_solution import hints_hold, result
from perfectplay import Game, search, solve
from perfectplay.game.result_scale import loss_in
from perfectplay.games.breakthrough import Breakthrough
from perfectplay.games.domineering import Domineering
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.othello import Othello

SMALL: list[Game] = [
    *(Domineering(*size) for size in [(1, 6), (6, 1), (3, 3), (4, 3), (3, 4), (4, 4), (2, 7)]),
    *(Breakthrough(*size) for size in [(2, 3, 1), (2, 4, 2), (3, 3, 1), (2, 5, 2), (3, 4, 1)]),
    Breakthrough(4, 3, 1), Breakthrough(3, 4, 2),
    *(DotsAndBoxes(*size) for size in [(1, 1), (1, 2), (4, 1), (2, 2)]),
    Othello(2, 6),
]  # fmt: skip


@pytest.mark.parametrize("game", SMALL, ids=repr)
def test_hints_are_true_of_every_state(game: Game) -> None:
    solution = solve(game, symmetries=False)
    said = hints_hold(solution)
    if len(solution) > 200:
        assert isinstance(game, DotsAndBoxes) or said["decided"] > said["states"] // 50
        assert isinstance(game, Domineering) or said["forced"] > 0


@pytest.mark.parametrize(
    "game",
    [
        Othello(), Othello(scoring=True), Othello(scoring=True, rest="winner"), Domineering(5, 4),
        Breakthrough(2, 6), DotsAndBoxes(3, 2), DotsAndBoxes(1, 6),
    ],
    ids=repr,
)  # fmt: skip
def test_hints_are_true_of_states_of_larger_boards(game: Game) -> None:
    solution = solve(game, symmetries=False)
    states = random.Random(1).sample(list(solution.states()), 2_000)
    said = hints_hold(solution, states)
    assert said["decided"] > 250 or said["forced"] > 250


def rows_with_a_choice(game: DotsAndBoxes) -> list[int]:
    """Positions that are not over in which forced has something to say, most edges drawn."""
    chance, found = random.Random(2), []
    while len(found) < 4_000:
        state = chance.getrandbits(game.edges) | chance.getrandbits(game.edges)
        if state != (1 << game.edges) - 1 and list(game.forced(state)):
            found.append(state)
    return found


def test_gifts_of_two_rows_and_of_closed_rows() -> None:
    """4×2 boxes hold all there is to choose among: rows of two, and two closed rows of four."""
    game = DotsAndBoxes(4, 2)
    solution = solve(game)
    said = hints_hold(solution, rows_with_a_choice(game))
    assert said["forced"] > 3_000


def test_a_choice_is_offered() -> None:
    """Two boxes in a row that can be taken: taken, or given away by the edge at the end."""
    game = DotsAndBoxes(2, 2)
    state = game.parse("+---+---+/|        /+---+---+/         /+   +   +")
    moves = {game.move_text(move) for move in game.forced(state)}
    assert moves == {"b2-b3", "c2-c3"}


class Boastful(Domineering):
    """Whose bounds say that the mover loses where he has few places."""

    def bounds(self, state: int) -> tuple[int, int]:
        low, high = super().bounds(state)
        return (low, loss_in(2)) if len(list(self.moves(state))) < 3 else (low, high)


class Narrow(Breakthrough):
    """Which looks at one move alone."""

    def forced(self, state: int) -> list[tuple[int, int]]:
        return list(self.moves(state))[:1]


@pytest.mark.parametrize("game", [Boastful(3, 3), Narrow(2, 4)], ids=repr)
def test_wrong_hints_are_found(game: Game) -> None:
    with pytest.raises(AssertionError):
        hints_hold(solve(game, symmetries=False))


@pytest.mark.parametrize(
    ("game", "times"),
    [
        (Domineering(5, 5), 20), (Othello(scoring=True), 2),
        pytest.param(Breakthrough(3, 5), 8, marks=pytest.mark.landmark),
        pytest.param(DotsAndBoxes(3, 2), 2, marks=pytest.mark.landmark),
    ],
    ids=repr,
)  # fmt: skip
def test_hints_spare_nodes(game: Game, times: int) -> None:
    with_hints = search(game, moves=False, threads=1)
    without = search(game, moves=False, threads=1, hints=False)
    assert (with_hints.value, with_hints.score) == (without.value, without.score)
    assert with_hints.remoteness == without.remoteness
    assert with_hints.nodes * times < without.nodes


@pytest.mark.parametrize(
    "game", [Domineering(4, 3), Breakthrough(2, 5), Othello(), DotsAndBoxes(2, 2)], ids=repr
)
def test_searches_with_hints_are_the_solution(game: Game) -> None:
    solution = solve(game, symmetries=False)
    for state in random.Random(3).sample(list(solution.states()), 60):
        if game.outcome(state) is None and list(game.moves(state)):
            found = search(game, state, moves=False)
            assert found.value is solution.value(state)
            if not solution.rules.scoring:
                assert found.remoteness == solution.remoteness(state)
            else:
                assert found.score == result(solution, state)


# --- what is known of boards that are too large to be solved --------------------------------------


def test_perfect_play_of_6x6_othello() -> None:
    # J. Feinstein, 40 Billion Nodes Under the Tree, British Othello Federation (1993): white wins
    # by 4; the numbers of the moves of a perfect play, here searched from 12 empty cells
    numbers = (
        28, 9, 8, 7, 31, 32,
        22, 14, 1, 4, 17, 16,
        27, 13, 0, 0, 6, 15,
        19, 2, 0, 0, 5, 12,
        24, 23, 3, 10, 26, 29,
        21, 18, 20, 11, 25, 30,
    )  # fmt: skip
    game = Othello(6, 6, scoring=True)
    state, black = game.start(), True
    for cell in sorted(range(36), key=numbers.__getitem__)[4:]:
        if list(game.moves(state)) == [game.cells]:
            state, black = game.play(state, game.cells), not black
        if numbers[cell] in (21, 24, 28):
            found = search(game, state, moves=False)
            assert found.score == (-4 if black else 4)
        state, black = game.play(state, cell), not black
    assert game.outcome(state) == (-4 if black else 4)


@pytest.mark.parametrize(
    ("width", "height", "wins"), [(6, 4, True), (4, 6, True), (5, 6, True), (6, 6, True)]
)
def test_domineering_on_larger_boards(width: int, height: int, wins: bool) -> None:
    # Breuker, Uiterwijk, van den Herik, Solving 8×8 Domineering (2000), Vertical to begin
    found = search(Domineering(width, height), distance=False, moves=False)
    assert (str(found.value) == "win") is wins


@pytest.mark.landmark
def test_5x5_breakthrough() -> None:
    # littlegolem.net, forum 120, topic 19 (2006): with two full rows each, the second player wins
    # in 26 moves, 13 by each side
    found = search(Breakthrough(5, 5), moves=False)
    assert (str(found.value), found.remoteness) == ("loss", 26)
