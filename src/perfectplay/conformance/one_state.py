"""Checks of one state and its moves, except those of symmetries and texts."""

from __future__ import annotations

from typing import Any, NamedTuple

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.value import Move, State, Value
from perfectplay.game.checks.answers import changed, same, snapshot
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.findings import FindingLog
from perfectplay.game.functions import FunctionGame
from perfectplay.game.game import Game, StateKind, kind_of, overrides
from perfectplay.game.hashable import by_identity
from perfectplay.game.showing import (
    answer_text,
    by_move,
    in_state,
    number_of,
    rule_name,
    shown,
    shown_move,
)

Options = list[tuple[Move, State]]

LISTED = 6
"""Moves that are named of a longer list."""

MANY = 10_000
"""Maximum number of moves of one state that are checked closely."""


class StateAnswers(NamedTuple):
    """Answers of the rules; ``options`` omits moves that lead to no legal state."""

    outcome: Value | int | None
    moves: list[Move]
    options: Options


class StateCheck:
    """Checks single states; broken promises go into the log."""

    def __init__(self, rules: CheckedGame, log: FindingLog) -> None:
        self.rules = rules
        self.log = log
        self.game = rules.game
        self._start = rules.start()
        self._limits = _limits_of(rules)
        self._outcomes: dict[State, Value | int | None] = {}
        self._both_given = overrides(self.game, "player") and overrides(self.game, "moves_again")

    def check(self, state: State) -> Options:
        """Check a state, and return the moves and children with which a walk can continue."""
        before = snapshot(state)
        answers = None
        try:
            answers = self._ask(state, before)
            if before is not None and not same(before, state):
                return []  # the answers are not about this state
            self._ask_again(state, answers)
        except PerfectPlayError as error:
            self.log.add(error)
        if answers is None:
            return []
        for check in (self._turns, self._tiers):
            try:
                check(state, answers.options[:MANY])
            except PerfectPlayError as error:
                self.log.add(error)
        self._fits(state)
        return answers.options

    # --- the same answers twice -----------------------------------------------------------------

    def _ask(self, state: State, before: Any) -> StateAnswers:
        outcome = self._outcome(state)
        self._unchanged(state, before, "outcome")
        if outcome is not None:
            return StateAnswers(outcome, [], [])
        if isinstance(self.game, FunctionGame):  # only playing shows which moves are legal
            options = self.rules.options(state)
            moves = [move for move, _ in options]
            self._unchanged(state, before, "play")
        else:
            moves = self.rules.moves(state)
            self._unchanged(state, before, "moves")
            options = self._play_all(state, moves, before)
        if not moves:
            self._stuck(state)
        return StateAnswers(outcome, moves, options)

    def _play_all(self, state: State, moves: list[Move], before: Any) -> Options:
        options = []
        for move in moves:
            try:
                options.append((move, self.rules.play(state, move)))
            except PerfectPlayError as error:  # continue with the other moves
                self.log.add(error)
            if not self._unchanged(state, before, "play", move):
                break
        return options

    def _ask_again(self, state: State, first: StateAnswers) -> None:
        """Compare all answers with a second call, to find rules that keep state between calls."""
        self._outcome(state)
        if not first.moves:
            return
        if isinstance(self.game, FunctionGame):
            moves = [move for move, _ in self.rules.options(state)]
        else:
            moves = self.rules.moves(state)
        if not same(moves, first.moves):
            answers = f"{moves_words(self.game, first.moves)}, then {moves_words(self.game, moves)}"
            self._differs("moves-differ", "moves", answers, state)
            return
        for move, child in first.options[:MANY]:
            self._gain(state, move)
            again = self.rules.play(state, move)
            if same(child, again) and hash(child) != hash(again):
                verb = f"gives equal states with two hashes ({shown(self.game, child)})"
                self._fault("hash-changes", "play", verb, state, move)
            elif same(child, again):
                self._outcome(child)  # also compared when the child is checked
            else:
                self._play_differs(state, move, child, again)

    def _gain(self, state: State, move: Move) -> None:
        """Compare two calls of ``gain``."""
        gain, again = self.rules.gain(state, move), self.rules.gain(state, move)
        if gain != again:
            self._differs("gain-differs", "gain", f"{gain}, then {again}", state, move)

    def _outcome(self, state: State) -> Value | int | None:
        """The outcome (in a game of points, the score at the end), compared with earlier calls."""
        rules = self.rules
        outcome = rules.final(state) if rules.scoring else rules.outcome(state)
        before = self._outcomes.setdefault(state, outcome)
        if outcome != before:
            answers = f"{value_word(before)}, then {value_word(outcome)}"
            self._differs("outcome-differs", "outcome", answers, state)
        return outcome

    def _play_differs(self, state: State, move: Move, child: State, again: State) -> None:
        text = shown(self.game, child)
        if by_identity(child):
            verb = f"gives a state that equals only itself ({text})"
            self._fault("identity-state", "play", verb, state, move)
        else:
            answers = f"{text}, then {shown(self.game, again)}"
            self._differs("play-differs", "play", answers, state, move)

    def _differs(
        self, promise: str, method: str, answers: str, state: State, move: Move = None
    ) -> None:
        self._fault(promise, method, f"gave {answers}", state, move)

    def _fault(self, promise: str, method: str, verb: str, state: State, move: Move) -> None:
        name, by = rule_name(self.game, method), by_move(self.game, move)
        self.log.fault(promise, f"{name} {verb}{by}{in_state(self.game, state)}", state, move)

    def _unchanged(self, state: State, before: Any, method: str, move: Move = None) -> bool:
        if before is None or same(before, state):
            return True
        self.log.add(changed(self.rules, before, state, method, move))
        return False

    # --- one state --------------------------------------------------------------------------------

    def _stuck(self, state: State) -> None:
        value = self.rules.position(state).outcome  # raises if `stuck` is None
        if not getattr(self.game, "stuck_given", True):
            self.log.note(
                "stuck",
                f"there is no legal move{in_state(self.game, state)}, which evaluate leaves "
                f"undecided: it counts as a {value}; say so with stuck=",
            )

    def _fits(self, state: State) -> None:
        """Check that a tuple is within its limits and as long as the start."""
        if self.rules.kind is not StateKind.TUPLE:
            return
        shape = self.rules.shape
        if shape is not None and shape.lengths and shape.fields(state) is not None:
            return
        if kind_of(state) is not StateKind.TUPLE or len(state) != len(self._start):
            self.log.note("length-changes", self._unlike_the_start(state))
            return
        for i, (low, high) in enumerate(self._limits):
            if not low <= state[i] <= high:
                text = shown(self.game, state)
                message = f"field {i} of state {text} is {state[i]}, limits say {low} ... {high}"
                self.log.fault("out-of-limits", message, state)

    def _unlike_the_start(self, state: State) -> str:
        """The note about a state of another shape; of one field that is no integer, if it is so."""
        text = f"state {shown(self.game, state)} is not a tuple of {len(self._start)} integers as "
        text += "the start is"
        if isinstance(state, tuple) and len(state) == len(self._start):
            odd = next((i for i, part in enumerate(state) if type(part) is not int), None)
            if odd is not None:
                text += f" (field {odd} is {answer_text(state[odd])})"
                return f"{text}, so the game runs interpreted; tuples of integers run compiled"
        return (
            f"{text}, so the game runs interpreted; tuples of one length, padded where need be, "
            "run compiled"
        )

    # --- along the moves --------------------------------------------------------------------------

    def _turns(self, state: State, options: Options) -> None:
        seat, twice = self.rules.player(state), self.rules.player(state)
        if seat != twice:
            self._differs("answers-differ", "player", f"{seat}, then {twice}", state)
            return
        for move, child in options:
            again = self.rules.moves_again(state, move, child)
            if self.game.players == 1 and not self.game.moves_again(state, move):
                name, at = shown_move(self.game, move), in_state(self.game, state)
                message = f"the move {name} of a puzzle ends the turn{at}"
                self.log.fault("player-contradicts", message, state, move)
            elif self._both_given and self.game.players == 2:
                stays = seat == self.rules.player(child)
                if stays is not again:
                    message = (
                        f"moves_again says {again}{by_move(self.game, move)}"
                        f"{in_state(self.game, state)}, where player gives {seat} before it and "
                        f"{self.rules.player(child)} after it"
                    )
                    self.log.fault("player-contradicts", message, state, move)

    def _tiers(self, state: State, options: Options) -> None:
        if not overrides(self.game, "tier"):
            return
        tier = self.rules.tier(state)
        for move, child in options:
            after = self.rules.tier(child)
            if after < tier:
                message = (
                    f"the tier falls from {tier} to {after} by the move "
                    f"{shown_move(self.game, move)}{in_state(self.game, state)}"
                )
                self.log.fault("tier-falls", message, state, move)


def moves_words(game: Game, moves: list[Move]) -> str:
    """How many moves, and the first of them."""
    first = " ".join(shown_move(game, move) for move in moves[:LISTED])
    more = " ..." if len(moves) > LISTED else ""
    return number_of(len(moves), "move") + (f" ({first}{more})" if moves else "")


def value_word(outcome: Value | int | None) -> str:
    """An answer of ``outcome`` as rules write it."""
    return f"Value.{outcome.name}" if isinstance(outcome, Value) else str(outcome)


def _limits_of(rules: CheckedGame) -> tuple[tuple[int, int], ...]:
    """The declared limits; none if they are wrong, which is reported elsewhere."""
    try:
        return rules.limits or ()
    except PerfectPlayError:
        return ()
