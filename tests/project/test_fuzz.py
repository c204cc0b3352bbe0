"""The fuzzer itself: its plain solver, what it takes for a fault, how it makes cases small."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest
from tests.fuzz.actions import DAMAGES, Action
from tests.fuzz.cases import Case, batch_of
from tests.fuzz.checks import check_refusal, check_solution
from tests.fuzz.damage import damage
from tests.fuzz.faults import Fault
from tests.fuzz.graphs import Sheet, random_graph, random_sheet
from tests.fuzz.machine import LARGE, NO_SYNC
from tests.fuzz.performing import load, perform
from tests.fuzz.plans import check_consistent, check_plan
from tests.fuzz.programs import MOVES, OUTCOME, PLAY, START, Program
from tests.fuzz.running import fault_of
from tests.fuzz.shrinking import shrink
from tests.fuzz.truth import Truth, truth_of

from perfectplay import Game, solve, verify
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.games.dodgem import Dodgem
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.kalah import Kalah
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.solver.resume import solve_into
from perfectplay.solver.retrograde.reference_solver import solve_reference
from places import ROOT
from random_games import AgainStrings, PuzzleIntegers, SeatedIntegers

GAMES: list[Game] = [
    TicTacToe(),
    Dodgem(3),
    Kalah(2, 2),
    DotsAndBoxes(2, 1),
    *(AgainStrings(seed) for seed in range(3)),
    *(SeatedIntegers(seed) for seed in range(3)),
    *(PuzzleIntegers(seed) for seed in range(3)),
]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_plain_solver_and_the_reference_agree(game: Game) -> None:
    truth = truth_of(game)
    found = solve_reference(CheckedGame(game), 50_000)
    assert truth.states == found.states
    assert truth.value == [int(value) for value in found.value]
    assert truth.remoteness == found.remoteness
    assert truth.score == (found.score if game.scoring else None)


def changed_value(truth: Truth) -> None:
    truth.value[77] = truth.value[77] % 3 + 1


def changed_remoteness(truth: Truth) -> None:
    truth.remoteness[500] = 9


def forgotten_move(truth: Truth) -> None:
    truth.children[0].pop()
    truth.moves[0].pop()


def forgotten_state(truth: Truth) -> None:
    del truth.states[77], truth.value[77], truth.remoteness[77], truth.over[77]


@pytest.mark.parametrize(
    "change", [changed_value, changed_remoteness, forgotten_move, forgotten_state]
)
def test_a_solution_that_is_wrong_anywhere_is_a_fault(change: Callable[[Truth], None]) -> None:
    truth = truth_of(TicTacToe())
    solution = solve(TicTacToe(), method="interpreted")
    change(truth)
    with pytest.raises(Fault):
        check_solution(solution, truth)


def test_a_right_solution_is_no_fault() -> None:
    check_solution(solve(TicTacToe(), method="interpreted"), truth_of(TicTacToe()))


@pytest.mark.parametrize("how", DAMAGES)
@pytest.mark.parametrize("at", [0.1, 0.77])
def test_every_damage_is_one(how: str, at: float, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    game = TicTacToe()
    solve_into(game, tmp_path / "solution", method="interpreted")
    assert verify(tmp_path / "solution", game).ok
    assert damage(tmp_path / "solution", how, at)
    assert not verify(tmp_path / "solution", game).ok


def test_what_a_refusal_to_compile_must_say() -> None:
    check_refusal(None, [])
    check_refusal("a list of unlike rows (mine.py:7); use rows of one length", [7])
    for said, marked in (
        ("a list of unlike rows (mine.py:7)", []),  # these rules must compile
        ("a tuple is longer or shorter than it looked", [7]),
        ("len of an integer (mine.py:2)", [7]),
        ("phi is a tuple of 2 items (mine.py:7)", [7]),
    ):
        with pytest.raises(Fault):
            check_refusal(said, marked)


def told(low: float, likely: float, high: float | None) -> dict[str, float | None]:
    return {"low": low, "likely": likely, "high": high}


def plan_with(**ranges: object) -> dict[str, object]:
    plain = dict.fromkeys(
        ("states", "moves", "largest_tier", "memory", "disk", "work_files", "seconds"),
        told(5, 5, 5),
    )
    return {**plain, "representatives": None, "exact": True, **ranges}


def test_what_a_plan_may_not_say() -> None:
    right = plan_with()
    assert check_plan(right, 5, 5, 5, None, Action(), symmetric=False)
    for wrong in (
        plan_with(states=told(1, 5, 5)),  # exact, and a range
        plan_with(states=told(6, 6, 6)),
        plan_with(moves=told(9, 8, None)),  # out of order
        plan_with(states=told(5, 5, None), representatives=told(60, 60, None), exact=False),
        plan_with(states=told(110_000, 110_000, None), moves=told(0, 0, None), exact=False),
        plan_with(states=told(6, 9, None), exact=False),  # a bound that does not hold
    ):
        with pytest.raises(Fault):
            check_plan(wrong, 5, 5, 5, None, Action(), symmetric=False)
    assert not check_plan(plan_with(states=told(6, 7, 8), exact=False), 5, 5, 5, None, Action(),
                          symmetric=False)  # fmt: skip
    with pytest.raises(Fault, match="more representatives"):
        check_consistent(plan_with(representatives=told(9, 9, 9)))


def test_a_case_depends_on_its_seed_alone() -> None:
    for number in range(30):
        first, again = batch_of(7, number), batch_of(7, number)
        assert first == again
        assert [case.text() for case in first] == [case.text() for case in again]
    assert batch_of(7, 3) != batch_of(8, 3)


def test_all_ways_of_writing_piles_are_one_game(tmp_path: Path) -> None:
    plain = answers(tmp_path, Program(3))
    same = [("start", START), ("play", PLAY), ("outcome", OUTCOME), ("moves", MOVES)]
    for rule, ways in same:
        for way in ways:
            if way in ("value", "back"):  # other games
                continue
            assert answers(tmp_path, replace(Program(3), **{rule: way})) == plain, way


def answers(folder: Path, program: Program) -> dict[object, tuple[int, int | None]]:
    file = folder / f"{abs(hash(program))}.py"
    file.write_text(program.text(), encoding="utf-8")
    truth = truth_of(load(file, {"n": 3}))
    return dict(zip(truth.states, zip(truth.value, truth.remoteness, strict=True), strict=True))


def test_random_graphs_are_reached_whole_and_tiers_do_not_fall() -> None:
    for seed in range(60):
        chance = random.Random(seed)
        sheet = random_sheet(chance)
        if sheet.broken:
            continue
        graph = random_graph(chance, sheet)
        seen, rest = {0}, [0]
        while rest:
            node = rest.pop()
            for edge in graph[node].edges:
                assert graph[edge.to].tier >= graph[node].tier
                assert not sheet.points or edge.to > node
                if edge.to not in seen:
                    seen.add(edge.to)
                    rest.append(edge.to)
        assert seen == set(range(len(graph)))


def test_cases_are_made_small() -> None:
    sheet = next(
        sheet for seed in range(100)
        if len((sheet := random_sheet(random.Random(seed))).graphs) > 1 and not sheet.broken
        and not sheet.points and max(map(len, sheet.graphs)) >= 60
    )  # fmt: skip
    way = max(range(len(sheet.graphs)), key=lambda n: len(sheet.graphs[n]))
    case = Case("0.0.0", sheet, way, Action(do="store", threads=2, kills=(3, 9), large=True))

    def fails(tried: Case) -> bool:
        assert isinstance(tried.subject, Sheet)
        graph = tried.subject.graphs[tried.way]
        return tried.action.large and any(
            edge.to > n for n, e in enumerate(graph) for edge in e.edges
        )

    small = shrink(case, fails, 60.0)
    assert isinstance(small.subject, Sheet)
    assert [len(graph) for graph in small.subject.graphs] == [2]
    assert sum(len(node.edges) for node in small.subject.graphs[0]) == 1
    assert small.subject.shape == "integer"
    assert small.action == Action(do="store", large=True)


def test_a_case_is_a_file_that_runs(tmp_path: Path) -> None:
    case = next(c for n in range(99) for c in batch_of(5, n) if c.action.do == "check")
    assert fault_of(replace(case, action=Action(method="interpreted"))) is None
    file = tmp_path / "rules.py"
    file.write_text(case.text(), encoding="utf-8")
    perform(
        file, case.parameters, Action(method="interpreted"), getattr(case.subject, "broken", "")
    )


def test_a_process_that_dies_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.fuzz import performing

    monkeypatch.setattr(performing, "perform", lambda *_: os.kill(os.getpid(), signal.SIGKILL))
    found = fault_of(batch_of(1, 0)[0])
    assert found is not None
    assert found.kind == "a solve dies or hangs"


@pytest.mark.landmark
def test_ten_minutes_of_random_rules(tmp_path: Path) -> None:
    seed = random.SystemRandom().randrange(1_000_000)
    root = ROOT
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz", "--seed", str(seed), "--cases", "1000000",
         "--seconds", "600", "--out", str(tmp_path)],
        cwd=root, capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(root / "src"), str(root)])},
    )  # fmt: skip
    print(f"seed {seed}")  # noqa: T201
    assert done.returncode == 0, done.stdout + done.stderr


def test_thresholds_that_are_lowered_are_still_there() -> None:
    for module, name, _ in (*LARGE, NO_SYNC):
        assert hasattr(import_module(module), name), (module, name)
