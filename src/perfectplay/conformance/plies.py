"""Note on states that are reached after an even and after an odd number of plies."""

from __future__ import annotations

from perfectplay.core.value import Move, State
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.findings import FindingLog
from perfectplay.game.game import overrides
from perfectplay.game.showing import LONGEST, in_state

_SHOWN = 12  # moves of a play


class PlyNote:
    """Notes one such state, with both plays, because it may lack whose turn it is.

    No fault: a game with loops, or with the same moves for both sides, has such states.
    """

    def __init__(self, rules: CheckedGame, log: FindingLog) -> None:
        game = rules.game
        turn_given = overrides(game, "player") or overrides(game, "moves_again")
        alike = bool(getattr(game, "impartial", False))
        self._rules = rules
        self._log = log
        self._matters = game.players == 2 and not turn_given and not alike

    def __call__(self, state: State, first: list[Move], second: list[Move]) -> None:
        if not self._matters:
            return
        even, odd = sorted((first, second), key=lambda play: len(play) % 2)
        where = in_state(self._rules.game, state).removeprefix(" in ")
        where += "" if where.endswith("\n") else " "
        self._log.note(
            "plies",
            f"{where}is reached after an even number of plies ({self._play(even)}) and "
            f"after an odd number ({self._play(odd)}); that is right where states are turned to "
            "the player to move; where they are not, put whose turn it is into the state",
        )

    def _play(self, moves: list[Move]) -> str:
        if not moves:
            return "the start"
        texts = [self._rules.move_text(move) for move in moves[:_SHOWN]]
        more = f"; ... {len(moves)} in all" if len(moves) > _SHOWN else ""
        return "; ".join(texts)[:LONGEST] + more
