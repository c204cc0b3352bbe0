"""Write a commented game file to start from, which can be solved as it is."""

from __future__ import annotations

import keyword
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

from perfectplay.core.errors import GameFileError, ParameterError


def new_game(path: Path, name: str | None, *, force: bool) -> str:
    """Write the file and return the name of its class.

    ``name``: name of the class; default: made from the file's name. ``force``: overwrite an
    existing file. Raises GameFileError, ParameterError.
    """
    if path.suffix.lower() != ".py":
        raise GameFileError(f"{path} must end in .py, as in {path.stem or 'rocks'}.py")
    cls = name if name is not None else class_name(path.stem)
    if not cls.isidentifier() or keyword.iskeyword(cls):
        raise ParameterError(f"{cls!r} cannot name a class; say for instance --name MyGame")
    if cls in ("Game", "Value"):
        raise ParameterError(f"{cls!r} is a name of perfectplay's own; choose another with --name")
    if path.exists() and not force:
        raise GameFileError(f"{path} is already there; --force writes over it")
    part = path.with_name(f".{path.name}.new")  # so that a full disk leaves what was there
    try:
        part.write_text(game_text(cls, path.name), encoding="utf-8")
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise GameFileError(f"{path} cannot be written: {error.strerror}") from error
    return cls


def game_text(name: str, file: str) -> str:
    """Text of the file for a class of this name."""
    text = (files("perfectplay.registry") / "new_game.txt").read_text(encoding="utf-8")
    shown = file.encode("utf-8", "replace").decode()  # a name may hold bytes that are no letters
    return text.replace("NAME", name).replace("FILE", shown)


def class_name(stem: str) -> str:
    """Name of a class, made from the name of a file.

    >>> class_name("three-rocks"), class_name("TicTac"), class_name("4x4")
    ('ThreeRocks', 'TicTac', 'Game4x4')
    """
    words = "".join(c if c.isalnum() else " " for c in stem).split()
    name = "".join(word[:1].upper() + word[1:] for word in words) or "MyGame"
    return name if name.isidentifier() else f"Game{name}"
