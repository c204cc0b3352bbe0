"""Replayed moves, lines as JSON, and bad input."""

from __future__ import annotations

import json

import pytest

from perfectplay import Game, replay, solve
from perfectplay.cli.main import run
from perfectplay.core.errors import IllegalMoveError
from perfectplay.registry.address import load_class
from perfectplay.registry.parameters import build


def make(name: str, **parameters) -> Game:
    return build(load_class(name), parameters)


# --- replay ------------------------------------------------------------------------------------


def test_codes_of_spoons_are_replayed() -> None:
    """Codes: 1 left hits left, 2 left hits right, 3 right hits left, 4 right hits right,
    5 conjoin, 6 split evenly; a hand of five or more is dead. The player to move first."""
    steps = list(replay(make("spoons"), ["1", "2", "3", "4", "2", "6"]))
    assert [step.state for step in steps] == [
        (1, 1, 1, 1), (2, 1, 1, 1), (1, 3, 2, 1), (0, 1, 1, 3), (1, 4, 0, 1), (0, 2, 1, 4),
        (1, 4, 1, 1),
    ]  # fmt: skip
    assert [step.seat for step in steps] == [0, 1, 0, 1, 0, 1, 0]
    assert [step.move_text for step in steps][-2:] == ["split evenly", None]
    assert [step.state for step in replay(make("spoons"), ["5"])][1] == (1, 1, 2, 0)


def test_the_first_illegal_move_is_named_after_the_states_before_it() -> None:
    found = []
    with pytest.raises(IllegalMoveError, match=r"'5' is not legal in 1 4 \| 0 1; legal.*number 5"):
        found.extend(step.state for step in replay(make("spoons"), ["1", "2", "3", "4", "5", "6"]))
    for step in replay(make("spoons"), ["1", "2", "3", "4"]):
        found.append(step.state)
    assert found[-1] == (1, 4, 0, 1)


def test_replay_from_a_state_and_values(capsys) -> None:
    assert run(["replay", "spoons", "--from", "1 3 | 2 1", "3", "--values", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    solution = solve(make("spoons"))
    for step in answer["line"]:
        state = tuple(step["state"])
        assert step["seat"] is None
        assert step["value"] == str(solution.value(state))
        assert step["remoteness"] == solution.remoteness(state)
    assert (answer["terminal"], len(answer["line"])) == (False, 2)


def test_parameters_and_moves_are_told_apart(capsys) -> None:
    """``name=value`` is a parameter exactly if the game has the field, wherever it stands."""
    assert run(["replay", "three_rocks", "1,2", "left=2", "right=2", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["parameters"]["left"] == 2
    assert [step["state"] for step in answer["line"]] == [[2, 2], [1, 0]]
    assert run(["replay", "three_rocks", "lefft=2", "1,2"]) == 2
    assert "did you mean 'left'" in capsys.readouterr().err


# --- the commands ------------------------------------------------------------------------------


def test_lines_as_json_are_one_object_written_line_by_line(capsys) -> None:
    assert run(["lines", "spoons", "--depth", "4", "--json", "--values"]) == 0
    text = capsys.readouterr().out
    answer = json.loads(text)
    assert answer["count"] == len(answer["lines"]) == sum(answer["endings"].values()) == 425
    assert sum(row.startswith('    {"moves"') for row in text.splitlines()) == 425
    solution = solve(make("spoons"))
    for line in answer["lines"]:
        value = solution.value(tuple(line["state"]))
        assert line["exact"] == str(value if len(line["moves"]) % 2 == 0 else value.negated)
        if line["ending"] in ("win", "loss", "draw"):
            assert line["exact"] == line["ending"]


@pytest.mark.parametrize("options", ["--most 0", "--most 3", "--no-count --most 2"])
def test_most_lines(options, capsys) -> None:
    assert run(f"lines spoons --depth 20 --skip-symmetric --json {options}".split()) == 0
    answer = json.loads(capsys.readouterr().out)
    assert len(answer["lines"]) == int(options.split()[-1])
    assert (answer["count"] is None) == options.startswith("--no-count")


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("lines spoons", "--depth"),
        ("lines spoons --depth 0", "--depth"),
        ("lines spoons --depth two", "--depth"),
        ("lines spoons --depth 4 --seconds nan", "--seconds"),
        ("lines spoons --depth 4 --seconds -1", "--seconds"),
        ("lines spoons 9 --depth 2", "1 1 | 1 1"),
        ("lines tic_tac_toe --depth 9 --max-states 50", "smaller depth"),
        ("replay spoon 1", "spoons"),
        ("replay spoons 1 --from nowhere", "nowhere"),
        ("replay three_rocks left=0 right=0 1,0", "over"),
    ],
)
def test_bad_input_is_one_sentence(command, said, capsys) -> None:
    assert run(command.split()) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert said in err
