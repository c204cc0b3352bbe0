"""Solves on request: kept folders, progress, what is refused and what fails."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from perfectplay.game.game import Game
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.nim import Nim
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.registry.address import load_game
from perfectplay.solver.checkpoint.lock import locked
from perfectplay.solver.estimate.forecast import forecast
from perfectplay.solver.estimate.interval import Interval
from perfectplay.solver.estimate.plan import plan_of
from perfectplay.solver.resume import solve_into
from perfectplay.solver.solve import solve
from perfectplay.tablebase.solution import Solution
from perfectplay.web.solving import RequestedSolves, solves, worker_process
from perfectplay.web.solving.solve_folders import folder_name, is_finished
from perfectplay.web.solving.solve_refusals import refusal
from solves_watched import file_with, is_gone, wait_until, waited

pytest.importorskip("pyarrow")

HARES = '''
from perfectplay import Game, Value

class Hares(Game):
    """Two hares on a path of stones hop over one another; a hare that cannot hop has lost. States
    are sets of (hare, stone)."""
    LAST = 6

    def start(self):
        return frozenset({("a", 0), ("b", 6)}), "a"

    def moves(self, state):
        hares, mover = state
        print("thinking")
        return ["one", "two"]

    def play(self, state, move):
        places, mover = dict(state[0]), state[1]
        places[mover] += (1 if move == "one" else 2) * (1 if mover == "a" else -1)
        return frozenset(places.items()), "ab"["ba".index(mover)]

    def outcome(self, state):
        places = dict(state[0])
        return Value.LOSS if places["a"] >= places["b"] else None
'''

SLOW = '''
from perfectplay import Game, Value

class Slow(Game):
    """Strings, level by level; the interpreter needs some seconds."""

    def start(self):
        return "0-0"

    def moves(self, state):
        return range(3)

    def play(self, state, move):
        level, place = map(int, state.split("-"))
        return f"{level + 1}-{(place * 3 + move) % 4000}"

    def outcome(self, state):
        level, place = map(int, state.split("-"))
        return Value(1 + place % 3) if level == 30 else None
'''

IMPATIENT = """\
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from perfectplay.web.solving import worker
worker.BUSY = 0.1
worker.main()
"""
"""A worker that does not wait for others."""


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[RequestedSolves]:
    with RequestedSolves(tmp_path / "kept") as made:
        yield made


# --- a solve --------------------------------------------------------------------------------------


def test_a_game_of_the_library_is_solved_into_its_folder(kept: RequestedSolves) -> None:
    game = TicTacToe()
    assert kept.status("tic_tac_toe") is None
    assert kept.kept("tic_tac_toe", game) is None
    begun = kept.start("tic_tac_toe", game)
    assert begun.state == "solving"
    status = waited(kept, "tic_tac_toe")
    assert status.state == "solved", status.sentence
    solution = Solution.open(status.folder, game)
    assert len(solution) == 5478  # without symmetries, as is well known: 5,478 legal positions
    assert kept.kept("tic_tac_toe", game) == status.folder
    with RequestedSolves(kept.folder) as later:  # a server that is started again
        assert later.status("tic_tac_toe") is None
        assert later.start("tic_tac_toe", game).state == "solved"
        assert later.start("tic_tac_toe", TicTacToe(misere=True)).state == "solving"


def test_a_users_file_that_prints_is_solved(tmp_path: Path, kept: RequestedSolves) -> None:
    game = load_game(str(file_with(tmp_path / "hares.py", HARES)))
    kept.start("hares", game)
    status = waited(kept, "hares")
    assert status.state == "solved", status.sentence
    reference = solve(game, method="reference")
    assert Solution.open(status.folder, game).histogram == reference.histogram


def test_progress_is_told(tmp_path: Path, kept: RequestedSolves) -> None:
    game = load_game(str(file_with(tmp_path / "slow.py", SLOW)))
    kept.start("slow", game)
    status = waited(kept, "slow", lambda s: s.progress is not None and s.progress.states > 10_000)
    assert status.state == "solving", status
    assert status.progress is not None
    assert status.progress.stage == "exploring"
    assert status.progress.speed
    assert any(note.startswith("plan: ") for note in status.notes)


def test_one_solve_at_a_time_and_the_others_wait(tmp_path: Path, kept: RequestedSolves) -> None:
    slow = load_game(str(file_with(tmp_path / "slow.py", SLOW)))
    kept.start("slow", slow)
    assert kept.start("a", Nim((1, 2))).place == 1
    assert kept.start("b", Nim((1, 3))).place == 2
    assert kept.start("b", Nim((1, 3))).state == "waiting"
    assert waited(kept, "b").state == "solved"
    assert kept.status("slow").state == kept.status("a").state == "solved"  # type: ignore[union-attr]


def test_too_many_that_wait(
    tmp_path: Path, kept: RequestedSolves, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solves, "WAITING", 1)
    kept.start("slow", load_game(str(file_with(tmp_path / "slow.py", SLOW))))
    assert kept.start("a", Nim((1, 2))).state == "waiting"
    refused = kept.start("b", Nim((1, 3)))
    assert (refused.state, refused.sentence) == (
        "refused", "1 solves are waiting already; ask again later",
    )  # fmt: skip
    assert kept.status("b") is None


def test_those_that_have_ended_are_forgotten_at_last(
    kept: RequestedSolves, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solves, "REMEMBERED", 1)
    for name in "abc":
        kept.start(name, Nim((1, ord(name) - 90)))
        waited(kept, name)
    assert [kept.status(name) is None for name in "abc"] == [True, False, False]


# --- refusals and failures ------------------------------------------------------------------------


def test_a_game_too_large_is_refused_with_its_forecast(tmp_path: Path) -> None:
    """Connect 4 on 7 x 6 has 4,531,985,219,092 states (Edelkamp and Kissmann, 2008)."""
    with RequestedSolves(tmp_path, longest=2) as short:
        short.start("connect_four", ConnectFour(7, 6))
        status = waited(short, "connect_four")
    assert status.state == "refused"
    before = re.match(r"too large for this server: .*states.*allowed$", status.sentence)
    late = re.match(
        r"too large for this server: .*not solved within 2 seconds, .*ask again", status.sentence
    )
    assert before or late  # late: a machine so busy that samples did not count the states in time
    assert not before or not status.folder.exists()


def test_what_is_refused() -> None:
    plan = plan_of(forecast(TicTacToe()), threads=1)
    plenty = 10**12
    assert refusal(plan, 600, plenty) is None
    assert "of solving, where 0 seconds are allowed" in str(refusal(plan, 0, plenty))
    unknown = replace(plan, seconds=Interval(0.5, 2000.0, None))
    assert ", likely about 33 min or more of solving, where 10 minutes" in str(
        refusal(unknown, 600, plenty)
    )
    full = str(refusal(plan, 600, 100))
    assert full.startswith("too large for this server: 5,478 states, ")
    assert full.endswith("of disk, where 0 bytes are free")


def test_a_budget_that_is_too_small_is_a_refusal(tmp_path: Path) -> None:
    with RequestedSolves(tmp_path, memory=1_000_000) as tight:
        tight.start("nim", Nim())
        status = waited(tight, "nim")
    assert status.state == "refused"
    assert "does not fit a budget of 1M" in status.sentence


BAD = {
    "raises": ('raise KeyError("gone")', "Hares.play raised KeyError"),
    "leaves": ("raise SystemExit(3)", "sys.exit(3)"),
    "no state": ("return [1]", "Hares.play gave [1]"),
    "killed": ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "was killed (SIGKILL)"),
    "crashed": ("import os; os.abort()", "was killed (SIGABRT); ask again to go on"),
    "gone": ("import os; os._exit(0)", "ended its process with status 0, as os._exit in the rules"),
}


@pytest.mark.parametrize("kind", BAD)
def test_rules_that_break_a_solve(tmp_path: Path, kept: RequestedSolves, kind: str) -> None:
    body, said = BAD[kind]
    text = HARES.replace("places, mover = dict(state[0]), state[1]\n", f"{body}\n", 1)
    kept.start("bad", load_game(str(file_with(tmp_path / "bad.py", text))))
    status = waited(kept, "bad")
    assert status.state == "failed"
    assert said in status.sentence
    assert "\n" not in status.sentence


def test_rules_that_were_edited_are_never_mixed(tmp_path: Path, kept: RequestedSolves) -> None:
    file = file_with(tmp_path / "hares.py", HARES)
    old = load_game(str(file))
    kept.start("hares", old)
    first = waited(kept, "hares")
    assert first.state == "solved"
    file.write_text(HARES.replace("6", "5"), encoding="utf-8")
    # a server that began before the change
    kept.start("hares", old)
    status = waited(kept, "hares")
    assert status.state == "failed"
    assert "changed meanwhile; start the server again" in status.sentence
    # one that began after it
    new = load_game(str(file))
    assert kept.kept("hares", new) is None
    kept.start("hares", new)
    second = waited(kept, "hares")
    assert second.state == "solved"
    assert second.folder != first.folder
    assert len(Solution.open(second.folder, new)) != len(
        Solution.open(first.folder, old_again(file))
    )


def old_again(file: Path) -> Game:
    file.write_text(HARES, encoding="utf-8")
    return load_game(str(file))


def test_a_file_that_has_gone(tmp_path: Path, kept: RequestedSolves) -> None:
    file = file_with(tmp_path / "hares.py", HARES)
    game = load_game(str(file))
    file.unlink()
    kept.start("hares", game)
    status = waited(kept, "hares")
    assert status.state == "failed"
    assert f"no file {file}" in status.sentence


def test_a_folder_that_another_process_solves_into(
    kept: RequestedSolves, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_process, "PROGRAM", IMPATIENT)
    folder = kept.folder / folder_name("nim", Nim())
    folder.mkdir(parents=True)
    with locked(folder):
        kept.start("nim", Nim())
        status = waited(kept, "nim")
    assert status.state == "failed"
    assert f"process {os.getpid()} is solving into" in status.sentence


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_rules_that_leave_a_process_behind(tmp_path: Path, kept: RequestedSolves) -> None:
    """The solve ends when it has ended, and what it has left ends with it."""
    pid = tmp_path / "pid"
    left = f"""
