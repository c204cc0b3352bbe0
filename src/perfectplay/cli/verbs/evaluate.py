"""``perfectplay evaluate``: how good the moves of a player are, measured by the solution."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from math import ceil, floor
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from perfectplay.cli.input import options
from perfectplay.cli.input.arguments import SourceArguments, SymmetricEngineOptions
from perfectplay.cli.input.options import option
from perfectplay.cli.output.answer import Answer, Facts, note, say, say_facts, say_table
from perfectplay.cli.output.progress_bar import later_progress
from perfectplay.cli.output.wording import percent
from perfectplay.cli.output.writing import check_new, check_place, write_file
from perfectplay.core.errors import ParameterError, PlotError
from perfectplay.core.shortened import shortened
from perfectplay.drawing.plots.looks import matplotlib, rendered
from perfectplay.game.game import Game
from perfectplay.game.showing import number_of, visible
from perfectplay.play.players import KINDS
from perfectplay.tablebase.solution import Solution

if TYPE_CHECKING:
    from perfectplay.analysis.evaluate.evaluation import Evaluation, EvaluationRow, Share

LINE = 8
"""The most moves of a refutation that people are shown."""


class By(StrEnum):
    """What is drawn in equal numbers."""

    VALUE = "value"
    DIFFICULTY = "difficulty"
    PLY = "ply"


@dataclass(frozen=True)
class PlayerArguments(SourceArguments):
    """GAME, its parameters, and a player."""

    arguments: Annotated[
        list[str] | None,
        options.argument(
            "Parameters of the game, with an equals sign; then the player: "
            f"{KINDS.removeprefix('human, ')}.",
            "[NAME=VALUE]... PLAYER",
        ),
    ] = None


@dataclass(frozen=True)
class EvaluateOptions:
    """In which positions a player is asked, and how."""

    positions: Annotated[
        int | None,
        option(
            "Ask in so many positions, drawn by chance.",
            min=1,
            metavar="N",
            show_default="all, if there are at most 100,000; else so many",
        ),
    ] = None
    every: Annotated[bool, option("Ask in all positions, up to 5 million.", "--all")] = False
    plays: Annotated[
        int | None,
        option(
            "Ask in the positions of so many plays against random moves instead.",
            min=1,
            metavar="N",
        ),
    ] = None
    by: Annotated[
        By | None, option("Draw as many positions of each.", show_default="equal chances")
    ] = None
    seed: Annotated[int, option("The seed of all random choices.", min=0)] = 0
    seconds: Annotated[
        float, option("The most seconds for an answer.", min=0.001, callback=options.finite)
    ] = 10.0
    worst: Annotated[int, option("How many of the worst moves to show.", min=0)] = 5

    def evaluate(self, player: str, game: Game, solution: Callable[[], Solution]) -> Evaluation:
        """The judged answers of a player, with a progress bar. Raises ParameterError."""
        from perfectplay.analysis.evaluate.evaluate import evaluate as evaluate_player

        with later_progress() as progress:
            return evaluate_player(
                player, game, positions="all" if self.every else self.positions, plays=self.plays,
                by=None if self.by is None else self.by.value, seed=self.seed,
                seconds=self.seconds, worst=self.worst, progress=progress, solution=solution,
            )  # fmt: skip


def evaluate(
    source: PlayerArguments,
    engine: SymmetricEngineOptions,
    how: EvaluateOptions,
    plot: Annotated[
        Path | None, option("Also draw the shares into a .png or .svg file.", metavar="FILE")
    ] = None,
    force: options.Replace = False,
) -> Answer:
    """Judge a player: how many moves are best, what the others lose."""
    given, (player,) = source.players(
        1,
        "one player is evaluated; name it after the parameters, as in mine.py:answer or minimax:3",
    )
    if plot is not None:
        _check_plot(plot, force)
    if how.every and how.positions is not None:
        raise ParameterError("--all asks in all positions; leave out --positions")
    game = source.game(given)
    found = how.evaluate(player, game, lambda: source.solution(engine, given))
    if plot is not None:
        _write_plot(plot, found)
    return Answer(found.as_dict, lambda: _show(found), found.game)


def _check_plot(path: Path, force: bool) -> None:
    """Raise errors that are found before the work."""
    if path.suffix.lower() not in (".png", ".svg"):
        raise PlotError(f"a picture is a .png or a .svg file, got {path.name!r}")
    check_place(str(path), "--plot")
    check_new(path, force)
    matplotlib()


def _write_plot(path: Path, found: Evaluation) -> None:
    from perfectplay.analysis.evaluate.evaluation_plot import evaluation_plot

    write_file(path, rendered(evaluation_plot(found), path.suffix.lower()[1:]))
    note(f"wrote {path}")


def _show(found: Evaluation) -> None:
    say(f"{found.name} on {number_of(len(found.answers), 'position')} ({found.of})")
    say()
    bounds = not found.keeping.exact
    head = (
        "move",
        "positions",
        "share",
        *(["95 % bounds"] if bounds else ()),
        "by chance",
        "above chance",
    )
    named = (
        ("keeps the value", found.keeping),
        ("  where not all do", found.telling),
        ("is a best move", found.best),
    )
    rows = [(name, f"{share.positions:,}", *_cells(share, bounds)) for name, share in named]
    say_table(head, rows, right=head[1:])
    say()
    say_facts(_facts(found))
    _show_rows("by ply", "ply", found.by_ply)
    _show_rows("by number of good moves, where not all moves are good", "good", found.by_good_moves)
    _show_worst(found)


def _cells(share: Share, bounds: bool) -> list[str]:
    rate, above = share.rate, share.above_chance
    if rate is None:
        return ["-"] * (4 if bounds else 3)
    # bounds are rounded outwards: 100 % is never sure
    low, high = floor(rate.low * 1_000) / 10, ceil(rate.high * 1_000) / 10
    return [
        _percent(share),
        *([f"{low:.1f} to {high:.1f}"] if bounds else []),
        f"{100 * share.by_chance:.1f} %",
        "-" if above is None else f"{100 * above:z.1f} %",
    ]


def _facts(found: Evaluation) -> Facts:
    unit = "points" if found.game.scoring else "where win to draw is 1, and win to loss 2"
    facts = [("mean loss", f"{found.mean_loss:.4f} {unit}")]
    for (before, after), count in found.blunders.items():
        facts.append((f"{before} to {after}", f"{count:,}"))
    for kind, (count, first) in found.faults.items():
        facts.append((kind, f"{number_of(count, 'position')}, judged as the worst move; {first}"))
    if found.changed:
        text = f"{found.changed:,} of {found.twice:,} answers were others when asked again"
        facts.append(("not the same", text))
    if found.stopped:
        facts.append(("stopped", found.stopped))
    return facts


def _show_rows(name: str, first: str, rows: list[EvaluationRow]) -> None:
    if not rows:
        return
    say()
    say(name)
    head = (first, "positions", "keeps", "by chance", "best", "mean loss")
    cells: list[tuple[str, ...]] = [
        (
            f"{row.number:,}", f"{row.positions:,}", _percent(row.keeping),
            f"{100 * row.keeping.by_chance:.1f} %", _percent(row.best), f"{row.mean_loss:.3f}",
        )
        for row in rows
    ]  # fmt: skip
    say_table(head, cells, right=head, cut=True)


def _percent(share: Share) -> str:
    return percent(share.hits, share.positions)


def _show_worst(found: Evaluation) -> None:
    if not found.worst:
        return
    say()
    say("worst moves")
    head = ("state", "is a", "move", "leaves a", "better", "refuted by")
    rows: list[tuple[str, ...]] = []
    for one in found.worst:
        line = " ".join(one.refutation[:LINE]) + (" …" if len(one.refutation) > LINE else "")
        state = shortened(" / ".join(visible(one.text).splitlines()), 40)
        better = shortened(" ".join(one.better), 30)
        rows.append((state, one.before, one.move, one.after, better, line or "-"))
    say_table(head, rows)
