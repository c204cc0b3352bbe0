"""UWAPI: requests as GamesmanUni makes them, over whole games, against the reference solver.

The requests, and how strings are taken apart, are those of GamesmanUni (github.com/GamesCrafters):
``src/scripts/gamesmanUni/index.ts`` and ``src/components/units/GameBody/ImageAutoGUI.vue``.
"""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from perfectplay import Value, solve
from perfectplay.game.moves import first_position, next_position
from perfectplay.registry.address import load_game
from perfectplay.web.uwapi import uwapi_routes
from perfectplay.web.uwapi.uwapi_answers import position_name
from rest_client import Client

NODE_KAYLES = '''from perfectplay import Game, Value

class NodeKayles(Game):
    """Take a free corner of a ring with its neighbours. States are sets."""

    stuck = Value.LOSS

    def start(self):
        return frozenset(range(6))

    def moves(self, state):
        return sorted(state)

    def play(self, state, move):
        return state - {move, (move + 1) % 6, (move - 1) % 6}

    def outcome(self, state):
        return None
'''

PEGS = '''from perfectplay import Game, Value

class Pegs(Game):
    """Pegs in a row: one jumps over another into a hole, and that one is taken. Leave one."""

    players = 1
    stuck = Value.LOSS

    def start(self):
        return "1101101"

    def moves(self, state):
        for jump in ("110", "011"):
            for place in range(len(state) - 2):
                if state[place : place + 3] == jump:
                    yield (place, jump)

    def play(self, state, move):
        place, jump = move
        hole = {"110": "001", "011": "100"}[jump]
        return state[:place] + hole + state[place + 3 :]

    def outcome(self, state):
        return Value.WIN if state.count("1") == 1 else None
'''

GAMES = [
    ("tic_tac_toe", []),
    ("connect_four", ["width=4", "height=3"]),
    ("nim", ["rows=2,3"]),
    ("kalah", ["holes=2", "seeds=2"]),
    ("kalah", ["holes=2", "seeds=2", "scoring=yes"]),
    ("dots_and_boxes", ["width=2", "height=1"]),
    ("three_rocks", ["left=3", "right=2"]),
    ("hexapawn", []),
    ("chopsticks", []),
    ("mu_torere", []),
    ("pegs.py", []),
    ("node_kayles.py", []),
]
"""With boards and without, with points, loops, a puzzle, states that move again."""


class FrontEnd:
    """GamesmanUni, as far as it asks: one variant of one game, position by position."""

    def __init__(self, client: Client, game: str) -> None:
        self.client = client
        (listed,) = [one for one in client.ok("/uwapi/") if one["id"] == game]
        assert set(listed) == {"id", "name", "type", "gui"}
        self.of = client.ok(f"/uwapi/{game}/")
        assert self.of["name"] == listed["name"]
        (variant,) = self.of["variants"]
        self.base = f"/uwapi/{game}/{variant['id']}"
        self.variant = client.ok(f"{self.base}/")
        assert self.variant["gui"] == variant["gui"] == listed["gui"]
        assert client.ok(f"{self.base}/instructions/?locale=en-US")["instructions"].startswith("#")

    @property
    def centers(self) -> list[list[float]]:
        data = self.variant["imageAutoGUIData"]
        return [] if data is None else data["themes"][data["defaultTheme"]]["centers"]

    def position(self, name: str) -> dict[str, Any]:
        """The address is made as the front end makes it: without escapes of its own."""
        return self.client.ok(f"{self.base}/positions/?p={name}")

    def check_drawn(self, position: dict[str, Any]) -> None:
        """The board has a thing at each centre, and each move a button of its own."""
        drawn = position["autoguiPosition"]
        found = re.match(r"^(1|2)_([a-zA-Z0-9-\.~]+)*", drawn)
        assert drawn[0] == position["position"][0]
        buttons = [move["autoguiMove"] for move in position["moves"]]
        assert len(set(buttons)) == len(buttons)
        if not self.centers:
            assert found is None
        elif found is not None:
            board, *texts = found[2].split("~")
            assert found[0] == drawn
            assert len(board) == len(self.centers)
            assert board.count(".") == len(texts)
            assert all(texts)
        for move in position["moves"]:
            circle = re.match(r"^A_([a-zA-Z0-9-])_([0-9]+)*", move["autoguiMove"])
            arrow = re.match(r"^M_([0-9]+)_([0-9]+)*", move["autoguiMove"])
            cells = [circle[2]] if circle else arrow.groups() if arrow else []
            assert all(int(cell) < len(self.centers) for cell in cells)
            if not cells:
                assert move["autoguiMove"] == move["move"]  # it stands in a list


