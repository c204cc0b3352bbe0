"""The answers of UWAPI: a game, a variant, a position.

Source of the contract: ``README.md`` of GamesCraftersUWAPI (github.com/GamesCrafters). Its numbers
-200 (no end) and -100 (not known) stand here and nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, unquote

from perfectplay.core.errors import ParseError
from perfectplay.core.value import State, Value
from perfectplay.game.board import Board
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.moves import PlayPosition, first_position
from perfectplay.game.titles import docstring_of, game_title
from perfectplay.tablebase.solution import Solution
from perfectplay.web.game_session import GameSession
from perfectplay.web.uwapi.auto_gui import board_string, move_strings, picture_of, theme_of

ENDLESS, UNKNOWN = -200, -100
"""Plies of a position that need never end, or whose plies are not known."""

REGULAR = "regular"
"""The variant of a game with the parameters of its class."""

_SAFE = " ,.:-_()'!*|~"
_ESCAPE = "="
"""In place of a per cent sign, which the front end would not send as it is."""


def game_fields(session: GameSession) -> dict[str, Any]:
    """A game in the list of all."""
    one = session.game.players == 1
    return {
        "id": session.name,
        "name": game_title(session.game),
        "type": "onePlayer" if one else "twoPlayer",
        "gui": gui_of(session),
    }


def games_of(sessions: Iterable[GameSession]) -> list[dict[str, Any]]:
    """All games, each with one entry, by name."""
    found: dict[str, dict[str, Any]] = {}
    for session in sessions:
        found.setdefault(session.name, game_fields(session))
    return sorted(found.values(), key=lambda one: str(one["name"]))


def variants_of(sessions: list[GameSession]) -> dict[str, Any]:
    """A game with its variants, each a game with its own parameters."""
    first = sessions[0]
    return {
        "id": first.name,
        "name": game_title(first.game),
        "allowCustomVariantCreation": False,
        "supportsWinBy": first.game.scoring,
        "variants": [
            {"id": variant_id(one), "name": variant_name(one), "gui": gui_of(one)}
            for one in sessions
        ],
    }


def variant_id(session: GameSession) -> str:
    """The parameters in the id of a game, or "regular"."""
    return session.id.partition(";")[2] or REGULAR


def session_id(game: str, variant: str) -> str:
    """
    >>> session_id("nim", "regular"), session_id("nim", "rows=1,2")
    ('nim', 'nim;rows=1,2')
    """
    return game if variant == REGULAR else f"{game};{variant}"


def variant_name(session: GameSession) -> str:
    """How people read a variant."""
    given = unquote(variant_id(session)).replace(";", "  ")
    return "Standard" if given == REGULAR else given


def gui_of(session: GameSession) -> str:
    """The front end's word for how a game is drawn: "v2" by its board, "v0" as text."""
    rules = CheckedGame(session.game)
    start = first_position(rules)
    return "v0" if picture_of(rules, start.state, start.seat) is None else "v2"


def instructions_of(session: GameSession) -> dict[str, str]:
    """The rules in words: the docstring."""
    words = docstring_of(session.game) or game_title(session.game)
    return {"instructions": f"# {game_title(session.game)}\n\n{words}\n"}


# --- positions ------------------------------------------------------------------------------------


def position_name(text: str, seat: int) -> str:
    r"""A position as the front end sends it back: the turn, and the text of the state.

    >>> position_name("X O\n.#.", 1), read_position_name("2_X O/.=23.")
    ('2_X O/.=23.', ('X O\n.#.', 1))
    """
    lines = (quote(line, safe=_SAFE, errors="surrogatepass") for line in text.split("\n"))
    return f"{seat + 1}_{'/'.join(lines).replace('%', _ESCAPE)}"


def read_position_name(name: str) -> tuple[str, int]:
    """The text of the state, and the seat. Raises ParseError."""
    found = re.fullmatch(r"([12])_(.*)", name, re.DOTALL)
    if found is None:
        raise ParseError(f"{name[:60]!r} is no position; it begins with 1_ or 2_, whose turn it is")
    text = found[2].replace("/", "\n").replace(_ESCAPE, "%")
    return unquote(text, errors="surrogatepass"), int(found[1]) - 1


