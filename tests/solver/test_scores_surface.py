"""Games of points on the surfaces: points of a play, and what `check` says of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import pytest

from perfectplay import Game, solve
from perfectplay.conformance import check_game
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.moves import first_position
from perfectplay.play.match import MoveMade, PlayOver, match
from perfectplay.play.players import make_player
from random_points import Points


class Coins(Game):
    """Coins 3 9 1 4; take one from either end; the 9 gives another turn, the end is worth 2."""

    row = (3, 9, 1, 4)
    scoring: Any = True

    def start(self) -> Any:
        return (0, 4, 0)

    def moves(self, state: Any) -> Iterator[int]:
        yield 0
        yield 1

    def coin(self, state: Any, move: int) -> int:
        return self.row[state[1] - 1 if move else state[0]]

    def play(self, state: Any, move: int) -> Any:
        turn = state[2] if self.coin(state, move) == 9 else 1 - state[2]
        return (state[0], state[1] - 1, turn) if move else (state[0] + 1, state[1], turn)

    def gain(self, state: Any, move: int) -> int:
        return self.coin(state, move)

    def player(self, state: Any) -> int:
        return int(state[2])

    def outcome(self, state: Any) -> int | None:
        return 2 if state[0] == state[1] else None


class Told:
    """A player that makes the moves it is told."""

    name = "told"

    def __init__(self, *moves: int) -> None:
        self.moves = list(moves)

    def choose(self, state: Any, legal: Any, last: Any) -> int:
        return self.moves.pop(0)


def test_points_of_a_play() -> None:
    """4 for the first, 1 and 9 ... by hand: right 4, left 3, left 9 and again 1, the end 2."""
    events = list(match(CheckedGame(Coins()), [Told(1, 0, 0), Told(0)]))
    points = [event.points for event in events if isinstance(event, MoveMade)]
    assert points == [(4, 0), (4, 3), (13, 3), (14, 3)]
    over = events[-1]
    assert isinstance(over, PlayOver)
    assert over.points == (14, 5)
    assert (over.position.seat, over.winner, str(over.value)) == (1, 0, "loss")


def test_perfect_players_share_the_score() -> None:
    for seed in range(20):
        game = Points(seed)
        solution = solve(game, method="reference")
        players = [
            make_player(
                "perfect", rules=CheckedGame(game), human=None, solution=lambda s=solution: s
            )
        ] * 2  # type: ignore
        over = list(match(CheckedGame(game), players))[-1]
        assert isinstance(over, PlayOver)
        assert over.points is not None
        assert over.points[0] - over.points[1] == solution.score(solution.start)


def test_a_play_that_begins_later_counts_from_there() -> None:
    rules = CheckedGame(Coins())
    events = list(match(rules, [Told(0), Told(0)], position=first_position(rules, (2, 4, 0))))
    assert events[-1].points == (3, 4)  # type: ignore[union-attr]


# --- check ----------------------------------------------------------------------------------------


def changed(**members: Any) -> Game:
    return type("Changed", (Coins,), members)()  # type: ignore[no-any-return]


def promises(game: Game) -> set[str]:
    return {
        finding.promise for finding in check_game(game, max_seconds=900, compiled=False).findings
    }


def test_a_right_game_passes() -> None:
    assert promises(Coins()) == set()
    assert check_game(Coins()).ok


def counted() -> Callable[..., int]:
    calls = iter(range(1_000_000))
    return lambda *_: next(calls)


@pytest.mark.parametrize(
    ("members", "promise"),
    [
        ({"gain": lambda *_: None}, "illegal-gain"),
        ({"gain": lambda *_: 0.5}, "illegal-gain"),
        ({"gain": lambda *_: 2**31}, "illegal-gain"),
        ({"gain": counted()}, "gain-differs"),
        ({"gain": lambda self, state, move: {}[move]}, "rules-raised"),
        ({"outcome": lambda self, state: counted_end(state)}, "outcome-differs"),
        ({"outcome": lambda self, state: 0.5 if state[0] == state[1] else None}, "illegal-score"),
        ({"stuck": 1.5}, "illegal-stuck"),
        ({"scoring": "yes"}, "illegal-scoring"),
    ],
)
def test_what_is_broken(members: dict[str, Any], promise: str) -> None:
    assert promise in promises(changed(**members))


ENDS = iter(range(1_000_000))


def counted_end(state: Any) -> int | None:
    return next(ENDS) if state[0] == state[1] else None


class Mirrored(Game):
    """Two heaps, in either order; take from one what the rules of gain say."""

    scoring: ClassVar[bool] = True
    stuck: ClassVar[int] = 0

    def start(self) -> Any:
        return (2, 2)

    def moves(self, state: Any) -> list[int]:
        return [i for i in (0, 1) if state[i]]

    def play(self, state: Any, move: int) -> Any:
        return (state[0] - 1, state[1]) if move == 0 else (state[0], state[1] - 1)

    def gain(self, state: Any, move: int) -> int:
        return int(state[move])

    def outcome(self, state: Any) -> int | None:
        return None

    def symmetries(self, state: Any) -> list[Any]:
        return [state[::-1]]


def test_symmetries_with_other_gains() -> None:
    assert promises(Mirrored()) == set()
    wrong = type("Wrong", (Mirrored,), {"gain": lambda self, state, move: move})()
    assert "symmetry-children" in promises(wrong)
    ends = type("Ends", (Mirrored,), {"outcome": lambda self, s: None if all(s) else s[0]})()
    assert "symmetry-outcome" in promises(ends)


def test_gain_without_points_is_noted() -> None:
    class Plain(Mirrored):
        scoring: ClassVar[bool] = False
        stuck: ClassVar[Any] = None

    report = check_game(Plain(), compiled=False)
    assert any("gain has no use" in note for note in report.notes)