@pytest.mark.parametrize("game", GAMES, ids=lambda game: " ".join([game[0], *game[1]]))
def test_a_whole_game(game: tuple[str, list[str]], tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "node_kayles.py").write_text(NODE_KAYLES)
    (tmp_path / "pegs.py").write_text(PEGS)
    name, given = game
    client = Client(name, *given, uwapi=True)
    front = FrontEnd(client, name.removesuffix(".py"))
    reference = solve(load_game(name, dict(text.split("=") for text in given)), method="reference")
    rules, chance = reference.rules, random.Random(1)
    assert front.of["supportsWinBy"] == rules.scoring
    start = first_position(rules)
    begin = position_name(rules.text(start.state, None), start.seat)
    assert front.variant["startPosition"] == begin
    seen = {begin: start}
    waiting = list(seen)
    asked = 0
    while waiting and asked < 60:
        asked += 1
        here = waiting.pop(chance.randrange(len(waiting)))
        place = seen[here]
        answer = front.position(here)
        assert answer["position"] == here
        front.check_drawn(answer)
        assert _worth(answer) == _expected(reference, place.state)
        legal = {rules.move_text(move): move for move, _ in rules.position(place.state).options}
        assert sorted(move["move"].strip() for move in answer["moves"]) == sorted(legal)
        for move in answer["moves"]:
            after = next_position(rules, place, legal[move["move"].strip()])
            assert move["position"] == position_name(rules.text(after.state, None), after.seat)
            assert _worth(move) == _expected(reference, after.state)
            if rules.game.players == 2:
                same = after.seat == place.seat
                turned = {"win": "lose", "lose": "win"}.get(move["positionValue"])
                expected = move["positionValue"] if same or turned is None else turned
                assert move["moveValue"] == expected
            assert move["deltaRemoteness"] >= 0 or rules.game.players == 1
            if move["position"] not in seen:
                seen[move["position"]] = after
                waiting.append(move["position"])
        if rules.game.players == 2 and answer["moves"] and not rules.scoring:
            first = answer["moves"][0]  # best first: it keeps the value
            assert first["moveValue"] == answer["positionValue"]
            assert first["deltaRemoteness"] == 0
    client.close()


def _worth(answer: dict[str, Any]) -> tuple[str, int, int | None]:
    return answer["positionValue"], answer["remoteness"], answer.get("winby")


def _expected(reference: Any, state: Any) -> tuple[str, int, int | None]:
    """By the README of the contract: -200 where there is no end."""
    value, plies = reference.value(state), reference.remoteness(state)
    puzzle = reference.rules.game.players == 1
    words = {Value.WIN: "win", Value.LOSS: "lose"}
    word = words.get(value, "lose" if puzzle else "draw" if plies is None else "tie")
    if puzzle and value is not Value.WIN:
        plies = None
    score = reference.score(state) if reference.rules.scoring else None
    return word, -200 if plies is None else plies, score


def test_distances_from_the_best_move_of_the_same_value() -> None:
    client = Client("tic_tac_toe", uwapi=True)
    for name in ("1_. . ./. . ./. . .", "1_X O X/. O ./. . .", "2_X O X/X O ./. . ."):
        moves = client.ok("/uwapi/tic_tac_toe/regular/positions/", p=name)["moves"]
        for value in {move["moveValue"] for move in moves}:
            plies = [move["remoteness"] for move in moves if move["moveValue"] == value]
            best = max(plies) if value == "lose" else min(plies)
            for move in moves:
                if move["moveValue"] == value:
                    assert move["deltaRemoteness"] == abs(best - move["remoteness"])
    client.close()


