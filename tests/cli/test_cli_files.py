"""The command line and files: new ones, checks of them, exports."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import sys
from pathlib import Path

import pyarrow.ipc
import pyarrow.parquet
import pytest

from perfectplay import solve
from perfectplay.cli.main import run
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.three_rocks import ThreeRocks
from rules_in_text import HEAD

# --- new, check -----------------------------------------------------------------------------------


def test_a_new_file_checks_and_solves_as_it_stands(answer):
    said = answer("new", "my-rocks.py")
    assert said == "wrote my-rocks.py with the game MyRocks\nnext: perfectplay solve my-rocks.py\n"
    assert "the first player wins" in answer("solve", "my-rocks.py")
    assert "a loss in 6 plies" in answer("solve", "my-rocks.py", "stones=12")
    status = run(["check", "my-rocks.py", "--samples", "100"])
    assert status == 0


def test_new_takes_a_name(answer):
    answer("new", "rocks.py", "--name", "Pebbles")
    assert "class Pebbles(Game):" in Path("rocks.py").read_text()


def test_new_quotes_a_name_that_a_shell_would_part(answer):
    assert "next: perfectplay solve 'my game.py'" in answer("new", "my game.py")


def test_new_never_writes_over_a_file_unless_forced(answer, refused):
    Path("rocks.py").write_text("mine")
    assert "rocks.py is already there; --force" in refused("new", "rocks.py")
    assert Path("rocks.py").read_text() == "mine"
    answer("new", "rocks.py", "--force")
    assert "class Rocks(Game):" in Path("rocks.py").read_text()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["rocks"], "rocks must end in .py"),
        (["rocks.py", "--name", "two words"], "'two words' cannot name a class"),
        (["rocks.py", "--name", "class"], "'class' cannot name a class"),
        (["rocks.py", "--name", "Game"], "'Game' is a name of perfectplay's own"),
        (["no/rocks.py"], "cannot be written: No such file"),
    ],
)
def test_new_refuses_what_would_not_work(refused, arguments, said):
    assert said in refused("new", *arguments)


def test_check_is_silent_about_a_game_that_is_right(told):
    status, out, _ = told("check", "three_rocks", "left=2", "right=2")
    assert status == 0
    assert "keeps every promise" in out


def test_check_ends_with_1_where_a_promise_is_broken(told):
    Path("dead.py").write_text(HEAD.replace("range(1, min(state, 2) + 1)", "[2] * (state > 1)"))
    Path("dead.py").write_text(Path("dead.py").read_text().replace("return 4", "return 3"))
    status, out, _ = told("check", "dead.py")
    assert status == 1
    assert "stuck-state" in out
    status, out, _ = told("check", "dead.py", "--json")
    assert status == 1
    assert json.loads(out)["ok"] is False


def test_show_does_not_fill_the_screen(told):
    many = HEAD.replace("range(1, min(state, 2) + 1)", "range(1, state + 1)")
    Path("many.py").write_text(many.replace("return 4", "return 207"))
    _, out, _ = told("show", "many.py")
    assert out.endswith("and 7 more moves, none of them better; --json has all\n")
    assert len(out.splitlines()) == 200 + 8
    _, out, _ = told("show", "many.py", "--json")
    assert len(json.loads(out)["moves"]) == 207


# --- export ---------------------------------------------------------------------------------------


def _wanted_rows():
    solution = solve(ThreeRocks(2, 3))
    for state in solution.states():
        record = solution.probe(state)
        best = [move.text for move in record.moves if move.best]
        yield list(state), record.text, str(record.value), record.remoteness, best


EXPORTED = ("export", "three_rocks", "left=2", "right=3")


@pytest.fixture
def exported(told):
    """Runs an export into a file, which must succeed and only say what was written."""

    def command(*arguments: str) -> None:
        status, out, err = told(*arguments)
        assert (status, out) == (0, "")
        assert re.fullmatch(r"note: wrote \S+ with [0-9,]+ states\n", err)

    return command


def test_json_is_one_object(answer):
    found = json.loads(answer(*EXPORTED))
    assert found["parameters"] == {"left": 2, "right": 3, "most": 3}
    rows = [tuple(row.values()) for row in found["states"]]
    assert rows == list(_wanted_rows())


def test_json_lines_are_one_object_each(answer):
    rows = [
        tuple(json.loads(row).values())
        for row in answer(*EXPORTED, "--format", "jsonl").splitlines()
    ]
    assert rows == list(_wanted_rows())


def test_csv_reads_back(answer):
    rows = list(csv.reader(io.StringIO(answer(*EXPORTED, "--format", "csv"))))
    assert rows[0] == ["state", "text", "value", "remoteness", "best_moves"]
    read = [(json.loads(a), b, c, int(d), json.loads(e)) for a, b, c, d, e in rows[1:]]
    assert read == list(_wanted_rows())


def test_csv_keeps_texts_of_several_lines_and_empty_remoteness(told):
    _, out, err = told("export", "tic_tac_toe", "--format", "csv")
    rows = list(csv.reader(io.StringIO(out)))
    assert len(rows) == 766
    assert "one state of each class" in err
    assert rows[1][1].count("\n") == 2
    _, out, _ = told("export", "fingers_down", "--format", "csv")
    remotenesses = {row[3] for row in csv.reader(io.StringIO(out))}
    assert "" in remotenesses


@pytest.mark.parametrize("kind", ["parquet", "arrow"])
def test_tables_read_back(exported, kind):
    exported(*EXPORTED, "-o", f"states.{kind}")
    if kind == "parquet":
        table = pyarrow.parquet.read_table("states.parquet")
    else:
        table = pyarrow.ipc.open_file("states.arrow").read_all()
    assert table.column_names[2:4] == ["left", "right"]
    rows = [tuple(row.values()) for row in table.to_pylist()]
    wanted = list(_wanted_rows())
    assert [(json.loads(state), text, *rest) for state, text, _, _, *rest in rows] == wanted
    assert [[a, b] for _, _, a, b, *_ in rows] == [state for state, *_ in wanted]
    assert os.listdir() == [f"states.{kind}"]


ODD = """
from perfectplay import Game, Value

