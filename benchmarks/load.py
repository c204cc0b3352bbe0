"""Requests at a stated rate, or one after the other, and how long each took.

``python -m benchmarks.load`` is a process of its own, so that it takes nothing of the server's; it
reads one JSON object and prints another.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import count

PATIENCE = 10.0
"""Seconds after which an answer that has not come is an error, and its connection is given up."""


@dataclass(frozen=True)
class Load:
    """``targets`` are asked for at random; ``rate``: requests a second, each from when it is due,
    whether or not earlier ones are answered; None: as fast as the connections allow."""

    port: int
    targets: Sequence[str]
    seconds: float
    connections: int
    rate: float | None = None


@dataclass(frozen=True)
class Latencies:
    """Seconds of the requests that were answered by 200, and what became of the others."""

    answered: int
    errors: int
    seconds: float
    median: float
    p90: float
    p99: float
    worst: float


def main() -> None:
    """One load, as JSON has it."""
    load = Load(**json.load(sys.stdin))
    print(json.dumps(asdict(asyncio.run(_loaded(load)))))


async def _loaded(load: Load) -> Latencies:
    taken: list[float] = []
    errors = 0
    numbers = count()
    began = time.perf_counter()
    draws = random.Random(1)
    order = [draws.randrange(len(load.targets)) for _ in range(10_000)]

    async def connection() -> None:
        nonlocal errors
        reader, writer = await asyncio.open_connection("127.0.0.1", load.port)
        while True:
            number = next(numbers)
            due = time.perf_counter() if load.rate is None else began + number / load.rate
            if due - began >= load.seconds:
                break
            wait = due - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            target = load.targets[order[number % len(order)]]
            if await asyncio.wait_for(_asked(reader, writer, target, load.port), PATIENCE):
                taken.append(time.perf_counter() - due)
            else:
                errors += 1
        writer.close()

    results = await asyncio.gather(
        *(connection() for _ in range(load.connections)), return_exceptions=True
    )
    errors += sum(isinstance(result, BaseException) for result in results)
    seconds = time.perf_counter() - began
    return _latencies(taken, errors, seconds)


async def _asked(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, target: str, port: int
) -> bool:
    """Whether one request is answered by 200 and JSON of the stated length."""
    writer.write(f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    head = await reader.readuntil(b"\r\n\r\n")
    length = next(
        int(line.partition(b":")[2])
        for line in head.lower().split(b"\r\n")
        if line.startswith(b"content-length:")
    )
    body = await reader.readexactly(length)
    return head.startswith(b"HTTP/1.1 200") and body.startswith(b"{")


def _latencies(taken: list[float], errors: int, seconds: float) -> Latencies:
    taken.sort()

    def at(share: float) -> float:
        return taken[min(len(taken) - 1, int(share * len(taken)))] if taken else float("inf")

    return Latencies(len(taken), errors, seconds, at(0.5), at(0.9), at(0.99), at(1.0))


if __name__ == "__main__":
    main()
