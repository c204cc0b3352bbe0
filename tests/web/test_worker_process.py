"""What a worker is sent comes in order, whoever listens to it and when."""

from __future__ import annotations

import json

from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.web.solving.task import GameTask, game_task
from perfectplay.web.solving.worker_process import WorkerProcess

ECHO = """\
import json, sys
for line in sys.stdin:
    print(json.dumps({"line": line}), flush=True)
"""


def test_the_task_comes_before_what_is_sent_before_anybody_listens() -> None:
    """A search asked for before its listener ran was taken for the task, once in many runs."""
    task = game_task(ThreeRocks(), None)
    with WorkerProcess(task, 60, ECHO) as process:
        process.send(id=1)
        messages = process.messages()
        assert GameTask.of_json(next(messages)["line"]) == task
        assert json.loads(next(messages)["line"]) == {"id": 1}