class Odd(Game):
    def start(self):
        return ("a\\ud800", "×", 1)

    def moves(self, state):
        return ["\\udfff", "é"] if state[2] else []

    def play(self, state, move):
        return (state[0] + move, *state[1:2], 0)

    def outcome(self, state):
        return None if state[2] else Value.LOSS

    def text(self, state):
        return state[0]
"""


@pytest.mark.parametrize("kind", ["csv", "jsonl", "json", "parquet", "arrow"])
def test_lone_surrogates_are_escaped_in_every_format(exported, kind):
    Path("odd.py").write_text(ODD)
    exported("export", "odd.py", "-o", f"odd.{kind}")
    if kind in ("parquet", "arrow"):
        read = pyarrow.parquet.read_table if kind == "parquet" else _read_arrow
        table = read(f"odd.{kind}")
        rows = table.to_pylist()
        assert set(table["field_0"].to_pylist()) == {"a\\ud800", "a\\ud800\\udfff", "a\\ud800é"}
        assert table["field_1"].to_pylist() == ["×"] * 3
    elif kind == "csv":
        with open("odd.csv", encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
    else:
        text = Path(f"odd.{kind}").read_text(encoding="utf-8")
        rows = json.loads(text)["states"] if kind == "json" else map(json.loads, text.splitlines())
        assert ["a\ud800", "×", 1] in [row["state"] for row in rows]
        return
    assert '["a\\ud800", "×", 1]' in [row["state"] for row in rows]
    start = next(row for row in rows if row["text"] == "a\\ud800")
    moves = start["best_moves"] if kind != "csv" else json.loads(start["best_moves"])
    assert [move.encode("utf-8", "backslashreplace") for move in moves] == [
        b"\\udfff",
        "é".encode(),
    ]


def _read_arrow(name):
    with pyarrow.ipc.open_file(name) as file:
        return file.read_all()


def test_states_are_the_same_json_in_csv_and_parquet(exported):
    """Letters beyond ASCII are as they are, in both."""
    Path("odd.py").write_text(ODD.replace("ud800", "u00e9"))
    exported("export", "odd.py", "-o", "odd.csv")
    exported("export", "odd.py", "-o", "odd.parquet")
    with open("odd.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    table = pyarrow.parquet.read_table("odd.parquet")
    assert [row["state"] for row in rows] == table["state"].to_pylist()
    assert any("é" in row["state"] for row in rows)


def test_endless_draws_and_scores_in_a_table(exported):
    exported("export", "fingers_down", "-o", "draws.parquet")
    assert None in pyarrow.parquet.read_table("draws.parquet")["remoteness"].to_pylist()
    points = ("dots_and_boxes", "width=1", "height=2", "--no-symmetries", "-o", "points.ARROW")
    exported("export", *points)
    table = pyarrow.ipc.open_file("points.ARROW").read_all()
    assert table.column_names == [
        "state", "text", "number", "value", "score", "remoteness", "best_moves"
    ]  # fmt: skip
    assert table["number"].to_pylist() == [json.loads(s) for s in table["state"].to_pylist()]
    solution = solve(DotsAndBoxes(1, 2), symmetries=False)
    scores = {row["text"]: row["score"] for row in table.to_pylist()}
    assert scores[solution.probe(solution.start).text] == solution.score(solution.start)


def test_the_ending_of_a_file_names_its_format(exported, refused):
    exported(*EXPORTED, "-o", "a.csv")
    exported(*EXPORTED, "-o", "b.jsonl")
    exported(*EXPORTED, "-o", "c.txt", "--format", "csv")
    assert Path("a.csv").read_text() == Path("c.txt").read_text()
    assert len(Path("b.jsonl").read_text().splitlines()) == 12
    for name in ("rocks.xlsx", "rocks", "rocks.", ".csv"):
        said = refused(*EXPORTED, "-o", name)
        assert "expected .json, .jsonl, .csv, .parquet, .arrow; or say --format" in said
    assert "a.csv ends in .csv, and --format says json" in refused(
        *EXPORTED, "-o", "a.csv", "--format", "json"
    )
    assert "add -o states.parquet" in refused(*EXPORTED, "--format", "parquet")


def test_a_file_of_states_needs_no_option(exported, refused):
    exported(*EXPORTED, "-o", "a.csv")
    exported(*EXPORTED, "B.CSV")
    assert Path("a.csv").read_text() == Path("B.CSV").read_text()
    assert "B.CSV is there already; --force replaces it" in refused(*EXPORTED, "B.CSV")
    assert "'c.csv' is no parameter" in refused(*EXPORTED, "c.csv", "-o", "d.csv")
    assert "'c.csv' is no parameter" in refused(*EXPORTED, "c.csv", "d.csv")
    assert "c.txt has no ending that names a format" in refused(*EXPORTED, "c.txt")
    assert not set(os.listdir()) & {"c.csv", "d.csv", "c.txt"}


@pytest.mark.parametrize("kind", ["csv", "JSON", "parquet"])
def test_a_file_of_states_is_no_folder_of_a_solution(kind, refused):
    said = refused("solve", "three_rocks", "left=2", "-o", f"my states.{kind}")
    assert f"perfectplay export three_rocks left=2 -o 'my states.{kind}'" in said
    assert not os.listdir()


@pytest.mark.parametrize("kind", ["csv", "json", "jsonl", "parquet", "arrow"])
def test_export_says_what_it_wrote(kind, told):
    said = told(*EXPORTED, "-o", f"rocks.{kind}")
    assert said == (0, "", f"note: wrote rocks.{kind} with 12 states\n")


def test_a_file_that_is_there_is_replaced_by_force_alone(exported, refused):
    Path("a.csv").write_text("mine")
    assert "a.csv is there already; --force replaces it" in refused(*EXPORTED, "-o", "a.csv")
    assert Path("a.csv").read_text() == "mine"
    exported(*EXPORTED, "-o", "a.csv", "--force")
    assert Path("a.csv").read_text().startswith("state,")


def test_a_file_appears_whole_and_alone(exported):
    exported(*EXPORTED, "-o", "out.json")
    assert len(json.loads(Path("out.json").read_text())["states"]) == 12
    assert os.listdir() == ["out.json"]
    assert Path("out.json").stat().st_mode & 0o044 == 0o044 & ~_umask()


def _umask() -> int:
    bits = os.umask(0)
    os.umask(bits)
    return bits


def test_a_failed_export_leaves_what_was_there(refused, monkeypatch):
    from perfectplay.tablebase.solution import Solution

    Path("out.json").write_text("old")

    def full(*_, **__):
        raise OSError(28, "No space left on device", "out.json")

    monkeypatch.setattr(Solution, "state_blocks", full)
    assert "out.json cannot be written: there is no space" in refused(
        *EXPORTED, "-o", "out.json", "--force"
    )
    assert Path("out.json").read_text() == "old"
    assert os.listdir() == ["out.json"]


def test_a_place_that_cannot_be_written_is_told_before_the_solve(refused):
    assert "there is no folder no to write x.csv into" in refused(*EXPORTED, "-o", "no/x.csv")
    assert "is a folder" in refused(*EXPORTED, "-o", ".")


def test_a_solution_is_not_solved_into_another_folder(answer, refused):
    answer("solve", "three_rocks", "-o", "rocks.pp")
    said = refused("solve", "rocks.pp", "-o", "other.pp")
    assert "rocks.pp is a solution already; leave -o out, or copy the folder" in said


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are bytes on Linux alone")
def test_a_file_whose_name_is_no_text_is_solved_and_stored(answer, refused):
    name = os.fsdecode(b"t\xfcr.py")
    with open(name, "w") as file:
        file.write(HEAD)
    answer("solve", name, "-o", "stored")
    assert r"t\udcfcr.py:Rocks) were not found" in refused("show", "stored")
    assert "a win in" in answer("show", "stored", "--game", name)
