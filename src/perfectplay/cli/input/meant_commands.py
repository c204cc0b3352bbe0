"""Words for commands that other programs have, or that the docs use for what a command does."""

from __future__ import annotations

MEANT = {
    **dict.fromkeys(("explore", "explorer", "view", "browse", "web", "gui", "ui"), "serve"),
    **dict.fromkeys(("help",), "--help"),
    **dict.fromkeys(("version",), "--version"),
    **dict.fromkeys(("list", "ls", "library"), "games"),
    **dict.fromkeys(("init", "create", "template"), "new"),
    **dict.fromkeys(("test", "lint", "validate"), "check"),
    **dict.fromkeys(("statistics", "count", "counts"), "stats"),
    **dict.fromkeys(("draw", "graph", "chart", "table"), "plot"),
    **dict.fromkeys(("analyse", "analyze", "judge"), "annotate"),
    **dict.fromkeys(("probe", "query", "position"), "show"),
    **dict.fromkeys(("estimate", "forecast"), "plan"),
    **dict.fromkeys(("run", "start"), "solve"),
}
"""A word, and the command or option that does it here."""


def meant_command(word: str) -> str:
    """The sentence about a word that is no command; "" if nothing is known of it.

    >>> meant_command("explore"), meant_command("solve")
    ("No such command 'explore'. Did you mean 'serve'?", '')
    """
    return f"No such command {word!r}. Did you mean {MEANT[word]!r}?" if word in MEANT else ""
