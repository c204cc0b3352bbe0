"""Players that are programs, and what people type for them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from perfectplay import Game, Value, solve
from perfectplay.core.errors import ParameterError, StrategyError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.games.dodgem import Dodgem
from perfectplay.games.nim import LastMouseLost, Nim
from perfectplay.games.spoons import Spoons
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.play import automatic
from perfectplay.play.automatic import FAR, Greedy, Keeping, Minimax, Perfect, Random, Strategist
from perfectplay.play.match import PlayOver, match
from perfectplay.play.players import Player, make_player
from perfectplay.play.strategy import make_strategy
from random_games import AgainIntegers, SeatedIntegers

RANDOM_GAMES: list[Game] = [
    *(AgainIntegers(seed) for seed in (3, 5, 283, 342)),
    *(SeatedIntegers(seed) for seed in (3, 5, 324)),
    TicTacToe(2, 3, 2),
]


@pytest.mark.thinned(3)
@pytest.mark.parametrize("game", RANDOM_GAMES, ids=repr)
@pytest.mark.parametrize("depth", [1, 2, 5])
def test_minimax_is_exact_within_its_depth(game: Game, depth: int) -> None:
    """Against the reference solver: wins and losses that are near, and 0 for all else."""
    rules, solution = CheckedGame(game), solve(game, method="reference")
    player, near = Minimax(rules, depth), 0
    for state in list(solution.states())[:400]:
        value, left = solution.value(state), solution.remoteness(state)
        known = value is not Value.DRAW and left is not None and left <= depth
        near += known
        expected = (FAR - (left or 0)) * (value - 2) if known else 0
        assert player.score(state, depth) == expected
        legal = [move for move, _ in rules.position(state).options]
        if known and left:
            assert Minimax(rules, depth, 1).among(state, legal, None) == [
                i for i, move in enumerate(legal) if move in solution.best_moves(state)
            ]
        if legal:
            any_of = Minimax(rules, depth, 1).among(state, legal, None)
            assert player.among(state, legal, None) == any_of[:1]
    assert near


def test_minimax_forgets_what_is_too_much(monkeypatch) -> None:
    monkeypatch.setattr(automatic, "KEPT", 3)
    player = Minimax(CheckedGame(ThreeRocks(3, 3)), 3)
    assert player.choose((3, 2), legal_of(ThreeRocks(), (3, 2)), None) == (0, 1)
    assert player.choose((3, 2), legal_of(ThreeRocks(), (3, 2)), None) == (0, 1)


def legal_of(game: Game, state: Any) -> list[Any]:
    return [move for move, _ in CheckedGame(game).position(state).options]


def test_minimax_that_sees_the_end_is_never_beaten() -> None:
    rules = CheckedGame(TicTacToe())
    deep = Minimax(rules, 9, 2)
    for seed in range(30):
        *_, end = match(rules, [Random(seed), deep])
        assert isinstance(end, PlayOver)
        assert end.winner in (1, None)


def test_the_keeping_player_plays_every_move_that_keeps() -> None:
    solution = solve(ThreeRocks())
    legal = legal_of(ThreeRocks(), (3, 2))
    player = Keeping(solution, 1)
    assert {player.choose((3, 2), legal, None) for _ in range(100)} == set(
        solution.keeping_moves((3, 2))
    )


def test_greedy_wins_at_once_and_does_not_lose_at_once() -> None:
    nim = Nim((2, 1))
    assert Greedy(CheckedGame(nim)).choose((2, 0), legal_of(nim, (2, 0)), None) == (0, 2)
    misere = Nim((2, 1), misere=True)
    assert Greedy(CheckedGame(misere)).choose((1, 0), legal_of(misere, (1, 0)), None) == (
        0,
        1,
    )  # all
    assert Greedy(CheckedGame(misere)).choose((2, 0), legal_of(misere, (2, 0)), None) == (0, 1)
    assert Greedy(CheckedGame(nim)).choose((2, 1), legal_of(nim, (2, 1)), None) == (
        0,
        1,
    )  # the first


def test_greedy_asks_who_moves_again() -> None:
    class Twice(Game):
        """Move 0 ends the play lost for the same player, move 1 for the other."""

        def start(self):
            return 0

        def moves(self, state):
            return [0, 1]

        def play(self, state, move):
            return 1 + move

        def outcome(self, state):
            return Value.LOSS if state else None

        def moves_again(self, state, move):
            return move == 0

    assert Greedy(CheckedGame(Twice())).choose(0, [0, 1], None) == 1


# --- strategies -----------------------------------------------------------------------------------


def strategist(function: Any, game: Game, **given: Any) -> Strategist:
    return Strategist(make_strategy(function, game), CheckedGame(game), **given)


def test_a_strategy_without_an_answer_plays_a_random_move_and_says_so() -> None:
    told: list[str] = []
    player = strategist(lambda state: None, ThreeRocks(), tell=told.append)
    legal = legal_of(ThreeRocks(), (3, 2))
    chosen = [player.choose((3, 2), legal, None) for _ in range(200)]
    assert set(chosen) == set(legal)
    assert told == ["<lambda> has no answer here and plays a random move"] * 200


def test_an_illegal_move_of_a_strategy_is_named_with_state_and_last_move() -> None:
    def wrong(state, last):
        return (2, 2)

    with pytest.raises(StrategyError) as caught:
        strategist(wrong, ThreeRocks()).choose((1, 0), [(1, 0)], (0, 3))
    assert str(caught.value) == (
        "strategy wrong answered 2,2 in state 1,0 after the move 0,3, which is not legal; "
        "legal: 1,0"
    )


def test_in_a_match_a_strategy_hears_the_last_move_of_the_other_side() -> None:
    heard = []

    def listening(state, last):
        heard.append(last)
        return (next(row for row, mice in enumerate(state) if mice), 1)

    game = Nim((1, 1, 1))
    list(match(CheckedGame(game), [strategist(listening, game), strategist(listening, game)]))
    assert heard == [None, (0, 1), (1, 1)]


# --- what people type -----------------------------------------------------------------------------


def typed(text: str, game: Game | None = None) -> Player:
    rules = CheckedGame(game or LastMouseLost((1, 2)))
    solution = solve(rules.game)
    return make_player(text, rules=rules, human=lambda: Random(0), solution=lambda: solution)


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        ("perfect", Perfect, "perfect"),
        ("best", Perfect, "perfect"),
        ("best:4", Perfect, "perfect:4"),
        ("keeping:4", Keeping, "keeping:4"),
        ("minimax:3", Minimax, "minimax:3"),
        ("minimax:3:-1", Minimax, "minimax:3:-1"),
        ("greedy", Greedy, "greedy"),
        ("mirror", Strategist, "mirror"),
    ],
)
def test_players_are_made_by_what_people_type(text: str, kind: type, name: str) -> None:
    player = typed(text)
    assert type(player) is kind
    assert player.name == name == typed(player.name).name


@pytest.mark.parametrize("game", [Spoons(), Dodgem(3)])
def test_who_plays_best_moves_wins_what_is_won(game) -> None:
    """With loops, moves that only keep the win may go round for ever."""
    solution, draw = solve(game), random.Random(5)
    won = [s for s in solution.states() if solution.value(s) is Value.WIN]
    slower = 0
    for state in won[:: 1 + len(won) // 200]:
        plies, mine = 0, True
        left = solution.remoteness(state)
        while not solution.probe(state).terminal:
            moves = solution.best_moves(state) if mine else list(game.moves(state))
            slower += mine and len(solution.keeping_moves(state)) > len(moves)
            state, mine, plies = game.play(state, draw.choice(moves)), not mine, plies + 1
        assert solution.value(state) is (Value.WIN if mine else Value.LOSS)
        assert plies <= left
    assert slower  # there were moves that keep the win and go round


def test_players_that_draw_get_a_seed_and_say_it() -> None:
    for text in ("random", "keeping"):
        name = typed(text).name
        assert name.startswith(f"{text}:")
        assert typed(name).name == name


def test_a_strategy_of_a_file(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text("def one(state):\n    return (0, 1)\n", encoding="utf-8")
    assert typed("mine.py:one").name == "mine.py:one"
    with pytest.raises(StrategyError, match=r"mine\.py has no 'two'; say mine\.py:one"):
        typed("mine.py:two")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("mirro", "no player 'mirro', did you mean mirror? Expected human"),
        ("best:1:2", "no player 'best:1:2'; expected human"),
        ("greedy:3", "no player 'greedy:3'; expected human"),
        ("minimax:2:x", "the seed in 'minimax:2:x' must be a whole number"),
        ("minimax:201", "the depth of minimax is 1 to 200 plies, got 201"),
    ],
)
def test_what_is_no_player_is_refused(text: str, said: str) -> None:
    with pytest.raises(ParameterError) as caught:
        typed(text)
    assert str(caught.value).startswith(said)
