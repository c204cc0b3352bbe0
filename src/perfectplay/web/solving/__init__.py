"""Solves on request: each in its own process, into a folder that is kept.

solves.py   which solves run, which wait · status.py  their status
task.py     one solve as JSON · worker_process.py  its process · worker.py  the program in it
solve_folders.py  where solutions are kept, and for how long · solve_refusals.py  refusals
"""

from perfectplay.web.solving.solves import RequestedSolves
from perfectplay.web.solving.status import SolveStatus

__all__ = ["RequestedSolves", "SolveStatus"]
