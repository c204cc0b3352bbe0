"""The rules of a compiled game and the keys of its states, in a form that travels to other
processes."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import lru_cache

from perfectplay.compiler.expander import Expander
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.keys import IntegerKeys
from perfectplay.game.shape.packing import TupleKeys
from perfectplay.game.shape.state_shape import PLAIN
from perfectplay.tablebase.store.game_spec import GameSpec

_LOADING = threading.Lock()


@dataclass(frozen=True)
class RulesSpec(GameSpec):
    """``low``, ``size``, ``usual`` and ``likely``: the keys of a state of fields, empty for an
    integer."""

    low: tuple[int, ...]
    size: tuple[int, ...]
    usual: tuple[int, ...]
    likely: tuple[int, ...]

    @classmethod
    def of(cls, expander: Expander) -> RulesSpec:
        """The spec of an expander's rules and keys."""
        keys, compiled = expander.keys, expander.compiled
        given = (*keys.numbers, keys.likely) if isinstance(keys, TupleKeys) else ((),) * 4
        low, size, usual, likely = given
        return cls.of_game(
            expander.rules.game, symmetries=compiled.has_symmetries, code=compiled.digest, low=low,
            size=size, usual=usual, likely=likely,
        )  # fmt: skip

    def expander(self) -> Expander:
        """A new expander of these rules. Raises MissingRulesError, RulesDifferError."""
        game = self.game()
        compiled, rules = self.compiled(game), CheckedGame(game)
        shape = compiled.shape or PLAIN
        tuples = TupleKeys(self.low, self.size, shape, self.usual, self.likely)
        return Expander(compiled, rules, tuples if self.low else IntegerKeys())


def expander_of(rules: Expander | RulesSpec) -> Expander:
    """An expander itself, or that of a spec, which a process loads once. Raises MissingRulesError,
    RulesDifferError."""
    if isinstance(rules, Expander):
        return rules
    with _LOADING:  # compiling is done once, also if several threads ask
        return _loaded(rules)


@lru_cache(maxsize=4)
def _loaded(spec: RulesSpec) -> Expander:
    return spec.expander()
