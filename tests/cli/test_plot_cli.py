"""``perfectplay plot``: what it writes where, and what it refuses."""

from __future__ import annotations

import csv
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from perfectplay import solve
from perfectplay.cli.main import run
from perfectplay.cli.verbs import plot as plot_module
from perfectplay.games.wythoff import Wythoff

Told = Callable[..., tuple[int, str, str]]


@pytest.fixture
def told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Told:
    """Runs ``perfectplay plot`` in an empty folder; gives status and both outputs."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))  # whether or not Graphviz is installed

    def command(*arguments: str) -> tuple[int, str, str]:
        status = run(["plot", *arguments])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return command


def test_the_ending_says_what_is_written(told: Told) -> None:
    for name, begin in (
        ("t.txt", b"right\\left  0"),
        ("t.md", b"| right\\\\left | 0 |"),
        ("t.csv", b"right\\left,0,1"),
        ("h.svg", b"<?xml"),
        ("h.png", b"\x89PNG"),
        ("g.dot", b"digraph game {"),
        ("G.GV", b"digraph game {"),
        ("H.SVG", b"<?xml"),
    ):
        assert told("three_rocks", "left=2", "right=2", "-o", name) == (0, f"wrote {name}\n", "")
        assert Path(name).read_bytes().startswith(begin)
    told("three_rocks", "left=2", "--kind", "bars", "-o", "b.csv")
    assert next(csv.reader(Path("b.csv").read_text().splitlines())) == ["plies", "wins", "losses"]
    assert told("three_rocks", "--format", "csv", "-o", "plain")[0] == 0
    assert Path("plain").read_text().startswith("right\\left,0,1")


def test_tables_are_told_the_same_as_they_are_written(told: Told) -> None:
    _, out, _ = told("three_rocks", "--format", "csv")
    told("three_rocks", "-o", "t.csv")
    assert out == Path("t.csv").read_text()
    _, out, _ = told("three_rocks")
    told("three_rocks", "-o", "t.txt")
    assert out.endswith(Path("t.txt").read_text())


def test_json_has_the_lost_states_of_three_rocks(told: Told) -> None:
    """Exactly those with (left + right) divisible by 4."""
    status, out, _ = told("three_rocks", "--json")
    answer = json.loads(out)
    assert status == 0
    assert answer["kind"] == "table"
    lost = {(c["x"], c["y"]) for c in answer["cells"] if c["value"] == "loss"}
    assert lost == {(a, b) for a in range(11) for b in range(11) if (a + b) % 4 == 0}
    for cell in answer["cells"]:
        assert cell["state"] == [cell["x"], cell["y"]]
        assert cell["moves"] or cell["state"] == [0, 0]
    assert answer["start"] == {"x": 10, "y": 10}


@pytest.mark.parametrize("kind", ["table", "heat", "bars", "graph"])
def test_json_comes_beside_a_file(told: Told, kind: str) -> None:
    file = {"table": "f.md", "graph": "f.dot"}.get(kind, "f.svg")
    status, out, err = told("wythoff", "left=3", "right=3", "--kind", kind, "--json", "-o", file)
    assert (status, err) == (0, "")
    assert json.loads(out)["kind"] == kind
    assert Path(file).exists()


def test_a_stored_solution_is_plotted_without_solving(
    told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    solve(Wythoff(7, 7)).save("seven")
    _, expected, _ = told("wythoff", "left=7", "right=7", "--json")
    monkeypatch.setattr(plot_module.EngineOptions, "solve", None)
    assert told("seven", "--json") == (0, expected, "")
    for kind in ("heat", "bars", "graph"):
        assert told("seven", "--kind", kind, "-o", f"{kind}.svg")[0] == 0
    assert told("seven", "left=3")[2].endswith("leave out left=3\n")


def test_a_graph_is_drawn_with_and_without_graphviz(told: Told) -> None:
    status, out, err = told("three_rocks", "left=1", "--kind", "graph", "-o", "g.svg")
    assert (status, out) == (0, "wrote g.svg and g.dot\n")
    assert err == "note: Graphviz's dot is not installed: drawn without it, in rows of plies\n"
    assert Path("g.svg").read_text().startswith("<?xml")
    dot = Path("bin/dot")
    dot.parent.mkdir()
    dot.write_text(f"#!{sys.executable}\nimport sys\nprint(sys.argv[1], len(sys.stdin.read()))\n")
    dot.chmod(0o755)
    again = ("three_rocks", "left=1", "--kind", "graph", "-o", "g.png")
    assert told(*again) == (2, "", "perfectplay: g.dot is there already; --force replaces it\n")
    assert told(*again, "--force") == (0, "wrote g.png and g.dot\n", "")
    assert Path("g.png").read_text() == f"-Tpng {len(Path('g.dot').read_text()) - 1}\n"
    dot.write_text(f"#!{sys.executable}\nimport sys\nsys.exit('no room\\nat all')\n")
    before = Path("g.png").read_bytes()
    status, out, err = told(*again, "--force")
    assert (status, out) == (2, "")
    assert "dot could not draw the graph (no room at all); -o FILE.dot gives its text" in err
    assert Path("g.png").read_bytes() == before


def test_without_matplotlib_pictures_say_what_to_install(
    told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setattr(plot_module.EngineOptions, "solve", None)  # told before a solve
    for kind in ("heat", "bars", "graph"):
        status, out, err = told("three_rocks", "left=1", "--kind", kind, "-o", "x.png")
        assert (status, out) == (2, "")
        assert err == (
            "perfectplay: pictures need Matplotlib, which is not installed; "
            "pip install 'perfectplay[plot]' installs it\n"
        )
    monkeypatch.undo()
    assert not list(Path.cwd().glob("x*"))


def test_tables_need_no_matplotlib(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert told("three_rocks")[0] == 0
    assert told("three_rocks", "left=1", "-o", "x.dot")[0] == 0


REFUSED = [
    (("three_rocks", "-o", "x.pdf"), "x.pdf: a file's ending says what is written; expected .png"),
    (("three_rocks", "--kind", "graph", "--format", "md", "-o", "x"), "--format is for tables"),
    (("three_rocks", "--kind", "heat"), "a heat map is a picture; say where to"),
    (("three_rocks", "--kind", "table", "-o", "x.svg"), "expected .txt, .md or .csv"),
    (("three_rocks", "--kind", "heat", "-o", "x.csv"), "expected .png or .svg"),
    (("three_rocks", "--kind", "graph", "-o", "x.csv"), "expected .png, .svg, .dot or .gv"),
    (("three_rocks", "-o", "gone/x.svg"), "there is no folder gone to write x.svg into"),
    (("three_rocks", "-o", "."), "is a folder; expected the name of a file"),
    (("three_rocks", "--kind", "bars", "--x", "0"), "are for tables and heat maps, not for bars"),
    (("three_rocks", "--moves"), "--moves is for heat maps, not for --kind table"),
    (("three_rocks", "--format", "md", "-o", "x.png"), "--format is for tables; leave it out"),
    (("three_rocks", "--fix", "left"), "'left' fixes no field: expected name=value"),
    (("three_rocks", "--fix", "left="), "'left=' fixes no field: expected name=value"),
    (("three_rocks", "--fix", "left=1", "--fix", "left=2"), "left is fixed twice"),
    (("three_rocks", "--x", "up"), "three_rocks has no field 'up'"),
    (("three_rocks", "--x", "0", "--y", "left"), "x and y are both left"),
    (("three_rocks", "--fix", "left=12"), "no state has left=12; left is from 0 to 10"),
    (("nim",), "4 fields of nim vary (0: 0 to 1, 1: 0 to 3, 2: 0 to 5, 3: 0 to 7); choose two"),
    (("tic_tac_toe",), "state has more than 1,000 values"),
    (("tic_tac_toe", "--kind", "graph"), "tic_tac_toe has 5,478; make it smaller"),
    (("kalah", "holes=4", "seeds=3", "--kind", "graph"), "kalah has more than 100,000"),
    (("words.py",), "does not have the 3 fields of the start abc; write the rules"),
    (("three_rocks", "lefft=3"), "lefft"),
    (("three_rocks", "--aggregate", "most"), "'most' is not one of"),
    (("wythoff", "left=60", "--moves", "-o", "x.svg"), "at the most, and there are 1,159"),
]


@pytest.mark.parametrize(("arguments", "said"), REFUSED)
def test_what_is_refused_and_how(told: Told, arguments: tuple[str, ...], said: str) -> None:
    Path("words.py").write_text(
        "from perfectplay import Game, Value\n\n\nclass Words(Game):\n"
        "    def start(self):\n        return 'abc'\n\n"
        "    def moves(self, state):\n        return [1]\n\n"
        "    def play(self, state, move):\n        return state[1:]\n\n"
        "    def outcome(self, state):\n        return None if state else Value.LOSS\n"
    )
    status, out, err = told(*arguments)
    assert (status, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1
    assert err.startswith("perfectplay: ")
    assert [path.name for path in Path.cwd().iterdir()] == ["words.py"]


def test_a_file_stays_as_it_was_where_the_new_one_cannot_be_made(
    told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("x.svg").write_text("old")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    for command in (
        ("three_rocks", "-o", "x.svg", "--force"),
        ("three_rocks", "--kind", "bars", "-o", "x.svg", "--force"),
    ):
        status, out, err = told(*command)
        assert (status, out) == (2, "")
        assert err.startswith("perfectplay: x.svg cannot be written: there is no space left on ")
    assert Path("x.svg").read_text() == "old"
    assert [path.name for path in Path.cwd().iterdir()] == ["x.svg"]


def test_a_file_that_is_there_is_not_replaced_unasked(told: Told) -> None:
    Path("x.txt").write_text("mine")
    command = ("three_rocks", "left=1", "right=1", "-o", "x.txt")
    assert told(*command) == (2, "", "perfectplay: x.txt is there already; --force replaces it\n")
    assert Path("x.txt").read_text() == "mine"
    assert told(*command, "--force") == (0, "wrote x.txt\n", "")


def test_a_solution_of_rules_that_are_gone_says_so(told: Told) -> None:
    Path("mine.py").write_text(
        "from perfectplay.games.three_rocks import ThreeRocks\n\n\n"
        "class Mine(ThreeRocks):\n    pass\n"
    )
    assert run(["solve", "mine.py", "left=2", "right=2", "-o", "kept"]) == 0
    assert told("kept", "-o", "kept.svg")[0] == 0
    Path("mine.py").unlink()
    status, _, err = told("kept")
    assert status == 2
    assert "mine.py" in err
    assert err.count("\n") == 1
