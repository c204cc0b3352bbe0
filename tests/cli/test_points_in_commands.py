"""Games of points in conjectures, plots, rules that are found, advice, and from another start."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import dataclass

import pytest

from perfectplay import Game, conjecture, draw, graph_of, grid_of, solve, start_at
from perfectplay.cli.main import run
from perfectplay.core.errors import ConjectureError
from perfectplay.drawing.plots.as_json import as_json
from perfectplay.drawing.plots.grid import best_options
from perfectplay.drawing.plots.plot_tables import grid_table
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.kalah import Kalah
from perfectplay.games.nim import Nim
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.solver.retrograde.reference_solver import solve_reference


@dataclass(frozen=True)
class Coins(Game):
    """Take a coin from either end of a row; who takes an odd one moves again."""

    coins: tuple[int, ...] = (3, 8, 2, 5, 1, 6)
    scoring = True

    def start(self):
        return (0, len(self.coins), 0)

    def moves(self, state):
        yield from ("left", "right")[: state[1] - state[0]]

    def taken(self, state, move):
        return self.coins[state[0] if move == "left" else state[1] - 1]

    def play(self, state, move):
        turn = state[2] if self.taken(state, move) % 2 else 1 - state[2]
        if move == "left":
            return (state[0] + 1, state[1], turn)
        return (state[0], state[1] - 1, turn)

    def gain(self, state, move):
        return self.taken(state, move)

    def player(self, state):
        return state[2]

    def outcome(self, state):
        return 0 if state[0] == state[1] else None


@dataclass(frozen=True)
class Squares(Game):
    """A puzzle: take 1 or 2 and win the square of it less 2; the last part costs 1."""

    number: int = 6
    players = 1
    scoring = True

    def start(self):
        return self.number

    def moves(self, state):
        return [taken for taken in (1, 2) if taken <= state]

    def play(self, state, move):
        return state - move

    def gain(self, state, move):
        return move * move - 2

    def outcome(self, state):
        return None if state else -1


GAMES = [
    Coins(),
    Coins((1, 2, 3, 5, 4, 4, 9)),
    Squares(),
    DotsAndBoxes(1, 2),
    Kalah(2, 2, scoring=True),
]


def plain_scores(game):
    """The score of every state, by the definition."""
    known = {}

    def score(state):
        if state not in known:
            over = game.outcome(state)
            known[state] = (
                max((worth(state, m) for m in game.moves(state)), default=0)
                if (over is None)
                else over
            )
        return known[state]

    def worth(state, move):
        child = game.play(state, move)
        return game.gain(state, move) + score(child) * (1 if game.moves_again(state, move) else -1)

    score(game.start())
    return known, worth


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_a_conjecture_may_ask_for_the_score(game):
    known, _ = plain_scores(game)
    solution = solve(game, symmetries=False)
    assert len(known) == len(solution)
    for bound in (-2, 0, 1, 3):
        found = conjecture(solution, f"score(s) <= {bound}")
        assert found.failed == sum(score > bound for score in known.values())
    for shown in conjecture(solution, "score(s) != 1").as_dict()["counterexamples"]:
        assert shown["score"] == 1


def test_elsewhere_there_are_no_scores():
    with pytest.raises(ConjectureError, match="three_rocks is no game of points"):
        conjecture(solve(ThreeRocks(2, 2)), "score(s) == 0")


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_perfect_moves_keep_the_score(game):
    solution = solve(game, symmetries=False)
    known, worth = plain_scores(game)
    states = list(solution.states())
    drawn_otherwise = 0
    for state, options in zip(states, best_options(solution, states), strict=True):
        moves = [move for move, _ in options]
        assert moves == solution.best_moves(state)
        assert all(worth(state, move) == known[state] for move in moves)
        drawn_otherwise += bool(moves)
    assert drawn_otherwise == sum(game.outcome(state) is None for state in states)


def test_tables_and_graphs_of_points():
    solution = solve(Coins())
    cells = as_json(grid_of(solution, "0", "1", {"2": 0}), "table", moves=True)["cells"]
    assert all(cell["moves"] == solution.best_moves(tuple(cell["state"])) for cell in cells)
    assert all(cell["score"] == solution.score(tuple(cell["state"])) for cell in cells)
    answer = as_json(graph_of(solution), "graph")
    for edge in answer["edges"]:
        state = tuple(answer["nodes"][edge["source"]]["state"])
        assert edge["best"] == any(m in solution.best_moves(state) for m in edge["moves"])
    puzzle = grid_table(grid_of(solve(Squares())))
    assert puzzle.rows == (
        ("0", "over"), ("1", "1"), ("2", "2"), ("3", "1"), ("4", "2"), ("5", "1"), ("6", "2"),
    )  # fmt: skip


@pytest.mark.parametrize("game", [*GAMES, Kalah(3, 2, scoring=True)], ids=repr)
def test_another_start_of_a_game_of_points_has_its_scores(game):
    whole = solve(game, symmetries=False)
    for state in list(whole.states())[::7]:
        part = solve(start_at(game, state), symmetries=False)
        assert all(part.score(some) == whole.score(some) for some in part.states())
        assert part.rules.score_text(1) == whole.rules.score_text(1)
    other = start_at(game, list(whole.states())[-1])
    oracle = solve_reference(CheckedGame(other), 10**5)
    assert oracle.score[0] == whole.score(other.start())


def test_another_start_of_kalah_compiles_with_its_scores():
    game = start_at(Kalah(3, 3, scoring=True), (0, 3, 3, 4, 4, 4, 0))
    compiled, plain = solve(game, method="compiled"), solve(game, method="interpreted")
    assert compiled.engine == "compiled"
    assert len(compiled) == len(plain)
    assert all(compiled.score(state) == plain.score(state) for state in plain.states())


GAME = """
from perfectplay import Game
class Coins(Game):
    coins = (3, 8, 2, 5, 1, 6)
    scoring = True
    def start(self): return (0, 6, 0)
    def moves(self, s): return [m for m in (0, 1) if s[1] - s[0] > m]
    def taken(self, s, m): return self.coins[s[1] - 1 if m else s[0]]
    def play(self, s, m):
        turn = s[2] if self.taken(s, m) % 2 else 1 - s[2]
        return (s[0], s[1] - 1, turn) if m else (s[0] + 1, s[1], turn)
    def gain(self, s, m): return self.taken(s, m)
    def player(self, s): return s[2]
    def outcome(self, s): return 0 if s[0] == s[1] else None
