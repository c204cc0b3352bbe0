"""Trees and graphs in JSON files."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

from perfectplay.core.errors import GameFileError, TreeError
from perfectplay.core.text_file import read_bytes
from perfectplay.game.explicit.explicit_game import ExplicitGame
from perfectplay.game.explicit.tree import game_from_tree

_EXPONENT = 400
"""Numbers with a larger exponent of ten are refused: exact ones would fill memory."""


def game_from_json(path: Path | str) -> ExplicitGame:
    """The game of a JSON file in the format of `game_from_tree`. Decimals are exact: 0.1 is a
    tenth. Raises GameFileError if the file cannot be read, TreeError if it describes no game."""
    path = Path(path)
    try:
        content = read_bytes(path).decode("utf-8-sig")
        tree = json.loads(
            content, object_pairs_hook=_once, parse_float=_number, parse_constant=_no_number
        )
    except RecursionError:
        raise GameFileError(
            f"{path} is nested too deeply; nodes by name need no nesting: "
            '{"start": "a", "nodes": {"a": {"moves": {"on": "b"}}, "b": 3}}'
        ) from None
    except TreeError as error:
        raise TreeError(f"{path}: {error}") from error
    except ValueError as error:
        raise GameFileError(f"{path} is not JSON: {error}") from error
    if isinstance(tree, dict) and str(tree.get("format")).startswith("perfectplay"):
        raise GameFileError(f"{path} is part of a stored solution; name its folder, {path.parent}")
    try:
        game = game_from_tree(tree, name=path.stem, file=path.name)
    except TreeError as error:
        raise TreeError(f"{path}: {error}") from error
    game.path = path.absolute()
    return game


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = max(names, key=names.count)
        raise TreeError(f'the name "{twice}" stands twice in one object')
    return found


def _number(text: str) -> Decimal:
    number = Decimal(text)
    if number and abs(number.adjusted()) > _EXPONENT:
        raise TreeError(f"the number {text:.40} is too large, or too small, to be counted exactly")
    return number


def _no_number(text: str) -> Any:
    raise TreeError(f"{text} is not a number; utilities are finite")
