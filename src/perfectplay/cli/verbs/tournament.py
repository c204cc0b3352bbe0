"""``perfectplay tournament``: many plays between two players, and their results."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor
from typing import TYPE_CHECKING, Annotated

from perfectplay.cli.input import options
from perfectplay.cli.input.arguments import SourceArguments
from perfectplay.cli.input.options import option
from perfectplay.cli.output.answer import Answer, Facts, say, say_facts, say_table
from perfectplay.cli.output.progress_bar import shown_progress
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.showing import number_of, plies_words
from perfectplay.game.sides import Sides, sides_of
from perfectplay.play.players import KINDS

if TYPE_CHECKING:
    from perfectplay.play.tournament.result import ResultCounts, Tournament


@dataclass(frozen=True)
class TournamentArguments(SourceArguments):
    """GAME, its parameters, and two players."""

    arguments: Annotated[
        list[str] | None,
        options.argument(
            "Parameters of the game, with an equals sign; then the player of seat 0, who moves "
            "first unless the rules say otherwise, and the player of seat 1: "
            f"{KINDS.removeprefix('human, ')}.",
            "[NAME=VALUE]... PLAYER PLAYER",
        ),
    ] = None


def tournament(
    source: TournamentArguments,
    games: Annotated[int, option("How many plays.", min=1, metavar="N")] = 1_000,
    seed: Annotated[
        int, option("The seed of all random choices; the same seed gives the same plays.", min=0)
    ] = 0,
    swap: Annotated[bool, option("Exchange the sides in every other play.")] = True,
    max_plies: Annotated[
        int, option("Stop a play after so many plies; it counts as a draw.", min=1)
    ] = 1_000,
    threads: options.Threads = None,
) -> Answer:
    """Play many times between two players, and count the results."""
    from perfectplay.play.tournament import tournament as play_tournament

    given, players = source.players(
        2,
        "a tournament is between two players; name them after the parameters, as in random perfect",
    )
    game, stored = source.game(given), source.stored
    with shown_progress() as progress:
        found = play_tournament(
            game,
            *players,
            games=games,
            seed=seed,
            swap=swap,
            max_plies=max_plies,
            threads=threads,
            progress=progress,
            solution=None if stored is None else lambda: stored,
        )
    return Answer(found.as_dict, lambda: _show(found), found.game)


def _show(found: Tournament) -> None:
    same = found.names[0] == found.names[1]
    names = [f"{name} #{i}" if same else name for i, name in enumerate(found.names, 1)]
    seats = sides_of(CheckedGame(found.game))
    sides = (
        "sides exchanged in every other one" if found.swap else f"{names[seats.first]} moves first"
    )
    count = number_of(found.games, "play")
    say(f"{count} of {names[0]} against {names[1]}, {sides}, seed {found.seed}")
    say()
    head = ("player", "moves", "plays", "won", "drawn", "lost", "win rate", "95 % bounds")
    rows = [row for player in (0, 1) for row in _rows(found, player, names[player], seats)]
    say_table(head, rows, right=head[2:])
    say()
    say_facts(_facts(found, names))


def _rows(found: Tournament, player: int, name: str, sides: Sides) -> list[tuple[str, ...]]:
    """A player's results from each seat, and from both if there are two."""
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
    # bounds are rounded outwards: 100 % is never sure
    low, high = floor(rate.low * 10_000) / 100, ceil(rate.high * 10_000) / 100
    shares = (f"{100 * rate.rate:.2f} %", f"{low:.2f} to {high:.2f}")
    return (moves, *(f"{number:,}" for number in numbers), *shares)


def _facts(found: Tournament, names: list[str]) -> Facts:
    length = found.plies
    facts = [("plies", f"{length.mean:.2f} on average, {length.fewest:,} to {length.most:,}")]
    for player, name in enumerate(names):
        if silent := found.unanswered(player):
            times = "once" if silent == 1 else f"{silent:,} times"
            facts.append(("unanswered", f"{name} had no answer {times}: a random move was made"))
    if found.stopped:
        text = (
            f"{number_of(found.stopped, 'play')} after {plies_words(found.max_plies)}, counted as "
        )
        draws = "an endless draw" if found.stopped == 1 else "endless draws"
        facts.append(("stopped", f"{text}{draws}; --max-plies N allows more"))
    return facts
