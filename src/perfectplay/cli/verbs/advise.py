"""``perfectplay advise``: what to play against an opponent elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from perfectplay.cli.input.arguments import SymmetricEngineOptions
from perfectplay.cli.input.console import ask, say_begin, say_board
from perfectplay.cli.input.options import option
from perfectplay.cli.input.position_arguments import PositionOptions
from perfectplay.cli.output.answer import say, say_title
from perfectplay.cli.output.wording import tally_words, title
from perfectplay.cli.verbs.prove import StrategySide
from perfectplay.core.errors import ParameterError
from perfectplay.core.value import State, Value
from perfectplay.game.checks.score_range import value_of_score
from perfectplay.game.moves import listed
from perfectplay.game.showing import plies_words
from perfectplay.game.sides import sides_of
from perfectplay.play.advise import Adviser, standing
from perfectplay.play.match import Event, MoveMade, PlayOver, TakenBack, TurnBegins, match
from perfectplay.play.players import Human, Player
from perfectplay.tablebase.solution import Solution


def advise(
    source: PositionOptions,
    engine: SymmetricEngineOptions,
    opponent: Annotated[StrategySide, option("Which player the opponent is.")] = StrategySide.FIRST,
) -> None:
    """Get advice in a play against somebody else.

    Type the opponent's moves, or undo, help, quit.

    Won, drawn and lost are from the point of view of the advised side.
    """
    arguments = source.parse()
    if arguments.game.players == 1:
        raise ParameterError("a puzzle has no opponent; `perfectplay line` shows its solution")
    solution, position, _ = arguments.solved(engine)
    rules = solution.rules
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
                say(f"took back {plies_words(event.plies)}")
                say_board(rules, event.position, event.points)
        elif isinstance(event, PlayOver):
            value = Value.DRAW
            if event.winner is not None:
                value = Value.LOSS if event.winner == self.seat else Value.WIN
            tally = "" if event.points is None else f", {tally_words(rules, event.points)}"
            say(f"{value.adjective} after {plies_words(event.plies)}{tally}")
        else:
            say(f"left after {plies_words(event.plies)}; the play is not over")

    def _show_turn(self, turn: TurnBegins) -> None:
        state, points = turn.position.state, turn.points
        record, by = self.solution.probe(state), ""
        value = record.value
        if points is not None:  # the points already won count too
            seat = turn.position.seat
            margin = self.solution.score(state) + points[seat] - points[1 - seat]
            value, by = value_of_score(margin), self.solution.rules.score_text(abs(margin))
        opponents = turn.position.seat == self.seat
        value = value.negated if opponents else value
        stands = "an endless draw"
        if record.remoteness is not None or points is not None:
            margin_words = f" by {by}" if by and value is not Value.DRAW else ""
            stands = f"{value.adjective}{margin_words} in {plies_words(record.remoteness or 0)}"
        if not opponents:
            say(stands)
        elif turn.ply == 0:
            say(f"{stands}; {self._hint(state, value, by)}")
        elif points is not None or value is not Value.WIN:
            say(self._hint(state, value, by))

    def _hint(self, state: State, value: Value, by: str) -> str:
        """What the opponent, who is to move, must find; ``by``: the margin in a game of points."""
        now = standing(self.solution, state)
        if value is Value.DRAW:
            keep, keeps = "hold the draw", "holds the draw" if by else "keeps the draw"
        elif by and value is Value.WIN:
            keep, keeps = f"lose by no more than {by}", f"loses by {by}"
        elif by:
            keep, keeps = f"win by {by}", f"wins by {by}"
        elif value is Value.WIN:
            return "nothing that the opponent can play changes that"
        else:
            keep, keeps = "win", "keeps the win"
        if len(now.right) == now.count:
            return f"whatever the opponent plays {keeps}"
        moves = listed(self.solution.rules, now.right)
        return f"to {keep} the opponent must find {moves} (of {now.count:,} moves)"
