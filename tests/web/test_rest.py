"""REST: what it says is what the library says, for games of all kinds."""

from __future__ import annotations

import json
import random

import pytest
from pydantic import TypeAdapter

from perfectplay import solve
from perfectplay.analysis.replay import replay
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.moves import legal_moves
from perfectplay.play.automatic import Perfect
from perfectplay.registry.address import load_game
from perfectplay.tablebase.record import score_fields
from perfectplay.web import rest_answers
from rest_client import Client, problem

NODE_KAYLES = '''from dataclasses import dataclass
from perfectplay import Game, Value

@dataclass(frozen=True)
class NodeKayles(Game):
    """Node Kayles on a ring: take a free corner with its neighbours; who cannot, loses.

    States are sets, and the rules do not say how a text is read.
    """

    corners: int = 7
    stuck = Value.LOSS
    impartial = True

    def start(self):
        return frozenset(range(self.corners))

    def moves(self, state):
        return sorted(state)

    def play(self, state, move):
        gone = {move, (move + 1) % self.corners, (move - 1) % self.corners}
        return state - gone

    def outcome(self, state):
        return None
'''

GAMES = [
    ("tic_tac_toe", []),
    ("tic_tac_toe", ["width=3", "height=2", "misere=yes"]),
    ("connect_four", ["width=4", "height=3"]),
    ("chopsticks", []),
    ("spoons", []),
    ("nim", ["rows=2,3,2"]),
    ("kalah", ["holes=2", "seeds=2"]),
    ("kalah", ["holes=2", "seeds=2", "scoring=yes"]),
    ("dots_and_boxes", ["width=2", "height=1"]),
    ("three_rocks", []),
    ("hexapawn", []),
    ("misere(nim)", ["rows=2,3"]),
    ("node_kayles.py", []),
]


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: " ".join([game[0], *game[1]]))
def asked(request, tmp_path_factory):
    """A client that serves one game, its id, and its solution by the library."""
    address, given = request.param
    if address.endswith(".py"):
        path = tmp_path_factory.mktemp("rules") / address
        path.write_text(NODE_KAYLES, encoding="utf-8")
        address = str(path)
    client = Client(address, *given)
    game = load_game(address, dict(word.split("=") for word in given))
    yield client, client.catalogue.listed()[0].id, solve(game, method="reference")
    client.close()


def some_plays(solution, count=12):
    """Texts of moves of random plays, the empty one first, and whole ones among them."""
    draws = random.Random(7)
    yield []
    for _ in range(count):
        state, moves = solution.start, []
        for _ in range(draws.choice([1, 2, 3, 5, 40])):
            legal = legal_moves(solution.rules, state)
            if not legal:
                break
            move = draws.choice(legal)
            moves.append(solution.rules.move_text(move))
            state = solution.rules.play(state, move)
        yield moves


def test_a_record_is_that_of_the_library(asked):
    client, name, solution = asked
    for moves in some_plays(solution):
        last = list(replay(solution.game, moves))[-1]
        expected = solution.probe(last.state, last.seat).as_dict()
        told = client.ok(f"/api/games/{name}/position", move=moves)
        assert told == json.loads(json.dumps(expected))
        TypeAdapter(rest_answers.RecordOut).validate_python(told)


def test_a_state_by_its_text_is_that_state(asked):
    client, name, solution = asked
    for moves in some_plays(solution):
        last = list(replay(solution.game, moves))[-1]
        text = solution.rules.text(last.state, None)
        told = client.ok(f"/api/games/{name}/position", state=text)
        known = solution.rules.player(last.state)
        assert told == json.loads(json.dumps(solution.probe(last.state, known).as_dict()))
        if known is None:
            for seat in (0, 1):
                told = client.ok(f"/api/games/{name}/position", state=text, seat=seat)
                assert told["seat"] == seat
                record = solution.probe(last.state, seat)
                assert told["text"] == record.text


