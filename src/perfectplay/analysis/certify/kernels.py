"""The kernel of proof files: `cheapest`, compiled."""

from __future__ import annotations

from perfectplay.analysis.certify.cheapest import cheapest
from perfectplay.core.kernels import njit

cheapest_compiled = njit(nogil=True, cache=True)(cheapest)
