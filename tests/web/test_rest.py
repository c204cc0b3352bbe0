"""REST: what it says is what the library says, for games of all kinds."""

from __future__ import annotations

import json
import random

import pytest
from pydantic import TypeAdapter

from perfectplay import solve
from perfectplay.analysis.replay import replay
from perfectplay.cli.main import run
from perfectplay.drawing.plots.grid import grid_of
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.moves import legal_moves
from perfectplay.play.automatic import Perfect
from perfectplay.play.resist import Resist
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


def test_a_line_has_the_fields_of_the_command(capsys):
    client = Client("dots_and_boxes", "width=2", "height=1")
    name = client.catalogue.listed()[0].id
    assert run(["line", "dots_and_boxes", "width=2", "height=1", "--json"]) == 0
    expected = json.loads(capsys.readouterr().out)
    told = client.ok(f"/api/games/{name}/line")
    assert told.pop("complete")
    assert told == expected
    client.close()


def test_a_map_has_the_cells_of_the_grid():
    client = Client("three_rocks", "left=4", "right=2")
    told = client.ok("/api/games/three_rocks;left=4;right=2/heat-map")
    TypeAdapter(rest_answers.HeatMapOut).validate_python(told)
    solution = solve(load_game("three_rocks", {"left": "4", "right": "2"}))
    grid = grid_of(solution)
    assert told["start"] == list(grid.start) == [2, 4]
    assert len(told["cells"]) == len(solution) == 15
    for cell in told["cells"]:
        state = grid.state(cell["row"], cell["column"])
        assert cell["state"] == list(state)
        assert cell["text"] == solution.rules.text(state, None)
        assert (cell["value"], cell["remoteness"]) == (
            str(solution.value(state)), solution.remoteness(state),
        )  # fmt: skip
        place = f'data-row="{cell["row"]}" data-column="{cell["column"]}"'
        assert told["drawing"].count(place) == 1
    lost = client.ok("/api/games/three_rocks;left=4;right=2/heat-map", aggregate="loss", x="left")
    assert [cell["losses"] for cell in lost["cells"]] == [1, 0, 1, 1, 1]
    client.close()


def test_a_map_needs_coordinates():
    client = Client("tic_tac_toe", "hexapawn", "three_rocks")
    for name in ("tic_tac_toe", "hexapawn"):
        problem(client.get(f"/api/games/{name}/heat-map"), 404, "no-map")
    said = problem(client.get("/api/games/three_rocks/heat-map", x="up"), 404, "no-map")
    assert "left" in said
    assert "name=value" in problem(
        client.get("/api/games/three_rocks/heat-map", fix="left"), 404, "no-map"
    )
    client.close()


def replies(client, player, count, **where):
    found = [
        client.ok("/api/games/tic_tac_toe/reply", player=f"{player}:{seed}", **where)["reply"]
        for seed in range(count)
    ]
    return found


def test_a_player_errs_in_the_stated_proportion():
    """After 1, 2 the mover has won; 400 draws by fixed seeds: 0.3 ± 0.07 is three deviations."""
    client = Client("tic_tac_toe")
    where = {"move": ["1", "2"]}
    slips = replies(client, "slips:0.3", 400, **where)
    share = sum(not reply["keeps"] for reply in slips) / 400
    assert 0.23 < share < 0.37
    assert all(reply["best"] for reply in slips if reply["keeps"])
    assert len({reply["text"] for reply in slips if not reply["keeps"]}) > 1
    assert all(reply["keeps"] for reply in replies(client, "slips:0", 40, **where))
    assert not any(reply["keeps"] for reply in replies(client, "slips:1", 40, **where))
    assert all(reply["keeps"] for reply in replies(client, "keeping", 40, **where))
    assert len({reply["text"] for reply in replies(client, "random", 60, **where)}) == 7
    client.close()


def test_a_player_of_skill_errs_where_it_is_hard_to_see():
    """After 1 only the middle draws; the others show to be wrong after six plies. So a player who
    sees two plies ahead weighs them 12 each to 16, and one who sees six plays none of them."""
    client = Client("tic_tac_toe")
    where = {"move": ["1"]}
    short = replies(client, "skill:2", 400, **where)
    assert 30 < sum(reply["keeps"] for reply in short) < 98  # 16 in 100, by four deviations
    assert len({reply["text"] for reply in short}) == 8
    assert {reply["text"] for reply in replies(client, "skill:6", 40, **where)} == {"5"}
    told = client.ok("/api/games/tic_tac_toe/reply", player="skill:3", **where)
    assert told["player"].startswith("skill:3:")
    again = client.ok("/api/games/tic_tac_toe/reply", player=told["player"], **where)
    assert again == told
    client.close()


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("tic_tac_toe", []),
        ("three_rocks", []),
        ("chopsticks", []),
        ("kalah", ["holes=2", "seeds=2", "scoring=yes"]),
    ],
)
def test_the_player_that_resists_is_that_of_tournaments(name, given):
    client = Client(name, *given)
    (served,) = client.ok("/api/games")["games"]
    solution = solve(load_game(name, dict(pair.split("=") for pair in given)))
    player = Resist(solution.rules, solution)
    record, made = solution.probe(solution.start), []
    while record.moves and len(made) < 8:
        found = client.ok(f"/api/games/{served['id']}/reply", player="resist", move=made)
        legal = [move.move for move in record.moves]
        wanted = record.moves[player.among(record.state, legal, None)[0]]
        assert (found["player"], found["reply"]["text"]) == ("resist", wanted.text)
        made.append(wanted.text)
        record = solution.probe(wanted.state)
    assert made
    client.close()


def test_where_no_mistake_can_be_made_none_is():
    """All first moves of tic-tac-toe are draws."""
    client = Client("tic_tac_toe")
    assert all(reply["keeps"] for reply in replies(client, "slips:1", 20))
    client.close()


def test_a_player_that_draws_tells_its_seed():
    client = Client("tic_tac_toe")
    told = client.ok("/api/games/tic_tac_toe/reply", player="random")
    for _ in range(5):
        again = client.ok("/api/games/tic_tac_toe/reply", player=told["player"])
        assert again == told
    client.close()


def test_the_seat_of_a_start_is_the_first(asked):
    client, name, solution = asked
    told = client.ok(f"/api/games/{name}/position")
    assert told["seat"] in (0, CheckedGame(solution.game).player(solution.start))
