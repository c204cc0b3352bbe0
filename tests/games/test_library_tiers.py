"""The tiers of the library: never falling, counted from 0, said in the docs, and what they say."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest

from perfectplay import Game, check_game
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import overrides
from perfectplay.game.naming import GAMES
from perfectplay.registry.address import load_class

SMALL: dict[str, dict[str, Any]] = {
    "connect_four": {"width": 3},
    "kalah": {"holes": 2, "seeds": 2},
    "wild": {"height": 2},
    "hexapawn": {"rows": 4},
    "wythoff": {"left": 7, "right": 7},
    "dots_and_boxes": {"height": 1},
    "breakthrough": {"width": 2, "height": 5},
}


def stones(game: Any, state: Any) -> int:
    """Pieces on the board as people see it."""
    text = game.text(state)
    return text.count("X") + text.count("O")


def left(game: Any, state: Any) -> int:
    """What of the start is gone: of tuples that count what is left."""
    return sum(game.start()) - sum(state)


def steps(game: Any, state: Any) -> int:
    """Of each pawn, all that it had before it at the start less what it still has."""
    cells = game.text(state, 0).split("\n")[: game.rows]
    before = [
        row if piece == "W" else game.rows - 1 - row
        for row, line in enumerate(cells)
        for piece in line
        if piece in "WB"
    ]
    return 2 * game.columns * (game.rows - 1) - sum(before)


def stored(game: Any, state: Any) -> int:
    """The seeds of both stores, as the middle row of the picture has them."""
    return sum(map(int, game.text(state).split("\n")[1].split()))


def gone(game: Any, state: Any) -> int:
    text = game.text(state).rsplit("\n", 1)[0]
    return 2 * (game.size - 1) - text.count(">") - text.count("^")


def drawn(game: Any, state: Any) -> int:
    """The edges that stand in the picture."""
    text = game.text(state)
    return text.count("---") + text.count("|")


def discs(game: Any, state: Any) -> int:
    """Those that were put on the board."""
    return stones(game, state) - 5  # four at the start, and who is to move


def dominoes(game: Any, state: Any) -> int:
    return int(game.text(state).count("#") // 2)


def steps_of_ranks(game: Any, state: Any) -> int:
    """Of each man, all that he had before him at the start less what he still has."""
    cells = game.text(state, 0).split("\n")[: game.height]
    before = [
        row if man == "W" else game.height - 1 - row
        for row, line in enumerate(cells)
        for man in line
        if man in "WB"
    ]
    return 2 * game.width * sum(game.height - 1 - r for r in range(game.ranks)) - sum(before)


TWINS: dict[str, Callable[[Any, Any], int]] = {
    "tic_tac_toe": stones,
    "wild": stones,
    "notakto": stones,
    "connect_four": stones,
    "nim": left,
    "last_mouse_lost": left,
    "three_rocks": left,
    "wythoff": left,
    "chomp": left,
    "hexapawn": steps,
    "dodgem": gone,
    "three_mens_morris": stones,
    "kalah": stored,
    "dots_and_boxes": drawn,
    "othello": discs,
    "domineering": dominoes,
    "breakthrough": steps_of_ranks,
}
"""Each game with tiers, and its tier worked out from what people see. The others have loops
through all their states, or (`subtraction`) as many tiers as states."""


def states_of(game: Game) -> dict[Any, list[Any]]:
    """Each state that can be reached with its children."""
    rules = CheckedGame(game)
    found: dict[Any, list[Any]] = {}
    rest = [rules.start()]
    while rest:
        state = rest.pop()
        if state not in found:
            found[state] = [child for _, child in rules.position(state).options]
            rest += found[state]
    return found


@pytest.mark.parametrize("name", TWINS)
def test_a_tier_never_falls_and_is_what_it_says(name):
    game = load_class(name)(**SMALL.get(name, {}))
    found = states_of(game)
    assert len(found) > 20
    assert game.tier(game.start()) == 0
    assert len({game.tier(state) for state in found}) > 3
    for state, children in found.items():
        tier = game.tier(state)
        assert tier == TWINS[name](game, state)
        assert all(game.tier(child) >= tier for child in children)


@pytest.mark.parametrize("name", GAMES)
def test_the_docs_say_the_tier(name):
    cls = load_class(name)
    given = cls.tier is not Game.tier
    assert given is (name in TWINS)
    said = "Tier: " in (sys.modules[cls.tier.__module__ if given else cls.__module__].__doc__ or "")
    assert said is given


@pytest.mark.parametrize("name", TWINS)
def test_compiled_code_and_the_check_agree(name):
    game = load_class(name)(**SMALL.get(name, {}))
    assert overrides(game, "tier")
    report = check_game(game, samples=3_000, max_seconds=900)
    assert report.ok, report.text()
    assert not any("compile" in note for note in report.notes), report.text()
    assert report.states_compared > 0
