"""Trees and graphs in files: which format a file has, by its ending."""

from __future__ import annotations

from pathlib import Path

from perfectplay.game.explicit.efg_file import game_from_efg
from perfectplay.game.explicit.explicit_game import ENDINGS, ExplicitGame
from perfectplay.game.explicit.json_file import game_from_json

_READERS = dict(zip(ENDINGS, (game_from_json, game_from_efg), strict=True))


def game_from_file(path: Path | str) -> ExplicitGame:
    """The game of a file whose name has one of the ENDINGS. Raises GameFileError, TreeError."""
    return _READERS[Path(path).suffix.lower()](path)
