"""Solves on request: each in a process of its own, into a folder that is kept.

status.py   what is told of a solve · folders.py  where it is kept
solves.py   which are running, which wait · worker.py  what the process does
task.py     what it is told · refusing.py  what is not begun, and why
"""

from perfectplay.web.solving.solves import RequestedSolves
from perfectplay.web.solving.status import SolveStatus

__all__ = ["RequestedSolves", "SolveStatus"]
