"""How far a long verification has come, kept so that one that was stopped goes on there."""

from __future__ import annotations

import hashlib
import json
import os
import time
import zipfile
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from perfectplay.core.arrays import ByteArray, IntArray
from perfectplay.core.cache_home import is_private, our_cache
from perfectplay.core.value import Value
from perfectplay.tablebase.verification import Worth

EVERY = 30.0
"""Seconds from one time that it is kept to the next."""

FORGOTTEN = 30 * 24 * 3600.0
"""Seconds after which a file is removed that nobody has asked for."""

_ARRAYS = ("first_keys", "reached")


@dataclass
class SweptTiers:
    """What is known when some tiers have been checked, the lowest first, and all is right so far.

    ``tiers``: how many. ``states`` and ``moves`` count the expanded ones, ``covered`` (entry
    without mark to states) and ``covered_moves`` the states that they stand for, where each stands
    for a class; ``sampled`` those in which the interpreter ran the rules. ``passed`` counts the
    images on which the rules raise, ``first_passed`` is one of them. ``earlier``: the states that
    earlier runs have checked. ``start``: what is stored of
    the start, if it is among them; ``histogram``: states by entry; ``first_keys`` as in
    `BudgetTiers`; ``reached``: [N / 8] uint8 by tier above, a bit for each state that moves have
    reached.
    """

    tiers: int = 0
    states: int = 0
    moves: int = 0
    sampled: int = 0
    covered_moves: int = 0
    passed: int = 0
    first_passed: str = ""
    earlier: int = 0
    start: Worth | None = None
    covered: Counter[int] = field(default_factory=Counter)
    histogram: Counter[int] = field(default_factory=Counter)
    first_keys: dict[str, IntArray] = field(default_factory=dict)
    reached: dict[int, ByteArray] = field(default_factory=dict)

    def add(self, more: SweptTiers) -> None:
        """Add what was counted of further states."""
        for name in ("states", "moves", "sampled", "passed", "covered_moves"):
            setattr(self, name, getattr(self, name) + getattr(more, name))
        self.first_passed = self.first_passed or more.first_passed
        self.covered.update(more.covered)
        self.histogram.update(more.histogram)
        self.start = self.start or more.start
        self.first_keys.update(more.first_keys)

    def write(self, path: Path) -> None:
        """Write it to a file, without pickles. Raises OSError."""
        head: dict[str, Any] = {**vars(self), "start": self.start and [*self.start]}
        arrays: list[Any] = []
        for name in _ARRAYS:
            arrays += head[name].values()
            head[name] = [*head[name]]
        for name in ("covered", "histogram"):
            head[name] = [*head[name].items()]
        text = np.frombuffer(json.dumps(head).encode(), np.uint8)
        with open(path, "wb") as file:
            np.savez(file, text, *arrays)

    @classmethod
    def read(cls, path: Path) -> SweptTiers:
        """What `write` has written. Raises OSError, ValueError, LookupError, TypeError, EOFError
        and BadZipFile if it is not whole."""
        with np.load(path, allow_pickle=False) as file:
            arrays = [file[f"arr_{n}"] for n in range(len(file.files))]
        head = json.loads(arrays.pop(0).tobytes())
        for name in _ARRAYS:
            head[name] = {key: arrays.pop(0) for key in head[name]}
        for name in ("covered", "histogram"):
            head[name] = Counter(dict(head[name]))
        if head["start"]:
            value, plies, *score = head["start"]
            head["start"] = (Value(value), plies, *score)
        return cls(**head)


@dataclass
class KeptSweep:
    """The file in which a sweep keeps how far it has come; None: it keeps nothing."""

    file: Path | None
    last: float = field(default_factory=time.monotonic)

    @classmethod
    def of(cls, *what: object) -> KeptSweep:
        """That of one verification; ``what``: all that it depends on. It lies in the user's cache,
        in a folder that nobody else can write to, since what it says is not checked again."""
        folder = our_cache("verified")
        name = hashlib.sha256(json.dumps(what).encode()).hexdigest()
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            if not is_private(folder):
                return cls(None)
            for old in folder.iterdir():
                if old.stat().st_mtime < time.time() - FORGOTTEN:
                    old.unlink()
        except OSError:
            return cls(None)
        return cls(folder / f"{name}.npz")

    def load(self) -> SweptTiers:
        """How far an earlier run has come: nothing, if there is none or its file is damaged."""
        if self.file is not None and self.file.exists():
            faults = (OSError, ValueError, LookupError, TypeError, EOFError, zipfile.BadZipFile)
            with suppress(*faults):
                return SweptTiers.read(self.file)
        return SweptTiers()

    def keep(self, make: Callable[[], SweptTiers]) -> None:
        """Keep what ``make`` returns, unless that was done within the last `EVERY` seconds."""
        if self.file is None or time.monotonic() - self.last < EVERY:
            return
        new = self.file.with_suffix(f".{os.getpid()}")
        try:
            make().write(new)
            os.replace(new, self.file)
        except OSError:  # the cache is full: the work goes on without it
            self.forget()
            with suppress(OSError):
                new.unlink(missing_ok=True)
            self.file = None
        self.last = time.monotonic()

    def forget(self) -> None:
        """Remove the file: the sweep has come to its end."""
        if self.file is not None:
            with suppress(OSError):
                self.file.unlink(missing_ok=True)
