"""The sections of the table: who is measured in each, against whom, and what is wanted."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Callable, Iterator
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.answers import answers
from benchmarks.bench import Bench, stages_text
from benchmarks.evaluating import evaluating
from benchmarks.interpreting import interpreted
from benchmarks.measure import TaskError, measure, measure_command
from benchmarks.natural import natural
from benchmarks.opponents import (
    CONNECT_FOUR_5X4,
    CONNECT_FOUR_5X5,
    CONNECT_FOUR_6X4,
    QUIXO_4X4,
    SAID,
    TEEKO,
    Opponent,
)
from benchmarks.over_http import http
from benchmarks.searches import empty, search, two_words
from benchmarks.symmetric import symmetric
from benchmarks.table import Row, seconds_text


def quoted(section: str, opponents: tuple[Opponent, ...], baseline: float) -> Iterator[Row]:
    """Rows of those that are not run here."""
    for opponent in opponents:
        ratio = baseline / opponent.seconds
        yield Row(section, opponent.name, opponent.seconds, opponent.peak, ratio=ratio, note=SAID)


def s1(bench: Bench) -> Iterator[Row]:
    """Connect 4 against the plain-dictionary baseline, on the three kinds of state."""
    size = {"width": 4 if bench.quick else 5, "height": 3 if bench.quick else 4}
    baseline = bench.measure("s1_baseline", parameters=size)
    states, base = baseline.facts["states"], baseline.seconds
    section = f"Connect 4, {size['width']}×{size['height']} ({states:,} states)"
    yield Row(
        section, "plain dictionaries, strings", base, baseline.peak, states, 1,
        limit=bench.limit("strings", 1, baseline, parameters=size),
    )  # fmt: skip
    wanted: tuple[tuple[str, float, int], ...]
    wanted = (("strings", 3, 1), ("cells", 20, 2), ("integers", 100, 3))
    for kind, ratio, repeat in wanted:
        if kind != "strings":
            bench.measure("warming", kind=kind, parameters=size)
        run = bench.measure("solving", repeat=repeat, kind=kind, parameters=size)
        note = f"{run.facts['engine']}; again in that process {seconds_text(run.facts['again'])}"
        for name in ("states", "moves", "wins", "losses"):
            if run.facts[name] != baseline.facts[name]:
                raise TaskError(
                    f"{name} on {kind}: {run.facts[name]}, by the baseline {baseline.facts[name]}"
                )
        yield Row(
            section, kind, run.seconds, run.peak, states, base / run.seconds,
            None if bench.quick else ratio, note=note,
            limit=bench.limit(kind, bench.cores, run, parameters=size),
        )  # fmt: skip
    symmetric: dict[str, Any] = {"kind": "integers", "parameters": size, "symmetries": True}
    bench.measure("warming", **symmetric)
    run = bench.measure("solving", repeat=3, **symmetric)
    limit = bench.limit("integers", bench.cores, run, parameters=size, symmetries=True)
    yield Row(
        section, "integers, mirror images as one", run.seconds, run.peak, states,
        base / run.seconds, limit=limit, note=f"{run.facts['stored']:,} representatives",
    )  # fmt: skip
    for kind in ("strings", "integers"):
        run = bench.measure("dictionaries", kind=kind, parameters=size)
        yield Row(
            section, f"{kind}, with two dictionaries", run.seconds, run.peak, states,
            base / run.seconds, note="scores and best moves of all states",
        )  # fmt: skip
    if not bench.quick:
        yield from quoted(section, CONNECT_FOUR_5X4, base)


def large(bench: Bench) -> Iterator[Row]:
    """Connect 4 on 5×5 against the prototype."""
    size = {"width": 4 if bench.quick else 5, "height": 4 if bench.quick else 5}
    prototypes = {2: CONNECT_FOUR_5X5[0].seconds, 1: CONNECT_FOUR_5X5[1].seconds}
    bench.measure("warming", kind="integers", parameters=size)
    rows = []
    states = 0
    for threads in dict.fromkeys((bench.cores, 1)):
        run = bench.measure("solving", kind="integers", parameters=size, threads=threads)
        states = run.facts["states"]
        opponent = prototypes[min(threads, 2)]
        rows.append(
            Row(
                "", f"integers, {threads} core{'s' * (threads > 1)}", run.seconds, run.peak, states,
                None if bench.quick else opponent / run.seconds,
                None if bench.quick else 1,
                wanted_bytes=None if bench.quick else 20,
                limit=bench.limit("integers", threads, run, parameters=size),
                note=f"{states / run.seconds / 1e6:.3g} M states/s; {stages_text(run)}",
            )
        )  # fmt: skip
    section = (
        f"Connect 4, {size['width']}×{size['height']} ({states:,} states), against the prototype"
    )
    for row in rows:
        yield Row(**{**vars(row), "section": section})
    if not bench.quick:
        yield from quoted(section, CONNECT_FOUR_5X5, prototypes[2])


def stored(bench: Bench) -> Iterator[Row]:
    """Connect 4 on 6×4 in memory, into a folder, within 500 MB, verified and opened."""
    width, height = (4, 4) if bench.quick else (6, 4)
    task: dict[str, Any] = {"kind": "integers", "parameters": {"width": width, "height": height}}
    for symmetries in (False, True):
        bench.measure("warming", **task, symmetries=symmetries)
    plain = bench.measure("solving", **task)
    states = plain.facts["states"]
    section = f"Connect 4, {width}×{height} ({states:,} states), a folder"
    full = not bench.quick
    yield Row(
        section, "in memory", plain.seconds, plain.peak, states, 1,
        wanted_seconds=20 if full else None, limit=bench.limit("integers", bench.cores, plain,
        parameters=task["parameters"]), note=stages_text(plain),
    )  # fmt: skip
    with TemporaryDirectory() as folder:
        budgets: tuple[tuple[str, int | None, float], ...]
        budgets = (("into a folder", None, 30), ("within 500 MB", 500_000_000, 3 * plain.seconds))
        for name, memory, wanted in budgets:
            run = bench.measure("storing", **task, folder=f"{folder}/{memory}", memory=memory)
            yield Row(
                section, name, run.seconds, run.peak, states, plain.seconds / run.seconds,
                wanted_seconds=wanted if full else None,
                wanted_bytes=memory / states if memory and full else None,
                note=f"{run.facts['disk'] / states:.2f} bytes a state on disk; {stages_text(run)}",
            )  # fmt: skip
        for name, asked, wanted in (
            ("verified", "verifying", plain.seconds),
            ("opened and asked", "opening", 1),
        ):
            run = bench.measure(asked, folder=f"{folder}/None")
            yield Row(
                section, name, run.seconds, run.peak, states, plain.seconds / run.seconds,
                wanted_seconds=wanted if full else None, reached=run.facts.get("ok"),
            )  # fmt: skip
    run = bench.measure("solving", **task, symmetries=True)
    yield Row(
        section, "in memory, mirror images as one", run.seconds, run.peak, run.facts["stored"],
        plain.seconds / run.seconds, note=stages_text(run),
    )  # fmt: skip
    if full:
        yield from quoted(section, CONNECT_FOUR_6X4, plain.seconds)
        run = bench.measure("solving", kind="integers", parameters={"width": 4, "height": 7})
        states = run.facts["states"]
        yield Row(
            f"Connect 4, 4×7 ({states:,} states)", "in memory", run.seconds, run.peak, states,
            wanted_bytes=4e9 / states, note=stages_text(run),
        )  # fmt: skip


CLUSTERS = (
    ("processes:1", None), ("processes:1", 310_000_000), ("processes:2", None),
    ("processes:2", 310_000_000), ("dask:local?workers=2", None),
)  # fmt: skip
"""Workers as ``--cluster`` names them, and the memory of each (None: half of what is free)."""


def parts(bench: Bench) -> Iterator[Row]:
    """Tasks over parts, by workers, beside one process; large tiers and small."""
    size = {"width": 4, "height": 4} if bench.quick else {"width": 5, "height": 5}
    small = {"levels": 20, "width": 30_000} if bench.quick else {}
    for kind, parameters, name in (
        ("integers", size, f"Connect 4, {size['width']}×{size['height']}"),
        ("tiers", small, f"{small.get('levels', 1000)} tiers of 30,000 states"),
    ):
        task: dict[str, Any] = {"kind": kind, "parameters": parameters}
        bench.measure("warming", **task)
        with TemporaryDirectory() as folder:
            alone = bench.measure("storing", **task, folder=f"{folder}/alone")
            states = alone.facts["states"]
            section = f"{name} ({states:,} states) into a folder, by parts"
            yield Row(
                section, f"one process, {bench.cores} threads", alone.seconds, alone.peak, states,
                1, limit=bench.limit(kind, bench.cores, alone, parameters=parameters),
                note=stages_text(alone),
            )  # fmt: skip
            for number, (cluster, memory) in enumerate(CLUSTERS):
                if cluster.startswith("dask") and importlib.util.find_spec("distributed") is None:
                    continue
                run = bench.measure(
                    "storing", **task, folder=f"{folder}/{number}", cluster=cluster, memory=memory
                )
                ranged = f", {memory // 10**6}M: large tiers by ranges" if memory else ""
                yield Row(
                    section, cluster + ranged, run.seconds, run.peak, states,
                    alone.seconds / run.seconds,
                    note=f"the peak is that of the driver; {stages_text(run)}",
                )  # fmt: skip


def quixo(bench: Bench) -> Iterator[Row]:
    """A loopy game with eight symmetries against a C solver."""
    size = {"n": 3 if bench.quick else 4}
    section = f"Quixo, {size['n']}×{size['n']}, against a C solver on as many cores"
    opponents = {2: QUIXO_4X4[0].seconds, 1: QUIXO_4X4[1].seconds}
    symmetric: dict[str, Any] = {"kind": "quixo", "parameters": size, "symmetries": True}
    bench.measure("warming", **symmetric)
    for threads in dict.fromkeys((bench.cores, 1)):
        run = bench.measure("solving", threads=threads, **symmetric)
        opponent = opponents[min(threads, 2)]
        yield Row(
            section, f"integers, {threads} core{'s' * (threads > 1)}", run.seconds, run.peak,
            run.facts["stored"],
            None if bench.quick else opponent / run.seconds,
            None if bench.quick else 1,
            limit=bench.limit(
                "quixo", threads, run, parameters=size, symmetries=True
            ),
            note=f"{run.facts['stored']:,} of {run.facts['states']:,} states; {stages_text(run)}",
        )  # fmt: skip
    if not bench.quick:
        yield from quoted(section, QUIXO_4X4, opponents[2])


def teeko(bench: Bench) -> Iterator[Row]:
    """A loopy game of a user's with eight symmetries: 12 million representatives."""
    if bench.quick:
        return  # it has one size
    section = "Teeko, eight symmetries, against the prototype"
    symmetric: dict[str, Any] = {"kind": "teeko", "parameters": {}, "symmetries": True}
    bench.measure("warming", **symmetric)
    run = bench.measure("solving", threads=min(2, bench.cores), **symmetric)
    yield Row(
        section, "integers, 2 cores", run.seconds, run.peak, run.facts["stored"],
        TEEKO[0].seconds / run.seconds,
        wanted_seconds=12.5,
        wanted_bytes=104,  # 1.25 GB in all
        limit=bench.limit("teeko", 2, run, parameters={}, symmetries=True),
        note=f"{run.facts['stored']:,} of {run.facts['states']:,} states, "
        f"{run.facts['made']:,} moves; {stages_text(run)}",
    )  # fmt: skip
    yield from quoted(section, TEEKO, TEEKO[0].seconds)


