"""``perfectplay advise``: what to play against an opponent from outside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from perfectplay.cli import options
from perfectplay.cli.options import EngineOptions, SolveMethod
from perfectplay.cli.output import say, say_title
from perfectplay.cli.points_line import say_points_begin
from perfectplay.cli.position import asked_of
from perfectplay.cli.prompts import ask
from perfectplay.cli.prove import StrategySide
from perfectplay.cli.wording import plies, so_far_words, tally_words, title
from perfectplay.core.errors import ParameterError
from perfectplay.core.value import Value
from perfectplay.game.moves import PlayPosition, listed
from perfectplay.game.score_range import value_of_score
from perfectplay.game.sides import sides_of
from perfectplay.play.advise import AdviceStanding, Adviser, standing
from perfectplay.play.match import Event, MoveMade, PlayOver, Points, TakenBack, TurnBegins, match
from perfectplay.play.players import Human, Player

if TYPE_CHECKING:
    from perfectplay.tablebase.solution import Solution

Opponent = Annotated[StrategySide, typer.Option(help="Which player the opponent is.")]

STANDS = {Value.WIN: "won", Value.DRAW: "drawn", Value.LOSS: "lost"}


def advise(
    game: options.GameOrFolder,
    arguments: options.ParametersAndState = None,
    opponent: Opponent = StrategySide.FIRST,
    move: options.Moves = None,
    method: options.MethodOption = SolveMethod.AUTO,
    threads: options.Threads = None,
    max_states: options.MaxStates = None,
    no_symmetries: options.NoSymmetries = False,
    rules: options.Rules = None,
) -> None:
    """Get advice in a play against somebody else: type the opponent's moves, or undo, help, quit.

    Won, drawn and lost are said of the side that is advised.
    """
    asked = asked_of(game, arguments, move, rules)
    if asked.game.players == 1:
        raise ParameterError("a puzzle has no opponent; `perfectplay line` shows its solution")
    asked.check()
    solution = asked.solution(EngineOptions(method, threads, max_states, no_symmetries))
    position, _ = asked.solved(solution)
    sides = sides_of(solution.rules)
    seat = sides.seat_of(list(StrategySide).index(opponent))
    say_title(title(asked.game))
    opposite = sides.names[seat].removesuffix(" player")
    say(f"advice for {sides.names[1 - seat]}; the opponent is {opposite}")
    say()
    say(solution.rules.text(position.state, position.seat))
    say_points_begin(solution.rules, position.state)
    say()
    told = _EventMessages(solution, seat)
    for event in match(solution.rules, told.players(), position=position):
        told.tell(event)


@dataclass(frozen=True)
class _EventMessages:
    """What is said of each event; ``seat`` is the opponent's."""

    solution: Solution
    seat: int

    def players(self) -> list[Player]:
        """Who plays from the two seats."""
        adviser = Adviser(self.solution)
        human = Human(self.solution.rules, lambda _: ask("the opponent's move: "), say)
        return [human, adviser] if self.seat == 0 else [adviser, human]

    def tell(self, event: Event) -> None:
        """Says what has happened, and how the one who is advised stands."""
        if isinstance(event, TurnBegins):
            self._turn(event)
        elif isinstance(event, MoveMade):
            if event.before.seat != self.seat:
                say(f"play {self.solution.rules.move_text(event.move)}")
            self._board(event.after, event.points)
        elif isinstance(event, TakenBack):
            if event.position is None:
                say("there is no move of the opponent's to take back")
            else:
                say(f"took back {plies(event.plies)}")
                self._board(event.position, event.points)
        elif isinstance(event, PlayOver):
            won = Value.DRAW if event.winner is None else _of(event.winner != self.seat)
            rules, points = self.solution.rules, event.points
            tally = "" if points is None else f", {tally_words(rules, points)}"
            say(f"{STANDS[won]} after {plies(event.plies)}{tally}")
        else:
            say(f"left after {plies(event.plies)}; the play is not over")

    def _board(self, position: PlayPosition, points: Points = None) -> None:
        say()
        say(self.solution.rules.text(position.state, position.seat))
        if points is not None:
            say(so_far_words(self.solution.rules, points))
        say()

    def _turn(self, turn: TurnBegins) -> None:
        if turn.points is not None:
            self._turn_of_points(turn, turn.points)
            return
        state = turn.position.state
        if turn.position.seat != self.seat:
            record = self.solution.probe(state)
            say(_stands(record.value, record.remoteness))
            return
        now = standing(self.solution, state)
        hint = self._hint(now)
        if turn.ply == 0:
            say(f"{_stands(now.value, now.remoteness)}; {hint}")
        elif now.value is not Value.WIN:
            say(hint)

    def _hint(self, now: AdviceStanding) -> str:
        """What the opponent must find, who is to move."""
        if now.value is Value.WIN:
            return "nothing that the opponent can play changes that"
        keep = "win" if now.value is Value.LOSS else "hold the draw"
        if len(now.right) == now.count:
            return f"whatever the opponent plays keeps the {keep.rsplit(maxsplit=1)[-1]}"
        return self._must_find(keep, now)

    def _turn_of_points(self, turn: TurnBegins, points: tuple[int, int]) -> None:
        """How the play ends, by all that has been won and will be."""
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


def _of(won: bool) -> Value:
    return Value.WIN if won else Value.LOSS


def _stands(value: Value, remoteness: int | None) -> str:
    """How the one who is advised stands, in a few words."""
    if remoteness is None:
        return "drawn: the play need never end"
    return f"{STANDS[value]} in {plies(remoteness)}"
