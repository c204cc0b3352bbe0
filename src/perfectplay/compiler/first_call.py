"""The first call of the kernels of a game, which compiles them; what it says if that fails."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from traceback import walk_tb
from types import ModuleType
from typing import Any

import numpy as np
from numba.core.errors import NumbaError

from perfectplay.compiler.compiler_messages import explained
from perfectplay.compiler.glue import representative
from perfectplay.compiler.rules_text import Translation
from perfectplay.compiler.shared_numbers import with_numbers
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.source.refusals import LIST


def first_call(
    kernels: Any, numbers: Sequence[int], translation: Translation,
    more: Callable[[Any], None] | None,
) -> None:  # fmt: skip
    """Compile the kernels by calls without states; ``numbers``: what they read from the layout;
    ``more`` calls further ones. Raises NotCompilable in the user's words."""
    fields = 1 if translation.shape is None else translation.shape.size
    layout = with_numbers(np.ones((2, fields), np.int64), numbers)
    empty = np.empty(0, np.int64)
    bytes_ = np.empty(0, np.uint8)
    try:
        degrees = np.empty(0, np.int32)
        kernels.expand(empty, 0, 0, layout, empty, bytes_, empty, degrees, bytes_, degrees, degrees)
        if more is not None:
            more(kernels)
    except NumbaError as problem:
        if numbers:
            raise NotCompilable("it needs a number that is not in its code") from problem
        raise _refusal(problem, translation, kernels) from problem
    except Exception as problem:  # the compiler itself stumbles
        raise _stumbled(problem) from problem


def _stumbled(problem: Exception) -> NotCompilable:
    """The refusal after an error of the compiler's own. That one list takes the place of another
    whose items are of another kind, it finds late, and says by an assertion in these functions."""
    frames = [frame.f_code.co_name for frame, _ in walk_tb(problem.__traceback__)]
    if frames[-1] in ("list_to_list", "set_to_set"):
        reason = "a list or set has items of one kind in one place and of another in another"
        return NotCompilable(reason, idiom="let all be numbers: int(x > 1), not x > 1")
    stumbles = f"the compiler stumbles over these rules ({type(problem).__name__})"
    return NotCompilable(stumbles, idiom=LIST)


_LINES = r'(?:File "[^"]*rules\.py", line |During: lowering .*rules\.py \()(\d+)'
"""Where the lines of the rules stand in messages of the compiler."""


def _refusal(problem: Exception, translation: Translation, module: ModuleType) -> NotCompilable:
    assert module.__file__ is not None
    text = Path(module.__file__).read_text(encoding="utf-8")
    offset = text[: text.index(translation.text)].count("\n")
    copied = representative(translation.text)
    copy = text.count("\n", 0, max(0, text.find("\ndef representative("))) + 2
    copy_end = copy + (0 if copied is None else copied[0].count("\n"))
    place, said = "", str(problem)
    found = re.findall(_LINES, said)  # the innermost call first
    if "Can't unify yield type" in said:  # moves of unlike kinds compile, but not in all places
        found.reverse()
    for line in map(int, found):
        where = translation.places.get(line - offset)
        if where is None and copied is not None and copy <= line < copy_end:
            where = translation.places.get(line - copy + copied[1])
        if where is not None:
            place = f"{where[0]}:{where[1]}"
            break
    return NotCompilable(*meaning(problem, place))


def meaning(problem: Exception, place: str) -> tuple[str, str, str]:
    """The reason of a failure, the place, and the idiom that compiles, in the user's words."""
    reason, idiom = explained(problem)
    return reason, place, idiom or LIST