"""


def test_advice_is_about_points(tmp_path, monkeypatch, capsys):
    (tmp_path / "coins.py").write_text(GAME)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n0\n"))
    assert run(["advise", "coins.py"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    # the right coin wins too, for the second player; by 13 only the left one does
    assert "lost by 13 in 6 plies; to win by 13 the opponent must find 0 (of 2 moves)" in out
    assert "points so far: 6 to 0 won by 9 in 5 plies" in out
    assert out.endswith("won after 6 plies, 8 to 17")


def test_the_score_is_shown_beside_counterexamples(tmp_path, monkeypatch, capsys):
    (tmp_path / "coins.py").write_text(GAME)
    monkeypatch.chdir(tmp_path)
    assert run(["conjecture", "coins.py", "score(s) >= 0 and score(s) != 6"]) == 1
    assert "2,6,1  loss by 2 in 4 plies" in capsys.readouterr().out
    assert run(["plot", "coins.py", "--kind", "graph", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["nodes"][0]["score"] == 13


def test_texts_of_a_drawn_graph_keep_away_from_each_other():
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    figure = draw(graph_of(solve(Nim((2, 3)))))
    renderer = FigureCanvasAgg(figure).get_renderer()
    texts = [t for t in figure.axes[0].texts if "from" in t.get_text()]
    boxes = [t.get_window_extent(renderer) for t in texts]
    both = sum(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])
    assert len(boxes) > 20
    assert both <= len(boxes) // 4, both
