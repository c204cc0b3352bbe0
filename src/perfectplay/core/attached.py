"""What lower folders call and higher ones implement.

To a reader `Solution.conjecture` and `Record.svg` belong to the solution; their code belongs to
the analysis and to the drawing. So the package says once, in its ``__init__``, where each such
function is, and nothing below imports upwards.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as typing has it, which takes a while to import
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

_HOMES: dict[str, str] = {}


def attach(homes: Mapping[str, str]) -> None:
    """Records the module of each function, by the name of the function. Imports nothing."""
    _HOMES.update(homes)


def attached(name: str) -> Callable[..., Any]:
    """The function of that name; its module is imported now.

    Raises KeyError for a name that was not attached.

    >>> attached("record_svg").__module__
    'perfectplay.drawing.board.record_views'
    """
    from importlib import import_module

    function: Callable[..., Any] = getattr(import_module(_HOMES[name]), name)
    return function
