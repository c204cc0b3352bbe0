"""Errors as people read them: one sentence with the next step."""

from __future__ import annotations

import re
from typing import Any

from perfectplay.core.errors import PerfectPlayError


def error_sentence(error: BaseException) -> str:
    """The error and the next step, in one sentence."""
    if isinstance(error, PerfectPlayError):
        return str(error)
    if (usage := getattr(error, "format_message", None)) is not None:
        return _usage_sentence(usage(), getattr(error, "ctx", None))
    if isinstance(error, MemoryError):
        return "there is not enough memory for this game; --max-states N stops a solve earlier"
    if isinstance(error, FileNotFoundError) and "temporary directory" in str(error):
        return "no folder for temporary files may be written; set TMPDIR to one of yours"
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename or 'the output'}: {error.strerror}"
    if not isinstance(error, Exception):
        return stopped_by_rules(error)
    return f"unexpected {type(error).__name__}: {error}; --debug shows where"


def stopped_by_rules(stopped: BaseException) -> str:
    """The sentence about what a file of rules has raised, which is no Exception; "" for Ctrl-C."""
    from perfectplay.game.showing import is_ctrl_c, place_in
    from perfectplay.registry.source import FILES_RUN

    if is_ctrl_c(stopped, FILES_RUN):
        return ""
    what, place = type(stopped).__name__, place_in(FILES_RUN, stopped.__traceback__)
    reason = f": {stopped}" if str(stopped) else ""
    return f"the rules ended the program: {what}{reason} at {place}"


_WORDS = (
    ("Value error, ", ""),  # Pydantic's words, which Typer passes on
    ("is not a valid int(eger)?( range)?", "is not a whole number"),
    ("is not a valid float( range)?", "is not a number"),
    (r"is not in the range (\S+)<=x<=([^\s.]+)", r"is not from \1 to \2"),
    ("is not in the range x>=", "is less than "),
    ("is not in the range x<=", "is more than "),
)
"""What Typer says of values of options, and plainer words."""


def _usage_sentence(message: str, context: Any) -> str:
    command = context.command_path if context is not None else "perfectplay"
    for words, plainer in _WORDS:
        message = re.sub(words, plainer, message)
    if re.match(r"No such option: (?!--?[A-Za-z])", message):  # such as -1,2 or ---X
        return f"{message.rstrip('.')}; write -- before a state that begins with a dash"
    sign = " See" if message.endswith("?") else "; see"
    return f"{message.rstrip('.')}{sign} {command} --help"
