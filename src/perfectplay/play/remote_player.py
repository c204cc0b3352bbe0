"""A player behind an address: each position is sent by HTTP, and its move comes back."""

from __future__ import annotations

import json
import queue
import threading
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from perfectplay.core.errors import IllegalMoveError, PlayerGoneError, StrategyError
from perfectplay.core.shortened import shortened
from perfectplay.core.value import Move, State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.moves import find_move, listed
from perfectplay.play.automatic import Automatic
from perfectplay.tablebase.record import game_fields, jsonable

PATIENCE = 60.0
"""Seconds until an answer must be there."""

MOST = 1 << 16
"""The most bytes of an answer."""


@dataclass(frozen=True)
class RemotePlayer(Automatic):
    """A server that answers ``POST`` with JSON: ``{"move": TEXT}``, or null for no answer.

    It is sent the game with its parameters, ``state``, ``text``, ``last`` (the text of the
    opponent's last move, or null) and ``legal``, the texts of the legal moves. Raises
    PlayerGoneError if it cannot be reached, StrategyError for an answer that is no legal move.
    """

    kind = "http"
    asks_last = True
    repeats = False
    rules: CheckedGame
    address: str
    seed: None = None

    @property
    def name(self) -> str:
        return self.address

    def among(self, state: State, legal: Sequence[Move], last: Move | None) -> list[int] | None:
        """As for any player."""
        texts = [self.rules.move_text(move) for move in legal]
        told = {
            **game_fields(self.rules.game),
            "state": jsonable(state),
            "text": self.rules.text(state, None),
            "last": None if last is None else self.rules.move_text(last),
            "legal": texts,
        }
        answer = self._answer(json.dumps(told).encode())
        move = answer.get("move") if isinstance(answer, dict) else ""
        if move is None:
            return None
        if isinstance(move, str):
            if move in texts:
                return [texts.index(move)]
            try:
                return [list(legal).index(find_move(self.rules, state, move))]
            except IllegalMoveError:
                pass
        raise StrategyError(
            f"{self.address} answered {shortened(json.dumps(answer))} in state "
            f'{self.rules.state_text(state)}; expected {{"move": TEXT}} with one of: '
            f"{listed(self.rules, legal)}",
            state=state,
        )

    def _answer(self, body: bytes) -> Any:
        """What the server says, as JSON or as a text. A connection limits the time of each piece
        only, so a thread waits for the whole."""
        said: queue.SimpleQueue[bytes | Exception] = queue.SimpleQueue()
        threading.Thread(target=self._exchange, args=(body, said), daemon=True).start()
        try:
            text = said.get(timeout=PATIENCE)
        except queue.Empty:
            text = TimeoutError(f"its answer takes over {PATIENCE:g} s")
        if isinstance(text, Exception):
            raise PlayerGoneError(f"{self.address} does not answer: {text}")
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return text.decode(errors="replace")

    def _exchange(self, body: bytes, said: queue.SimpleQueue[bytes | Exception]) -> None:
        try:
            request = urllib.request.Request(
                self.address, body, {"Content-Type": "application/json"}
            )
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                said.put(answer.read(MOST))
        except Exception as problem:  # of the network, of HTTP, of a wrong address: it is told
            said.put(problem)
