"""A solved game as a folder of files, with the pages that a server would show."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from perfectplay.analysis.why.why import Reasons
from perfectplay.core.errors import DamagedError, PerfectPlayError
from perfectplay.core.progress import ProgressCallback, Reporter
from perfectplay.game.moves import first_position
from perfectplay.game.naming import game_name
from perfectplay.solver.estimate.interval import size_words
from perfectplay.tablebase.record import game_fields
from perfectplay.tablebase.solution import Solution
from perfectplay.tablebase.store.checksums import check_files
from perfectplay.tablebase.store.stored_solution import StoredSolution
from perfectplay.web import views
from perfectplay.web.catalogue import id_of, plain_class
from perfectplay.web.numbers import content_of
from perfectplay.web.packed_modules import packed_modules
from perfectplay.web.position_pictures import bare, drawing, undescribed
from perfectplay.web.request_positions import PlayStart, play_of
from perfectplay.web.site import chunks
from perfectplay.web.site.chunks import chunk, reasons_chunk, script
from perfectplay.web.site.positions import SitePosition, TextLookup, positions
from perfectplay.web.site.site_folder import FORMAT, MARK, SiteFiles, check_free, replaced

VERSION = 2

MOST = 20_000
"""Default of the most states of a game for a site."""

REASONS_SHARE = 0.2
"""Bytes of reasons for each byte of positions, about; finding out takes long in a large game."""

SAMPLE = 512
"""Positions that are written to estimate the size of a site."""


class SiteError(PerfectPlayError, ValueError):
    """A game is too large for a site."""


@dataclass(frozen=True)
class WrittenSite:
    """A site: its ``folder``; the number of ``files``, and their ``bytes`` in all; the number of
    ``states`` of the game, and of ``positions``, since a state that occurs with both sides to move
    has two; ``fault``: why some position is shown as text, or ""."""

    folder: Path
    files: int
    bytes: int
    states: int
    positions: int
    fault: str = ""

    def as_dict(self) -> dict[str, Any]:
        """The same as JSON."""
        return {**vars(self), "folder": str(self.folder), "fault": self.fault or None}


def site(
    solution: Solution, folder: Path, *, most: int = MOST, progress: ProgressCallback | None = None
) -> WrittenSite:
    """Write a solved game as a folder of files, whole or not at all.

    An older site there is replaced. Raises SiteError for a game of more than ``most`` states, with
    an estimate of the size; StoreError for a folder that holds something else, and for errors of
    the system; DamagedError for a stored solution that is not whole; and what the rules raise.

    >>> from tempfile import TemporaryDirectory
    >>> from perfectplay import solve
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> with TemporaryDirectory() as place:
    ...     written = site(solve(ThreeRocks(2, 1)), Path(place) / "rocks")
    >>> written.states, written.positions, written.files
    (6, 9, 9)
    """
    check_free(folder)
    if isinstance(solution, StoredSolution):
        _check_whole(solution)
    if len(solution) > most:
        raise SiteError(_too_large(solution, most))
    with replaced(folder) as files:
        writer = _Writer(solution, files, Reporter(progress))
        writer.pages()
        count = writer.data()
        writer.mark(count)
    total = sum(files.sizes.values())
    return WrittenSite(folder, len(files.sizes), total, len(solution), count, writer.fault)


def _check_whole(solution: StoredSolution) -> None:
    """Raise DamagedError if a stored solution is damaged: lookups do not check all its files."""
    if problems := check_files(solution.folder, solution.manifest):
        raise DamagedError(f"{problems[0]}; copy the folder again, or solve the game again")


class _Writer:
    """Writes the files of a site."""

    def __init__(self, solution: Solution, files: SiteFiles, reporter: Reporter) -> None:
        self.solution, self.files, self.reporter = solution, files, reporter
        game = solution.game
        self.shown = views.ShownGame(id_of(game_name(game), plain_class(game), game), game)
        self._faults: list[str] = []

    @property
    def fault(self) -> str:
        """Why a board could not be drawn, or ""."""
        return next(iter(self._faults), "")

    def pages(self) -> None:
        """Write the pages, and the style sheet that they share."""
        solution = self.solution
        frame = views.PageFrame(
            modules=packed_modules("pp/main"),
            style="style.css",
            game="index.html",
            statistics="statistics.html",
        )
        start = PlayStart(first_position(solution.rules), True)
        page = views.game_page(frame, self.shown, play_of(solution, start), solution.summary())
        self.files.write("index.html", page)
        alone = replace(frame, modules=packed_modules("pp/theme"))
        content = content_of(solution, "index.html")
        numbers = views.page("statistics.html", frame=alone, game=self.shown, **content)
        self.files.write("statistics.html", numbers)
        self.files.write("style.css", views.style_sheet())
        names = {"judge": "pp/site_judging", "text": "pp/play_text"}
        self._write("judging", {key: packed_modules(name)[name] for key, name in names.items()})

    def data(self) -> int:
        """Write the positions, their reasons and the index of their texts; gives the number of
        positions."""
        index, count = TextLookup(self.solution.rules), 0
        reasons, told = Reasons(self.solution), True
        for part, some in enumerate(_in_parts(positions(self.solution), chunks.REASONS)):
            for nodes in _in_parts(iter(some), chunks.SIZE):
                for node in nodes:
                    index.add(node)
                    told = told and self.solution.rules.player(node.record.state) is not None
                pictures = [self._picture(node) for node in nodes]
                self._write(f"p{count // chunks.SIZE}", chunk(nodes, pictures))
                count += len(nodes)
                self.reporter.tell("drawing", count, max(count, len(self.solution)), count)
            self._write(f"w{part}", reasons_chunk(reasons, some))
        texts = index.files()
        for number, content in enumerate(texts):
            self._write(f"t{number}", content)
        sizes = {"size": chunks.SIZE, "reasons": chunks.REASONS}
        said = {**sizes, "positions": count, "texts": len(texts), "seats": told}
        self._write("site", said)
        return count

    def mark(self, count: int) -> None:
        """Write the file by which programs know a site, which the next one may replace."""
        content = {
            "format": FORMAT,
            "version": VERSION,
            **game_fields(self.solution.game),
            "states": len(self.solution),
            "positions": count,
            "chunk": chunks.SIZE,
        }
        self.files.write(MARK, json.dumps(content, indent=1) + "\n")

    def _write(self, name: str, content: Any) -> None:
        self.files.write(f"data/{name}.js", script(name, content))

    def _picture(self, node: SitePosition) -> str:
        return undescribed(bare(drawing(node.record, self._faults)))


def _in_parts(nodes: Iterator[SitePosition], size: int) -> Iterator[list[SitePosition]]:
    while part := list(islice(nodes, size)):
        yield part


def _too_large(solution: Solution, most: int) -> str:
    """The sentence about a game with too many states, with an estimate of the size of its site."""
    states = len(solution)
    nodes = list(islice(positions(solution), SAMPLE))
    some = chunk(nodes, [undescribed(bare(drawing(node.record))) for node in nodes])
    index = TextLookup(solution.rules)
    for node in nodes:
        index.add(node)
    size = len(script("p", some)) + sum(len(script("t", file)) for file in index.files())
    about_all = (1 + REASONS_SHARE) * size / len(nodes) * states
    return (
        f"{game_name(solution.game)} has {states:,} states, and a site of it would hold about "
        f"{size_words(about_all)}; --max-states {states} writes it anyway, and "
        f"perfectplay serve shows it without (the limit is {most:,} states)"
    )
