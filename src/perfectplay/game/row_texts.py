"""Read states of nested rows, of words and of bytes from their cells alone: ``XO./.../...``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, fields, is_dataclass
from itertools import accumulate, islice
from random import Random
from typing import Any

from perfectplay.core.errors import ParseError
from perfectplay.core.sample_clock import SampleClock
from perfectplay.core.value import State
from perfectplay.game.game import Game, StateKind, kind_of
from perfectplay.game.showing import faults_of
from perfectplay.game.texts.lasting_repr import in_letters
from perfectplay.game.texts.literal_states import read_literal
from perfectplay.game.texts.spellings import BRACKETS, QUOTES

PLAYS, PLIES = 8, 200
"""Random plays, and plies of each, in which states of other shapes are looked for."""

SECONDS = 1.0
"""Processor time after which the plays end: rules may be slow."""

SEPARATORS = "".join(dict.fromkeys("".join((*BRACKETS, *QUOTES)))) + ",;/|"
"""Signs that mean nothing in a state as people write it: brackets, the quotes of several languages,
commas and their like."""


def shape_of(state: State) -> Any:
    """The nested classes of a state with the lengths of its parts; equal for states of one board.

    >>> shape_of((("XO.", "..."), 3)) == shape_of((("...", "OOO"), 0))
    True
    """
    if isinstance(state, str):
        lines = state.split("\n")
        return len(state) if len(lines) == 1 else (str, *map(len, lines))
    if isinstance(state, bytes):
        return (bytes, len(state))
    parts = _parts(state)
    return type(state) if parts is None else (type(state), *map(shape_of, parts))


@dataclass
class SeenStates:
    """What the states of some random plays have in common. ``complete``: False if the rules raised
    an exception, or were too slow for one play, so that nothing is certain."""

    shapes: set[Any] = field(default_factory=set)
    kinds: set[StateKind] = field(default_factory=set)
    letters: set[str] = field(default_factory=set)
    complete: bool = True

    def fits(self, state: State) -> bool:
        """Whether a state may be one of the game. A rare one may be of another shape than all
        that were seen, but hardly a word of another length, or flat where all others are nested."""
        if not self.complete:
            return True
        if isinstance(state, str | bytes) and len(self.shapes) == 1:
            return shape_of(state) in self.shapes
        return kind_of(state) in self.kinds


def seen_states(game: Game) -> SeenStates:
    """The states of some random plays.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> seen_states(ThreeRocks()).shapes == {shape_of((3, 4))}
    True
    """
    seen, random, start = SeenStates(), Random(0), game.start()
    clock = SampleClock(SECONDS, PLAYS * PLIES)
    try:
        for number in range(PLAYS):
            state = start
            for _ in range(PLIES):
                if clock.over():
                    seen.complete = number > 0
                    return seen
                seen.shapes.add(shape_of(state))
                seen.kinds.add(kind_of(state))
                seen.letters.update(_letters(state))
                moves = [] if game.outcome(state) is not None else list(game.moves(state))
                if not moves:
                    break
                state = game.play(state, random.choice(moves))
    except faults_of(game):  # whatever rules raise that are not finished
        seen.complete = False
    return seen


def read_rows(text: str, start: State, seen: SeenStates) -> State:
    """The state whose cells are those of a text, one after the other; None if it is not certain.

    Rows are parted by slashes, commas, brackets or spaces, or by nothing; cells by spaces or by
    nothing. A state of bytes is written in letters, or in numbers if the start holds bytes that are
    no letters. All states that were seen must have one shape.

    >>> like = ("...", "...")
    >>> read_rows("XO./..X", like, SeenStates({shape_of(like)}))
    ('XO.', '..X')
    """
    if len(seen.shapes) != 1 or not seen.complete:
        return None
    if isinstance(start, bytes) and "\\" in text:
        return _escaped(text, start)
    if isinstance(start, str) and "\n" in start.strip("\n"):
        return _lines(text, start, seen)
    cells = _Cells()
    if not cells.add(start) or not cells.widths:
        return None
    values = cells.values(_chunks(text, seen.letters))
    with suppress(Exception):  # whatever a user's class raises
        return None if values is None else _built(start, iter(values))
    return None


def _lines(text: str, start: str, seen: SeenStates) -> State:
    """A text that is a board in lines, all of which end where those of the start end."""
    letters = seen.letters - {"\n"}
    if "\\" not in letters:
        text = text.replace("\\n", "\n")  # as it is written in Python
    chunks, lines = _chunks(text, letters), [len(line) for line in start.split("\n") if line]
    cells: str | None = "".join(chunks)
    if [len(chunk) for chunk in chunks] != lines:
        if len(chunks) > 1 and len(set(lines)) > 1:
            return None
        like = start.replace("\n", "")
        cells = read_rows(text, like, SeenStates({shape_of(like)}, seen.kinds, letters))
    if cells is None:
        return None
    rest = iter(cells)
    return "".join(letter if letter == "\n" else next(rest) for letter in start)


def _escaped(text: str, start: bytes) -> State:
    with suppress(ParseError):
        state = read_literal(f"b'{text.strip()}'", start)
        return state if len(state) == len(start) else None
    return None


def _chunks(text: str, letters: set[str]) -> list[str]:
    """The pieces of a text between separators that are no letters of a state."""
    between = re.escape("".join(sign for sign in SEPARATORS if sign not in letters))
    space = "" if " " in letters else r"\s"
    return [chunk for chunk in re.split(f"[{between}\n{space}]+", text) if chunk]


def _letters(state: State) -> Iterator[str]:
    if isinstance(state, str | bytes):
        yield from state if isinstance(state, str) else state.decode("latin-1")
    for part in _parts(state) or ():
        yield from _letters(part)


def _parts(state: State) -> list[Any] | None:
    """The parts of a tuple or a dataclass; None for other objects."""
    if is_dataclass(state) and not isinstance(state, type):
        return [getattr(state, each.name) for each in fields(state) if each.init]
    return list(state) if isinstance(state, tuple) else None


@dataclass
class _Cells:
    """The places of a state: widths, the letters of each, 0 for a number; groups, the beginnings
    of rows of cells that are not parted otherwise, with their lengths, both in cells."""

    widths: list[int] = field(default_factory=list)
    groups: list[tuple[int, int]] = field(default_factory=list)

    def add(self, like: Any) -> bool:
        """Enter the places of a state; return False if one of them is of another kind."""
        begin = sum(width or 1 for width in self.widths)
        if isinstance(like, bytes) and not in_letters(like):
            like = tuple(like)
        if isinstance(like, str | bytes):
            self.widths.append(len(like))
            self.groups.append((begin, len(like)))
            return bool(like)
        if type(like) is int:
            self.widths.append(0)
            return True
        parts = _parts(like)
        if parts is None:
            return False
        cells = all(type(part) is int or (isinstance(part, str) and len(part) == 1)
                    for part in parts)  # fmt: skip
        groups = len(self.groups)
        if not all(self.add(part) for part in parts):
            return False
        if cells and parts:
            self.groups[groups:] = [(begin, len(parts))]
        return True

    def values(self, chunks: list[str]) -> list[int | str] | None:
        """What stands in each place; None if the chunks do not fit."""
        if len(chunks) == len(self.widths):
            return _values(chunks, self.widths)
        sizes = [width or 1 for width in self.widths]
        if sum(map(len, chunks)) != sum(sizes) or not self._regular(chunks):
            return None
        rest = iter("".join(chunks))
        return _values(["".join(islice(rest, size)) for size in sizes], self.widths)

    def _regular(self, chunks: list[str]) -> bool:
        """Whether the chunks part the cells where rows end, and rows of one length alike."""
        cuts = set(accumulate(map(len, chunks[:-1])))
        ways: dict[int, int] = {}
        for begin, length in self.groups:
            inside = sorted(cut - begin for cut in cuts if begin < cut < begin + length)
            step = inside[0] if inside else length
            if inside != list(range(step, length, step)) or ways.setdefault(length, step) != step:
                return False
        return True


def _values(pieces: Iterable[str], widths: list[int]) -> list[int | str] | None:
    """The pieces as numbers where the width is 0; None if one is none, or of another width."""
    values: list[int | str] = []
    for piece, width in zip(pieces, widths, strict=True):
        if width:
            if len(piece) != width:
                return None
            values.append(piece)
        elif re.fullmatch(r"[-+]?[0-9]{1,18}", piece):
            values.append(int(piece))
        else:
            return None
    return values


def _built(like: Any, values: Iterator[int | str]) -> Any:
    """A state as ``like`` with other values in its places."""
    if isinstance(like, bytes):
        if in_letters(like):
            return str(next(values)).encode("latin-1")
        return bytes(int(next(values)) for _ in like)
    parts = _parts(like)
    if parts is None:
        return next(values)
    built = [_built(part, values) for part in parts]
    if is_dataclass(like):
        names = [each.name for each in fields(like) if each.init]
        make: Any = type(like)
        return make(**dict(zip(names, built, strict=True)))
    return type(like)(*built) if hasattr(like, "_fields") else tuple(built)
