"""Runs the fuzzer: ``python -m tests.fuzz --seed 1 --cases 400``."""

from __future__ import annotations

import argparse
import os
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.fuzz.cases import ACTIONS, Case, batch_of
from tests.fuzz.running import Batch, Found, fault_of
from tests.fuzz.shrinking import shrink
from tests.fuzz.specials import SPECIALS, run_special

TOLD = 2
"""Faults of one kind that are shrunk and shown; the rest are counted."""


def main() -> int:
    """Status 0 where nothing is wrong, 1 where a fault was found."""
    asked = arguments()
    with tempfile.TemporaryDirectory(prefix="fuzz-cache-") as cache:
        os.environ["PERFECTPLAY_CACHE"] = cache  # what is compiled here is of no use to anybody
        return fuzz(asked)


def fuzz(asked: argparse.Namespace) -> int:
    """Runs the cases that were asked for; gives the status."""
    prepare()
    again = f"python -m tests.fuzz --seed {asked.seed} --cases {asked.cases}"
    print(f"seed {asked.seed}, {asked.jobs} processes; the same again: {again}", flush=True)
    began = time.monotonic()
    kinds = Counter[str]()
    run = 0
    if asked.case:
        seed, number, place = map(int, asked.case.split("."))
        found = fault_of(batch_of(seed, number)[place])
        report([found] if found else [], kinds, asked)
        run = 1
    else:
        for batch in running(asked, began):
            run += len(batch.cases)
            report(batch.found(), kinds, asked)
        if not asked.no_specials:
            for name in SPECIALS:
                run += 1
                if said := run_special(name):
                    kinds[f"special, {name}"] += 1
                    print(f"\nFAULT in special case {name}: {said}", flush=True)
    work = sum(sum(resource.getrusage(who)[:2])
               for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))  # fmt: skip
    print(f"\n{run} cases in {time.monotonic() - began:.0f} s, {work:.0f} s of processor time, "
          f"{sum(kinds.values())} faults")  # fmt: skip
    for kind, count in kinds.most_common():
        print(f"  {count:4}  {kind}")
    return 1 if kinds else 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seed", type=int, default=8, help="where random numbers begin")
    parser.add_argument("--cases", type=int, default=400, help="how many cases, about")
    parser.add_argument("--seconds", type=float, default=None, help="begin none after so long")
    parser.add_argument("--jobs", type=int, default=2, help="processes that work at a time")
    parser.add_argument("--case", default="", help="one case alone: SEED.BATCH.PLACE")
    parser.add_argument("--no-specials", action="store_true", help="leave out the special cases")
    parser.add_argument("--shrink", type=float, default=30.0, help="seconds for each shrinking")
    parser.add_argument("--out", type=Path, default=Path("fuzz-found"), help="for failing cases")
    return parser.parse_args()


def prepare() -> None:
    """Imports once what every case needs, before any process is made."""
    import pyarrow.parquet  # noqa: F401
    import tests.fuzz.performing  # noqa: F401


def running(asked: argparse.Namespace, began: float) -> Iterator[Batch]:
    """Batches as they end, so many at a time."""
    numbers = iter(range(-(-asked.cases // ACTIONS)))
    working: list[Batch] = []
    while True:
        late = asked.seconds is not None and time.monotonic() - began > asked.seconds
        while len(working) < asked.jobs and not late:
            number = next(numbers, None)
            if number is None:
                break
            working.append(Batch(batch_of(asked.seed, number)))
        if not working:
            return
        for batch in [batch for batch in working if batch.ended()]:
            working.remove(batch)
            yield batch
        time.sleep(0.005)


def report(faults: list[Found], kinds: Counter[str], asked: argparse.Namespace) -> None:
    """Counts faults, and shows the first of each kind, shrunk, with a file that shows it again."""
    for found in faults:
        kinds[found.kind] += 1
        if kinds[found.kind] > TOLD:
            continue
        small = shrink(found.case, lambda case, kind=found.kind: same(case, kind), asked.shrink)  # type: ignore[misc]
        last = fault_of(small) or found
        file = write_case(asked.out, last)
        print(f"\nFAULT in case {found.case.name}: {last.message}\n"
              f"  options: {found.case.action}\n"
              f"  the case:    python -m tests.fuzz --case {found.case.name}\n"
              f"  made small:  PYTHONPATH=. python {file}", flush=True)  # fmt: skip


def same(case: Case, kind: str) -> bool:
    """Whether a case fails in a given way."""
    found = fault_of(case)
    return found is not None and found.kind == kind


def write_case(folder: Path, found: Found) -> Path:
    """A file that shows a fault again: the rules, and what is done with them."""
    folder.mkdir(parents=True, exist_ok=True)
    case = found.case
    file = folder / f"case_{case.name.replace('.', '_')}.py"
    broken = getattr(case.subject, "broken", "")
    # the rules must be the same text as in the case: what is compiled is found by its line
    file.write_text(
        f"{case.text()}\n\n"
        'if __name__ == "__main__":\n'
        "    from tests.fuzz.actions import Action\n"
        "    from tests.fuzz.running import again\n\n"
        f"    # {found.kind}\n"
        f"    again(__file__, {case.parameters!r}, {broken!r}, {case.action!r})\n",
        encoding="utf-8",
    )
    return file


if __name__ == "__main__":
    status = main()
    sys.stdout.flush()
    os._exit(status)
