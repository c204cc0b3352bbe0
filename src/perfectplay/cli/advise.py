"""``perfectplay advise``: what to play against an opponent elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from perfectplay.cli.arguments import SymmetricEngineOptions
from perfectplay.cli.console import ask, say_begin, say_board
from perfectplay.cli.output import say, say_title
from perfectplay.cli.position import PositionOptions
from perfectplay.cli.prove import StrategySide
from perfectplay.cli.wording import plies, tally_words, title
from perfectplay.core.errors import ParameterError
from perfectplay.core.value import Value
from perfectplay.game.moves import listed
from perfectplay.game.score_range import value_of_score
from perfectplay.game.sides import sides_of
from perfectplay.play.advise import AdviceStanding, Adviser, standing
from perfectplay.play.match import Event, MoveMade, PlayOver, TakenBack, TurnBegins, match
from perfectplay.play.players import Human, Player
from perfectplay.tablebase.solution import Solution

STANDS = {Value.WIN: "won", Value.DRAW: "drawn", Value.LOSS: "lost"}


def advise(
    source: PositionOptions,
    engine: SymmetricEngineOptions,
    opponent: Annotated[
        StrategySide, typer.Option(help="Which player the opponent is.")
    ] = StrategySide.FIRST,
) -> None:
    """Get advice in a play against somebody else: type the opponent's moves, or undo, help, quit.

    Won, drawn and lost are from the point of view of the advised side.
    """
    arguments = source.parse()
    if arguments.game.players == 1:
        raise ParameterError("a puzzle has no opponent; `perfectplay line` shows its solution")
    arguments.check()
    solution = arguments.solution(engine)
    rules = solution.rules
    position, _ = arguments.solved(solution)
    sides = sides_of(rules)
    seat = sides.seat_of(list(StrategySide).index(opponent))
    say_title(title(arguments.game))
    opposite = sides.names[seat].removesuffix(" player")
    say(f"advice for {sides.names[1 - seat]}; the opponent is {opposite}")
    say()
    say_begin(rules, position)
    human = Human(rules, lambda _: ask("the opponent's move: "), say)
    adviser = Adviser(solution)
    players: list[Player] = [human, adviser] if seat == 0 else [adviser, human]
    messages = _EventMessages(solution, seat)
    for event in match(rules, players, position=position):
        messages.show(event)


@dataclass(frozen=True)
class _EventMessages:
    """Writes the events of a play for the adviser's side; ``seat`` is the opponent's."""

    solution: Solution
    seat: int

    def show(self, event: Event) -> None:
        """Write what has happened, and how the advised side stands."""
        rules = self.solution.rules
        if isinstance(event, TurnBegins):
            self._show_turn(event)
        elif isinstance(event, MoveMade):
            if event.before.seat != self.seat:
                say(f"play {rules.move_text(event.move)}")
            say_board(rules, event.after, event.points)
        elif isinstance(event, TakenBack):
            if event.position is None:
                say("there is no move of the opponent's to take back")
            else:
                say(f"took back {plies(event.plies)}")
                say_board(rules, event.position, event.points)
        elif isinstance(event, PlayOver):
            value = Value.DRAW
            if event.winner is not None:
                value = Value.LOSS if event.winner == self.seat else Value.WIN
            tally = "" if event.points is None else f", {tally_words(rules, event.points)}"
            say(f"{STANDS[value]} after {plies(event.plies)}{tally}")
        else:
            say(f"left after {plies(event.plies)}; the play is not over")

    def _show_turn(self, turn: TurnBegins) -> None:
        if turn.points is not None:
            self._show_points_turn(turn, turn.points)
            return
        state = turn.position.state
        if turn.position.seat != self.seat:
            record = self.solution.probe(state)
            say(_stands(record.value, record.remoteness))
            return
        now = standing(self.solution, state)
        if turn.ply == 0:
            say(f"{_stands(now.value, now.remoteness)}; {self._hint(now)}")
        elif now.value is not Value.WIN:
            say(self._hint(now))

    def _hint(self, now: AdviceStanding) -> str:
        """What the opponent, who is to move, must find."""
        if now.value is Value.WIN:
            return "nothing that the opponent can play changes that"
        keep, result = ("win", "win") if now.value is Value.LOSS else ("hold the draw", "draw")
        if len(now.right) == now.count:
            return f"whatever the opponent plays keeps the {result}"
        return self._must_find(keep, now)

    def _show_points_turn(self, turn: TurnBegins, points: tuple[int, int]) -> None:
        """Write how the play will end by the points already won and those still to come."""
        state, seat = turn.position.state, turn.position.seat
        margin = self.solution.score(state) + points[seat] - points[1 - seat]
        own = -margin if seat == self.seat else margin
        by = self.solution.rules.score_text(abs(own))
        value = value_of_score(own)
        stands = STANDS[value] + ("" if value is Value.DRAW else f" by {by}")
        stands += f" in {plies(self.solution.remoteness(state) or 0)}"
        if seat != self.seat:
            say(stands)
            return
        now = standing(self.solution, state)
        keep, keeps = {
            Value.WIN: (f"lose by no more than {by}", f"loses by {by}"),
            Value.DRAW: ("hold the draw", "holds the draw"),
            Value.LOSS: (f"win by {by}", f"wins by {by}"),
        }[value]
        if len(now.right) == now.count:
            hint = f"whatever the opponent plays {keeps}"
        else:
            hint = self._must_find(keep, now)
        say(f"{stands}; {hint}" if turn.ply == 0 else hint)

    def _must_find(self, keep: str, now: AdviceStanding) -> str:
        moves = listed(self.solution.rules, now.right)
        return f"to {keep} the opponent must find {moves} (of {now.count:,} moves)"


def _stands(value: Value, remoteness: int | None) -> str:
    """How the advised side stands, in a few words."""
    if remoteness is None:
        return "drawn: the play need never end"
    return f"{STANDS[value]} in {plies(remoteness)}"