import os, pathlib, sys, time
if "perfectplay.web.solving.worker" in sys.modules:
    child = os.fork()
    if not child:
        time.sleep(300)
        os._exit(0)
    pathlib.Path({str(pid)!r}).write_text(str(child))
"""
    game = load_game(str(file_with(tmp_path / "hares.py", left + HARES)))
    kept.start("hares", game)
    assert waited(kept, "hares").state == "solved"
    wait_until(lambda: is_gone(int(pid.read_text())))


def test_a_folder_that_is_damaged_is_set_aside(kept: RequestedSolves) -> None:
    kept.start("nim", Nim())
    folder = waited(kept, "nim").folder
    part = next(folder.glob("tier-*.parquet"))
    part.write_bytes(part.read_bytes()[:-10])
    assert not is_finished(folder, Nim())
    kept.start("nim", Nim())
    assert waited(kept, "nim").state == "solved"
    assert is_finished(folder, Nim())
    assert folder.with_name(f"{folder.name}.damaged").is_dir()


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    with RequestedSolves(file_with(tmp_path / "file", "") / "below") as wrong:
        status = wrong.start("nim", Nim())
    assert status.state == "failed"
    assert "whoever started it can name another folder" in status.sentence
    assert not wrong.may_keep()
    assert RequestedSolves(tmp_path / "new" / "below").may_keep()


def test_after_the_end_nothing_is_begun(tmp_path: Path) -> None:
    ended = RequestedSolves(tmp_path)
    ended.close()
    ended.close()
    assert ended.start("nim", Nim()).sentence == "the server is about to stop"


def test_rules_that_never_answer_are_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solves, "FORECAST", 0.0)
    text = HARES.replace('print("thinking")', "while True: pass")
    game = load_game(str(file_with(tmp_path / "stuck.py", text)))
    with RequestedSolves(tmp_path / "kept", longest=1) as short:
        short.start("stuck", game)
        status = waited(short, "stuck")
    assert status.state == "failed"
    assert status.sentence.startswith("stopped after 3 seconds, much longer than is allowed")


def test_what_is_there_already_is_not_solved_again(kept: RequestedSolves) -> None:
    game = Nim((2, 3))
    solve_into(game, kept.folder / folder_name("nim", game))
    assert kept.start("nim", game).state == "solved"
    assert kept.status("nim") is None


def test_no_sentence_of_a_server_has_a_flag() -> None:
    """Neither what is written here, nor what comes from below."""
    import re

    import perfectplay.web
    from perfectplay.core.errors import ParameterError, RulesError
    from perfectplay.web.problems import problem_of

    folder = Path(next(iter(perfectplay.web.__path__)))
    # for a terminal
    ours = ("server_address.py", "static_site.py", "page_sentences.py", "rest_answers.py")
    flag = re.compile(r"(?<![\w-])--[a-z]")
    for path in (*folder.rglob("*.py"), *folder.rglob("*.html"), *folder.rglob("*.js")):
        text = re.sub(r'"""[\s\S]*?"""', "", path.read_text(encoding="utf-8"))
        assert path.name in ours or not flag.search(text), path
    for error in (
        ParameterError("no room; allow more memory with memory (--memory)"),
        RulesError("hints-wrong", "hints are wrong: hints=False, --no-hints, goes without hints"),
    ):
        detail = problem_of(error).detail
        assert "--" not in detail
        assert detail.startswith(("no room; allow more", "hints are wrong"))
