"""Static sites: rules that raise, and the command."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from perfectplay import solve
from perfectplay.registry.address import load_game
from site_games import FOX

pytest.importorskip("jinja2")
pytest.importorskip("pyarrow")
pytest.importorskip("fastapi")

from perfectplay.web.site import site


def contents(folder: Path) -> dict[str, bytes]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def test_a_board_that_raises_is_shown_as_text_and_said(tmp_path: Path) -> None:
    text = FOX.replace("at = state[state[2]]", "at = state[state[2]]\n        state[0] // state[1]")
    (tmp_path / "fox.py").write_text(text, encoding="utf-8")
    made = site(solve(load_game(str(tmp_path / "fox.py"))), tmp_path / "site")
    assert "Fox.board raised ZeroDivisionError" in made.fault
    assert made.as_dict()["fault"] == made.fault


def test_rules_that_raise_leave_nothing(tmp_path: Path) -> None:
    text = FOX.replace('return f"fox', 'state[1] - 5 or [][1]\n        return f"fox')
    (tmp_path / "fox.py").write_text(text, encoding="utf-8")
    (tmp_path / "place").mkdir()
    solution = solve(load_game(str(tmp_path / "fox.py")))
    with pytest.raises(Exception, match="list index out of range"):
        site(solution, tmp_path / "place" / "site")
    assert os.listdir(tmp_path / "place") == []


# --- the command ----------------------------------------------------------------------------------


def test_the_command(told, tmp_path: Path) -> None:
    status, out, err = told("site", "three_rocks", "left=2", "right=1", "-o", "rocks", "--json")
    assert (status, err) == (0, "")
    made = json.loads(out)
    assert made == {
        "folder": "rocks", "files": 9, "bytes": made["bytes"], "states": 6, "positions": 9,
        "fault": None,
    }  # fmt: skip
    assert made["bytes"] == sum(len(content) for content in contents(tmp_path / "rocks").values())


def sentences() -> Iterator[tuple[list[str], str]]:
    yield ["nim", "-o", "nim.txt"], "nim.txt is a file"
    yield ["connect_four", "-o", "s"], "has more than 20,000 states, too many for a site"
    yield ["tic_tac_toe", "--max-states", "700", "-o", "s"], "has more than 700 states"
    yield ["tic_tac_toe", "--max-states", "800", "-o", "s"], "tic_tac_toe has 5,478 states, and"
    yield ["nothing", "-o", "s"], "no game 'nothing' in the library"
    yield ["nim"], "Missing option '-o'"
    yield ["unfinished", "-o", "s"], "is not finished"
    yield ["damaged", "-o", "s"], "is cut off or no JSON"
    yield ["nim", "rows=x", "-o", "s"], "rows must be"
    yield ["nim", "-o", "."], "is the folder that you are in"
    yield ["nim", "-o", ""], "the name after -o is empty"


@pytest.mark.parametrize(("words", "said"), list(sentences()))
def test_what_is_wrong_is_one_sentence(told, tmp_path: Path, words: list[str], said: str) -> None:
    (tmp_path / "nim.txt").write_text("mine", encoding="utf-8")
    solve(load_game("nim")).save(tmp_path / "unfinished")
    manifest = (tmp_path / "unfinished" / "manifest.json").read_text(encoding="utf-8")
    (tmp_path / "damaged").mkdir()
    (tmp_path / "damaged" / "manifest.json").write_text(manifest[:100], encoding="utf-8")
    begun = json.loads(manifest)
    begun |= {"complete": False, "start": None, "moves": None, "histogram": None, "covered": None}
    begun["sum"] = sum_of(begun)
    (tmp_path / "unfinished" / "manifest.json").write_text(json.dumps(begun), encoding="utf-8")
    status, out, err = told("site", *words)
    assert (status, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1
    assert not (tmp_path / "s").exists()


def sum_of(manifest: dict[str, Any]) -> str:
    from perfectplay.tablebase.store.manifest import sum_of as summed

    return summed({name: value for name, value in manifest.items() if name != "sum"})
