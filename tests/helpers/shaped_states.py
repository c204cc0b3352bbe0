"""Records that are states."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple


class Side(Enum):
    WHITE = "w"
    BLACK = "b"


class Place(NamedTuple):
    row: int
    column: int


@dataclass(frozen=True)
class Board:
    cells: tuple[int, ...]
    king: Place
    castled: bool = False
