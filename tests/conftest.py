"""What all tests share."""

from __future__ import annotations

import io
import sys

import pytest

from kept_code import forget
from perfectplay.cli.main import run


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite-golden",
        action="store_true",
        help="write the golden transcripts anew instead of comparing with them",
    )


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A folder of one's own for kept code, and nothing of it loaded."""
    folder = tmp_path / "kept"
    monkeypatch.setenv("PERFECTPLAY_CACHE", str(folder))
    forget()
    yield folder
    forget()


@pytest.fixture
def told(capsys, monkeypatch, tmp_path):
    """Runs a command in an empty folder; gives status, standard output and standard error."""
    monkeypatch.chdir(tmp_path)

    def command(*arguments: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        status = run(list(arguments))
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return command


@pytest.fixture
def answer(told):
    """The standard output of a command that must succeed and say nothing beside it."""

    def command(*arguments: str, typed: str = "") -> str:
        status, out, err = told(*arguments, typed=typed)
        assert (status, err) == (0, "")
        return out

    return command


@pytest.fixture
def refused(told):
    """The one sentence on standard error of a command that must fail with status 2."""

    def command(*arguments: str, typed: str = "") -> str:
        status, out, err = told(*arguments, typed=typed)
        assert status == 2
        assert out == "" or typed or arguments[0] == "play"
        assert err.startswith("perfectplay: ")
        assert err.count("\n") == 1
        assert "Traceback" not in err
        return err.removeprefix("perfectplay: ").rstrip("\n")

    return command
