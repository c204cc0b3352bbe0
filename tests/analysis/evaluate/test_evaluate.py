"""Players judged by solutions, against a count by hand; what is drawn; players that fail."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from games_to_evaluate import GAMES, Over, first_move, last_move
from judged_by_hand import judged_by_hand
from perfectplay import Game, Solution, Value, evaluate, solve
from perfectplay.analysis.evaluate import compiled_moves, evaluation
from perfectplay.analysis.evaluate.evaluation_plot import evaluation_plot
from perfectplay.core.errors import (
    ParameterError,
    PerfectPlayError,
    QueryError,
    StrategyError,
    UnknownStateError,
)
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.kalah import Kalah
from perfectplay.games.three_mens_morris import ThreeMensMorris
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
@pytest.mark.parametrize("player", [first_move, last_move])
@pytest.mark.parametrize("symmetries", [True, False])
def test_all_positions_as_by_hand(game: Game, player: Any, symmetries: bool) -> None:
    solution = solve(game, symmetries=symmetries)
    choose = player(game)
    hand = judged_by_hand(solution, choose)
    found = evaluate(choose, solution, positions="all")
    assert len(found.answers) == hand.positions
    assert (found.keeping.hits, found.best.hits) == (hand.keeping, hand.best)
    assert found.telling.positions == hand.telling
    assert found.mean_loss == pytest.approx(hand.loss / hand.positions)
    assert found.keeping.by_chance == pytest.approx(hand.chance_of_keeping / hand.positions)
    assert found.best.by_chance == pytest.approx(hand.chance_of_best / hand.positions)
    assert {kind: n for kind, n in found.blunders.items() if n} == hand.blunders
    assert {row.number: row.positions for row in found.by_good_moves} == hand.by_good
    assert sum(row.positions for row in found.by_ply) == hand.positions
    assert found.exact
    assert found.keeping.rate is not None
    assert found.keeping.rate.low == found.keeping.rate.high


@pytest.mark.parametrize("game", [TicTacToe(), ThreeMensMorris()], ids=["levels", "loops"])
def test_plies_are_those_of_statistics(game: Game) -> None:
    from perfectplay import statistics

    found = evaluate(first_move(game), solve(game))
    rows = statistics(game, symmetries=False).all.by_ply
    going = {ply: row["states"] - row["terminal"] for ply, row in enumerate(rows)}
    assert {row.number: row.positions for row in found.by_ply} == {
        ply: count for ply, count in going.items() if count
    }


class MovesOfASet(Game):
    """Compiled, they may come in another order; whoever has three cells of one row wins."""

    def start(self) -> tuple[frozenset[int], frozenset[int]]:
        return frozenset(), frozenset()

    def moves(self, state: tuple[frozenset[int], frozenset[int]]) -> list[int]:
        return [cell for cell in frozenset(range(7)) - state[0] - state[1]]  # noqa: C416

    def play(
        self, state: tuple[frozenset[int], frozenset[int]], move: int
    ) -> tuple[frozenset[int], frozenset[int]]:
        return state[1], state[0] | {move}

    def outcome(self, state: tuple[frozenset[int], frozenset[int]]) -> Value | None:
        if any({i, i + 1, i + 2} <= state[1] for i in range(5)):
            return Value.LOSS
        return Value.DRAW if len(state[0] | state[1]) == 7 else None


def test_compiled_rules_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    for game in (ConnectFour(4, 3, 3), DotsAndBoxes(2, 2), Kalah(2, 2), MovesOfASet()):
        solution = solve(game)
        choose = first_move(game)
        slow = evaluate(choose, solution, positions=300, seed=5)
        monkeypatch.setattr(compiled_moves, "WORTH_COMPILING", 1)
        fast = evaluate(choose, solution, positions=300, seed=5)
        monkeypatch.undo()
        for name, column in vars(slow.answers).items():
            assert np.array_equal(column, getattr(fast.answers, name)), name
        assert slow.worst == fast.worst


def test_rates_of_random_moves_are_those_by_chance() -> None:
    solution = solve(TicTacToe())
    found = evaluate("random:3", solution)
    assert found.keeping.rate is not None
    assert found.keeping.rate.rate == pytest.approx(found.keeping.by_chance, abs=0.02)
    assert abs(found.keeping.above_chance or 0) < 0.05


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_a_perfect_player_loses_nothing(game: Game) -> None:
    solution = solve(game)
    for player in ("perfect", "perfect:3"):
        found = evaluate(player, solution)
        assert found.mean_loss == 0
        assert found.best.hits == len(found.answers)
        assert found.worst == ()
    assert evaluate("keeping", solution).mean_loss == 0


def test_plays() -> None:
    solution = solve(TicTacToe())
    found = evaluate(first_move(solution.game), solution, plays=40, seed=2)
    assert found.of == "of 40 plays against random moves, seed 2"
    assert found.by_ply[0].positions == 20  # it begins in every other play
    seen: list[Any] = []

    def noting(state: int, last: int | None) -> int:
        seen.append(last)
        return next(iter(solution.game.moves(state)))

    evaluate(noting, solution, plays=4)
    assert seen.count(None) >= 2
    assert any(last is not None for last in seen)


def test_a_stored_solution(tmp_path: Path) -> None:
    solution = solve(ConnectFour(4, 3, 3))
    solution.save(tmp_path / "four")
    stored = Solution.open(tmp_path / "four")
    choose = first_move(solution.game)
    for how in ({"positions": "all"}, {"positions": 200}, {"positions": 200, "by": "difficulty"}):
        mine, theirs = (evaluate(choose, one, **how).as_dict() for one in (solution, stored))
        assert mine == theirs


def test_given_positions() -> None:
    solution = solve(ThreeRocks())
    states = [(3, 2), (0, 0), (10, 10)]
    found = evaluate(lambda state: (1, 0), solution, positions=states)
    assert len(found.answers) == 2  # the play is over in (0, 0)
    with pytest.raises(UnknownStateError, match=r"\(11, 0\)|11,0"):
        evaluate(first_move(solution.game), solution, positions=[(11, 0)])
    with pytest.raises(ParameterError, match="no position in which a move can be made"):
        evaluate(first_move(solution.game), solution, positions=[(0, 0)])


def test_positions_in_an_array() -> None:
    """As `Solution.values` takes them; an array of several states raised NumPy's ValueError."""
    for game in (TicTacToe(), ThreeRocks(3, 3)):
        solution = solve(game)
        states = [state for state in solution if not solution.probe(state).terminal][:40]
        for given in (np.array(states), np.array(states, np.int32)):
            mine, theirs = (
                evaluate(first_move(game), solution, positions=some).as_dict()
                for some in (given, states)
            )
            assert mine == theirs
            assert list(solution.policy(given).states) == states
    rocks = solve(ThreeRocks(2, 2))
    for wrong in (np.zeros(3, int), np.array(0), np.zeros((1, 2, 2), int)):
        with pytest.raises(ParameterError, match=r"an array of shape \[N, 2\], got one of shape"):
            evaluate("random", rocks, positions=wrong)
    with pytest.raises(ParameterError, match=r"an array of shape \[N\], got one of shape \[2, 2\]"):
        evaluate("random", TicTacToe(), positions=np.zeros((2, 2), int))


