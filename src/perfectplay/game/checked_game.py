"""The rules of a game with every answer checked: what interpreted engines and results ask.

A broken promise of the contract becomes a `RulesError` that names the promise, shows state and
move, and says what to do. `PROMISES` lists the names that are raised here.
"""

from __future__ import annotations

from operator import index
from random import Random
from typing import Any, NamedTuple

from perfectplay.core.value import Move, State, Value
from perfectplay.game.functions import FunctionGame
from perfectplay.game.game import Game, overrides
from perfectplay.game.promises import OVER, broken
from perfectplay.game.rule_attributes import RuleAttributes
from perfectplay.game.rule_calls import LARGEST, MAX_MOVES
from perfectplay.game.score_range import as_score, value_of_score
from perfectplay.game.showing import in_state, shown, state_text


class Position(NamedTuple):
    """All that the rules say about one state.

    ``outcome`` is its value where the play is over, ``stuck`` says that it is over for want of
    moves, and ``options`` has each move with the state after it, in the rules' own order; it is
    empty where the play is over. In a game of points ``score`` is what the end of the play brings.
    """

    outcome: Value | None
    options: list[tuple[Move, State]]
    stuck: bool
    score: int | None = None


class CheckedGame(RuleAttributes):
    """The rules of a game, every answer checked. Raises RulesError, and nothing else of the game's.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> rules = Rules(ThreeRocks(1, 1))
    >>> rules.start(), rules.kind.value
    ((1, 1), 'tuple')
    >>> rules.options((1, 1))
    [((0, 1), (1, 0)), ((1, 0), (0, 1)), ((1, 1), (0, 0))]
    >>> rules.position((0, 0))
    Position(outcome=<Value.LOSS: 1>, options=[], stuck=False, score=None)
    """

    def __init__(self, game: Game, *, max_moves: int = MAX_MOVES) -> None:
        if not isinstance(game, Game):
            hint = f"; write {game.__name__}()" if isinstance(game, type) else ""
            raise TypeError(f"expected a game, got {game!r}{hint}")
        super().__init__(game, max_moves)
        self._moves_again_given = overrides(game, "moves_again")
        self._player_given = overrides(game, "player")
        self._symmetries_given = overrides(game, "symmetries")
        self._tier_given = overrides(game, "tier")

    # --- the four methods ---------------------------------------------------------------------

    def outcome(self, state: State) -> Value | None:
        """The value of a state in which the play is over, else None."""
        answer = self._asked("outcome", state)
        if answer is None:
            return None
        if self.scoring:
            return value_of_score(self._score(answer, state))
        if type(answer) is Value and answer in OVER:
            return answer
        raise self._wrong("illegal-outcome", "outcome", answer, state)

    def final(self, state: State) -> int | None:
        """In a game of points, the score of a state in which the play is over, else None."""
        answer = self._asked("outcome", state)
        return None if answer is None else self._score(answer, state)

    def _score(self, answer: object, state: State) -> int:
        """The number that ``outcome`` has given in a game of points."""
        score = as_score(answer)
        if score is None:
            raise self._wrong("illegal-score", "outcome", answer, state)
        return score

    def gain(self, state: State, move: Move) -> int:
        """What the mover wins by a move in a game of points; 0 in any other."""
        if not self.scoring:
            return 0
        answer = self._asked("gain", state, move)
        gain = as_score(answer)
        if gain is None:
            raise self._wrong("illegal-gain", "gain", answer, state, move)
        return gain

    def moves(self, state: State) -> list[Move]:
        """The legal moves of a state that is not over, in the rules' own order."""
        return self._listed("moves", state)

    def play(self, state: State, move: Move) -> State:
        """The state after a legal move."""
        return self._checked(self._asked("play", state, move), "play", state, move)

    def options(self, state: State) -> list[tuple[Move, State]]:
        """Each move with the state that it leads to, in order; empty where there is none."""
        if isinstance(self.game, FunctionGame):  # there `moves` would make every move twice
            made = [(move, self._asked("play", state, move)) for move in self.game.possible_moves]
            return [
                (move, self._checked(child, "play", state, move))
                for move, child in made
                if child is not False
            ]
        return [(move, self.play(state, move)) for move in self.moves(state)]

    def position(self, state: State) -> Position:
        """Outcome and options together; a state without moves gets the value of ``stuck``."""
        outcome = self.outcome(state)
        if outcome is not None:
            return Position(outcome, [], False, self.final(state) if self.scoring else None)
        options = self.options(state)
        if options:
            return Position(None, options, False)
        if self.stuck is None:
            message = f"there is no legal move{in_state(self.game, state)}, and outcome gives None"
            raise broken("stuck-state", message, state)
        return Position(self.stuck, [], True, self.stuck_score if self.scoring else None)

    def sampled(self, state: State, most: int) -> tuple[Position, int, list[int]]:
        """The position with at most about ``most`` of its options, the number of all its moves,
        and the places of these options among them.

        >>> from perfectplay.games.three_rocks import ThreeRocks
        >>> position, moves, places = Rules(ThreeRocks(3, 3)).sampled((3, 3), 2)
        >>> len(position.options) <= 4, moves, places[0], places[-1]
        (True, 9, 0, 8)
        """
        outcome = self.outcome(state)
        moves = [] if outcome is not None else self.moves(state)
        if len(moves) <= most:
            position = self.position(state)
            return position, len(position.options), list(range(len(position.options)))
        places = some_places(len(moves), most)
        options = [(moves[place], self.play(state, moves[place])) for place in places]
        return Position(None, options, False), len(moves), places

    # --- the optional methods -----------------------------------------------------------------

    def player(self, state: State) -> int | None:
        """The seat to move where the state knows it, else None."""
        if not self._player_given:
            return None
        answer = self._asked("player", state)
        if _is_bit(answer):
            return int(answer)
        raise self._wrong("player-illegal", "player", answer, state)

    def moves_again(self, state: State, move: Move, child: State) -> bool:
        """Whether who makes this move, which leads to ``child``, also moves next."""
        if self.game.players == 1:
            return True
        if self._moves_again_given:
            answer = self._asked("moves_again", state, move)
            if _is_bit(answer):
                return bool(answer)
            raise self._wrong("moves-again-illegal", "moves_again", answer, state, move)
        return self._player_given and self.player(state) == self.player(child)

    def symmetries(self, state: State) -> list[State]:
        """The states equal to this one, each once, itself the first."""
        if not self._symmetries_given:
            return [state]
        images = self._listed("symmetries", state)
        images = [self._checked(image, "symmetries", state) for image in images]
        return list(dict.fromkeys((state, *images)))

    def tier(self, state: State) -> int:
        """The tier of a state; 0 where the game has none."""
        if not self._tier_given:
            return 0
        answer = self._asked("tier", state)
        try:
            tier = int(index(answer))
        except TypeError:
            tier = LARGEST + 1
        if -LARGEST - 1 <= tier <= LARGEST:
            return tier
        raise self._wrong("tier-illegal", "tier", answer, state)

    # --- what people read -------------------------------------------------------------------

    def text(self, state: State, seat: int | None = None) -> str:
        """The state for people; ``seat`` is passed on where the game's ``text`` takes it."""
        with self._guarded("text", state):
            text: object = state_text(self.game, state, seat)
        if isinstance(text, str):
            return text
        raise self._wrong("illegal-text", "text", text, state)

    def move_text(self, move: Move) -> str:
        """The move for people."""
        return str(self._asked("move_text", move))

    def score_text(self, score: int) -> str:
        """A score for people."""
        return str(self._asked("score_text", score))

    def state_text(self, state: State) -> str:
        """The state for a message: cut when long, its repr where its text cannot be had."""
        return shown(self.game, state)


def some_places(count: int, most: int) -> list[int]:
    """About ``most`` of ``count`` places, rising, the first and the last among them; always the
    same ones, and no two neighbouring stretches alike."""
    random = Random(count)
    chosen = random.sample(range(count), min(most, count))
    return sorted({0, count - 1, *chosen})


def _is_bit(answer: Any) -> bool:
    """Whether an answer is 0 or 1, False or True, of Python or NumPy."""
    try:
        return bool(answer == 0) or bool(answer == 1)
    except Exception:  # an array is neither
        return False
