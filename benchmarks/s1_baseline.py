"""A solver in plain dictionaries of strings: the baseline of the ratios.

It explores all states, scores the ends, and passes over all states without a score until a pass
changes nothing. Then it finds the best moves of each state, for which it plays the moves again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


class Baseline:
    """``scores``: 1 for forced wins, -1 for losses, by remoteness; draws are left out.
    ``best_moves``: of each state that has moves."""

    def __init__(
        self,
        start: str,
        possible_moves: Sequence[str],
        do_move: Callable[[str, str], Any],
        evaluate: Callable[[str], Any],
    ) -> None:
        self.start = start
        self.possible_moves = possible_moves
        self.do_move = do_move
        self.evaluate = evaluate
        self.children: dict[str, list[str]] = {}
        self.legal_moves: dict[str, list[str]] = {}
        self.scores: dict[str, int] = {}
        self.best_moves: dict[str, list[str]] = {}

    def solve(self) -> Baseline:
        """Fills ``scores`` and ``best_moves``."""
        ends = self._explore()
        self.scores = {state: score for state, score in ends.items() if score}
        while self._score_more(ends):
            pass
        for state, moves in self.legal_moves.items():
            if moves:
                self.best_moves[state] = self._best_moves_of(state, moves)
        return self

    def _explore(self) -> dict[str, int]:
        """All states with their children and legal moves; gives the ends with their evaluation."""
        ends: dict[str, int] = {}
        waiting = [self.start]
        self.children[self.start] = []
        while waiting:
            state = waiting.pop()
            self.legal_moves[state] = []
            score = self.evaluate(state)
            if score != "undecided":
                ends[state] = score
                continue
            for move in self.possible_moves:
                child = self.do_move(move, state)
                if child is False:
                    continue
                self.legal_moves[state].append(move)
                if child not in self.children[state]:
                    self.children[state].append(child)
                if child not in self.children:
                    self.children[child] = []
                    waiting.append(child)
        return ends

    def _score_more(self, ends: dict[str, int]) -> bool:
        """One pass over all states without a score; whether it gave any."""
        wins, losses = {}, {}
        for state, children in self.children.items():
            if state in self.scores or state in ends or not children:
                continue
            scores = [self.scores.get(child) for child in children]
            if -1 in scores:
                wins[state] = 1
            elif all(score == 1 for score in scores):
                losses[state] = -1
        self.scores.update(losses)
        self.scores.update(wins)
        return bool(wins or losses)

    def _best_moves_of(self, state: str, moves: list[str]) -> list[str]:
        """The winning moves of a won state, those that do not lose of a drawn one, else all."""
        score = self.scores.get(state)
        if score == -1:
            return moves
        after = {move: self.scores.get(self.do_move(move, state)) for move in moves}
        if score == 1:
            return [move for move in moves if after[move] == -1]
        return [move for move in moves if after[move] != 1]
