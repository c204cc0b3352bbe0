"""What plays of a game at random show of its moves and of the texts in them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import cached_property
from inspect import isgeneratorfunction
from itertools import islice
from types import FunctionType
from typing import Any

from perfectplay.compiler.source.constants import Constants
from perfectplay.compiler.source.frozen_dicts import FrozenDict, frozen_dict
from perfectplay.compiler.source.function_source import tree_of
from perfectplay.compiler.source.iterators import is_generator, nodes_of
from perfectplay.compiler.source.move_words import MoveWords, move_words, table_words
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.source.start_states import LOOKED_AT
from perfectplay.compiler.source.text_rows import (
    boards_in,
    other_separators,
    separations,
    spelled_samples,
)
from perfectplay.compiler.source.wide_moves import (
    kinds_of_moves,
    lengths_of_moves,
    move_texts,
    moves_are_texts,
    unlike_lengths,
)
from perfectplay.game.find.random_plays import random_states
from perfectplay.game.game import Game
from perfectplay.game.shape.state_shape import StateShape


class PlaysSeen:
    """Moves and states of plays at random, which start with ``start``.

    ``shape``: of the states; ``constants``: the module's, which say whether states hold texts.
    """

    def __init__(
        self, game: Game, start: Any, shape: StateShape | None, constants: Constants
    ) -> None:
        self.game, self.start, self.shape, self.constants = game, start, shape, constants

    @cached_property
    def move_samples(self) -> set[str]:
        """The texts that are moves of plays at random, or items of such moves."""
        return move_texts(self.game, self.start)

    @cached_property
    def longest_move(self) -> int:
        """How many items the longest tuple in moves of plays at random has, if tuples in one place
        of moves are of unlike lengths, and hold things of one kind; else 0."""
        return max(self._unlike_lengths.values(), default=0)

    def varies(self, place: int) -> bool:
        """Whether an item of moves, or a field of them, is such a tuple."""
        return (place,) in self._unlike_lengths

    @cached_property
    def _unlike_lengths(self) -> dict[tuple[int, ...], int]:
        return unlike_lengths(self.game, self.start)

    @cached_property
    def move_lengths(self) -> set[int]:
        """How many items moves of plays at random have that are plain tuples."""
        return lengths_of_moves(self.game, self.start)

    @cached_property
    def text_moves(self) -> set[str]:
        """The texts that are moves of plays at random, if all moves are texts."""
        return self.move_samples if moves_are_texts(self.game, self.start) else set()

    @cached_property
    def move_words(self) -> MoveWords:
        """The constant texts that are moves, in a game whose states hold boards that are texts."""
        if not self.constants.has_texts or self.constants.text_room:
            return MoveWords()
        return move_words(self.game, self.move_samples, self._letters_of_boards())

    @cached_property
    def table_words(self) -> frozenset[str]:
        """The constant texts that no board could hold, in such a game."""
        if not self.constants.has_texts or self.constants.text_room:
            return frozenset()
        return table_words(self.game, self._letters_of_boards())

    def _letters_of_boards(self) -> set[str]:
        """The characters of the boards in states of plays at random."""
        return {
            letter for state in (self.start, *self._states())
            for board in boards_in(state, self.shape) if not self.constants.is_word(board)
            for letter in board
        }  # fmt: skip

    @cached_property
    def moves_are_sets(self) -> bool:
        """Whether ``moves`` gives sets."""
        return set in self._kinds_of_moves or frozenset in self._kinds_of_moves

    @property
    def moves_are_lists(self) -> bool:
        """Whether ``moves`` gives lists and tuples alone, as far as plays at random show, and in no
        state a generator, as its text says."""
        kinds = self._kinds_of_moves
        return bool(kinds) and kinds <= {list, tuple} and not self._returns(self._is_generator)

    @property
    def moves_are_lists_alone(self) -> bool:
        """Whether ``moves`` gives lists, in plays at random and as its text says it: ``[] == ()``
        is false, and a generator is true and can be asked once."""
        return self._kinds_of_moves == {list} and not self._returns(_may_be_generator)

    def _returns(self, told: Callable[[ast.expr], bool]) -> bool:
        """Whether something is told of anything that the text of ``moves`` returns."""
        moves = getattr(type(self.game), "moves", None)
        if not isinstance(moves, FunctionType):
            return False
        try:
            tree = tree_of(moves)
        except NotCompilable:
            return False
        return is_generator(tree) or any(map(told, _returned(tree)))

    def _is_generator(self, node: ast.expr) -> bool:
        """Whether it is one, or a call of a method, or a function of the module, that yields."""
        function: Any = None
        match node:
            case ast.GeneratorExp():
                return True
            case ast.Call(ast.Attribute(ast.Name(), name)):
                function = getattr(type(self.game), name, None)
            case ast.Call(ast.Name(name)):
                function = getattr(type(self.game).moves, "__globals__", {}).get(name)
        return isgeneratorfunction(function)

    @cached_property
    def _kinds_of_moves(self) -> set[type]:
        return kinds_of_moves(self.game, self.start)

    @cached_property
    def frozen_dict(self) -> FrozenDict | None:
        """The dict that states keep as its items."""
        return frozen_dict(self.game, self.start)

    @cached_property
    def separations(self) -> dict[str, dict[int, tuple[int, ...]]]:
        """Where texts of the start, and those that methods spell, may be split, by separator."""
        spelled, longer = spelled_samples(self.game), other_separators(self.game)
        return separations(self.start, spelled, longer, self._states())

    def _states(self) -> Iterator[Any]:
        return islice(random_states(self.game, self.start), LOOKED_AT)


def _returned(tree: ast.FunctionDef) -> list[ast.expr]:
    """What a function returns, and what the names are set to that it returns; each of several that
    an expression chooses between."""
    nodes = nodes_of(tree)
    values = [x.value for x in nodes if isinstance(x, ast.Return) and x.value is not None]
    named = {x.id for x in values if isinstance(x, ast.Name)}
    for node in nodes:
        match node:
            case ast.Assign([ast.Name(name)], value) if name in named:
                values.append(value)
    return [part for value in values for part in _chosen(value)]


def _chosen(node: ast.expr) -> list[ast.expr]:
    match node:
        case ast.IfExp(_, body, orelse):
            return [*_chosen(body), *_chosen(orelse)]
        case ast.BoolOp(_, values):
            return [part for value in values for part in _chosen(value)]
    return [node]


def _may_be_generator(node: ast.expr) -> bool:
    """Whether the text does not show that it is none."""
    match node:
        case ast.Call(ast.Name("list" | "sorted"), [_], _):
            return False
    return isinstance(node, ast.Call | ast.GeneratorExp | ast.Attribute | ast.Subscript)