def subtraction(bench: Bench) -> Iterator[Row]:
    """A thin, deep game: each ply has a handful of states."""
    parameters = {"stones": 10_000 if bench.quick else 1_000_000}
    bench.measure("warming", kind="subtraction", parameters=parameters)
    run = bench.measure("solving", repeat=3, kind="subtraction", parameters=parameters)
    states = run.facts["states"]
    yield Row(
        "A thin, deep game", f"subtraction, {parameters['stones']:,} stones", run.seconds, run.peak,
        states, wanted_seconds=10, note=f"{states / run.seconds / 1e6:.2g} M states/s",
        limit=bench.limit("subtraction", 1, run, parameters=parameters),
    )  # fmt: skip


IMPORTED = "import sys, perfectplay; print('numba' in sys.modules)"
SOLVED = "from perfectplay.cli.entry import main; main()"
SOLVED_WITHOUT_COMMANDS = (
    "from perfectplay import solve; from perfectplay.games.tic_tac_toe import TicTacToe; "
    "print(solve(TicTacToe()).counts)"
)


def start(bench: Bench) -> Iterator[Row]:
    """How soon an answer is there, as a whole process."""
    section = "Cold start, whole processes"
    python = measure_command([sys.executable, "-c", "pass"], repeat=5, environment=bench.kept)
    least = f"python -c pass, {seconds_text(python.seconds)}"
    has_commands = importlib.util.find_spec("perfectplay.cli.main") is not None
    code = SOLVED if has_commands else SOLVED_WITHOUT_COMMANDS
    command = [sys.executable, "-c", code]
    if has_commands:
        command += ["solve", "tic_tac_toe"]
    run = measure_command(command, repeat=5, environment=bench.kept)
    name = "perfectplay solve tic_tac_toe" if has_commands else "solve(TicTacToe())"
    yield Row(section, name, run.seconds, run.peak, wanted_seconds=1, limit=least)
    run = measure_command([sys.executable, "-c", IMPORTED], repeat=5, environment=bench.kept)
    without = run.facts["output"].strip() == "False"
    yield Row(
        section, "import perfectplay", run.seconds, run.peak, reached=without, limit=least,
        note="does not import Numba" if without else "imports Numba",
    )  # fmt: skip


