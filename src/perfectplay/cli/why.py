"""``perfectplay why``: the reason of a value, in sentences."""

from __future__ import annotations

from typing import Annotated

from perfectplay.analysis.why.why import why as reason_of
from perfectplay.cli.arguments import SymmetricEngineOptions
from perfectplay.cli.options import option
from perfectplay.cli.output import Answer, say
from perfectplay.cli.position_arguments import PositionOptions
from perfectplay.game.moves import PlayPosition, find_move
from perfectplay.tablebase.record import game_fields


def why(
    source: PositionOptions,
    engine: SymmetricEngineOptions,
    of: Annotated[
        str | None,
        option("Say it of this move in the position.", metavar="MOVE", show_default=False),
    ] = None,
) -> Answer:
    """Say why a position, or a move, is a win, a draw or a loss.

    In a line of best moves, ! marks the only best move of several.
    """
    arguments = source.parse()

    def check(position: PlayPosition) -> None:
        if of is not None:
            find_move(arguments.rules, position.state, of)

    solution, position, _ = arguments.solved(engine, check=check)
    reason = reason_of(solution, position.state, of)

    def show() -> None:
        say(reason.text)
        say()
        for sentence in reason.sentences:
            say(sentence)

    return Answer(lambda: {**game_fields(solution.game), **reason.as_dict()}, show, solution.game)