def test_a_policy_of_another_game() -> None:
    solution, other = solve(TicTacToe()), solve(TicTacToe(misere=True))
    given = other.policy()
    with pytest.raises(ParameterError, match="a policy of another game"):
        evaluate(given.probabilities, solution, positions=given)
    given = solve(ThreeRocks(2, 2)).policy()
    with pytest.raises(UnknownStateError):
        evaluate(given.probabilities, solution, positions=given)
    with pytest.raises(ParameterError, match="expected some states, got 3"):
        solution.policy(3)  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match=r"moves are those of the columns, .* got 3"):
        solution.policy([0], moves=3)  # type: ignore[arg-type]


def test_the_worst_moves_are_refuted() -> None:
    solution = solve(TicTacToe())
    found = evaluate(first_move(solution.game), solution, worst=3)
    assert len(found.worst) == 3
    for one in found.worst:
        assert (one.before, one.after) == ("win", "loss")
        state = solution.find(one.text)
        record = solution[state]
        assert list(one.better) == [move.text for move in record.moves if move.best]
        reached = next(move.state for move in record.moves if move.text == one.move)
        for text in one.refutation:
            reached = next(m.state for m in solution.probe(reached).moves if m.text == text)
        assert solution.probe(reached).terminal
        assert len(one.refutation) % 2 == 1  # the opponent makes the last move