@dataclass(frozen=True)
class PositionAnswers:
    """Answers about the positions of a game. ``solution``: None if it is not solved; ``grundy``:
    gives the text of a state's Grundy value, None if there are none."""

    rules: CheckedGame
    solution: Solution | None = None
    grundy: Callable[[State], str] | None = None

    @property
    def first(self) -> Board | None:
        """The board of the start, whose places all boards have."""
        start = first_position(self.rules)
        return picture_of(self.rules, start.state, start.seat)

    def variant(self, session: GameSession) -> dict[str, Any]:
        """The variant, with its start and what its boards are drawn by."""
        first = self.first
        start = self._position(first_position(self.rules), first)
        return {
            "id": variant_id(session),
            "name": variant_name(session),
            "gui": "v0" if first is None else "v2",
            "startPosition": start["position"],
            "autoguiStartPosition": start["autoguiPosition"],
            "imageAutoGUIData": None if first is None else theme_of(first),
        }

    def position(self, position: PlayPosition) -> dict[str, Any]:
        """A position with its moves, best first."""
        first = self.first
        here = self._position(position, first)
        board = picture_of(self.rules, position.state, position.seat)
        options = self.rules.position(position.state).options
        texts = [self.rules.move_text(move) for move, _ in options]
        moves = []
        for (move, child), text, drawn in zip(
            options, texts, move_strings(board, first, texts), strict=True
        ):
            again = self.rules.moves_again(position.state, move, child)
            seat = position.seat if again else 1 - position.seat
            after = self._position(PlayPosition(child, seat), first)
            listed = drawn if drawn.strip() == text else text
            made = {"move": listed, "autoguiMove": drawn, **after}
            moves.append(made | {"moveValue": self._move_value(here, after, again)})
        _add_deltas(moves, here, puzzle=self.rules.game.players == 1)
        order = ("win", "tie", "draw", "lose", "unsolved")
        moves.sort(key=lambda one: (order.index(one["moveValue"]), one["deltaRemoteness"]))
        return {**here, "moves": moves}

    def _position(self, position: PlayPosition, first: Board | None) -> dict[str, Any]:
        text = self.rules.text(position.state, position.seat)
        board = picture_of(self.rules, position.state, position.seat)
        name = position_name(self.rules.text(position.state, None), position.seat)
        drawn = board_string(board, first, position.seat, text)
        return {"position": name, "autoguiPosition": drawn, **self._worth(position.state)}

    def _worth(self, state: State) -> dict[str, Any]:
        if self.solution is None:
            over = self.rules.position(state).outcome is not None
            return {"positionValue": "unsolved", "remoteness": 0 if over else UNKNOWN}
        value, plies = self.solution.value(state), self.solution.remoteness(state)
        score = self.solution.score(state) if self.rules.scoring else None
        puzzle = self.rules.game.players == 1
        word = {Value.WIN: "win", Value.LOSS: "lose"}.get(value, "draw" if plies is None else "tie")
        if puzzle and not self.rules.scoring and value is not Value.WIN:
            word, plies = "lose", None
        more: dict[str, Any] = {} if score is None else {"winby": score}
        if self.grundy is not None:
            more["mex"] = self.grundy(state)
        return {"positionValue": word, "remoteness": ENDLESS if plies is None else plies, **more}

    def _move_value(self, here: dict[str, Any], after: dict[str, Any], again: bool) -> str:
        """The value of a move for who makes it. In a puzzle, whether it leads nearer to the end, as
        the front end colours it."""
        value = str(after["positionValue"])
        if self.rules.game.players == 1 and not self.rules.scoring and value != "unsolved":
            nearer = here["remoteness"] - after["remoteness"]
            if ENDLESS in (here["remoteness"], after["remoteness"]):
                return "lose"
            return "win" if nearer > 0 else "lose" if nearer < 0 else "tie"
        if again or self.rules.game.players == 1:
            return value
        return {"win": "lose", "lose": "win"}.get(value, value)


def _add_deltas(moves: list[dict[str, Any]], here: dict[str, Any], *, puzzle: bool) -> None:
    """Add to each move how many plies it is from the best move of the same value."""
    for move in moves:
        plies, value = move["remoteness"], move["moveValue"]
        same = [one["remoteness"] for one in moves if one["moveValue"] == value]
        if plies < 0 or value in ("draw", "unsolved"):
            move["deltaRemoteness"] = 0
        elif puzzle:
            move["deltaRemoteness"] = here["remoteness"] - plies
        elif value == "lose":
            move["deltaRemoteness"] = max(same) - plies
        else:
            move["deltaRemoteness"] = plies - min(same)
