"""A real server: it starts, says where, refuses a port that is taken, and ends by Ctrl-C."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest

from perfectplay import solve
from perfectplay.cli.main import run
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.web.server_address import PortInUseError, ServerAddress, listen
from places import ROOT

posix = pytest.mark.skipif(os.name != "posix", reason="the signals of POSIX")


@contextmanager
def running(*words, keep):
    """A server as a process of its own, and its address."""
    command = [sys.executable, "-m", "perfectplay", "serve", *words, "--port", "0"]
    process = subprocess.Popen(
        [*command, "--keep", str(keep)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        start_new_session=True,
    )
    try:
        line = process.stdout.readline()
        found = re.match(r"perfectplay: (http://127\.0\.0\.1:\d+/) \(Ctrl-C ends\)$", line)
        assert found, line + process.stderr.read()
        yield process, found[1]
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()


def asked(url, **more):
    """The JSON of an answer."""
    with urllib.request.urlopen(urllib.request.Request(url, **more)) as answer:
        return json.load(answer)


def begun(url, name):
    headers = {"content-type": "application/json"}
    return asked(f"{url}api/games/{name}/solve", data=b"{}", headers=headers, method="POST")


@posix
def test_a_server_is_asked_and_ends_by_an_interrupt(tmp_path):
    with running("three_rocks", "left=3", "tic_tac_toe", keep=tmp_path) as (process, url):
        listed = asked(f"{url}api/games")["games"]
        assert [game["id"] for game in listed] == ["three_rocks;left=3", "tic_tac_toe"]
        told = asked(f"{url}api/games/three_rocks%3Bleft%3D3/position")
        assert told["value"] == str(solve(ThreeRocks(left=3)).value((3, 10)))
        process.send_signal(signal.SIGINT)
        assert process.communicate() == ("stopped\n", "")
        assert process.returncode == 0


@posix
def test_a_server_ends_by_an_interrupt_whatever_rules_do(tmp_path):
    """A question that cannot be stopped is no reason to go on."""
    rules = tmp_path / "stubborn.py"
    rules.write_text(
        "from perfectplay.games.three_rocks import ThreeRocks\n"
        "class Stubborn(ThreeRocks):\n"
        "    def parse(self, text):\n"
        "        print('asked', flush=True)\n"
        "        while True:\n"
        "            try:\n"
        "                len(text)\n"
        "            except BaseException:\n"
        "                pass\n",
        encoding="utf-8",
    )
    with running(str(rules), keep=tmp_path / "kept") as (process, url):
        port = int(url.split(":")[2][:-1])
        with socket.create_connection(("127.0.0.1", port)) as client:
            client.sendall(
                b"GET /api/games/stubborn/position?state=1 HTTP/1.1\r\nHost: localhost\r\n\r\n"
            )
            assert process.stderr.readline() == "asked\n"
            process.send_signal(signal.SIGINT)
            assert process.stdout.readline() == "stopped\n"
            assert process.wait() == 0


@posix
def test_a_server_that_is_killed_has_kept_what_it_solved(tmp_path):
    with running("connect_four", "width=4", "height=4", keep=tmp_path) as (process, url):
        name = "connect_four;width=4"
        assert begun(url, name)["status"] in ("waiting", "solving")
        for _ in range(6000):
            told = asked(f"{url}api/games/{name}")
            if told["status"] not in ("waiting", "solving"):
                break
            time.sleep(0.1)
        assert told["status"] == "solved", told["detail"]
        record = asked(f"{url}api/games/{name}/position?move=1")
        process.kill()
    with running("connect_four", "width=4", "height=4", keep=tmp_path) as (process, url):
        assert asked(f"{url}api/games/{name}")["status"] == "solved"
        assert asked(f"{url}api/games/{name}/position?move=1") == record
        assert begun(url, name)["status"] == "solved"


def test_a_malformed_request_is_refused(tmp_path):
    with running("three_rocks", keep=tmp_path) as (_, url):
        port = int(url.split(":")[2][:-1])
        for request in (
            b"HELLO\r\n\r\n",
            b"GET / HTTP/1.1\r\n\r\n",
            b"GET /" + b"a" * 200_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 200_000 + b"\r\n\r\n",
            b"POST /api/games/three_rocks/positions HTTP/1.1\r\nHost: localhost\r\n"
            b"Content-Type: application/json\r\nContent-Length: 9999999999999\r\n\r\n",
            b"GET /api/games/three_rocks HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        ):
            with socket.create_connection(("127.0.0.1", port)) as client:
                try:
                    client.sendall(request)
                    answer = client.recv(100)
                except ConnectionError:  # it has hung up in the middle of it
                    continue
                assert re.match(rb"HTTP/1.1 4\d\d ", answer), (request[:60], answer)
        assert asked(f"{url}api/games/three_rocks")["status"] == "solved"


def test_a_host_by_another_name_is_refused(tmp_path):
    with running("three_rocks", keep=tmp_path) as (_, url):
        request = urllib.request.Request(url + "api/games", headers={"Host": "evil.example"})
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(request)
        assert refused.value.code == 421
        refused.value.close()


# --- starting -------------------------------------------------------------------------------------


def test_a_port_in_use_is_said_and_another_offered(capsys):
    with listen(ServerAddress("127.0.0.1"), 0) as taken:
        port = taken.getsockname()[1]
        assert run(["serve", "three_rocks", "--port", str(port)]) == 2
        said = capsys.readouterr().err
        found = re.fullmatch(
            rf"perfectplay: port {port} is in use; --port (\d+) is free, and --port 0 takes any "
            r"that is\n",
            said,
        )
        assert found, said
        listen(ServerAddress("127.0.0.1"), int(found[1])).close()
        with pytest.raises(PortInUseError):
            listen(ServerAddress("127.0.0.1"), port)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["width=4"], "width=4 stands before any game"),
        (["connect_four", "depth=3"], "no parameter 'depth'"),
        (["connect_four", "width=wide"], "width must be a whole number"),
        (["chess"], "no game 'chess' in the library"),
        (["gone.py"], "no file gone.py"),
        (["raises.py"], "raises.py cannot be run: ZeroDivisionError"),
        (["nim", "--host", "no.such.host.invalid"], "is no address of this machine"),
        (["nim", "--host", "192.0.2.1"], "is no address of this machine"),
        (["nim", "--port", "65536"], "65535"),
        (["nim", "--memory", "much"], "'much' is not a size of memory"),
    ],
)
def test_what_is_wrong_at_the_start_is_one_sentence(words, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("raises.py").write_text("1 / 0\n", encoding="utf-8")
    assert run(["serve", *words]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert said in told.err
    assert told.err.count("\n") == 1


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        ("127.0.0.1", True), ("127.1.2.3", True), ("localhost", True), ("::1", True),
        ("0.0.0.0", False), ("::", False), ("192.168.1.5", False), ("box.example", False),
    ],
)  # fmt: skip
def test_which_addresses_are_of_this_machine_alone(host, loopback):
    assert ServerAddress(host).loopback == loopback


def test_another_address_is_warned_of(monkeypatch, capsys):
    from perfectplay.web import server

    began = []
    monkeypatch.setattr(server, "run", lambda catalogue, place, *rest, **more: began.append(place))
    assert run(["serve", "three_rocks", "--host", "0.0.0.0", "--port", "0"]) == 0
    told = capsys.readouterr()
    assert "can be reached from other machines" in told.err
    assert not began[0].loopback
    assert re.match(r"perfectplay: http://127\.0\.0\.1:\d+/ ", told.out)
    assert run(["serve", "three_rocks", "--port", "0"]) == 0
    assert capsys.readouterr().err == ""


def test_the_address_is_said_before_what_answers_is_loaded(tmp_path):
    """Loading takes seconds on a busy machine; a browser can wait meanwhile, a person need not."""
    code = (
        "import os, sys\n"
        "from perfectplay.cli.verbs import serve\n"
        "serve.say = lambda text: (print(text, sorted({'fastapi', 'numba'} & set(sys.modules)),"
        " flush=True), os._exit(0))\n"
        "serve.serve(serve.ServerOptions(port=0), ['three_rocks'])\n"
    )
    env = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    told = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
    said = r"perfectplay: http://127\.0\.0\.1:\d+/ \(Ctrl-C ends\) \[\]\n"
    assert re.fullmatch(said, told.stdout)


def test_a_folder_that_cannot_be_written_is_said_at_the_start(tmp_path, monkeypatch, capsys):
    from perfectplay.web import server

    monkeypatch.setattr(server, "run", lambda *_, **__: None)
    keep = tmp_path / "file"
    keep.write_text("", encoding="utf-8")
    assert run(["serve", "three_rocks", "--port", "0", "--keep", str(keep / "below")]) == 0
    assert "--keep FOLDER names another folder" in capsys.readouterr().err
