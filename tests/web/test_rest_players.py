"""REST: lines, maps, and the players that answer."""

from __future__ import annotations

import json

import pytest
from pydantic import TypeAdapter

from perfectplay import solve
from perfectplay.cli.main import run
from perfectplay.drawing.plots.grid import grid_of
from perfectplay.play.resist import Resist
from perfectplay.registry.address import load_game
from perfectplay.web import rest_answers
from rest_client import Client, problem


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
