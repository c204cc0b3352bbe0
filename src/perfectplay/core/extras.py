"""Libraries that are installed with an extra of perfectplay, imported when they are used."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from perfectplay.core.errors import MissingExtraError
from perfectplay.core.interrupts import put_off


def extra_module(module: str, extra: str, who: str) -> Any:
    """A module of an optional library, such as "networkx".

    ``extra``: the extra of perfectplay that installs it; ``who``: what needs it, in the plural, as
    the beginning of the message. Raises MissingExtraError if the library is not installed.

    >>> extra_module("networkx", "graphs", "graphs").__name__
    'networkx'
    >>> extra_module("no_such_library", "graphs", "pictures of graphs")
    Traceback (most recent call last):
    perfectplay.core.errors.MissingExtraError: pictures of graphs need no_such_library, which is
    not installed; pip install 'perfectplay[graphs]' installs it
    """
    try:
        with put_off():  # a library that is half imported may be of no use later
            return import_module(module)
    except ModuleNotFoundError as error:
        library = module.partition(".")[0]
        raise MissingExtraError(
            f"{who} need {library}, which is not installed; "
            f"pip install 'perfectplay[{extra}]' installs it"
        ) from error
