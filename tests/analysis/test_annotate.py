"""Judged plays: each mark and loss by its definition, from the reference solver's values."""

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from games_of_puzzles import Lights
from perfectplay import Game, Value, annotate, read_plays, solve, write_plays
from perfectplay.analysis.annotate.judged_play import AnnotatedPlay
from perfectplay.analysis.annotate.play_tables import error_tables
from perfectplay.core.errors import ParseError, QueryError, UnknownStateError
from perfectplay.games.chopsticks import Chopsticks
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.hexapawn import Hexapawn
from perfectplay.games.kalah import Kalah
from perfectplay.games.kayles import Kayles
from perfectplay.games.nim import Nim
from perfectplay.games.spoons import Spoons
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.play.written.written_play import WrittenMove, WrittenPlay

GAMES: list[Game] = [
    TicTacToe(length=2), Kalah(2, 2), DotsAndBoxes(1, 2), Nim((1, 2, 3)), Kayles(5), Hexapawn(3),
    Spoons(), Lights(),
]  # fmt: skip


def random_play(game: Game, chance: random.Random, most: int = 30) -> list[Any]:
    """Moves of a random play, as the rules have them."""
    rules, moves = solve(game).rules, []
    state = rules.start()
    while (options := rules.position(state).options) and len(moves) < most:
        move, state = chance.choice(options)
        moves.append(move)
    return moves


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_marks_are_those_of_the_definition(game: Game) -> None:
    chance, reference = random.Random(1), solve(game, method="reference")
    solution = solve(game)
    seen: Counter[str] = Counter()
    for _ in range(6):
        moves = random_play(game, chance)
        judged = annotate(solution, moves)
        assert judged.error is None
        assert len(judged.moves) == len(moves)
        state, rules = reference.start, reference.rules
        for found, move in zip(judged.moves, moves, strict=True):
            child = rules.play(state, move)
            worths = [_worth(reference, state, one) for one in _moves(reference, state)]
            mine = _worth(reference, state, move)
            best = max(worths)
            if not rules.scoring:
                assert found.before.value == best
                assert found.after.value == mine
            assert found.loss == best - mine
            good = sum(one == best for one in worths)
            assert (found.moves, found.good) == (len(worths), good)
            is_best = move in reference.best_moves(state)
            assert bool(found.better) == (not is_best)
            if found.mark in ("?", "??"):
                assert found.loss
            else:
                assert not found.loss
            if not rules.scoring:
                lost = rules.game.players == 1 or best != Value.WIN or mine != Value.LOSS
                expected = {0: "", 1: "?", 2: "?" if lost and best - mine == 1 else "??"}
                if found.loss:
                    assert found.mark == expected[found.loss]
                elif not is_best and best != Value.DRAW:
                    assert found.mark == "?!"
                else:
                    only = good == 1 < len(worths) and best != Value.LOSS
                    assert found.mark == ("!" if only else "")
            if found.loss:
                _check_line(reference, state, found.line)
            seen[found.mark] += 1
            state = child
    assert seen.total()


def _moves(solution: Any, state: Any) -> list[Any]:
    return [move for move, _ in solution.rules.position(state).options]


def _worth(solution: Any, state: Any, move: Any) -> int:
    """What a move is worth for the mover: a value, or points."""
    rules = solution.rules
    child = rules.play(state, move)
    again = rules.game.players == 1 or rules.moves_again(state, move, child)
    if rules.scoring:
        score = solution.score(child)
        return int(rules.gain(state, move) + (score if again else -score))
    value = solution.value(child)
    return int(value if again else {1: 3, 2: 2, 3: 1}[int(value)])


def _check_line(solution: Any, state: Any, line: tuple[str, ...]) -> None:
    """Each move of the line is a best one."""
    for text in line:
        best = {solution.rules.move_text(move): move for move in solution.best_moves(state)}
        state = solution.rules.play(state, best[text])


def test_the_result_and_the_sentences() -> None:
    """The play in which the second player does not block, written out by hand."""
    judged = annotate(solve(TicTacToe()), ["1", "2", "5", "3", "9"])
    assert [move.text + move.mark for move in judged.moves] == ["1", "2?", "5", "3?!", "9"]
    assert judged.result == "1-0"
    assert judged.summary == (
        "With best play it was a draw.",
        "Move 2, 2?, by the second player, lost the draw; 5 was the only move that kept it "
        f"({'  '.join(judged.moves[1].line)}).",
        "The first player won after 5 plies.",
        "The first player kept the value in 2 of 2 moves that could lose something: 100 %.",
        "The second player kept the value in 0 of 1 move that could lose something: 0 %.",
    )


