"""Colours of all pictures, and the letters with the same meaning."""

from __future__ import annotations

from perfectplay.core.value import Value

COLOURS = {Value.WIN: "#56B4E9", Value.DRAW: "#F0E442", Value.LOSS: "#D55E00"}
"""From the palette of Okabe and Ito: colour-blind people can distinguish them, and so can readers
of a grey print, as their lightness differs. Black letters are readable on all three."""

LETTERS = {Value.WIN: "W", Value.DRAW: "D", Value.LOSS: "L"}

SEATS = ("#5A2FB8", "#8F4A4E")
"""Pieces of the two seats: far from the colours of values for everybody, colour-blind or not."""

NOBODY = "#9A9A9A"
"""Pieces of no seat, in light and dark pictures."""
