"""What all tests share."""

from __future__ import annotations

import pytest

from kept_code import forget


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
