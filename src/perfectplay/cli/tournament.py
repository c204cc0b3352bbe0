"""``perfectplay tournament``: many plays between two players, and what came of them."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor
from typing import TYPE_CHECKING, Annotated

import typer

from perfectplay.cli import options
from perfectplay.cli.output import say, say_facts, say_json, say_table, say_title
from perfectplay.cli.progress_bar import shown_progress
from perfectplay.cli.stored import no_parameters, stored_at
from perfectplay.cli.wording import plies, title
from perfectplay.core.errors import ParameterError
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.game import Game
from perfectplay.game.sides import Sides, sides_of
from perfectplay.play.players import KINDS
from perfectplay.registry.address import load_class
from perfectplay.registry.parameters import (
    build,
    parse_parameters,
    split_arguments,
    unknown_parameter,
)

if TYPE_CHECKING:
    from perfectplay.play.tournament.result import Rate, ResultCounts, Tournament

ParametersAndPlayers = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[NAME=VALUE]... PLAYER PLAYER",
        help="Parameters of the game, which hold an equals sign; and the two players, the one of "
        "seat 0, who moves first unless the rules say otherwise, before the other: "
        + KINDS.removeprefix("human, ")
        + ".",
        show_default=False,
    ),
]
Games = Annotated[int, typer.Option(min=1, metavar="N", help="How many plays.")]
Seed = Annotated[
    int, typer.Option(min=0, help="All that is random follows from it: the same plays again.")
]
Swap = Annotated[bool, typer.Option(help="Exchange the sides in every other play.")]
MaxPlies = Annotated[
    int, typer.Option(min=1, help="Stop a play after so many plies; it counts as a draw.")
]


def tournament(
    game: options.GameOrFolder,
    arguments: ParametersAndPlayers = None,
    games: Games = 1_000,
    seed: Seed = 0,
    swap: Swap = True,
    max_plies: MaxPlies = 1_000,
    threads: options.Threads = None,
    stored_rules: options.Rules = None,
    json: options.Json = False,
) -> None:
    """Play a game many times between two players: wins, draws and losses of each."""
    from perfectplay.play.tournament import tournament as played_by

    stored = stored_at(game, stored_rules)
    entry = load_class(game) if stored is None else stored.game
    given, (first, second) = _split(entry, arguments or ())
    if stored is not None:
        no_parameters([f"{name}={value}" for name, value in given.items()])
    chosen = build(entry, parse_parameters(entry, given))
    with shown_progress() as progress:
        found = played_by(
            chosen,
            first,
            second,
            games=games,
            seed=seed,
            swap=swap,
            max_plies=max_plies,
            threads=threads,
            progress=progress,
            solution=None if stored is None else lambda: stored,
        )
    if json:
        say_json(found.as_dict())
    else:
        _tell(found)


def _split(
    game: type[Game] | Game, arguments: Sequence[str]
) -> tuple[dict[str, str], tuple[str, str]]:
    """The parameters and the two players. What holds an equals sign is no player."""
    given, rest = split_arguments(game, arguments)
    strange = next((text for text in rest if "=" in text), None)
    if strange is not None:
        raise ParameterError(unknown_parameter(game, strange))
    if len(rest) != 2:
        said = f": {', '.join(rest)}" if rest else ""
        raise ParameterError(
            f"a tournament is between two players, got {len(rest) or 'none'}{said}; name them "
            "after the parameters, as in random perfect"
        )
    return given, (rest[0], rest[1])


def _tell(found: Tournament) -> None:
    """The result for people."""
    same = found.names[0] == found.names[1]
    names = [f"{name} #{i}" if same else name for i, name in enumerate(found.names, 1)]
    seats = sides_of(CheckedGame(found.game))
    sides = (
        "sides exchanged in every other one" if found.swap else f"{names[seats.first]} moves first"
    )
    say_title(title(found.game))
    say()
    count = f"{found.games:,} play{'s' * (found.games > 1)}"
    say(f"{count} of {names[0]} against {names[1]}, {sides}, seed {found.seed}")
    say()
    head = ("player", "moves", "plays", "won", "drawn", "lost", "win rate", "95 % bounds")
    rows = [row for player in (0, 1) for row in _rows(found, player, names[player], seats)]
    say_table(head, rows, right=head[2:])
    say()
    say_facts(_facts(found, names))


def _rows(found: Tournament, player: int, name: str, sides: Sides) -> list[tuple[str, ...]]:
    """A player's plays from each seat, and from both where there are two."""
    by_seat = [found.counts(player, seat) for seat in (0, 1)]
    some = [counts for counts in by_seat if counts.plays]
    if len(some) > 1:
        some.append(found.counts(player))
    return [(name, *_cells(counts, sides)) for counts in some]


def _cells(counts: ResultCounts, sides: Sides) -> tuple[str, ...]:
    moves = "both" if counts.seat is None else sides.words[counts.seat]
    numbers = (counts.plays, counts.wins, counts.draws, counts.losses)
    rate = counts.win_rate
    assert rate is not None
    return (
        moves,
        *(f"{number:,}" for number in numbers),
        f"{100 * rate.rate:.2f} %",
        _bounds(rate),
    )


def _bounds(rate: Rate) -> str:
    """The bounds, rounded outwards: 100 % is never sure."""
    low, high = floor(rate.low * 10_000) / 100, ceil(rate.high * 10_000) / 100
    return f"{low:.2f} to {high:.2f}"


def _facts(found: Tournament, names: list[str]) -> list[tuple[str, str]]:
    length = found.plies
    facts = [("plies", f"{length.mean:.2f} on average, {length.fewest:,} to {length.most:,}")]
    for player, name in enumerate(names):
        silent = found.unanswered(player)
        if silent:
            times = "once" if silent == 1 else f"{silent:,} times"
            facts.append(("unanswered", f"{name} had no answer {times}: a random move was made"))
    if found.stopped:
        plays = f"{found.stopped:,} play{'s' * (found.stopped > 1)}"
        facts.append(
            ("stopped", f"{plays} after {plies(found.max_plies)}, counted as draws without end; "
             "--max-plies N allows more")
        )  # fmt: skip
    return facts
