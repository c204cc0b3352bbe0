"""``python -m benchmarks.one_task TASK JSON``: runs one function of ``tasks.py`` and prints one
JSON object, its facts with the peak of memory. ``measure.py`` starts it as a process.
"""

from __future__ import annotations

import json
import sys

from benchmarks import tasks
from benchmarks.measure import peak_bytes


def main() -> None:
    """One task: its result with the peak of memory, as JSON."""
    name, arguments = sys.argv[1:]
    facts = getattr(tasks, name)(**json.loads(arguments))
    print(json.dumps({**facts, "peak": facts.get("peak", peak_bytes())}))


if __name__ == "__main__":
    main()
