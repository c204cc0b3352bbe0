"""Waits until the page shows a play, and finds its moves."""

from __future__ import annotations

import pytest

expect = pytest.importorskip("playwright.sync_api").expect


def turn(page, text: str) -> None:
    """Waits until the line above the board says this."""
    expect(page.locator("#turn")).to_contain_text(text)


def plies(page, count: int, shown: int | None = None) -> None:
    """Waits until the play has so many moves, and its last position is shown, or another."""
    expect(page.locator("#plies li")).to_have_count(count + 1)
    at = f"ply {count if shown is None else shown}"
    expect(page.locator("#plies [aria-current]")).to_have_attribute("data-key", at)


def board_move(page, move: str):
    return page.locator(f'#board .pp-move[data-move="{move}"]')
