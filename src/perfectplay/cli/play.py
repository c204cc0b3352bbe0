"""``perfectplay play``: one play in the console, by any two players."""

from __future__ import annotations

from functools import cache
from typing import Annotated

import typer

from perfectplay.cli import options
from perfectplay.cli.options import EngineOptions, SolveMethod
from perfectplay.cli.output import say, say_title
from perfectplay.cli.points_line import say_points_begin
from perfectplay.cli.position import asked_of
from perfectplay.cli.prompts import ask
from perfectplay.cli.wording import plies, so_far_words, tally_words, title
from perfectplay.core.value import Value
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.sides import sides_of
from perfectplay.play.match import (
    Event,
    MoveMade,
    PlayOver,
    PlayStopped,
    TakenBack,
    TurnBegins,
    match,
)
from perfectplay.play.players import KINDS, Human, Player, make_player
from perfectplay.tablebase.solution import Solution

UNATTENDED = 1_000
"""Plies after which a play without a human stops: two perfect players may draw for ever."""

First = Annotated[str, typer.Option(metavar="PLAYER", help=f"Who moves first: {KINDS}.")]
Second = Annotated[str, typer.Option(metavar="PLAYER", help="Who moves second: likewise.")]
MaxPlies = Annotated[
    int | None,
    typer.Option(
        min=1, help="Stop after so many plies.", show_default=f"{UNATTENDED:,} without a human"
    ),
]


def play(
    game: options.GameOrFolder,
    arguments: options.ParametersAndState = None,
    first: First = "human",
    second: Second = "perfect",
    move: options.Moves = None,
    max_plies: MaxPlies = None,
    method: options.MethodOption = SolveMethod.AUTO,
    threads: options.Threads = None,
    max_states: options.MaxStates = None,
    no_symmetries: options.NoSymmetries = False,
    stored_rules: options.Rules = None,
) -> None:
    """Play a game: type a move, or undo, help, quit."""
    asked = asked_of(game, arguments, move, stored_rules)
    chosen = asked.game
    rules = CheckedGame(chosen)
    position = asked.unsolved(rules)

    @cache
    def solution() -> Solution:
        return asked.solution(EngineOptions(method, threads, max_states, no_symmetries))

    def human() -> Player:
        return Human(rules, ask, say)

    names = (first,) if chosen.players == 1 else (first, second)
    if sides_of(rules).first == 1:
        names = names[::-1]  # players stand by seat
    players = [
        make_player(name, rules=rules, human=human, solution=solution, tell=say) for name in names
    ]
    if max_plies is None and not any(isinstance(player, Human) for player in players):
        max_plies = UNATTENDED
    say_title(title(chosen))
    say()
    say(rules.text(position.state, position.seat))
    say_points_begin(rules, position.state)
    say()
    for event in match(rules, players, position=position, most_plies=max_plies):
        _tell(rules, players, event)


def _tell(rules: CheckedGame, players: list[Player], event: Event) -> None:
    if isinstance(event, TurnBegins):
        if isinstance(event.player, Human):
            say(f"{_who(rules, players, event.position.seat)} to move")
    elif isinstance(event, MoveMade):
        say(f"{_who(rules, players, event.before.seat)} plays {rules.move_text(event.move)}")
        say()
        say(rules.text(event.after.state, event.after.seat))
        if event.points is not None:
            say(so_far_words(rules, event.points))
        say()
    elif isinstance(event, TakenBack):
        if event.position is None:
            say("there is no move of yours to take back")
        else:
            say(f"took back {plies(event.plies)}")
            say()
            say(rules.text(event.position.state, event.position.seat))
            if event.points is not None:
                say(so_far_words(rules, event.points))
            say()
    else:
        say(_end(rules, players, event))


def _who(rules: CheckedGame, players: list[Player], seat: int, *, within: bool = False) -> str:
    """The player of a seat, by seat and name; ``within`` a sentence, else where one begins."""
    name, sides = players[seat % len(players)].name, sides_of(rules)
    if rules.game.players == 1:
        return name
    return f"{(sides.names if within else sides.heads)[seat]} ({name})"


def _end(rules: CheckedGame, players: list[Player], event: PlayOver | PlayStopped) -> str:
    game = rules.game
    count = plies(event.plies)
    if isinstance(event, PlayStopped):
        if event.left:
            return f"left after {count}; the play is not over"
        return f"stopped after {count}: the play is not over (--max-plies N allows more)"
    if game.players == 1 and event.points is None:
        return f"{'solved' if event.value is Value.WIN else 'stuck, not solved,'} after {count}"
    if event.points is not None:
        return _points_end(rules, players, event.points, count)
    if event.winner is None:
        return f"a draw after {count}"
    return f"{_who(rules, players, event.winner, within=True)} wins after {count}"


def _points_end(
    rules: CheckedGame, players: list[Player], points: tuple[int, int], count: str
) -> str:
    if rules.game.players == 1:
        return f"over after {count}, with {tally_words(rules, points)}"
    margin = points[0] - points[1]
    if not margin:
        return f"a draw after {count}, {tally_words(rules, points)}"
    who = _who(rules, players, 0 if margin > 0 else 1, within=True)
    by = rules.score_text(abs(margin))
    return f"{who} wins by {by} after {count}, {tally_words(rules, points)}"
