"""What is measured is right: the baseline, the games of the benchmarks, the table. No times."""

from __future__ import annotations

import doctest
import json
import sys
from collections import Counter

import pytest

from places import ROOT

sys.path.insert(0, str(ROOT))

from benchmarks import (
    bench,
    connect_four_strings,
    history,
    machine,
    measure,
    natural,
    opponents,
    table,
    versions,
)
from benchmarks.__main__ import main
from benchmarks.connect_four_cells import ConnectFourCells
from benchmarks.interpreted_games import INTERPRETED_GAMES
from benchmarks.rook_and_king import RookAndKing
from benchmarks.s1_baseline import Baseline
from benchmarks.symmetric_games import SYMMETRIC_GAMES
from benchmarks.table import Row

from perfectplay import Game, Solution, solve
from perfectplay.compiler.class_checks import ClassCheck
from perfectplay.compiler.images.permuting_rules import permuted_cells
from perfectplay.core.errors import MethodError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.findings import FindingLog
from perfectplay.game.find.random_plays import random_states
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.fingers_down import FingersDown

TIC_TAC_TOE_LINES = ("012", "345", "678", "036", "147", "258", "048", "246")


def tic_tac_toe_move(move, state):
    cell = int(move)
    if state[cell] != ".":
        return False
    return (state[:cell] + "x" + state[cell + 1 :]).translate(str.maketrans("xo", "ox"))


def tic_tac_toe_value(state):
    if any(all(state[int(cell)] == "o" for cell in line) for line in TIC_TAC_TOE_LINES):
        return -1
    return "undecided" if "." in state else 0


TIC_TAC_TOE = ("." * 9, [*"012345678"], tic_tac_toe_move, tic_tac_toe_value)


def assert_agree(baseline: Baseline, solution: Solution) -> None:
    """Scores, their order by remoteness, and best moves, state by state."""
    assert len(baseline.children) == len(solution)
    scores = solution.scores()
    assert baseline.scores == scores
    assert list(baseline.scores.values()) == list(scores.values())
    assert baseline.best_moves == solution.keeping_moves_of_all()


def test_baseline_on_tic_tac_toe():
    """OEIS A008907, A048245: 5,478 states, 958 of them terminal."""
    baseline = Baseline(*TIC_TAC_TOE).solve()
    scores = list(baseline.scores.values())
    assert len(baseline.children) == 5_478
    assert (scores.count(1), scores.count(-1)) == (2_836, 1_574)
    assert sum(not moves for moves in baseline.legal_moves.values()) == 958
    assert_agree(baseline, solve(Game.from_functions(*TIC_TAC_TOE)))


@pytest.mark.parametrize("size", [(2, 2, 2), (3, 3, 3), (3, 4, 3), (4, 3, 4)])
def test_baseline_on_connect_four(size):
    functions = connect_four_strings.make(*size)
    baseline = Baseline(*functions).solve()
    assert_agree(baseline, solve(Game.from_functions(*functions)))


def test_baseline_on_a_game_with_loops():
    """Fingers down; here the graph has cycles, and draws have no end."""
    game = FingersDown()
    moves = sorted({move for state in solve(game).states() for move in game.moves(state)})
    functions = (
        game.start(),
        moves,
        lambda move, state: game.play(state, move) if move in game.moves(state) else False,
        lambda state: "undecided" if game.outcome(state) is None else int(game.outcome(state)) - 2,
    )
    baseline = Baseline(*functions).solve()
    scores = list(baseline.scores.values())
    assert (len(baseline.children), scores.count(1), scores.count(-1)) == (202, 48, 28)
    assert_agree(baseline, solve(Game.from_functions(*functions)))


def test_the_three_connect_fours_agree():
    """4×4 (J. Tromp: 161,029 states): the same counts for every remoteness."""
    strings = solve(connect_four_strings.game(4, 4))
    cells = solve(ConnectFourCells(4, 4))
    integers = solve(ConnectFour(4, 4))
    assert len(strings) == 161_029
    assert strings.by_remoteness == cells.by_remoteness == integers.by_remoteness
    assert strings.counts == cells.counts == integers.counts


def test_connect_four_cells_are_the_strings_turned_round():
    """State by state on a small board."""
    width, height = 3, 3
    strings = solve(connect_four_strings.game(width, height, 3))
    cells = solve(ConnectFourCells(width, height, 3))
    assert len(strings) == len(cells)
    for state in strings.states():
        columns = state.split("|")
        twin = tuple(".xo".index(columns[x][y]) for y in range(height) for x in range(width))
        twin = tuple(-1 if stone == 2 else stone for stone in twin)
        assert cells.value(twin) is strings.value(state)
        assert cells.remoteness(twin) == strings.remoteness(state)


# --- measuring and the table --------------------------------------------------------------------


def test_a_measured_process_has_its_own_peak():
    """A large parent does not count: what it held before stays its own."""
    ballast = b"x" * 300_000_000
    run = measure.measure("solving", environment={}, kind="subtraction", parameters={"stones": 100})
    assert len(ballast) == 300_000_000
    assert run.seconds > 0
    assert 5_000_000 < run.peak < 200_000_000
    assert run.facts["states"] == 101


def test_a_failing_task_is_an_error():
    with pytest.raises(measure.TaskError, match="ended with 1"):
        measure.measure("solving", environment={}, kind="no such game", parameters={})


def test_command(tmp_path, capsys):
    file = tmp_path / "rows.json"
    arguments = ["--quick", "--only", "subtraction", "--only", "start", "--json", str(file)]
    main(arguments)
    shown = capsys.readouterr().out
    assert "subtraction, 10,000 stones" in shown
    assert "rules alone" in shown
    rows = json.loads(file.read_text())["rows"]
    assert rows[0]["contender"] == "subtraction, 10,000 stones"
    assert rows[0]["states"] == 10_001
    assert rows[-1]["note"] == "does not import Numba"


