"""The workflow for continuous integration: Pythons, systems, and commands that the project has."""

from __future__ import annotations

import shlex
import tomllib
from typing import Any

import pytest
import yaml

from places import ROOT

WORKFLOW = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8"))
JOBS: dict[str, Any] = WORKFLOW["jobs"]
COMMANDS = [
    (job, step["run"]) for job, about in JOBS.items() for step in about["steps"] if "run" in step
]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_every_python_that_the_project_names_on_three_systems() -> None:
    matrix = JOBS["systems"]["strategy"]["matrix"]
    named = [
        kind.rsplit(" ", 1)[1]
        for kind in PROJECT["classifiers"]
        if kind.startswith("Programming Language :: Python :: 3.")
    ]
    assert matrix["python"] == named == ["3.11", "3.12", "3.13", "3.14"]
    assert [system.split("-")[0] for system in matrix["os"]] == ["ubuntu", "macos", "windows"]
    assert JOBS["systems"]["runs-on"] == "${{ matrix.os }}"


def test_it_runs_for_every_change_and_may_write_nothing() -> None:
    triggers = WORKFLOW[True]  # YAML 1.1 reads the key "on" as true
    assert triggers.keys() == {"push", "pull_request"}
    assert WORKFLOW["permissions"] == {"contents": "read"}


@pytest.mark.parametrize("job", JOBS)
def test_each_job_checks_out_the_project_sets_python_up_and_ends(job: str) -> None:
    steps = JOBS[job]["steps"]
    used = [step["uses"].split("@")[0] for step in steps if "uses" in step]
    assert used[0] == "actions/checkout"
    assert "actions/setup-python" in used or JOBS[job]["container"].startswith("python:3.11-")
    assert JOBS[job]["timeout-minutes"] <= 90
    assert all(("run" in step) != ("uses" in step) for step in steps)


def test_the_commands_are_those_of_the_project() -> None:
    whole = [command for job, command in COMMANDS if job == "whole"]
    assert whole[-1] == "bash .ci/run"
    assert (ROOT / ".ci" / "run").exists()
    systems = [command for job, command in COMMANDS if job == "systems"]
    assert '".[dev]"' in systems[0]
    asked = shlex.split(systems[1])
    assert asked[:3] == ["python", "-m", "pytest"]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "--budget" in asked
    assert f"--budget {asked[asked.index('--budget') + 1]}" in makefile
    release = [command for job, command in COMMANDS if job == "release"]
    assert [command for command in release if "build" in command]
    assert [command for command in release if "twine check --strict" in command]
