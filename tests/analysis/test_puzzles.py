"""Puzzles that are chosen: unique keys, no near-duplicates, the same by seed; wrong arguments."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from games_of_puzzles import GAMES, Corridor, Lights, name_of
from perfectplay import Game, Solution, Value, puzzles, solve
from perfectplay.analysis.puzzles import graded_positions as graded_module
from perfectplay.analysis.puzzles import looked_positions as looked_module
from perfectplay.analysis.puzzles import puzzles as puzzle_search
from perfectplay.analysis.puzzles.looked_positions import looked_positions
from perfectplay.core.errors import ParameterError, QueryError
from perfectplay.core.progress import Reporter
from perfectplay.games.chopsticks import Chopsticks
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.hexapawn import Hexapawn
from perfectplay.games.kalah import Kalah
from perfectplay.games.nim import Nim
from perfectplay.games.spoons import Spoons
from perfectplay.games.tic_tac_toe import TicTacToe
from puzzles_by_definition import made_moves, plies_from, worth


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_chosen_puzzles(game: Game) -> None:
    """Each key is the only best move by the reference; no two are symmetric, and few are alike."""
    reference, rules = solve(game, method="reference"), solve(game).rules
    if isinstance(game, Lights):  # moves may be made in any order
        with pytest.raises(ParameterError, match=r"in none of the solvable positions .* \(10\) is"):
            puzzles(solve(game))
        return
    found = puzzles(solve(game), 40)
    seen: set[Any] = set()
    alike: Counter[Any] = Counter()
    for puzzle in found.puzzles:
        assert best_moves(reference, puzzle.state) == [puzzle.key]
        assert len(rules.position(puzzle.state).options) > 1
        assert puzzle.state not in seen
        seen.update(rules.symmetries(puzzle.state))
        for theme in puzzle.themes:
            record = puzzle.record
            worth = record.value, record.score, record.remoteness
            alike[theme, worth, len(record.moves), puzzle.tempting] += 1
        check_line(reference, puzzle.state, puzzle.line)
        assert puzzle.wrong.text != puzzle.key_text
    assert max(alike.values()) <= 2
    assert [p.grade for p in found.puzzles] == sorted(p.grade for p in found.puzzles)


def best_moves(reference: Any, state: Any) -> list[Any]:
    """The moves that keep the worth and the plies."""
    made, plies = made_moves(reference, state), plies_from(reference, state)
    mine = worth(reference, state)
    keeping = [one for one in made if one.worth == mine]
    return [one.move for one in keeping if one.plies == plies]


def check_line(reference: Any, state: Any, line: tuple[str, ...]) -> None:
    """Each move is a best one."""
    for text in line:
        best = {reference.rules.move_text(move): move for move in best_moves(reference, state)}
        state = reference.rules.play(state, best[text])


def test_the_seed_says_which() -> None:
    solution = solve(TicTacToe())
    one, again, other = (puzzles(solution, 12, seed=seed) for seed in (5, 5, 6))
    assert one.as_dict() == again.as_dict()
    assert {p.state for p in one.puzzles} != {p.state for p in other.puzzles}


def test_a_stored_solution_gives_the_same(tmp_path: Path) -> None:
    for game in (TicTacToe(), Spoons()):
        solution = solve(game)
        solution.save(tmp_path / name_of(game))
        stored = Solution.open(tmp_path / name_of(game))
        assert puzzles(stored, 9).as_dict() == puzzles(solution, 9).as_dict()


def test_without_symmetries_none_are_images_of_each_other() -> None:
    game = TicTacToe()
    found = puzzles(solve(game, symmetries=False), 30)
    classes = {min(game.symmetries(puzzle.state)) for puzzle in found.puzzles}
    assert len(classes) == len(found) > 20


def test_themes_that_are_asked_for() -> None:
    solution = solve(TicTacToe())
    found = puzzles(solution, 5, themes=["escape", "escape"])
    assert all(puzzle.themes[0] == "escape" for puzzle in found.puzzles)
    assert {puzzle.record.value for puzzle in found.puzzles} == {Value.DRAW}
    assert puzzles(solution, 5, themes="escape").as_dict() == found.as_dict()
    deep = puzzles(solve(Corridor(20)), 3, themes=["zugzwang"])
    assert {puzzle.themes[0] for puzzle in deep.puzzles} == {"zugzwang"}


def test_a_sample_of_all_values_and_distances() -> None:
    """Few positions of many; rare distances are all looked at."""
    solution = solve(ConnectFour(4, 3))
    found = puzzles(solution, 30, look=600)
    assert 400 < found.looked < 800 < found.positions
    assert "by chance of" in found.notes[0]
    looked = looked_positions(solution, 600, 2, 0, Reporter(None))
    there = Counter(
        zip(looked.entries.values.tolist(), looked.entries.remoteness.tolist(), strict=True)
    )
    wanted = {
        (int(value), plies): count
        for (value, plies), count in solution.histogram.items()
        if value != Value.LOSS and plies >= 2
    }
    assert set(there) == set(wanted)
    assert all(there[kind] == count for kind, count in wanted.items() if count < 50)


def test_few_are_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many positions some by chance are graded, or looked at for zugzwang; the notes say so."""
    monkeypatch.setattr(puzzle_search, "SEARCHED", 100)
    monkeypatch.setattr(graded_module, "ASKED", 8)
    found = puzzles(solve(Kalah(3, 2, scoring=True)), 10)
    assert found.notes[1] == "100 of these, by chance, were graded"
    assert found.found["only"] == 100
    solution = solve(Corridor(30))
    found = puzzles(solution, 10)
    assert found.notes[1] == "zugzwang was looked for in 8 of these, by chance"
    assert found.found["zugzwang"] <= 8
    for puzzle in found.puzzles:
        assert solution.best_moves(puzzle.state) == [puzzle.key]
    monkeypatch.setattr(looked_module, "ROOM", 500)
    assert puzzles(solve(TicTacToe()), 1).looked < 200 < puzzles(solve(TicTacToe()), 1).positions


