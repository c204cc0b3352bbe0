"""Rules that put letters together are translated a second time: once, not at each run."""

from __future__ import annotations

from typing import Any

import pytest

from idioms import COMPILES
from perfectplay.compiler.load import RulesToCompile

pytestmark = pytest.mark.usefixtures("own_code_folder")

(GAME,) = [game for line, game in COMPILES.items() if "letters that are put together" in line]


def compilations(given: RulesToCompile, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Compile, and say of each attempt by which translation."""
    tried: list[str] = []
    compiled = RulesToCompile._compiled_as_translated

    def noted(given: RulesToCompile) -> Any:
        tried.append(given._module.mark)
        return compiled(given)

    with monkeypatch.context() as patched:
        patched.setattr(RulesToCompile, "_compiled_as_translated", noted)
        given.compile()
    return tried


def test_it_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    earlier = RulesToCompile(GAME, symmetries=True)
    assert not earlier.is_kept()
    assert compilations(RulesToCompile(GAME, symmetries=True), monkeypatch) == ["", "spells"]
    later = RulesToCompile(GAME, symmetries=True)
    assert later.is_kept()
    assert compilations(later, monkeypatch) == ["spells"]
    assert compilations(earlier, monkeypatch) == [
        "spells"
    ]  # another process has found it meanwhile
