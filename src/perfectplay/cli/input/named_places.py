"""Options that take the name of a file or a folder, in the words of a command."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from perfectplay.core.errors import ParameterError

PLACES = ("-o", "--output", "--svg", "--save", "--results", "--plot", "--write", "--file", "-f")
"""The options."""


def check_named(words: Sequence[str]) -> None:
    """Raise ParameterError if one has an empty name, which would be the working folder.

    >>> check_named(["solve", "tic_tac_toe", "-o", "solved"])
    """
    options = list(words[: words.index("--")] if "--" in words else words)
    for option, name in pairwise(options):
        if option in PLACES and not name.strip():
            raise ParameterError(
                f"the name after {option} is empty; if it comes from a variable of the shell, "
                "that is not set"
            )
