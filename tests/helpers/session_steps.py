"""A step of a session of the command line."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Step:
    """A command, what is typed into it, and the files and folders that must be there before."""

    command: str
    typed: str = ""
    needs: tuple[str, ...] = ()
