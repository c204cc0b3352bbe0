"""The recipes of deploy/: their commands as processes, with a real store, scheduler and worker."""

from __future__ import annotations

import os
import shlex
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from object_store import KEYS, Store, store
from perfectplay import Solution
from places import ROOT

__all__ = ["store"]

yaml = pytest.importorskip("yaml")
pytest.importorskip("distributed")
DEPLOY = ROOT / "deploy"
BIN = Path(sys.executable).parent


@pytest.fixture
def port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.fixture
def processes() -> Iterator[list[subprocess.Popen[str]]]:
    begun: list[subprocess.Popen[str]] = []
    yield begun
    for process in begun:
        process.kill()
        process.communicate()


def recipe(name: str) -> list[Any]:
    """The documents of a YAML file."""
    return list(yaml.safe_load_all((DEPLOY / name).read_text("utf-8")))


def environment(*first: Path, **more: str) -> dict[str, str]:
    """Where commands are found, in the folders ``first`` first."""
    path = os.pathsep.join([*map(str, first), str(BIN), os.environ["PATH"]])
    return {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PATH": path, **more}


def test_the_commands_of_the_compose_file(
    store: Store, port: int, processes: list[subprocess.Popen[str]], tmp_path: Path
) -> None:
    """All but those of the store, whose place another store takes."""
    services = recipe("compose.yaml")[0]["services"]
    assert set(services) == {"store", "bucket", "scheduler", "worker", "solve"}

    def begun(name: str, pipe: int = subprocess.PIPE) -> subprocess.Popen[str]:
        command = services[name]["command"].replace("8786", str(port))
        for before in ("tcp://", "--host "):
            command = command.replace(f"{before}scheduler", f"{before}127.0.0.1")
        given = {**services[name]["environment"], **KEYS}
        assert given.pop("AWS_ENDPOINT_URL") == "http://store:9000"
        process = subprocess.Popen(
            shlex.split(command), cwd=tmp_path, env=environment(**given), text=True,
            stdout=pipe, stderr=pipe,
        )  # fmt: skip
        processes.append(process)
        return process

    bucket = begun("bucket")
    assert bucket.wait(60) == 0, bucket.communicate()
    begun("scheduler", subprocess.DEVNULL)
    begun("worker", subprocess.DEVNULL)
    solved = begun("solve")
    out, err = solved.communicate(timeout=300)
    assert solved.returncode == 0, err
    assert "3,945,711" in out
    assert "1 worker: " in err
    assert len(Solution.open("s3://solutions/five")) == 3_945_711


def test_the_parts_of_the_kubernetes_recipe_fit_together() -> None:
    """Labels, volumes, secrets and addresses; and the arguments of all commands are known."""
    by_name = {(each["kind"], each["metadata"]["name"]): each for each in recipe("kubernetes.yaml")}
    service = by_name["Service", "scheduler"]["spec"]
    pods = [each["spec"]["template"] for (kind, _), each in by_name.items() if kind != "Service"]
    labels = [pod.get("metadata", {}).get("labels") for pod in pods]
    assert service["selector"] in labels
    for (kind, _), each in by_name.items():
        if kind == "Deployment":
            spec = each["spec"]
            assert spec["selector"]["matchLabels"] == spec["template"]["metadata"]["labels"]
    for pod in pods:
        volumes = {volume["name"] for volume in pod["spec"].get("volumes", ())}
        [container] = pod["spec"]["containers"]
        assert {mount["name"] for mount in container.get("volumeMounts", ())} == volumes
        check_arguments(container["command"], service["ports"][0]["port"])


def check_arguments(command: list[str], port: int) -> None:
    """Each option of a command is one that its --help names, and the port is the scheduler's."""
    words = command[: 2 if command[0] in ("dask", "perfectplay") else 1]
    told = subprocess.run(
        [BIN / words[0], *words[1:], "--help"], capture_output=True, text=True, check=True,
        env=environment(COLUMNS="200"),
    ).stdout  # fmt: skip
    options = [word for word in command if word.startswith("-")]
    assert options
    assert all(option in told for option in options)
    assert str(port) in " ".join(command)


@pytest.mark.landmark
def test_the_recipe_for_slurm(tmp_path: Path) -> None:
    """With a `sbatch` that runs the script of a job at once."""
    pytest.importorskip("dask_jobqueue")
    if shutil.which("setsid") is None:
        pytest.skip("no setsid")
    job = tmp_path / "job.sh"  # the script is removed when sbatch is done
    run = f'cp "$1" {job}\n(setsid sh {job} > {tmp_path}/job.log 2>&1 &)'
    for name, text in (("sbatch", f"{run}\necho Submitted batch job 7"), ("scancel", "exit 0")):
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    text = (DEPLOY / "slurm.py").read_text("utf-8")
    small = text.replace("cores=16", "cores=1").replace("64GB", "2GB")
    (tmp_path / "slurm.py").write_text(small, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "slurm.py", "connect_four", "four", "1"], cwd=tmp_path, timeout=200,
        capture_output=True, text=True, check=False, env=environment(tmp_path),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "3,945,711 states" in done.stdout
    assert len(Solution.open(tmp_path / "four")) == 3_945_711
    assert "distributed" in (tmp_path / "job.log").read_text("utf-8")
