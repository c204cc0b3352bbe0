"""``perfectplay play``: one play in the console, by any two players."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Annotated

from perfectplay.analysis.replay import steps
from perfectplay.cli.input.arguments import SymmetricEngineOptions
from perfectplay.cli.input.console import ask, say_begin, say_board
from perfectplay.cli.input.options import option
from perfectplay.cli.input.position_arguments import PositionArguments, PositionOptions
from perfectplay.cli.output.answer import note, say, say_heading
from perfectplay.cli.output.wording import record_words, tally_words
from perfectplay.cli.output.writing import check_place
from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.value import State, Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.moves import PlayPosition
from perfectplay.game.showing import length_words, plies_words
from perfectplay.game.sides import sides_of
from perfectplay.game.titles import game_title
from perfectplay.play import match
from perfectplay.play.players import KINDS, Human, Player, make_player
from perfectplay.play.written.play_events import play_of
from perfectplay.play.written.play_file import check_ending, read_plays, write_plays
from perfectplay.play.written.written_play import FROM, RULES, WrittenMove, WrittenPlay
from perfectplay.tablebase.solution import Solution

UNATTENDED = 1_000
"""Plies after which a play without a human stops: two perfect players may draw for ever."""


def play(
    source: PositionOptions,
    engine: SymmetricEngineOptions,
    first: Annotated[str, option(f"Who moves first: {KINDS}.", metavar="PLAYER")] = "human",
    second: Annotated[
        str, option("Who moves second, from the same list.", metavar="PLAYER")
    ] = "perfect",
    max_plies: Annotated[
        int | None,
        option("Stop after so many plies.", min=1, show_default=f"{UNATTENDED:,} without a human"),
    ] = None,
    save: Annotated[
        Path | None,
        option("Add the play to a .pgn, .txt or .sgf file, for annotate.", metavar="FILE"),
    ] = None,
) -> None:
    """Play a game: type a move, or hint, undo, help, quit."""
    arguments = source.parse()
    earlier = [] if save is None else _saved(save)
    rules, position = arguments.rules, arguments.unsolved()

    solution = cache(lambda: arguments.solution(engine))
    players = _players(arguments, (first, second), solution)
    unattended = max_plies is None and not any(isinstance(player, Human) for player in players)
    say_heading(arguments.game)
    say_begin(rules, position)
    if unattended and _is_unsolvable(players, position, solution):
        say(
            "the puzzle cannot be solved from here; nothing is played (--max-plies N plays all "
            "the same)"
        )
        return
    most = UNATTENDED if unattended else max_plies
    plays = match.match(
        rules, players, position=position, most_plies=most, may_repeat=not unattended
    )
    events: list[match.Event] = []
    try:
        for event in plays:
            events.append(event)
            _show(rules, players, event)
    finally:
        if save is not None:
            write_plays(save, [*earlier, _written(source, arguments, events)])
            note(f"the play is in {save}")


def _players(
    arguments: PositionArguments, names: tuple[str, ...], solution: Callable[[], Solution]
) -> list[Player]:
    """The players of these names, first and second, by seat."""
    rules = arguments.rules

    def human() -> Player:
        return Human(rules, ask, say, hint)

    def hint(state: State) -> str:
        try:
            record = solution().probe(state)
        except PerfectPlayError as error:  # too large to be solved, say; the play goes on
            return f"no hint: {error}"
        best = "  ".join(move.text for move in record.moves if move.best)
        return f"best: {best} ({record_words(rules, record)})"

    names = names[: arguments.game.players]
    if sides_of(rules).first == 1:
        names = names[::-1]
    return [
        make_player(name, rules=rules, human=human, solution=solution, tell=say) for name in names
    ]


def _is_unsolvable(
    players: list[Player], position: PlayPosition, solution: Callable[[], Solution]
) -> bool:
    """Whether a program that knows the solution of a puzzle is to play where it has none."""
    if len(players) != 1 or not hasattr(players[0], "solution"):
        return False
    here = solution().probe(position.state)
    return here.value is Value.DRAW and here.remoteness is None and here.score is None


def _written(
    source: PositionOptions, arguments: PositionArguments, events: list[match.Event]
) -> WrittenPlay:
    """The play with the moves that were made before it."""
    first = replace(arguments, moves=()).unsolved()
    before = [
        WrittenMove(step.move_text, other=step.seat != first.seat)
        for step in steps(arguments.rules, first, arguments.moves, True)
        if step.move_text is not None
    ]
    begun = {} if arguments.text is None else {FROM: arguments.text}
    where = " ".join([source.address, *source.split()[0]])
    headers = {"Game": game_title(arguments.game), RULES: where, **begun}
    return play_of(arguments.rules, events, first.seat, before=before, headers=headers)


def _saved(path: Path) -> list[WrittenPlay]:
    """The plays of a file, none if it is new. Raises errors that are found before the play."""
    check_ending(path)
    check_place(str(path), "--save")
    return read_plays(path) if path.exists() else []


def _show(rules: CheckedGame, players: list[Player], event: match.Event) -> None:
    if isinstance(event, match.TurnBegins):
        if isinstance(event.player, Human):
            say(f"{_who(rules, players, event.position.seat)} to move")
    elif isinstance(event, match.MoveMade):
        say(f"{_who(rules, players, event.before.seat)} plays {rules.move_text(event.move)}")
        say_board(rules, event.after, event.points)
    elif isinstance(event, match.TakenBack):
        if event.position is None:
            say("there is no move of yours to take back")
        else:
            say(f"took back {plies_words(event.plies)}")
            say_board(rules, event.position, event.points)
    else:
        say(_end(rules, players, event))


def _who(rules: CheckedGame, players: list[Player], seat: int, *, within: bool = False) -> str:
    """The player of a seat, by seat and name; ``within`` a sentence or at the start of one."""
    name, sides = players[seat % len(players)].name, sides_of(rules)
    if rules.game.players == 1:
        return name
    return f"{(sides.names if within else sides.heads)[seat]} ({name})"


def _end(
    rules: CheckedGame, players: list[Player], event: match.PlayOver | match.PlayStopped
) -> str:
    after = f"after {length_words(rules.game, event.plies)}"
    puzzle = rules.game.players == 1
    if isinstance(event, match.PlayStopped):
        if event.left:
            return f"left {after}; the play is not over"
        if event.repeated:
            return (
                f"stopped {after}: the play is back at an earlier position and would repeat for "
                "ever (--max-plies N plays on)"
            )
        doubt = "; perfectplay solve says whether the puzzle can be solved" if puzzle else ""
        return f"stopped {after}: the play is not over (--max-plies N allows more){doubt}"
    if event.points is not None:
        tally = tally_words(rules, event.points)
        if puzzle:
            return f"over {after}, with {tally}"
        margin = event.points[0] - event.points[1]
        if not margin:
            return f"a draw {after}, {tally}"
        who = _who(rules, players, 0 if margin > 0 else 1, within=True)
        return f"{who} wins by {rules.score_text(abs(margin))} {after}, {tally}"
    if puzzle:
        return f"{'solved' if event.value is Value.WIN else 'stuck, not solved,'} {after}"
    if event.winner is None:
        return f"a draw {after}"
    return f"{_who(rules, players, event.winner, within=True)} wins {after}"
