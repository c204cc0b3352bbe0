"""The rules of a game with every answer checked, for interpreted engines and for results.

A broken promise becomes a `RulesError` that names the promise, shows the state and the move, and
says what to do. `PROMISES` lists the names of all promises.
"""

from __future__ import annotations

from operator import index
from random import Random
from typing import Any, NamedTuple

from perfectplay.core.value import Move, State, Value
from perfectplay.game.checks.promises import OVER, broken, wrong_answer
from perfectplay.game.checks.rule_calls import LARGEST, MAX_MOVES, RuleAttributes, need_game
from perfectplay.game.checks.score_range import as_score, value_of_score
from perfectplay.game.functions import FunctionGame
from perfectplay.game.game import Game, has_symmetries, overrides
from perfectplay.game.showing import in_state, shown, takes_seat, visible
from perfectplay.game.texts.default_texts import default_move_text, state_text


class Position(NamedTuple):
    """All that the rules say about one state.

    ``outcome``: the value if the play is over, otherwise None; ``options``: each move with the
    next state, in the order of the rules, empty if the play is over; ``stuck``: True if it is over
    because there is no move; ``score``: in a game of points, the points at the end of the play.
    """

    outcome: Value | None
    options: list[tuple[Move, State]]
    stuck: bool
    score: int | None = None


