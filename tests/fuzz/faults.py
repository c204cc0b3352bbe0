"""What a case can end with."""

from __future__ import annotations

import re
import traceback

from perfectplay.core.errors import PerfectPlayError


class Fault(Exception):
    """Something that the library got wrong. ``kind`` names the sort of fault in a few words."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(f"{kind}: {message}")
        self.kind = kind


def expect(holds: object, kind: str, message: str) -> None:
    """Raises Fault unless ``holds`` is true."""
    if not holds:
        raise Fault(kind, message)


def judge_error(error: BaseException, doing: str) -> Fault:
    """The fault that an unexpected exception amounts to."""
    if isinstance(error, Fault):
        return error
    if isinstance(error, PerfectPlayError):
        return Fault(f"{doing} refuses right rules", f"{type(error).__name__}: {error}")
    last = "".join(traceback.format_exception(error))[-2_000:]
    return Fault(f"{doing} shows a traceback", f"{type(error).__name__}: {error}\n{last}")


def check_sentence(error: PerfectPlayError) -> None:
    """Raises Fault where the message of an error is not one sentence for people."""
    said = str(error)
    expect(len(said) > 10, "an error says nothing", repr(error))
    expect("\n" not in said.strip(), "an error has several lines", said)
    broken = re.search(r"Traceback|<object|object at 0x|\bnan\b|NoneType", said)
    expect(broken is None, "an error is not written for people", said)