def test_all_themes_get_their_turn() -> None:
    found = puzzles(solve(ConnectFour(4, 3)), 20)
    first = Counter(puzzle.themes[0] for puzzle in found.puzzles)
    assert set(first) == {theme for theme, count in found.found.items() if count}
    assert max(first.values()) <= 20 / len(first) + 3
    assert len({puzzle.grade for puzzle in found.puzzles}) > 2


def test_games_without_a_puzzle() -> None:
    for game, words in (
        (
            Nim((1,)),
            "nim has no puzzle: no won or drawn position 2 plies or more from the end; with",
        ),
        (Nim((1, 1)), "no won or drawn position 2 plies or more"),
        (DotsAndBoxes(1, 1), "has no puzzle: in none of the positions"),
    ):
        with pytest.raises(ParameterError, match=words):
            puzzles(solve(game))
    with pytest.raises(ParameterError, match="no puzzle of the theme deep4 among"):
        puzzles(solve(Hexapawn(3)), themes=["deep4"])


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"count": 0}, "count must be a whole number from 1 to 10,000, got 0"),
        ({"count": 2.5}, "count must be a whole number from 1 to 10,000, got 2.5"),
        ({"count": True}, "count must be a whole number from 1 to 10,000, got True"),
        ({"count": 10**9}, "count must be a whole number from 1 to 10,000, got 1000000000"),
        ({"seed": -1}, "seed must be a whole number from 0"),
        ({"seed": "x"}, "seed must be a whole number from 0"),
        ({"seed": 1 << 64}, "seed must be a whole number from 0"),
        ({"least": 0}, "least must be a whole number from 1"),
        ({"look": 0}, "look must be a whole number from 1"),
        ({"themes": []}, "expected at least one theme of only, quiet"),
        ({"themes": ["mate"]}, "there is no theme 'mate'; expected some of only, quiet"),
        ({"themes": 3}, "themes are a list of some of only"),
        ({"themes": [3]}, "there is no theme 3; expected"),
        ({"themes": ["sacrifice"]}, "no puzzles of the theme sacrifice: there are no points"),
        ({"themes": ["zugzwang"]}, "theme zugzwang: no position is known to be the same"),
    ],
    ids=lambda one: None if isinstance(one, str) else str(one),
)
def test_wrong_arguments(given: dict[str, Any], words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        puzzles(solve(TicTacToe()), **given)


def test_what_is_no_solution() -> None:
    for wrong in (TicTacToe(), TicTacToe, "tic_tac_toe", None):
        with pytest.raises(QueryError, match="puzzles expects a solution, as solve returns it"):
            puzzles(wrong)


def test_a_puzzle_for_one_player() -> None:
    found = puzzles(solve(Lights()), 4, least=1)
    assert all(puzzle.task == "Solve it in 1 move." for puzzle in found.puzzles)
    assert "solved in 3 moves" in found.puzzles[0].wrong_words
    assert set(found.left_out) == {"quiet", "sacrifice", "zugzwang", "escape"}


@pytest.mark.landmark
def test_a_hundred_puzzles_of_connect_four_on_5x5() -> None:
    """The figure of docs/puzzles.md. States: J. Tromp."""
    solution = solve(ConnectFour(5, 5))
    assert len(solution) == 69_763_700
    found = puzzles(solution, 100)
    assert len(found) == 100
    assert all(solution.best_moves(puzzle.state) == [puzzle.key] for puzzle in found.puzzles)


def test_lines_that_do_not_end_have_dots() -> None:
    found = puzzles(solve(Chopsticks(3)), 20, least=1)
    for puzzle in found.puzzles:
        for words, had, line in (
            (puzzle.line_words, puzzle.worth, puzzle.line),
            (puzzle.wrong_words, puzzle.wrong.worth, puzzle.wrong.line),
        ):
            assert ("…" in words) == (len(line) > 8 or had.plies is None)
    assert any(len(one.line) <= 8 and "…" in one.line_words for one in found.puzzles)


def test_why_there_are_fewer_than_asked_for() -> None:
    """Either there are no others, or none that are unlike those that were chosen."""
    few = puzzles(solve(Nim((2, 3, 4))), 100)
    all_of_them = puzzles(solve(Nim((1, 2))), 100)
    notes = [next(note for note in found.notes if "fewer" in note) for found in (few, all_of_them)]
    assert "all others are symmetric to these" in notes[0]
    assert len(all_of_them.puzzles) == all_of_them.keys
    assert notes[1] == "99 puzzles fewer than asked for: there are no others"
    assert all_of_them.notes[0] == "1 of 1 won or drawn position has exactly one good move"


class River(Game):
    """A farmer, a wolf, a goat and a cabbage cross a river: 1 for each that is left."""

    players = 1

    def start(self) -> tuple[int, ...]:
        return (1, 1, 1, 1)

    def moves(self, state: tuple[int, ...]) -> list[int]:
        return [i for i in range(4) if state[i] == state[0]]

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return tuple(1 - x if i in (0, move) else x for i, x in enumerate(state))

    def outcome(self, state: tuple[int, ...]) -> Value | None:
        farmer, wolf, goat, cabbage = state
        if goat != farmer and goat in (wolf, cabbage):
            return Value.LOSS
        return None if any(state) else Value.WIN


def test_positions_with_a_key_and_without_a_theme_are_others() -> None:
    solution = solve(River())
    found = puzzles(solution, 10)
    assert found.notes[:2] == (
        "7 of 8 solvable positions have exactly one good move",
        "4 puzzles fewer than asked for: the others have no theme",
    )
    deep = puzzles(solution, 10, themes=["deep4"])
    assert "the others have none of these themes" in deep.notes[1]
