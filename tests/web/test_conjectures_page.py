"""What docs/conjectures.md shows of the two commands is what they write."""

from __future__ import annotations

import re

from places import ROOT


def sessions(text: str) -> set[str]:
    """Each command with what it wrote."""
    return {part.strip() for part in re.split(r"^\$ ", text, flags=re.MULTILINE) if part.strip()}


def test_the_page_shows_golden_transcripts() -> None:
    page = (ROOT / "docs" / "conjectures.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```console\n(.*?)```", page, re.DOTALL)
    golden = set()
    for name in ("conjecture", "explain"):
        golden |= sessions((ROOT / "tests" / "golden" / f"{name}.txt").read_text(encoding="utf-8"))
    shown = set().union(*map(sessions, blocks))
    assert len(shown) >= 9
    assert shown <= golden
