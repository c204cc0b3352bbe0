"""``perfectplay line``: the perfect play from a position."""

from __future__ import annotations

from perfectplay.analysis.replay import perfect_line
from perfectplay.cli.input.arguments import SymmetricEngineOptions
from perfectplay.cli.input.position_arguments import PositionOptions
from perfectplay.cli.output.answer import Answer, say
from perfectplay.cli.output.play_table import Steps, points_end, show_play
from perfectplay.cli.output.wording import end_words
from perfectplay.core.value import Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.showing import length_words
from perfectplay.tablebase.record import game_fields


def line(source: PositionOptions, engine: SymmetricEngineOptions) -> Answer:
    """Show a perfect play from a position to its end.

    Of several best moves it takes the first in the order of the rules.
    """
    arguments = source.parse()
    solution, position, seat = arguments.solved(engine)
    steps, loops = perfect_line(solution, position, seat is not None)

    def show() -> None:
        show_play(solution.rules, steps)
        say()
        say(_end(solution.rules, steps, loops))

    return Answer(
        lambda: {**game_fields(arguments.game), "line": steps, "loops": loops}, show, arguments.game
    )


def _end(rules: CheckedGame, steps: Steps, loops: bool) -> str:
    if rules.scoring:
        return points_end(rules, steps)
    after, last = f"after {length_words(rules.game, len(steps) - 1)}", steps[-1]
    if loops:
        end = ": an endless draw" if rules.game.players == 2 else "; the puzzle cannot be solved"
        return f"{after} the play has come back to an earlier state{end}"
    return end_words(rules, Value[last["value"].upper()], last["seat"], after)
