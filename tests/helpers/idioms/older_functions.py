"""Idioms that compile: games given by a start, a list of moves and two functions."""

from __future__ import annotations

from idioms.noting import compiling
from perfectplay import Game

COMPILES, compiles = compiling()


def evaluate(state):
    return "undecided" if state else -1


@compiles("do_move that gives a state or False, evaluate that gives -1, 0, 1 or 'undecided'")
def _():
    def do_move(move, state):
        if move > state:
            return False
        return state - move

    return Game.from_functions(7, [1, 2, 3], do_move, evaluate)


@compiles("texts as moves: ==, int(move) of up to 32; moves of unlike kinds")
def _():
    def do_move(move, state):
        if move == "half":
            return state // 2 if state > 3 else False
        if isinstance(move, tuple):
            _, n = move
            return state - n if state > n else False
        return state - int(move) if state >= int(move) else False

    return Game.from_functions(9, ["1", "2", "half", ("all but", 3)], do_move, evaluate)


@compiles("boards that are texts in do_move and evaluate")
def _():
    def do_move(move, state):
        if state[move] != ".":
            return False
        player = "X" if state.count("X") == state.count("O") else "O"
        return state[:move] + player + state[move + 1 :]

    def evaluate(state):
        if state[0] == state[1] != ".":
            return -1 if state[0] == "X" else 1
        return "undecided" if "." in state else 0

    return Game.from_functions("....", range(4), do_move, evaluate)