def test_variants_are_games_with_other_parameters() -> None:
    client = Client("nim", "nim", "rows=1,2", "nim", "rows=3,4", "misere=yes", uwapi=True)
    variants = client.ok("/uwapi/nim/")["variants"]
    assert [one["id"] for one in variants] == ["regular", "rows=1,2", "rows=3,4;misere=yes"]
    assert [one["name"] for one in variants] == ["Standard", "rows=1,2", "rows=3,4  misere=yes"]
    start = client.ok("/uwapi/nim/rows=1,2/")["startPosition"]
    found = client.ok("/uwapi/nim/rows=1,2/positions/", p=start)
    assert (found["positionValue"], len(found["moves"])) == ("win", 3)
    client.close()


def mex_by_hand(rules: Any, state: Any, known: dict[Any, int]) -> int:
    """The smallest number that no position after a move has."""
    if state not in known:
        after = {mex_by_hand(rules, child, known) for _, child in rules.position(state).options}
        known[state] = next(n for n in range(len(after) + 1) if n not in after)
    return known[state]


@pytest.mark.parametrize(
    ("name", "given"),
    [("nim", ["rows=2,3"]), ("kayles", ["n=6"]), ("subtraction", ["stones=12"])],
)
def test_impartial_games_have_grundy_values(name: str, given: list[str]) -> None:
    """``mex`` as in GamesmanUni's types.ts, written as UWAPI's games/nim.py writes it."""
    client = Client(name, *given, uwapi=True)
    rules = solve(load_game(name, dict(text.split("=") for text in given))).rules
    places = {position_name(rules.text(s, None), seat): s for s in solve(rules.game)
              for seat in (0, 1)}  # fmt: skip
    known: dict[Any, int] = {}
    base = f"/uwapi/{name}/regular" if not given else f"/uwapi/{name}/{given[0]}"
    waiting = [client.ok(f"{base}/")["startPosition"]]
    for position in waiting:
        if len(waiting) < 30:
            waiting += [move["position"] for move in
                        client.ok(f"{base}/positions/", p=position)["moves"]]  # fmt: skip
        answer = client.ok(f"{base}/positions/", p=position)
        for one in [answer, *answer["moves"]]:
            value = mex_by_hand(rules, places[one["position"]], known)
            assert one["mex"] == ("0" if value == 0 else "*" if value == 1 else f"*{value}")
            assert (one["positionValue"] == "lose") == (value == 0)
    client.close()


def test_other_games_have_no_grundy_values(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, given in (("tic_tac_toe", []), ("nim", ["misere=yes"]), ("eight_puzzle", [])):
        client = Client(name, *given, uwapi=True)
        variant = given[0] if given else "regular"
        assert "mex" not in client.ok(f"/uwapi/{name}/{variant}/positions/")
        client.close()
    monkeypatch.setattr(uwapi_routes, "MOST", 5)
    client = Client("nim", uwapi=True)
    assert "mex" not in client.ok("/uwapi/nim/regular/positions/")
    client.close()


def test_a_game_that_is_not_solved_can_be_played() -> None:
    client = Client("connect_four", uwapi=True)
    start = client.ok("/uwapi/connect_four/regular/")["startPosition"]
    found = client.ok("/uwapi/connect_four/regular/positions/", p=start)
    assert (found["positionValue"], found["remoteness"]) == ("unsolved", -100)
    assert len(found["moves"]) == 5
    assert {move["moveValue"] for move in found["moves"]} == {"unsolved"}
    later = client.ok("/uwapi/connect_four/regular/positions/", p=found["moves"][0]["position"])
    assert later["position"] == found["moves"][0]["position"]
    client.close()
