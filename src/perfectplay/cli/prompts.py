"""Asking somebody at a terminal, or at the other end of a pipe."""

from __future__ import annotations

import sys

from perfectplay.cli.output import say


def ask(question: str) -> str | None:
    """A line typed, None at the end of input; what comes from a pipe is shown, so that the output
    reads as a play."""
    sys.stdout.flush()
    try:
        line = input(question)
    except EOFError:
        say()
        return None
    if not sys.stdin.isatty():
        say(line)
    return line
