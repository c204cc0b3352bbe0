"""A symmetry that is none: a solve ends with it, and the verifier finds it in what is stored."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from perfectplay import Game, Value, put, solve
from perfectplay.analysis.statistics import statistics
from perfectplay.compiler.class_checks import FIRST, check_classes, reaches_whole_classes
from perfectplay.core.errors import RulesError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.solver import whole_graph
from perfectplay.solver.estimate.forecast import forecast
from perfectplay.solver.estimate.interval import Interval
from perfectplay.verifier.verifying import verify
from stored_by_hand import rows_of, write, write_manifest

Pair = tuple[int, int]


@dataclass(frozen=True)
class Falling(Game):
    """Two piles, one stone from either; who empties the left one wins. Exchanging the piles is
    taken for a symmetry."""

    left: int = 3
    right: int = 5

    def start(self) -> Pair:
        return (self.left, self.right)

    def moves(self, state: Pair) -> Iterator[int]:
        for i in range(2):
            if state[i] > 0:
                yield i

    def play(self, state: Pair, move: int) -> Pair:
        return (state[0] - 1, state[1]) if move == 0 else (state[0], state[1] - 1)

    def outcome(self, state: Pair) -> Value | None:
        return Value.LOSS if state[0] == 0 else None

    def symmetries(self, state: Pair) -> Iterator[Pair]:
        yield (state[1], state[0])


@dataclass(frozen=True)
class Deep(Game):
    """A counter, and a place on a line that is mirrored; in the second half of a play it is over
    on the right."""

    length: int = 400

    def start(self) -> Pair:
        return (0, 0)

    def moves(self, state: Pair) -> Iterator[int]:
        yield -1
        yield 1

    def play(self, state: Pair, move: int) -> Pair:
        return (state[0] + 1, max(-20, min(20, state[1] + move)))

    def outcome(self, state: Pair) -> Value | None:
        if state[1] > 0 and state[0] > self.length // 2:
            return Value.DRAW
        return Value.LOSS if state[0] == self.length else None

    def tier(self, state: Pair) -> int:
        return state[0]

    def symmetries(self, state: Pair) -> Iterator[Pair]:
        yield (state[0], -state[1])


@dataclass(frozen=True)
class DeepAlike(Deep):
    """The same where both sides play alike."""

    def outcome(self, state: Pair) -> Value | None:
        return Value.LOSS if state[0] == self.length else None


@pytest.mark.parametrize("method", ["auto", "interpreted", "compiled"])
@pytest.mark.parametrize("game", [Falling(), Deep(40)])
def test_a_solve_ends_with_it(game: Game, method: str) -> None:
    with pytest.raises(RulesError, match="but outcome gives ") as caught:
        solve(game, method=method)
    assert caught.value.promise == "symmetry-outcome"
    assert len(solve(game, method=method, symmetries=False)) > 20


class Dominoes(Game):
    """Dominoes on four by three, upright ones against level ones; both reflections are given, and
    not the two of them together."""

    stuck = Value.LOSS

    def start(self) -> int:
        return 0

    def moves(self, state: int) -> Iterator[int]:
        for cell in range(12):
            upright = (1 << cell) | (1 << cell + 4)
            level = (1 << cell) | (1 << cell + 1)
            if state & 1 and cell % 4 < 3 and not state >> 1 & level:
                yield level
            elif not state & 1 and cell < 8 and not state >> 1 & upright:
                yield upright

    def play(self, state: int, move: int) -> int:
        return (state >> 1 | move) << 1 | (1 - (state & 1))

    def outcome(self, state: int) -> None:
        return None

    def symmetries(self, state: int) -> Iterator[int]:
        board, turn = state >> 1, state & 1
        rows = (board & 15, board >> 4 & 15, board >> 8)
        yield (rows[2] | rows[1] << 4 | rows[0] << 8) << 1 | turn
        mirrored = sum((board >> cell & 1) << cell // 4 * 4 + 3 - cell % 4 for cell in range(12))
        yield mirrored << 1 | turn


@pytest.mark.parametrize("method", ["interpreted", "compiled"])
def test_a_class_that_is_not_whole_is_named_and_no_rule_that_answers_otherwise(method: str) -> None:
    with pytest.raises(RulesError, match="but their classes differ") as caught:
        solve(Dominoes(), method=method)
    assert caught.value.promise == "symmetry-class"


def test_one_that_only_late_states_show_is_found_when_all_are_explored() -> None:
    """The first states, which are asked before, know nothing of it."""
    check_classes(CheckedGame(Deep()), [(i // 10, i % 20) for i in range(FIRST)])
    with pytest.raises(RulesError, match="symmetries gives"):
        solve(Deep(), method="compiled")
    assert solve(DeepAlike(), method="compiled").start == (0, 0)


@pytest.mark.parametrize("game", [Falling(), Deep(40), Deep()], ids=["falling", "short", "long"])
def test_statistics_refuse_what_a_solve_refuses(game: Game) -> None:
    with pytest.raises(RulesError, match="but outcome gives ") as caught:
        statistics(game)
    assert caught.value.promise == "symmetry-outcome"
    assert statistics(game, symmetries=False).representatives is None


def test_statistics_refuse_false_symmetries_of_compiled_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(whole_graph, "is_large", lambda states, _: states > FIRST)
    with pytest.raises(RulesError, match="but outcome gives "):
        statistics(Deep())


def test_nothing_is_left_in_a_folder(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    with pytest.raises(RulesError):
        solve(Falling(), folder=tmp_path / "f")
    assert not (tmp_path / "f").exists()


# --- classes that are reached in part only --------------------------------------------------------


@dataclass(frozen=True)
class FirstOnOneSide(DeepAlike):
    """The first move is offered on one side only: half of many classes is never reached."""

    def moves(self, state: Pair) -> Iterator[int]:
        if state[0] != 0:
            yield -1
        yield 1


def test_whether_classes_are_reached_does_not_hang_on_how_many_states_were_met() -> None:
    """Else the counts would depend on the speed of the machine, or on where a solve went on."""

    def states(count: int, odd: int) -> list[Pair]:
        return [(0, 0) if i == odd else (1 + i // 21, i % 21) for i in range(count)]

    for odd in range(0, 2 * FIRST, 7):
        answers = {
            reaches_whole_classes(CheckedGame(FirstOnOneSide()), states(count, odd))
            for count in (FIRST, FIRST + 100, 50_000)
        }
        assert len(answers) == 1


def test_counts_where_a_class_is_reached_in_part() -> None:
    for method in ("interpreted", "compiled"):
        game = FirstOnOneSide(40)
        with_them, without = solve(game, method=method), solve(game, symmetries=False)
        assert with_them.counts == without.counts


# --- the verifier ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Cross(Game):
    """Stones on a square of four cells, with its eight turns and reflections declared; only the
    exchange of rows, the last of them, is one: the two cells of the upper row may not both be
    taken, nor may those of the lower."""

    def start(self) -> tuple[int, ...]:
        return (0, 0, 0, 0, 0)

    def moves(self, state: tuple[int, ...]) -> Iterator[int]:
        for i in range(4):
            if state[i] < 6 and (i != 0 or state[1] < 3) and (i != 2 or state[3] < 3):
                yield i

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return put(state, move, state[move] + 1)

    def outcome(self, state: tuple[int, ...]) -> Value | None:
        return Value.LOSS if state[0] + state[2] > 4 else None

    stuck = Value.DRAW

    def symmetries(self, s: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        yield (s[1], s[0], s[3], s[2], s[4])
        yield (s[0], s[2], s[1], s[3], s[4])
        yield (s[3], s[1], s[2], s[0], s[4])
        yield (s[1], s[3], s[0], s[2], s[4])
        yield (s[2], s[0], s[3], s[1], s[4])
        yield (s[3], s[2], s[1], s[0], s[4])
        yield (s[2], s[3], s[0], s[1], s[4])


@pytest.mark.parametrize("sample", [10_000, 200])
def test_the_verifier_tries_each_image(sample: int, tmp_path: Path) -> None:
    """Interpreted (10,000) and compiled: one true image among those declared hides no other."""
    pytest.importorskip("pyarrow")
    folder = write(tmp_path / "f", rows_of(Cross(), symmetries=True))
    result = verify(folder, Cross(), sample=sample)
    assert "symmetry" in {problem.kind for problem in result.problems}


@pytest.mark.parametrize("sample", [10_000, 100])
def test_the_verifier_knows_classes_that_are_reached_in_part(sample: int, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    folder = tmp_path / "f"
    solve(FirstOnOneSide(40), folder=folder)
    result = verify(folder, FirstOnOneSide(40), sample=sample)
    assert result.problems == ()
    assert any("has the image" in note and "possible" in note for note in result.notes)
    whole = json.loads((folder / "manifest.json").read_text())
    whole["covered"]["histogram"][0][2] += 1_000
    write_manifest(folder, whole)
    (problem,) = verify(folder, FirstOnOneSide(40), sample=sample).problems
    assert "it can only be from" in problem.message


def test_a_forecast_does_not_take_classes_for_whole_that_are_not() -> None:
    states = len(solve(FirstOnOneSide(40), symmetries=False))
    found = forecast(FirstOnOneSide(40))
    assert found.exact
    assert found.every == Interval.exactly(states)  # counted once more, without symmetries
    alike = forecast(DeepAlike(40))
    assert alike.every == Interval.exactly(len(solve(DeepAlike(40), symmetries=False)))
