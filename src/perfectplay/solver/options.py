"""What the caller of a solve has chosen."""

from __future__ import annotations

from dataclasses import dataclass

from perfectplay.core.errors import MemoryBudgetError, MethodError
from perfectplay.core.progress import ProgressCallback
from perfectplay.game.game import Game
from perfectplay.solver.memory import LEAST_MEMORY

METHODS = ("auto", "compiled", "interpreted", "reference")


@dataclass(frozen=True)
class SolveOptions:
    """The arguments of `solve`, but for the folder; they are documented there.

    Raises TypeError, ValueError, MethodError or MemoryBudgetError for values that are not allowed.
    """

    method: str = "auto"
    threads: int | None = None
    progress: ProgressCallback | None = None
    max_states: int | None = None
    symmetries: bool = True
    memory: int | None = None

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise MethodError(f'unknown method "{self.method}"; methods are {", ".join(METHODS)}')
        for name in ("threads", "max_states", "memory"):
            number = getattr(self, name)
            if number is None:
                continue
            if type(number) is not int:
                raise TypeError(f"{name} must be a whole number, got {number!r}")
            if number < 1:
                raise ValueError(f"{name} must be at least 1, got {number}")
        if self.memory is not None and self.memory < LEAST_MEMORY:
            raise MemoryBudgetError(self.memory, LEAST_MEMORY)


def check_game(game: object) -> None:
    """Raises TypeError if ``game`` is not a game."""
    if not isinstance(game, Game):
        hint = f"; write {game.__name__}()" if isinstance(game, type) else ""
        raise TypeError(f"solve expects a game, got {game!r}{hint}")
