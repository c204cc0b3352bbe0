"""Scores of games of points as people read them."""

from __future__ import annotations

from perfectplay.game.checks.checked_game import CheckedGame


def signed(rules: CheckedGame, score: int) -> str:
    """A score with its sign."""
    return f"+{rules.score_text(score)}" if score > 0 else rules.score_text(score)


def points_text(rules: CheckedGame, score: int) -> str:
    """``1 point``, ``2 points``, with the game's own text of a number."""
    text = rules.score_text(score)
    return f"{text} point{'' if text in ('1', '-1') else 's'}"
