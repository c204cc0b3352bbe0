"""Functions that lower modules call and higher modules implement.

Users expect `Solution.conjecture` and `Record.svg` as methods of the solution; their code belongs
to the analysis and to the drawing. The package's ``__init__`` registers the module of each such
function, so that no module imports upwards.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as typing has it, which takes a while to import
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

_HOMES: dict[str, str] = {}


def attach(homes: Mapping[str, str]) -> None:
    """Register the module of each function by the function's name, without importing it."""
    _HOMES.update(homes)


def attached(name: str) -> Callable[..., Any]:
    """The function of this name; its module is imported on the first call.

    Raises KeyError for a name that was not registered.

    >>> attached("record_svg").__module__
    'perfectplay.drawing.board.record_views'
    """
    from importlib import import_module

    function: Callable[..., Any] = getattr(import_module(_HOMES[name]), name)
    return function