class CheckedGame(RuleAttributes):
    """The rules of a game, with every answer checked.

    Whatever the game raises becomes a RulesError, as does every answer of a wrong type.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> rules = CheckedGame(ThreeRocks(1, 1))
    >>> rules.start(), rules.kind.value
    ((1, 1), 'tuple')
    >>> rules.options((1, 1))
    [((0, 1), (1, 0)), ((1, 0), (0, 1)), ((1, 1), (0, 0))]
    >>> rules.position((0, 0))
    Position(outcome=<Value.LOSS: 1>, options=[], stuck=False, score=None)
    """

    def __init__(self, game: Game, *, max_moves: int = MAX_MOVES) -> None:
        need_game(game)
        super().__init__(game, max_moves)
        self._moves_again_given = overrides(game, "moves_again")
        self._player_given = overrides(game, "player")
        self._symmetries_given = has_symmetries(game)
        self._tier_given = overrides(game, "tier")
        self._text_given = overrides(game, "text")
        self._move_text_given = overrides(game, "move_text")
        self._text_takes_seat = takes_seat(type(game).text)

    def __repr__(self) -> str:
        return f"CheckedGame({self.game!r})"

    # --- the four methods ---------------------------------------------------------------------

    def outcome(self, state: State) -> Value | None:
        """Value if the play is over in this state, otherwise None."""
        answer = self._call("outcome", state)
        if answer is None:
            return None
        if self.scoring:
            return value_of_score(self._score(answer, state))
        if type(answer) is Value and answer in OVER:
            return answer
        raise wrong_answer(self.game, "illegal-outcome", "outcome", answer, state)

    def final(self, state: State) -> int | None:
        """In a game of points: score if the play is over in this state, otherwise None."""
        answer = self._call("outcome", state)
        return None if answer is None else self._score(answer, state)

    def _score(self, answer: object, state: State) -> int:
        """The answer of ``outcome`` in a game of points, checked."""
        score = as_score(answer)
        if score is None:
            raise wrong_answer(self.game, "illegal-score", "outcome", answer, state)
        return score

    def gain(self, state: State, move: Move) -> int:
        """Points that the mover wins by a move; 0 in a game without points."""
        if not self.scoring:
            return 0
        answer = self._call("gain", state, move)
        gain = as_score(answer)
        if gain is None:
            raise wrong_answer(self.game, "illegal-gain", "gain", answer, state, move)
        return gain

    def moves(self, state: State) -> list[Move]:
        """The legal moves of a state that is not over, in the order of the rules."""
        return self._listed("moves", state)

    def play(self, state: State, move: Move) -> State:
        """The state after a legal move."""
        return self._checked(self._call("play", state, move), "play", state, move)

    def options(self, state: State) -> list[tuple[Move, State]]:
        """Each move with the next state, in order; empty if there is no move."""
        if isinstance(self.game, FunctionGame):  # its `moves` would play every move twice
            played = [(move, self._call("play", state, move)) for move in self.game.possible_moves]
            return [
                (move, self._checked(child, "play", state, move))
                for move, child in played
                if child is not False
            ]
        return [(move, self.play(state, move)) for move in self.moves(state)]

    def position(self, state: State) -> Position:
        """Outcome and options; a state without moves has the value of ``stuck``."""
        if (outcome := self.outcome(state)) is not None:
            return Position(outcome, [], False, self.final(state) if self.scoring else None)
        if options := self.options(state):
            return Position(None, options, False)
        if self.stuck is None:
            message = f"there is no legal move{in_state(self.game, state)}, and outcome gives None"
            raise broken("stuck-state", message, state)
        return Position(self.stuck, [], True, self.stuck_score if self.scoring else None)

    def sampled(self, state: State, most: int) -> tuple[Position, int, list[int]]:
        """The position with about ``most`` of its options, the number of all its moves, and the
        indices of these options among them.

        >>> from perfectplay.games.three_rocks import ThreeRocks
        >>> position, moves, places = CheckedGame(ThreeRocks(3, 3)).sampled((3, 3), 2)
        >>> len(position.options) <= 4, moves, places[0], places[-1]
        (True, 9, 0, 8)
        """
        moves = [] if self.outcome(state) is not None else self.moves(state)
        if not moves:
            return self.position(state), 0, []
        places = some_places(len(moves), most)
        options = [(moves[place], self.play(state, moves[place])) for place in places]
        return Position(None, options, False), len(moves), places

    # --- the optional methods -----------------------------------------------------------------

    def player(self, state: State) -> int | None:
        """Seat to move if the state determines it, otherwise None."""
        if not self._player_given:
            return None
        answer = self._call("player", state)
        if _is_bit(answer):
            return int(answer)
        raise wrong_answer(self.game, "player-illegal", "player", answer, state)

    def moves_again(self, state: State, move: Move, child: State) -> bool:
        """True if the player who makes this move, which leads to ``child``, also moves next."""
        if self.game.players == 1:
            return True
        if self._moves_again_given:
            answer = self._call("moves_again", state, move)
            if _is_bit(answer):
                return bool(answer)
            raise wrong_answer(self.game, "moves-again-illegal", "moves_again", answer, state, move)
        return self._player_given and self.player(state) == self.player(child)

    def symmetries(self, state: State) -> list[State]:
        """The class of equivalent states, each once, the state itself first."""
        if not self._symmetries_given:
            return [state]
        images = self._listed("symmetries", state)
        images = [self._checked(image, "symmetries", state) for image in images]
        return list(dict.fromkeys((state, *images)))

    def tier(self, state: State) -> int:
        """Tier of a state; 0 if the game has no tiers."""
        if not self._tier_given:
            return 0
        answer = self._call("tier", state)
        try:
            tier = int(index(answer))
        except TypeError:
            tier = LARGEST + 1
        if -LARGEST - 1 <= tier <= LARGEST:
            return tier
        raise wrong_answer(self.game, "tier-illegal", "tier", answer, state)

    # --- texts ------------------------------------------------------------------------------

    def text(self, state: State, seat: int | None = None) -> str:
        """Text of a state; ``seat`` is passed on if the game's ``text`` accepts it."""
        with self._guarded("text", state):
            text: object
            if not self._text_given:
                text = state_text(state, self.game.start)
            elif self._text_takes_seat:
                text = self.game.text(state, seat)
            else:
                text = self.game.text(state)
        if isinstance(text, str):
            return text
        raise wrong_answer(self.game, "illegal-text", "text", text, state)

    def shown_text(self, state: State, seat: int | None = None) -> str:
        """As `text`, but an empty text is in quotes, so that people see it."""
        return visible(self.text(state, seat))

    def move_text(self, move: Move) -> str:
        """The move for people."""
        if self._move_text_given:
            return str(self._call("move_text", move))
        with self._guarded("move_text", move):
            return default_move_text(move)

    def score_text(self, score: int) -> str:
        """Text of a score."""
        return str(self._call("score_text", score))

    def state_text(self, state: State) -> str:
        """Text of a state for messages: shortened; its repr if ``text`` fails."""
        return shown(self.game, state)


def some_places(count: int, most: int) -> list[int]:
    """About ``most`` of the indices 0 to ``count - 1``, in rising order, with the first and the
    last: a random sample, but the same one in every run."""
    if count <= most:
        return list(range(count))
    chosen = Random(count).sample(range(count), most)
    return sorted({0, count - 1, *chosen})


def _is_bit(answer: Any) -> bool:
    """True if an answer is 0, 1, False or True, of Python or NumPy."""
    try:
        return bool(answer == 0) or bool(answer == 1)
    except Exception:  # an array is neither
        return False
