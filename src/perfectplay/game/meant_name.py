"""What the author of rules probably meant by a name that is not defined."""

from __future__ import annotations

import builtins
import difflib

_IMPORTS = {
    **dict.fromkeys(("Game", "Value", "put", "sort", "swap", "bits", "popcount"), "perfectplay"),
    **dict.fromkeys(("dataclass", "replace"), "dataclasses"),
}
"""Names that rules import, each with its module."""


def meant_name(error: BaseException) -> str:
    """The import that is missing, ``self.`` where it was left out, or the name that is nearest;
    "" if there is none, and for any other error than NameError.

    >>> def moves(state):
    ...     return stats
    >>> try:
    ...     moves(3)
    ... except NameError as error:
    ...     print(meant_name(error))
    did you mean state?
    """
    name = error.name if isinstance(error, NameError) else None
    trace = error.__traceback__
    if name is None or trace is None or isinstance(error, UnboundLocalError):
        return ""
    while trace.tb_next is not None:
        trace = trace.tb_next
    frame = trace.tb_frame
    if name not in frame.f_globals and name in dir(type(frame.f_locals.get("self"))):
        return f"did you mean self.{name}?"
    if name in _IMPORTS:
        return f"write at the top of the file: from {_IMPORTS[name]} import {name}"
    known = {one.lower(): one for one in (*dir(builtins), *frame.f_globals, *frame.f_locals)}
    near = difflib.get_close_matches(name.lower(), known, n=1, cutoff=0.75)
    return f"did you mean {known[near[0]]}?" if near else ""
