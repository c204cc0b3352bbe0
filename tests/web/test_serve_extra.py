"""What the extra ``perfectplay[serve]`` brings alone is all that ``perfectplay serve`` needs."""

from __future__ import annotations

import tomllib

from places import ROOT

PROJECT = ROOT / "pyproject.toml"


def test_the_extra_has_what_stores_solves_on_request():
    """A solve on request is kept as a stored solution, which pyarrow writes."""
    extras = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert "perfectplay[store]" in extras["serve"]
