"""Files of plays: read and written by the ending of their names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from perfectplay.core.errors import GameFileError, ParseError
from perfectplay.core.text_file import read_text
from perfectplay.play.written.pgn import pgn_text, plays_of_pgn
from perfectplay.play.written.sgf import plays_of_sgf, sgf_text
from perfectplay.play.written.written_play import WrittenPlay
from perfectplay.tablebase.store.atomic_files import write_whole

_READERS: dict[str, Callable[[str], Iterator[WrittenPlay]]] = {
    ".pgn": plays_of_pgn,
    ".txt": plays_of_pgn,
    ".sgf": plays_of_sgf,
}

ENDINGS = tuple(_READERS)
"""Endings of files of plays; a .txt file is read as a .pgn file."""


def check_ending(path: Path | str) -> str:
    """The ending of a file of plays. Raises GameFileError for any other.

    >>> check_ending("mine.SGF")
    '.sgf'
    """
    ending = Path(path).suffix.lower()
    if ending not in ENDINGS:
        raise GameFileError(
            f"{Path(path).name or path} is no name of a file of plays; expected one that ends in "
            f"{', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}"
        )
    return ending


def read_plays(path: Path | str) -> list[WrittenPlay]:
    """The plays of a .pgn, .txt or .sgf file, see docs/plays.md.

    Moves are texts; whether they are legal is for `annotate` and `replay` to say. Raises
    GameFileError for a file that cannot be read, or that is no file of plays; it names the line.
    """
    reader = _READERS[check_ending(path)]
    text = read_text(path)
    try:
        return list(reader(text))
    except ParseError as error:
        raise GameFileError(f"{path} is no file of plays: {error}") from error


def plays_of_text(text: str) -> list[WrittenPlay]:
    """The plays of a text: of SGF if it begins like that, else in the manner of PGN, which a line
    of moves is, too. Raises ParseError, which names the line.

    >>> [play.texts for text in ("3 4", "(;B[3];W[4])") for play in plays_of_text(text)]
    [('3', '4'), ('3', '4')]
    """
    text = text.removeprefix("\ufeff")
    return list(plays_of_sgf(text) if re.match(r"\s*\(\s*;", text) else plays_of_pgn(text))


def write_plays(path: Path | str, plays: Iterable[WrittenPlay]) -> None:
    """Write plays into a .pgn, .txt or .sgf file, which replaces an earlier one as a whole.

    `AnnotatedPlay.written` is a play with its values. Raises GameFileError, StoreError.
    """
    path = Path(path)
    text = plays_text(plays, check_ending(path))
    write_whole(path, text.encode("utf-8", "backslashreplace"))


def plays_text(plays: Iterable[WrittenPlay], ending: str) -> str:
    """Plays as the text of a file with one of the ENDINGS.

    >>> plays_text(plays_of_pgn("3 4 1-0"), ".sgf")
    '(;FF[4]CA[UTF-8]AP[perfectplay]RE[B+]\\n;B[3]\\n;W[4])\\n'
    """
    write = sgf_text if check_ending(f"plays{ending}") == ".sgf" else pgn_text
    return "\n".join(write(play) for play in plays)
