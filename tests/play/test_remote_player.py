"""Players behind an address: a real server that answers well, badly, or not at all."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from perfectplay import evaluate, solve, tournament
from perfectplay.core.errors import PlayerGoneError, StrategyError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.play import remote_player
from perfectplay.play.players import automatic_player

Answer = Callable[[dict[str, Any]], Any]


@pytest.fixture
def serve() -> Iterator[Callable[[Answer], str]]:
    """Start a server that answers what a function gives: bytes as they are, or one piece of an
    iterator after the other, all else as JSON."""
    servers = []

    def start(answer: Answer) -> str:
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                told = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                found = answer(told)
                self.send_response(200 if found != b"fail" else 500)
                self.end_headers()
                if isinstance(found, bytes):
                    self.wfile.write(found)
                elif isinstance(found, Iterator):
                    with contextlib.suppress(OSError):
                        for piece in found:
                            self.wfile.write(piece)
                else:
                    self.wfile.write(json.dumps(found).encode())

            def log_message(self, *_: Any) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return f"http://127.0.0.1:{server.server_address[1]}/move"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


def test_a_perfect_server_loses_nothing(serve: Callable[[Answer], str]) -> None:
    game = ThreeRocks(4, 3)
    solution = solve(game)

    def perfect(told: dict[str, Any]) -> Any:
        assert told["game"] == "three_rocks"
        assert told["parameters"]["left"] == 4
        state = tuple(told["state"])
        assert told["text"] == game.text(state)
        assert told["legal"] == [game.move_text(move) for move in game.moves(state)]
        return {"move": game.move_text(solution.best_moves(state)[0])}

    address = serve(perfect)
    found = evaluate(address, solution)
    assert found.name == address
    assert found.mean_loss == 0
    assert found.best.hits == len(found.answers)
    played = tournament(ThreeRocks(2, 2), "random", serve(lambda told: {"move": told["legal"][0]}))
    assert played.games == 1_000


def test_the_last_move_is_told_in_plays(serve: Callable[[Answer], str]) -> None:
    told_last: list[Any] = []

    def first(told: dict[str, Any]) -> Any:
        told_last.append(told["last"])
        return {"move": told["legal"][0]}

    evaluate(serve(first), TicTacToe(), plays=2)
    assert None in told_last
    assert any(isinstance(last, str) for last in told_last)


@pytest.mark.parametrize(
    "answer",
    [
        {"move": "99"},
        {"move": 5},
        {},
        [],
        "5",
        b"\xff\xfe",
        b"",
        {"move": ["5"]},
        pytest.param(b"[" * 60_000, id="deep"),
        {"move": "\ud800"},
        pytest.param({"move": "5" * 60_000}, id="long"),
        pytest.param(b"1" * 9_000, id="a long number"),
    ],
)
def test_answers_that_are_no_moves(serve: Callable[[Answer], str], answer: Any) -> None:
    rules = CheckedGame(TicTacToe())
    address = serve(lambda _: answer)
    player = automatic_player(address, rules=rules, solution=lambda: solve(rules.game))
    with_none = isinstance(answer, dict) and not answer
    if with_none:
        assert player.among(0, rules.moves(0), None) is None
        return
    with pytest.raises(StrategyError, match=r'expected {"move": TEXT} with one of: 1, 2'):
        player.among(0, rules.moves(0), None)
    with pytest.raises(StrategyError, match="no legal move"):
        evaluate(address, rules.game)


def test_servers_that_do_not_answer(serve: Callable[[Answer], str]) -> None:
    rules = CheckedGame(TicTacToe())
    for address in (serve(lambda _: b"fail"), "http://127.0.0.1:9/", "http://", "http://:x/"):
        player = automatic_player(address, rules=rules, solution=lambda: solve(rules.game))
        with pytest.raises(PlayerGoneError, match="does not answer"):
            player.among(0, rules.moves(0), None)
        with pytest.raises(StrategyError, match="does not answer"):
            evaluate(address, rules.game)


def test_an_answer_in_drops(
    serve: Callable[[Answer], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each byte was within the limit of the connection, and the whole took hours."""
    monkeypatch.setattr(remote_player, "PATIENCE", 0.5)
    address = serve(lambda _: (b" " for _ in iter(lambda: time.sleep(0.1), 0)))
    player = automatic_player(
        address, rules=CheckedGame(TicTacToe()), solution=lambda: solve(TicTacToe())
    )
    with pytest.raises(PlayerGoneError, match=r"does not answer: its answer takes over 0.5 s"):
        player.among(0, [0, 1], None)


def test_a_header_in_drops(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each line of it was within the limit of the connection."""
    monkeypatch.setattr(remote_player, "PATIENCE", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=_drops, args=(server,), daemon=True).start()
        player = automatic_player(
            f"http://127.0.0.1:{server.getsockname()[1]}/",
            rules=CheckedGame(TicTacToe()), solution=lambda: solve(TicTacToe()),
        )  # fmt: skip
        with pytest.raises(PlayerGoneError, match=r"does not answer: its answer takes over 0.5 s"):
            player.among(0, [0, 1], None)


def _drops(server: socket.socket) -> None:
    with contextlib.suppress(OSError):
        line, _ = server.accept()
        with line:
            line.sendall(b"HTTP/1.1 200 OK\r\n")
            for number in range(90):  # http.client takes a hundred lines
                line.sendall(b"x-%d: y\r\n" % number)
                time.sleep(0.1)
