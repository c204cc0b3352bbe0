"""The rules of a game, compiled together with the search kernel and the game's hints."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from perfectplay.compiler.expander import Expander, differs
from perfectplay.compiler.glue import function
from perfectplay.compiler.kernel_text import ExtraKernels
from perfectplay.compiler.load import RulesToCompile
from perfectplay.compiler.rules_text import Translation
from perfectplay.compiler.runtime import pointers
from perfectplay.compiler.source.inline_yield import spliced
from perfectplay.core.value import State
from perfectplay.game.find.find_shape import game_shape
from perfectplay.game.game import Game
from perfectplay.game.result_scale import FAR, UNBOUNDED
from perfectplay.game.search_hints import hints_of
from perfectplay.game.shape.double_keys import keys_in
from perfectplay.searcher.hints import SearchHints
from perfectplay.searcher.kernel import (
    double_table,
    endgame_probe,
    endgame_probe_kernel,
    transposition_table,
)

CONTROL = 32
"""The length of the kernel's control array."""

_ROOM = (np.int64, np.int64, np.uint8, np.int32)
"""The types of a child's entries in the kernel's arrays: key, order, again, gain."""

_ADDED = ("_pp_state", "_pp_layout", "_pp_fold", "_pp_room", "_pp_keys", "_pp_orders",
          "_pp_again", "_pp_gains", "_pp_n")  # fmt: skip


def search_to_compile(game: Game, *, hints: bool, symmetries: bool, double: bool) -> RulesToCompile:
    """The game's kernels, with `search` among them; ``hints=False`` leaves the game's hints out.
    ``double``: for keys of two words.

    Raises NotCompilable.
    """
    given = hints_of(game) if hints else ()
    roles = tuple(name for name in given if name != "plies_left")  # which the kernel never asks for
    here, shape = Path(__file__).parent, game_shape(game, game.start())
    table: ModuleType = double_table if double else transposition_table
    known: ModuleType = double_table if double else endgame_probe_kernel
    more = ExtraKernels(
        roles=roles,
        imports=(
            f"from {table.__name__} import ENTRY_WORDS, GENERATIONS, probe, spread, store",
            f"from {table.__name__} import entry_place, entry_word, one_word",
            f"from {pointers.__name__} import borrowed, load_early, pointer_of",
            f"from {known.__name__} import look_up",
        ),
        sources=(
            *(
                Path(str(module.__file__))
                for module in (table, transposition_table, pointers, known)
            ),
        ),
        glue=partial(_glue, game, roles),
        template=here / "null_window_kernel.py",
        kernels=("search", "answer", "hinted", "fold_keys"),
        first_call=partial(_first_call, shape.size if shape else 1),
    )
    return RulesToCompile(game, symmetries=symmetries, double=double, more=more)


def _first_call(fields: int, kernels: Any) -> None:
    """Compile the search, on no states."""
    none, layout = np.zeros(0, np.int64), np.ones((2, fields), np.int64)
    table, frames = np.zeros(0, np.uint64), np.zeros((2, kernels.WIDE), np.int64)
    again, gains = np.zeros(0, np.uint8), np.zeros(0, np.int32)
    kernels.search(
        np.zeros(CONTROL, np.int64), none, none, none, none, layout, table,
        endgame_probe.nothing(), frames, none, none, again, gains, gains, 0,
    )  # fmt: skip


def compare_hints(expander: Expander, states: Sequence[State]) -> None:
    """Raise RulesError for the first state in which compiled and interpreted hints differ.

    States in which the play is over are skipped. What a hint raises, and a malformed answer, are
    RulesErrors too.
    """
    rules, keys, game = expander.rules, expander.keys, expander.rules.game
    hints, edge = SearchHints(rules), edge_of(game)
    words = expander.compiled.kernels.KEY_WORDS
    for state in states:
        if keys.key(state) < 0 or rules.outcome(state) is not None:
            continue
        low, high = hints.bounds(state) if "bounds" in hints.given else (-edge, edge)
        forced = hints.forced(state) if "forced" in hints.given else []
        children = [keys.key(game.play(state, move)) for move in forced]
        room = [np.zeros((len(forced) + 1) * words, kind) for kind in _ROOM]
        if min(children, default=0) < 0:
            continue
        given = expander.compiled.kernels.hinted(keys.array([state]), expander.layout, *room)
        wanted = (max(low, -edge), min(high, edge), children)
        if (*given[:2], keys_in(room[0][: given[2] * words], keys)) != wanted:
            raise differs(rules, state, "bounds or forced moves")


def _glue(game: Game, roles: tuple[str, ...], translation: Translation) -> str:
    edge = edge_of(game)
    order = "order(state, move)" if "order" in roles else "0"
    bounds = [f"return {-edge}, {edge}"]
    if "bounds" in roles:
        bounds = ["low, high = bounds(state)", f"return max(low, {-edge}), min(high, {edge})"]
    constants = [
        f"FAR, UNBOUNDED = {FAR}, {UNBOUNDED}",
        f"SCORING, ALWAYS = {game.scoring}, {game.players == 1}",
    ]
    child = [
        "if n >= room:",
        "    return -1",
        "child = play(state, move)",
        "key = encode(child, layout)",
        "if fold and not missing(key):",
        "    key = representative(child, key, layout)",
        "if missing(key):",
        "    return -2",
        "put_key(keys, n, key)",
        "orders[n] = order_of(state, move)",
        "mark_again(again, n, state, move, child)",
        "mark_gain(gains, n, state, move)",
        "return n + 1",
    ]
    no_forced = function(f"fill_forced(_pp_same, {', '.join(_ADDED)})", ["return _pp_n"])
    parts = [
        "\n".join(constants),
        function("order_of(state, move)", [f"return field({order})"]),
        function("bounds_of(state)", bounds),
        function(
            "add_child(state, move, layout, fold, room, keys, orders, again, gains, n)", child
        ),
        "_pp_add_child = add_child",
        _filling("moves", translation),
        _filling("forced", translation) if "forced" in roles else no_forced,
        Path(__file__).with_name("question_kernel.py").read_text(encoding="utf-8"),
    ]
    return "\n\n" + "\n\n".join(parts) + "\n\n"


def edge_of(game: Game) -> int:
    """The best result of a state that `outcome` does not call over: a win in one ply, or at once if
    the state may be stuck."""
    if game.scoring:
        return UNBOUNDED
    return FAR - 1 if game.stuck is None else FAR


def _filling(role: str, translation: Translation) -> str:
    """The text of a function that writes the child of each move that a rule gives."""
    name = f"fill_{role}"
    arguments = ", ".join(_ADDED)
    taken = (
        f"_pp_n = _pp_add_child(_pp_state, ANSWER, {', '.join(_ADDED[1:])})",
        "if _pp_n < 0:",
        "    return _pp_n",
    )
    copied = spliced(translation.text, role, name, _ADDED, taken, "_pp_n")
    if copied is not None:
        return copied[0]
    lines = [line.replace("ANSWER", "_pp_move") for line in taken]
    body = [f"for _pp_move in {role}(_pp_state):", *(f"    {x}" for x in lines), "return _pp_n"]
    return function(f"{name}(_pp_same, {arguments})", body)
