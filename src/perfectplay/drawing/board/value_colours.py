"""The colours of all pictures, and the letters that say the same."""

from __future__ import annotations

from perfectplay.core.value import Value

COLOURS = {Value.WIN: "#56B4E9", Value.DRAW: "#F0E442", Value.LOSS: "#D55E00"}
"""Of the palette of Okabe and Ito: colour-blind people can tell them apart, and, as they are not
equally light, so can a printer without colours. Black letters can be read on all three."""

LETTERS = {Value.WIN: "W", Value.DRAW: "D", Value.LOSS: "L"}

SEATS = ("#0072B2", "#E69F00")
"""The pieces of the two seats, of the same palette."""

NOBODY = "#9A9A9A"
"""Pieces of neither seat, in light and in dark."""