def test_points_before_a_blunder_count() -> None:
    """A move that loses points is a blunder only if it turns a won play into a lost one."""

    class Points(Game):
        """Take 4, 1 or 0 points, twice."""

        scoring = True

        def start(self) -> tuple[int, int]:
            return (0, 2)

        def moves(self, state: tuple[int, int]) -> list[int]:
            return [4, 1, 0]

        def gain(self, state: tuple[int, int], move: int) -> int:
            return move

        def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
            return (state[0], state[1] - 1)

        def outcome(self, state: tuple[int, int]) -> int | None:
            return -1 if state[1] == 0 else None

    solution = solve(Points())
    judged = annotate(solution, ["1", "1"])
    assert [(move.mark, move.loss) for move in judged.moves] == [("?", 3), ("?", 3)]
    assert "lost 3 points (-4 in place of -1); 4 was the only move" in judged.summary[1]
    assert (judged.result, judged.points) == ("0-1", (0, 1))
    judged = annotate(solution, [4, 0])
    assert [(move.mark, move.loss) for move in judged.moves] == [("!", 0), ("??", 4)]
    assert (judged.result, judged.points) == ("1-0", (3, 0))


def test_plays_that_begin_elsewhere() -> None:
    solution = solve(TicTacToe())
    state = solution.rules.play(solution.start, solution.rules.game.parse_move("5"))
    judged = annotate(solution, ["1"], state=state)
    assert judged.names == ("the player who began", "the other player")
    assert judged.moves[0].seat is None
    play = WrittenPlay((WrittenMove("1"),), {"From": solution.rules.text(state, None)})
    assert annotate(solution, play).moves == judged.moves
    with pytest.raises(ParseError):
        annotate(solution, WrittenPlay((), {"From": "no board"}))
    with pytest.raises(UnknownStateError):
        annotate(solve(Nim((1, 2))), ["1 from row 1"], state=(5, 5))


def test_moves_that_are_not_legal_end_a_play() -> None:
    solution = solve(Nim((1, 2)))
    judged = annotate(solution, ["1 from row 2", "7 from row 1"])
    assert len(judged.moves) == 1
    assert judged.error is not None
    assert judged.error.startswith("move '7 from row 1' is not legal in")
    assert judged.error.endswith("(move number 2)")
    assert judged.result == "*"
    assert "judged up to move 1" in " ".join(judged.summary)
    own = annotate(solution, [(9, 9)])  # not a text
    assert own.error is not None
    assert "is not legal in" in own.error
    none = annotate(solution, ["7 from row 1"])
    assert none.summary[0].startswith("No move was judged: move '7 from row 1' is not legal in")


def test_what_is_no_solution() -> None:
    with pytest.raises(QueryError, match="annotate expects a solution, as solve returns it"):
        annotate(TicTacToe(), ["5"])  # type: ignore[arg-type]


def test_an_annotated_file_stays_as_it_is(tmp_path: Path) -> None:
    """Written, read and annotated again: the same text, with the comments of its author."""
    solution = solve(Chopsticks(3))
    moves = [
        solution.rules.move_text(move) for move in random_play(solution.game, random.Random(3))
    ]
    play = WrittenPlay(
        tuple(WrittenMove(text, comment="mine" if n == 1 else "") for n, text in enumerate(moves)),
        {"First": "Ann"},
    )
    for ending in (".pgn", ".sgf"):
        write_plays(tmp_path / f"a{ending}", [annotate(solution, play).written("chopsticks")])
        again = [annotate(solution, one).written() for one in read_plays(tmp_path / f"a{ending}")]
        write_plays(tmp_path / f"b{ending}", again)
        first, second = ((tmp_path / f"{name}{ending}").read_text() for name in "ab")
        assert first == second
        assert "mine " in first


def test_moves_that_are_not_judged_stay_in_the_file(tmp_path: Path) -> None:
    """Also when it is annotated again."""
    solution = solve(TicTacToe())
    first, second = tmp_path / "a.pgn", tmp_path / "b.pgn"
    first.write_text("1. 5 1 2. 5 {mine} 3 3. 9? 1-0\n")
    for source, target in ((first, second), (second, first)):
        (play,) = read_plays(source)
        write_plays(target, [annotate(solution, play).written()])
        (again,) = read_plays(target)
        assert again.texts == ("5", "1", "5", "3", "9")
        assert [(move.mark, move.comment) for move in again.moves[2:]] == [
            ("", "mine"), ("", ""), ("?", "")
        ]  # fmt: skip
        assert again.headers["Result"] == "1-0"
    assert again.comment.count("judged up to move 2: move '5' is not legal") == 1
    assert "line" not in again.comment


def test_tables_add_up() -> None:
    solution, chance = solve(TicTacToe()), random.Random(5)
    plays: list[AnnotatedPlay] = [
        annotate(solution, random_play(solution.game, chance)) for _ in range(20)
    ]
    tables = error_tables(plays)
    moves = [move for play in plays for move in play.moves]
    telling = [move for move in moves if move.telling]
    for rows, counted in (
        (tables.by_player, moves),
        (tables.by_ply, moves),
        (tables.by_kind, telling),
    ):
        assert sum(row.moves for row in rows) == len(counted)
        assert sum(row.accuracy.telling for row in rows) == len(telling)
        assert sum(row.accuracy.kept for row in rows) == sum(not move.loss for move in telling)
        assert sum(row.loss for row in rows) == sum(move.loss for move in moves)
    assert [row.of for row in tables.by_ply[:3]] == ["1", "2", "3"]
    assert {row.of for row in tables.by_player} == {"the first player", "the second player"}
