"""Games of points of the library: margins that a separate program has counted too."""

from __future__ import annotations

import pytest

from perfectplay import Game, Value, solve
from perfectplay.core.errors import IllegalMoveError, ParseError
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.kalah import Kalah
from random_points import score_and_plies

# The margin of the first player
BOXES = {(1, 1): -1, (1, 2): 0, (1, 3): -1, (2, 2): 2, (2, 3): -2}
KALAH_ALWAYS = {
    (2, 1): 2, (2, 2): -2, (3, 1): 0, (3, 2): 4, (3, 3): 2, (4, 1): 2, (5, 1): 0,
}  # fmt: skip


@pytest.mark.parametrize(("boxes", "margin"), BOXES.items())
def test_dots_and_boxes(boxes: tuple[int, int], margin: int) -> None:
    for width, height in {boxes, boxes[::-1]}:
        solution = solve(DotsAndBoxes(width, height))
        assert solution.score(0) == margin
        assert solution.value(0) == Value((margin > 0) - (margin < 0) + 2)
        assert len(solution) == 1 << DotsAndBoxes(width, height).edges


@pytest.mark.landmark
@pytest.mark.parametrize(("boxes", "margin"), [((2, 4), 2), ((3, 3), -3)])
def test_larger_dots_and_boxes(boxes: tuple[int, int], margin: int) -> None:
    assert solve(DotsAndBoxes(*boxes)).score(0) == margin


@pytest.mark.parametrize("capture", ["always", "filled"])
@pytest.mark.parametrize(("board", "margin"), KALAH_ALWAYS.items())
def test_kalah(board: tuple[int, int], margin: int, capture: str) -> None:
    holes, seeds = board
    game = Kalah(holes, seeds, capture, scoring=True)  # type: ignore[arg-type]
    solution = solve(game)
    assert solution.score(solution.start) == margin


@pytest.mark.landmark
@pytest.mark.parametrize(
    ("holes", "seeds", "capture", "margin"),
    [
        (3, 4, "always", 2), (4, 2, "always", 6), (4, 3, "always", 8), (4, 4, "always", 2),
        (5, 2, "always", 0), (6, 1, "always", 2), (4, 3, "filled", 6), (5, 2, "filled", 2),
        (4, 4, "filled", 2), (6, 1, "filled", 2), (3, 4, "filled", 2), (4, 2, "filled", 6),
    ],
)  # fmt: skip
def test_larger_kalah(holes: int, seeds: int, capture: str, margin: int) -> None:
    game = Kalah(holes, seeds, capture, scoring=True)  # type: ignore[arg-type]
    solution = solve(game)
    assert solution.score(solution.start) == margin


@pytest.mark.parametrize("game", [Kalah(2, 2, scoring=True), DotsAndBoxes(2, 1)], ids=repr)
def test_scores_are_those_of_minimax(game: Game) -> None:
    solution = solve(game)
    for state in solution.states():
        assert (solution.score(state), solution.remoteness(state)) == score_and_plies(game, state)


def test_the_value_of_kalah_is_the_sign_of_its_score() -> None:
    for holes, seeds in ((2, 2), (3, 2), (4, 1)):
        plain = solve(Kalah(holes, seeds))
        points = solve(Kalah(holes, seeds, scoring=True))
        assert plain.value(plain.start) is points.value(points.start)
        for state in plain.states():  # what is won already, and what is still to be won
            score = points.score((*state[:-1], 0)) + state[-1]
            assert plain.value(state) == Value((score > 0) - (score < 0) + 2)


@pytest.mark.parametrize(
    "game", [DotsAndBoxes(2, 2), DotsAndBoxes(3, 1), Kalah(3, 2, scoring=True)]
)
def test_texts_are_read_back(game: Game) -> None:
    solution = solve(game)
    for state in list(solution.states())[::7]:
        assert game.parse(game.text(state)) == state
        assert game.parse(game.text(state, 1)) == state
        for move in [] if game.outcome(state) is not None else game.moves(state):
            assert game.parse_move(game.move_text(move)) == move


def test_a_board_of_boxes() -> None:
    game = DotsAndBoxes(2, 1)
    state = game.play(game.play(0, game.parse_move("a2-a1")), game.parse_move("b1-c1"))
    assert game.text(state) == "+   +   +\n|\n+   +---+"
    assert game.parse("+   +   +/|/+   +---+") == state


@pytest.mark.parametrize("text", ["", "+---+", "+---+---+\n|\n+   ---+", "+-- +   +\n\n+   +   +"])
def test_what_is_no_board(text: str) -> None:
    with pytest.raises(ParseError, match="expected 3 rows"):
        DotsAndBoxes(2, 1).parse(text)


@pytest.mark.parametrize("text", ["a1-c1", "a1", "a1-b2", "x", "a1-a1"])
def test_what_is_no_edge(text: str) -> None:
    with pytest.raises((ParseError, IllegalMoveError)):
        DotsAndBoxes(2, 1).parse_move(text)


@pytest.mark.parametrize(("width", "height"), [(0, 1), (1, 0), (6, 5)])
def test_boards_that_cannot_be(width: int, height: int) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        DotsAndBoxes(width, height)