def test_the_picture() -> None:
    pytest.importorskip("matplotlib")
    solution = solve(TicTacToe())
    whole = evaluation_plot(evaluate("greedy", solution))
    assert [axes.get_xlabel() for axes in whole.axes] == ["ply", "good moves (where not all are)"]
    assert "bounds" not in whole.axes[0].get_legend_handles_labels()[1][1]
    drawn = evaluate("greedy", solution, positions=300)
    axes = evaluation_plot(drawn).axes
    assert [one.get_xlabel() for one in axes] == ["good moves (where not all are)"]
    by_chance = axes[0].lines[0].get_ydata()
    assert list(by_chance) == [100 * row.keeping.by_chance for row in drawn.by_good_moves]
    assert "bounds" in axes[0].get_legend_handles_labels()[1][1]
    lost = evaluation_plot(evaluate("greedy", ThreeRocks(1, 0)))  # every move is good
    assert [one.get_xlabel() for one in lost.axes] == ["ply", "good moves (where not all are)"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"positions": 0}, "positions must be a whole number from 1 to 2^63 - 1, got 0"),
        ({"positions": True}, "positions must be a whole number from 1 to 2^63 - 1, got True"),
        ({"positions": "some"}, "positions are \"all\", a number, or states, got 'some'"),
        ({"positions": 2.5}, 'positions are "all", a number, or states, got 2.5'),
        (
            {"positions": "all", "by": "value"},
            "positions are drawn by value if they have a number, not if all count",
        ),
        ({"by": "colour"}, "by must be one of value, difficulty, ply, got 'colour'"),
        (
            {"positions": "all", "by": "ply"},
            "positions are drawn by ply if they have a number, not if all count",
        ),
        ({"plays": 3, "by": "ply"}, "plays have their own positions"),
        ({"plays": 0}, "plays must be a whole number from 1 to"),
        ({"plays": 3, "positions": 4}, "plays have their own positions"),
        ({"seed": -1}, "seed must be a whole number from 0 to"),
        ({"worst": 1.5}, "worst must be a whole number"),
        ({"seconds": 0}, "seconds must be a positive number, got 0"),
        ({"seconds": float("nan")}, "seconds must be a positive number, got nan"),
        ({"seconds": "3"}, "seconds must be a positive number, got '3'"),
    ],
)
def test_wrong_options(options: dict[str, Any], message: str) -> None:
    solution = solve(ThreeRocks(2, 2))
    with pytest.raises(ParameterError) as told:
        evaluate(first_move(solution.game), solution, **options)
    assert message in str(told.value)


def test_wrong_words_are_refused_before_a_solve() -> None:
    def never() -> Solution:
        raise AssertionError("solved in vain")

    game = ConnectFour(5, 4)
    for player, options in (
        ("perfekt", {}), ("human", {}), ("minimax:x", {}), (lambda: 1, {}), ("ugi:", {}),
        ("random", {"by": "colour"}), ("random", {"positions": "some"}), ("random", {"plays": 0}),
        ("random", {"plays": 2, "by": "value"}), ([[1.0]], {"plays": 2}),
        ("random", {"seconds": -1}),
    ):  # fmt: skip
        with pytest.raises((ParameterError, StrategyError)):
            evaluate(player, game, solution=never, **options)
    with pytest.raises(AssertionError, match="solved in vain"):
        evaluate("random", game, solution=never)


def test_wrong_players_and_games() -> None:
    solution = solve(ThreeRocks(2, 2))
    for player in ("human", "perfekt", "minimax:0"):
        with pytest.raises(PerfectPlayError):
            evaluate(player, solution)
    with pytest.raises(StrategyError):
        evaluate(lambda: 1, solution)
    with pytest.raises(QueryError, match="evaluate expects a game or a solution"):
        evaluate("random", "three_rocks")  # type: ignore[arg-type]
    with pytest.raises(QueryError, match=r"write ThreeRocks\(\)"):
        evaluate("random", ThreeRocks)  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="no position in which a move can be made"):
        evaluate("random", Over())


def test_a_game_is_solved_first() -> None:
    assert len(evaluate("greedy", ThreeRocks(2, 2)).answers) == 8
    assert evaluation.Share(0, 0, 1.0, False).rate is None
