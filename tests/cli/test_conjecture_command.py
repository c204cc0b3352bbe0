"""The commands ``conjecture`` and ``explain`` from outside: folders, symmetries, bad input."""

from __future__ import annotations

import json

import pytest

from perfectplay import solve
from perfectplay.cli.main import run
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.wythoff import Wythoff


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["conjecture", "three_rocks", "(value(s) == LOSS) == (sum(s) % 4 == 0)"]) == 0
    assert "on 121 states" in capsys.readouterr().out
    arguments = ["conjecture", "three_rocks", "left=4", "left == 4 and value(s) == WIN", "--json"]
    assert run([*arguments, "--most", "1"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["holds"], told["tried"], told["failed"]) == (False, 55, 14)
    first = {"state": [0, 0], "text": "0,0", "value": "loss", "remoteness": 0}
    assert told["counterexamples"] == [first]
    arguments = ["conjecture", "three_rocks", "left=2", "right=2", "a == b", "--over", "2"]
    assert run([*arguments, "--json", "--where", "sum(s) == 1"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["counterexamples"][0]["a"]["text"] == "0,1"
    assert told["counterexamples"][0]["b"]["text"] == "1,0"


WRONG = {
    ("three_rocks",): "expected a Python expression over a state s",
    ("three_rocks", "lef=3", "True"): "did you mean 'left'",
    ("three_rocks", "s", "==", "3"): "expected one expression, got 3",
    ("three_rocks", "9**9**9 == s"): "makes a number of more than",
    ("three_rocks", "a == b"): "with --over 2 (over=2) there are two, a and b",
    ("three_rocks", "s == 3", "--over", "2"): "over pairs of states they are a and b",
    ("three_rocks", "import os"): "cannot be read",
    ("three_rocks", "s[3] == 1"): "in state 0,0 the conjecture raises IndexError",
    ("three_rocks", "a != b", "--over", "3"): "--over",
    ("three_rocks", "a != b", "--over", "2", "--max-pairs", "10"): "14,641 pairs",
    ("nothing", "True"): "no game 'nothing'",
}  # fmt: skip


@pytest.mark.parametrize("arguments", WRONG, ids=str)
def test_bad_input(arguments, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["conjecture", *arguments]) == 2
    out, err = capsys.readouterr()
    assert WRONG[arguments] in err
    assert not out
    assert err.count("\n") == 1


def test_a_stored_solution_is_asked(tmp_path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(tmp_path / "rocks")
    solve(ThreeRocks(4, 4)).save(folder)
    assert run(["conjecture", folder, "value(s) == WIN or sum(s) % 4 == 0"]) == 0
    assert "on 25 states" in capsys.readouterr().out
    assert run(["explain", folder]) == 0
    out = capsys.readouterr().out
    assert "sum(s) % 4 == 0" in out
    assert "right on all 81 states with left=8 right=8" in out
    for command in (["conjecture", folder, "left=3", "True"], ["explain", folder, "left=3"]):
        assert run(command) == 2
        assert "a stored solution has its parameters already" in capsys.readouterr().err


def test_all_states_are_tried_unless_asked_for_representatives(
    tmp_path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["conjecture", "wythoff", "left=5", "right=5", "s[0] <= s[1]"]
    assert run(command) == 1
    assert "15 of 36 states" in capsys.readouterr().out
    assert run([*command, "--symmetries"]) == 0
    out, err = capsys.readouterr()
    assert "on 21 states" in out
    assert "one state of each class of equal states was tried" in err
    solve(Wythoff(5, 5)).save(tmp_path / "five")
    assert run(["explain", str(tmp_path / "five"), "--no-larger", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["representatives"]
    assert "looked for in one state of each class of equal states" in told["notes"]


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("value", "gives a function that it does not call, expected True or False"),
        ("nim_sum", "gives a function that it does not call, expected True or False"),
        ("value()", "TypeError (value() missing 1 required positional argument: 'x')"),
        ("play(s)", "TypeError (play() missing 1 required positional argument: 'm')"),
        ("known(s, s)", "TypeError (known() takes 1 positional argument but 2 were given)"),
    ],
)
def test_functions_are_called_by_the_names_that_were_typed(expression, said, capsys):
    assert run(["conjecture", "three_rocks", expression]) == 2
    assert said in capsys.readouterr().err