def compiling(bench: Bench) -> Iterator[Row]:
    """What keeping compiled code saves: the first solve in fresh processes, cold and kept."""
    section = "Compiling, first solve in a fresh process"
    size = {"width": 4, "height": 3} if bench.quick else {"width": 5, "height": 4}
    for kind in ("integers", "cells"):
        environment = bench.cold()
        first, kept = (
            measure("solving", environment=environment, kind=kind, parameters=size)
            for _ in range(2)
        )
        states = first.facts["states"]
        yield Row(
            section, f"{kind}, nothing kept", first.seconds, first.peak, ratio=1,
            note=f"Connect 4, {states:,} states; Numba's code of the engines is not there either",
        )  # fmt: skip
        limit = f"compiled and loaded already, {seconds_text(kept.facts['again'])}"
        yield Row(
            section, f"{kind}, code kept", kept.seconds, kept.peak,
            ratio=first.seconds / kept.seconds, limit=limit,
            note=f"saves {seconds_text(first.seconds - kept.seconds)}",
        )  # fmt: skip


TOURNAMENT = ("tournament", "last_mouse_lost", "random", "mirror", "--json")


def tournament(bench: Bench) -> Iterator[Row]:
    """A million plays as a whole process, the start of Python included, against a plain loop."""
    plays, some = (20_000, 2_000) if bench.quick else (1_000_000, 50_000)
    section = f"{plays:,} plays of Last Mouse Lost, random against mirror"
    loop = bench.measure("plain_plays", repeat=3, plays=some)
    if loop.facts["wins"] != some:
        raise TaskError(f"the mirror lost {some - loop.facts['wins']} plays of the plain loop")
    base = loop.seconds * plays / some
    yield Row(
        section, "a plain loop of plays", base, loop.peak, ratio=1,
        note=f"{some / loop.seconds:,.0f} plays/s, measured on {some:,}",
    )  # fmt: skip
    for name, more in (("mirror second", ["--no-swap"]), ("sides exchanged", [])):
        command = [sys.executable, "-c", SOLVED, *TOURNAMENT, "--games", str(plays), *more]
        run = measure_command(command, repeat=1 if bench.quick else 3, environment=bench.kept)
        found = json.loads(run.facts["output"])
        lost = sum(seat["losses"] for seat in found["players"][1]["by_seat"] if seat["seat"] == 1)
        yield Row(
            section, name, run.seconds, run.peak, ratio=base / run.seconds,
            wanted_seconds=None if bench.quick else 10, reached=lost == 0,
            note=f"{plays / run.seconds:,.0f} plays/s, whole process",
        )  # fmt: skip


SECTIONS: dict[str, Callable[[Bench], Iterator[Row]]] = {
    "s1": s1,
    "large": large,
    "stored": stored,
    "parts": parts,
    "quixo": quixo,
    "teeko": teeko,
    "subtraction": subtraction,
    "natural": natural,
    "interpreted": interpreted,
    "symmetric": symmetric,
    "start": start,
    "compiling": compiling,
    "tournament": tournament,
    "evaluating": evaluating,
    "answers": answers,
    "http": http,
    "search": search,
    "two_words": two_words,
    "empty": empty,
}

LONG = ("empty",)
"""Those that take minutes: measured only when asked for by name."""
