"""A server that speaks S3, as a process."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from games_to_store import contents

s3fs = pytest.importorskip("s3fs")
pytest.importorskip("moto.server")
pytest.importorskip("upath")

KEYS = {
    "AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret",
    "AWS_DEFAULT_REGION": "us-east-1", "NO_PROXY": "127.0.0.1",
}  # fmt: skip


class Store:
    """The process of a server, with a bucket."""

    def __init__(self, *, bucket: bool = True) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        os.environ["AWS_ENDPOINT_URL"] = f"http://127.0.0.1:{self.port}"
        s3fs.S3FileSystem.clear_instance_cache()
        self.begin()
        self.files = s3fs.S3FileSystem(use_listings_cache=False)
        if bucket:
            self.files.mkdir("bucket")

    def begin(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(self.port)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        while True:
            assert self.process.poll() is None
            with socket.socket() as line:
                if line.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)

    def copy(self, folder: Path, name: str) -> str:
        """Copy a folder into the bucket; return its address."""
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                to = f"bucket/{name}/{path.relative_to(folder).as_posix()}"
                self.files.pipe_file(to, path.read_bytes())
        return f"s3://bucket/{name}"


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    before = dict(os.environ)
    os.environ.update(KEYS)
    found = Store()
    yield found
    found.process.kill()
    found.process.wait()
    os.environ.clear()
    os.environ.update(before)
    s3fs.S3FileSystem.clear_instance_cache()


def held(store: Store, name: str) -> dict[str, bytes]:
    """The files of a folder in the bucket."""
    begin = f"bucket/{name}/"
    return {
        path.removeprefix(begin): store.files.cat_file(path)
        for path in store.files.find(f"bucket/{name}")
    }


def files(folder: Path) -> dict[str, bytes]:
    """The files of a folder of this machine, as `held`."""
    return {name: content for name, content in contents(folder).items() if name != "rules"}