def test_rows_are_judged_by_what_is_wanted():
    row = Row("", "", seconds=2.0, peak=30_000_000, states=1_000_000, ratio=3.0)
    assert row.judged() is None
    assert Row(**{**vars(row), "wanted_ratio": 3}).judged() is True
    assert Row(**{**vars(row), "wanted_ratio": 3, "wanted_bytes": 20}).judged() is False
    assert Row(**{**vars(row), "wanted_seconds": 1}).judged() is False


@pytest.mark.parametrize(
    "module", [bench, connect_four_strings, history, machine, opponents, table, versions]
)
def test_examples(module):
    assert doctest.testmod(module).failed == 0


def test_a_run_is_recorded_and_shown(tmp_path, monkeypatch, capsys):
    file = tmp_path / "history.jsonl"
    row = Row("solve", "perfectplay", 2.0, peak=30_000_000, states=2_000_000, ratio=40.0)
    here = machine.machine(0.2)
    history.record([row], here, file)
    history.record([Row("solve", "another", 2.0, ratio=7.0)], here, file)
    monkeypatch.setattr(history, "HISTORY", file)
    assert history.main() == 0
    lines = capsys.readouterr().out.splitlines()
    assert all(here["processor"] in line for line in lines[:2])
    assert lines[2:] == ["solve: perfectplay  40, -", "solve: another      -, 7"]
    first = json.loads(file.read_text().splitlines()[0])
    assert first["bytes_a_state"] == {"solve: perfectplay": 15}
    assert first["machine"] == here


def test_the_processor_is_named(tmp_path, monkeypatch):
    info = tmp_path / "cpuinfo"
    info.write_text("processor\t: 0\nmodel name\t: Quick 9000: the second\nflags\t: avx2\n")
    monkeypatch.setattr(machine, "CPU_INFO", info)
    assert machine.processor() == "Quick 9000: the second"
    for other in ("processor\t: 0\n", ""):
        info.write_text(other)
        assert machine.processor()
    monkeypatch.setattr(machine, "CPU_INFO", tmp_path / "none")
    assert machine.processor()


def test_no_record_yet(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(history, "HISTORY", tmp_path / "none")
    assert history.main() == 1
    assert "--record" in capsys.readouterr().out


def test_two_versions_are_compared(capsys):
    """This version beside itself; no figure is asserted."""
    assert versions.main(["HEAD", "--only", "import", "--repeat", "1"]) in (0, 1)
    head, row = capsys.readouterr().out.splitlines()
    assert head.split() == ["before", "after", "ratio", "before", "after", "ratio"]
    assert row.startswith("import ")


def test_a_version_that_is_none(capsys):
    assert versions.main(["no-such-version"]) == 2
    assert "no-such-version" in capsys.readouterr().err


def test_a_task_that_an_earlier_version_lacks(capsys, monkeypatch):
    monkeypatch.setitem(versions.TASKS, "new", "from perfectplay import nothing_like_it")
    assert versions.main(["HEAD", "--only", "new", "--repeat", "1"]) == 0
    assert "ImportError" in capsys.readouterr().out


@pytest.mark.parametrize("ways", natural.WAYS.values(), ids=natural.WAYS)
def test_ways_to_write_a_game_are_one_game(ways):
    """As many states of each value at each of the first plies, and in a play to the end."""

    def seen(game):
        rules, level, found = CheckedGame(game), {game.start()}, []
        for ply in range(30):
            positions = [rules.position(state) for state in level]
            found.append(Counter(position.outcome for position in positions))
            children = [[child for _, child in position.options] for position in positions]
            # all children of the first plies, then those of the last move alone
            level = {c for some in children for c in (some if ply < 3 else some[-1:])}
        return found

    first, *others = [seen(game()) for game, _ in ways.values()]
    assert sum(map(len, first)) > 10
    assert all(other == first for other in others)


@pytest.mark.parametrize("name", INTERPRETED_GAMES)
def test_games_of_the_interpreter(name):
    """They are solved as the reference does, and none of them compiles as it is written."""
    kind, _, small = INTERPRETED_GAMES[name]
    game = kind(**small)
    interpreted, plain = solve(game, method="interpreted"), solve(game, method="reference")
    assert interpreted.counts == plain.counts
    for state in plain.states():
        assert interpreted.probe(state) == plain.probe(state)
    with pytest.raises(MethodError):
        solve(game, method="compiled")


def test_rook_and_king():
    game = RookAndKing(4)
    solution, reference = solve(game), solve(game, method="reference")
    assert len(solution) == len(reference) == 3_636
    assert all(solution.probe(state) == reference.probe(state) for state in reference.states())


@pytest.mark.landmark
def test_rook_and_king_mate_in_sixteen_moves():
    """The longest mate of this endgame takes 16 moves of White: 31 plies, 32 for Black to move.

    Known since the first tables of chess endgames (T. Ströhlein, doctoral thesis, 1970).
    """
    solution = solve(RookAndKing())
    assert solution.longest_win is not None
    assert solution.longest_win[1] == 31


@pytest.mark.parametrize(("name", "cls"), SYMMETRIC_GAMES.items(), ids=SYMMETRIC_GAMES)
def test_symmetric_games_have_the_images_that_they_are_named_by(name, cls):
    found = permuted_cells(cls())
    assert found is not None
    assert f"{len(found.images) + 1} images of {len(cls().start())} cells" in name
    rules, log = CheckedGame(cls()), FindingLog(cls())
    check = ClassCheck(rules, log)
    for state in list(random_states(cls(), cls().start()))[:20]:
        check.check(state, every=False)
    assert not log.findings
