"""The style sheet of drawn boards, with a light and a dark form of each colour."""

from __future__ import annotations

import re

from perfectplay.core.value import Value
from perfectplay.drawing.board.value_colours import COLOURS, NOBODY, SEATS

_STYLE = (
    ".pp{--pp-ink:#222;--pp-paper:#fff;--pp-cell:#f6f6f4;--pp-line:#8a8a8a;"
    f"--pp-seat0:{SEATS[0]};--pp-seat1:{SEATS[1]};--pp-nobody:{NOBODY};"
    f"--pp-win:{COLOURS[Value.WIN]};--pp-draw:{COLOURS[Value.DRAW]};"
    f"--pp-loss:{COLOURS[Value.LOSS]};--pp-plain:#ddd;"
    "font-family:system-ui,'DejaVu Sans',Arial,sans-serif}"
    "@media (prefers-color-scheme:dark){.pp{--pp-ink:#eee;--pp-paper:#1c1c1e;--pp-cell:#2b2b2e;"
    "--pp-line:#8a8a8a;--pp-seat0:#8960fb;--pp-seat1:#bd757f}}"
    ".pp .pp-paper{fill:var(--pp-paper)}.pp .pp-cell{fill:var(--pp-cell);stroke:var(--pp-line)}"
    ".pp .pp-join{stroke:var(--pp-line);stroke-width:3}.pp .pp-point{fill:var(--pp-line)}"
    ".pp .pp-text{fill:var(--pp-ink)}.pp .pp-strong{font-weight:600}.pp .pp-ink{fill:var(--pp-ink)}"
    ".pp .pp-mono{font-family:'DejaVu Sans Mono',monospace;white-space:pre}"
    ".pp .pp-onpiece{fill:#fff;font-weight:600;stroke:#000;stroke-width:2;paint-order:stroke}"
    ".pp .pp-outline{fill:none;stroke:var(--pp-ink);stroke-width:9.5;stroke-linecap:round}"
    ".pp .pp-edge{stroke:var(--pp-ink);stroke-width:1.5}"
    ".pp .pp-hole{fill:var(--pp-cell);stroke:var(--pp-ink);stroke-width:1.5}"
    ".pp .pp-pit{fill:var(--pp-cell)}.pp .pp-dead{fill:var(--pp-cell)}"
    + "".join(
        f".pp .pp-{who}{{fill:var(--pp-{who})}}.pp .pp-{who}-text{{fill:var(--pp-{who})}}"
        f".pp .pp-{who}-rim{{stroke:var(--pp-{who});stroke-width:3}}"
        f".pp .pp-{who}-line{{fill:none;stroke:var(--pp-{who});stroke-width:7;"
        "stroke-linecap:round}"
        for who in ("seat0", "seat1", "nobody")
    )
    + ".pp .pp-tag{stroke:#222;stroke-width:1}.pp .pp-label{fill:#111}"
    ".pp .pp-keeps .pp-tag{stroke-width:1.5;stroke:var(--pp-ink)}"
    ".pp .pp-best .pp-tag{stroke-width:3;stroke:var(--pp-ink)}"
    ".pp .pp-best .pp-label{font-weight:700}"
    + "".join(
        f".pp .pp-{value} .pp-tag,.pp .pp-{value} .pp-head{{fill:var(--pp-{value})}}"
        f".pp .pp-{value} .pp-shaft{{stroke:var(--pp-{value})}}"
        for value in ("win", "draw", "loss", "plain")
    )
    + ".pp .pp-shaft{stroke-width:5}.pp .pp-under{stroke:var(--pp-ink);stroke-width:7.5}"
    ".pp .pp-head{stroke:var(--pp-ink);stroke-width:1.2}"
)

_LIGHT = dict(re.findall(r"--pp-(\w+):([^;}]+)", _STYLE.split("@media")[0]))

STYLE = re.sub(
    r"(fill|stroke):var\(--pp-(\w+)\)",
    lambda found: f"{found[1]}:{_LIGHT[found[2]]};{found[0]}",
    _STYLE,
)
"""With the light colour before each variable, for programs without CSS variables."""
