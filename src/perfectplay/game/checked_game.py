"""The rules of a game with every answer checked: what interpreted engines and results ask.

A broken promise of the contract becomes a `RulesError` that names the promise, shows state and
move, and says what to do. `PROMISES` lists the names that are raised here.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cached_property
from operator import index
from random import Random
from types import FunctionType
from typing import Any, NamedTuple

from perfectplay.core.value import Move, State, Value
from perfectplay.game.default_texts import default_text
from perfectplay.game.functions import FunctionGame
from perfectplay.game.game import HINTS, Game, StateKind, overrides
from perfectplay.game.promises import OVER, VALUES, broken
from perfectplay.game.rule_calls import LARGEST, MAX_MOVES, RuleCalls
from perfectplay.game.score_range import as_score, value_of_score
from perfectplay.game.showing import (
    answer_text,
    in_state,
    rule_name,
    shown,
    takes_seat,
)

METHODS = tuple(
    name
    for name, held in vars(Game).items()
    if isinstance(held, FunctionType) and name not in HINTS and not name.startswith("_")
)
"""The methods of the contract that are called without a look at what they are."""


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


class CheckedGame(RuleCalls):
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
        self._refuse_hidden_methods()
        self._moves_again_given = overrides(game, "moves_again")
        self._player_given = overrides(game, "player")
        self._symmetries_given = overrides(game, "symmetries")
        self._tier_given = overrides(game, "tier")
        self._text_given = overrides(game, "text")
        self._move_text_given = overrides(game, "move_text")
        self._text_takes_seat = takes_seat(type(game))
        self.scoring = self._scoring()
        players = self._attribute("players")
        if type(players) is not int or players not in (1, 2):
            name = rule_name(game, "players")
            raise broken("illegal-players", f"{name} is {players!r}, expected 2 or 1")

    def _refuse_hidden_methods(self) -> None:
        """Raises RulesError where a field or an attribute has the name of a method."""
        game = self.game
        named: set[str] = {f.name for f in fields(game)} if is_dataclass(game) else set()
        for method in METHODS:
            held = self._attribute(method)
            if method in named or not callable(held):
                name = rule_name(game, method)
                what = "a field" if method in named else answer_text(held)
                said = f"{name} is {what}, where the contract has the method {method}"
                raise broken("hidden-method", said)

    def _scoring(self) -> bool:
        """Whether it is a game of points."""
        scoring = self._attribute("scoring")
        if type(scoring) is bool:
            return scoring
        said = f"{rule_name(self.game, 'scoring')} is {scoring!r}, expected True or False"
        raise broken("illegal-scoring", said)

    @cached_property
    def stuck_score(self) -> int | None:
        """The score of a state without moves in a game of points; None: there must be none."""
        answer = self._attribute("stuck")
        if answer is None:
            return None
        score = as_score(answer)
        if score is None:
            said = f"stuck is {answer!r} in a game of points"
            raise broken("illegal-stuck", said + ", expected a whole number")
        return score

    @cached_property
    def stuck(self) -> Value | None:
        """The value of a state without moves, for the player to move; None: there must be none."""
        if self.scoring:
            return None if self.stuck_score is None else value_of_score(self.stuck_score)
        value = self._attribute("stuck")
        if value is None or (isinstance(value, Value) and value in OVER):
            return value
        raise broken("illegal-stuck", f"stuck is {value!r}, expected {VALUES}")

    @cached_property
    def limits(self) -> tuple[tuple[int, int], ...] | None:
        """The declared range of each field of the tuples that are states; None: not declared."""
        limits = self._attribute("limits")
        if limits is None or self.kind is not StateKind.TUPLE:
            return None
        start = self.start()
        try:
            ranges = tuple((index(low), index(high)) for low, high in limits)
        except (TypeError, ValueError):
            ranges = ()
        if len(ranges) == len(start) and all(low <= high for low, high in ranges):
            return ranges
        name, said = rule_name(self.game, "limits"), answer_text(limits)
        fields = f"for states of {len(start)} field{'' if len(start) == 1 else 's'}"
        raise broken("illegal-limits", f"{name} is {said}, {fields}")

    # --- the four methods ---------------------------------------------------------------------

    def start(self) -> State:
        """The state in which a play begins."""
        return self._checked(self._asked("start"), "start")

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
            text: object
            if not self._text_given:
                text = default_text(state)
            elif self._text_takes_seat:
                text = self.game.text(state, seat)
            else:
                text = self.game.text(state)
        if isinstance(text, str):
            return text
        raise self._wrong("illegal-text", "text", text, state)

    def move_text(self, move: Move) -> str:
        """The move for people."""
        if self._move_text_given:
            return str(self._asked("move_text", move))
        with self._guarded("move_text", move):
            return default_text(move)

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
