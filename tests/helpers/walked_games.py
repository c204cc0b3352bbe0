"""Games that are explored in part, as a solve has explored them when it forecasts the rest."""

from __future__ import annotations

from perfectplay import Game
from perfectplay.compiler.expander import Expander
from perfectplay.compiler.first_keys import first_keys
from perfectplay.compiler.load import compile_rules
from perfectplay.core.progress import Reporter
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.solver.estimate.sampled import CompiledSource
from perfectplay.solver.explore.hash_explorer import HashExploration, walk
from perfectplay.solver.state_limits import StateLimits
from perfectplay.solver.threads import ThreadTeam


def walked_of(
    game: Game, states: int, symmetries: bool = False
) -> tuple[CompiledSource, HashExploration]:
    """A game of integers, explored until there are so many states."""
    rules = CheckedGame(game)
    compiled = compile_rules(game, symmetries=symmetries)
    expander = Expander(compiled, rules, first_keys(rules, [rules.start()]))
    found = walk(
        expander, StateLimits(None, 1 << 62), Reporter(), lambda so_far: so_far.states > states
    )
    return CompiledSource(expander, ThreadTeam(2)), found
