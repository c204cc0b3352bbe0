"""The command ``plan``, and sizes of memory as commands read them."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from perfectplay.cli.input.options import memory_of
from perfectplay.cli.main import run
from perfectplay.cli.verbs.plan import _how, _how_sure
from perfectplay.core.errors import ParameterError
from perfectplay.game.game import Game
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.solver.estimate.forecast import forecast
from perfectplay.solver.estimate.interval import Interval
from perfectplay.solver.estimate.plan import SolvePlan
from perfectplay.solver.estimate.plan import plan as plan_for


def test_the_command_tells_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["plan", "three_rocks", "--memory", "20G"]) == 0
    said = capsys.readouterr().out
    assert re.search(r"^states +121$", said, re.M)
    assert "exact" in said
    assert {"moves", "memory", "disk", "time", "plan"} <= {
        line.split()[0] for line in said.splitlines() if line
    }


def test_a_large_factor_is_a_number_as_people_write_it() -> None:
    found = replace(forecast(ThreeRocks()), states=Interval(1.0, 310.0, 96_100.0))
    assert "likely within a factor of 310\n" in _how_sure(found)


def test_a_lower_bound_says_what_it_is() -> None:
    """ "lower bounds, no estimate" was a riddle, and why the interpreter sampled was left out."""
    found = replace(forecast(ThreeRocks()), states=Interval(9, 9, None), why="new ones were found")
    said = _how_sure(found)
    assert said.startswith("at least so many")
    assert "--seconds takes more" in said
    assert said.endswith("): new ones were found")
    late = replace(found, refusal="the rules were not compiled within 2 s")
    assert _how_sure(late).endswith("new ones were found; the rules were not compiled within 2 s")


def test_what_was_not_compiled_in_time_is_not_promised() -> None:
    plan = plan_for(ThreeRocks())
    found = replace(plan.forecast, engine="compiled", refusal="")
    assert _how(replace(plan, forecast=found)).startswith("compiled, keys ")
    late = replace(plan, forecast=replace(found, refusal="the rules were late"))
    assert _how(late).startswith("compiled if the rules compile, keys ")


def test_the_command_tells_programs(capsys: pytest.CaptureFixture[str]) -> None:
    words = "plan connect_four width=4 height=4 --json --threads 1 --seconds 60"
    assert run(words.split()) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["states"] == {"low": 161_029, "likely": 161_029, "high": 161_029}
    assert said["exact"]
    assert said["fits"]
    assert said["threads"] == 1
    assert said["memory"]["low"] <= said["memory"]["likely"] <= said["memory"]["high"]
    assert said["parameters"] == {"width": 4, "height": 4, "length": 4}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["three_rocks", "--memory", "lots"], "'lots' is not a size of memory"),
        (["three_rocks", "--memory", "10M"], "the least that would do is about"),
        (["three_rock"], "did you mean three_rocks"),
        (["three_rocks", "lefft=3"], "did you mean 'left'"),
        (["three_rocks", "--threads", "0"], "--threads"),
    ],
    ids=["size", "small", "game", "parameter", "threads"],
)
def test_bad_input_is_one_sentence(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["plan", *words]) == 2
    told = capsys.readouterr()
    assert says in told.err
    assert told.err.count("\n") == 1
    assert told.out == ""


@pytest.mark.parametrize(
    ("text", "size"),
    [("500M", 500_000_000), ("2G", 2 * 10**9), ("1.5GiB", 3 << 29), ("800000000", 8 * 10**8),
     ("64k", 64_000), ("2 gb", 2 * 10**9), ("1T", 10**12)],
)  # fmt: skip
def test_sizes_are_read(text: str, size: int) -> None:
    assert memory_of(text) == size


@pytest.mark.parametrize("text", ["", "G", "-1", "1.5.2G", "2X", "0", "1e9"])
def test_sizes_that_are_none(text: str) -> None:
    with pytest.raises(ParameterError, match="500M"):
        memory_of(text)


@pytest.mark.parametrize(("given", "waited"), [([], 20.0), (["--seconds", "3"], 3.0)])
def test_how_long_the_compiler_is_waited_for(
    given: list[str], waited: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A board that is a text was sampled by the interpreter: "beyond 49,000 states"."""
    asked = []

    def planned(game: Game, **options: Any) -> SolvePlan:
        asked.append(options["compiling"])
        return plan_for(game)

    monkeypatch.setattr("perfectplay.solver.estimate.plan.plan", planned)
    assert run(["plan", "three_rocks", *given]) == 0
    assert asked == [waited]