def test_a_play_says_what_each_move_was_worth(asked):
    """By a slow twin: each state looked up by itself."""
    client, name, solution = asked
    for moves in some_plays(solution):
        told = client.ok(f"/api/games/{name}/play", move=moves)
        TypeAdapter(rest_answers.PlayOut).validate_python(told)
        expected = []
        steps = list(replay(solution.game, moves))
        for before, step in zip([None, *steps], steps, strict=False):
            record = solution.probe(step.state, step.seat)
            entry = {"move": None}
            if before is not None:
                said = solution.probe(before.state).moves
                made = next(m for m in said if m.text == before.move_text)
                entry = {"move": made.text, "after": str(made.value)}
                entry |= {"best": made.best, "keeps": made.keeps}
            entry |= {"text": record.text, "seat": record.seat, "value": str(record.value)}
            entry |= score_fields(record.score, record.score_text)
            entry |= {"remoteness": record.remoteness, "terminal": record.terminal}
            if step.points is not None:
                entry["points"] = list(step.points)
            expected.append(entry)
        assert told["steps"] == expected
        assert told["record"] == client.ok(f"/api/games/{name}/position", move=moves)
        assert told["drawing"].startswith("<svg")


def test_many_positions_are_those_asked_for_one_by_one(asked):
    client, name, solution = asked
    plays = list(some_plays(solution))
    told = client.post(f"/api/games/{name}/positions", {"positions": [{"moves": m} for m in plays]})
    assert told.status_code == 200
    TypeAdapter(rest_answers.PositionsOut).validate_python(told.json())
    for moves, one in zip(plays, told.json()["positions"], strict=True):
        assert one["problem"] is None
        assert one["record"] == client.ok(f"/api/games/{name}/position", move=moves)


def test_a_line_is_that_of_the_solution(asked):
    client, name, solution = asked
    for moves in some_plays(solution, 4):
        state = list(replay(solution.game, moves))[-1].state
        expected = solution.line(state)
        told = client.ok(f"/api/games/{name}/line", move=moves)
        TypeAdapter(rest_answers.LineOut).validate_python(told)
        texts = [solution.rules.move_text(move) for move in expected.moves]
        assert [step["move_text"] for step in told["line"]] == [*texts, None]
        assert told["loops"] == expected.loops
        assert told["complete"]
        cut = client.ok(f"/api/games/{name}/line", move=moves, plies=1)
        assert cut["complete"] == (len(texts) <= 1)
        assert [step["text"] for step in cut["line"]] == [s["text"] for s in told["line"][:2]]


def test_the_statistics_count_all_states(asked):
    client, name, solution = asked
    told = client.ok(f"/api/games/{name}/statistics")
    TypeAdapter(rest_answers.StatisticsOut).validate_python(told)
    counts = solution.counts.as_dict()
    assert {name: told[name] for name in counts} == counts
    rows = {row.pop("remoteness"): row for row in told["by_remoteness"]}
    assert rows == solution.by_remoteness


def test_a_game_has_the_summary_of_its_solution(asked):
    client, name, solution = asked
    told = client.ok(f"/api/games/{name}")
    TypeAdapter(rest_answers.OneGameOut).validate_python(told)
    assert (told["id"], told["status"], told["detail"]) == (name, "solved", None)
    expected = solve(solution.game).summary()
    for changes in ("seconds", "engine"):
        expected.pop(changes)
        told["summary"].pop(changes)
    assert told["summary"] == expected


def test_the_perfect_player_is_that_of_tournaments(asked):
    client, name, solution = asked
    for moves in some_plays(solution):
        state = list(replay(solution.game, moves))[-1].state
        legal = legal_moves(solution.rules, state)
        response = client.get(f"/api/games/{name}/reply", move=moves)
        if not legal:
            assert "the play is over" in problem(response, 422, "illegal-move")
            continue
        told = response.json()
        TypeAdapter(rest_answers.ReplyOut).validate_python(told)
        expected = Perfect(solution).choose(state, legal, None)
        assert told["player"] == "perfect"
        assert told["reply"]["text"] == solution.rules.move_text(expected)


def test_the_seat_of_a_start_is_the_first(asked):
    client, name, solution = asked
    told = client.ok(f"/api/games/{name}/position")
    assert told["seat"] in (0, CheckedGame(solution.game).player(solution.start))
