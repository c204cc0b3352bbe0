"""Checks of texts and boards: ``parse`` must be the inverse of ``text``."""

from __future__ import annotations

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.value import Move, State
from perfectplay.game.boards.board_of import board_of
from perfectplay.game.checks.answers import same
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.findings import FindingLog
from perfectplay.game.game import Game, StateKind, overrides
from perfectplay.game.showing import answer_text, faults_of, in_state

BOARDS = 1_000
"""Maximum number of states whose boards are checked."""


class TextCheck:
    """Parses the texts of a game; broken promises go into the log."""

    def __init__(self, rules: CheckedGame, log: FindingLog) -> None:
        self.rules = rules
        self.log = log
        game = rules.game
        plain = rules.kind is not StateKind.OBJECT or isinstance(rules.start(), str)
        self._reads_states = plain or overrides(game, "text") or overrides(game, "parse")
        self._reads_moves = overrides(game, "parse_move")
        self._draws = BOARDS if overrides(game, "board") or overrides(game, "board_shape") else 0

    def check(self, state: State, moves: list[Move]) -> None:
        """Check the texts of a state and of its legal moves, and its board."""
        try:
            if self._draws:
                self._draws -= 1
                board_of(self.rules, state, self.rules.player(state))
            if self._reads_states:
                self._state(state)
            self._distinct(state, moves)
            if self._reads_moves:
                for move in moves:
                    self._move(state, move)
        except PerfectPlayError as error:
            self.log.add(error)

    def _state(self, state: State) -> None:
        text = self.rules.text(state, self.rules.player(state))
        if got := _wrong_result(self.rules.game, "parse", text, state):
            shown = f'{got}, where text gives "{text}" for {answer_text(state)}'
            self.log.fault("text-round-trip", f"parse(text(state)) {shown}", state)

    def _distinct(self, state: State, moves: list[Move]) -> None:
        known: dict[str, Move] = {}
        for move in moves:
            text = self.rules.move_text(move)
            other = known.setdefault(text, move)
            if not same(other, move):
                message = (
                    f"two legal moves, {answer_text(other)} and {answer_text(move)}, are both "
                    f'written "{text}"{in_state(self.rules.game, state)}'
                )
                self.log.fault("move-text-ambiguous", message, state, move)
                return

    def _move(self, state: State, move: Move) -> None:
        text = self.rules.move_text(move)
        if got := _wrong_result(self.rules.game, "parse_move", text, move):
            shown = f'{got}, where move_text gives "{text}" for {answer_text(move)}'
            at = in_state(self.rules.game, state)
            message = f"parse_move(move_text(move)) {shown}{at}"
            self.log.fault("move-text-round-trip", message, state, move)


def _wrong_result(game: Game, parse: str, text: str, expected: object) -> str:
    """What a method does with a text, if that is not the expected result; otherwise ""."""
    try:
        result = getattr(game, parse)(text)
    except faults_of(game) as error:
        return f"raises {type(error).__name__}: {error}"
    return "" if same(result, expected) else f"gives {answer_text(result)}"
