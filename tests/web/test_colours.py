"""Colours of values and of players are never near each other, on pages and in pictures, light and
dark, for everybody.

Distances are those of CIE 1976 in L*a*b*, between colours as they are seen with full colour vision
and without one kind of cones (Machado, Oliveira and Fernandes, 2009, severity 1.0).
"""

from __future__ import annotations

import re
from itertools import combinations, product

import numpy as np
import pytest

from perfectplay.drawing.board.svg import STYLE
from places import ROOT

VISIONS = {
    "full": np.eye(3),
    "no long": np.array([[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
                         [-0.003882, -0.048116, 1.051998]]),
    "no medium": np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                           [-0.011820, 0.042940, 0.968881]]),
    "no short": np.array([[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
                          [0.004733, 0.691367, 0.303900]]),
}  # fmt: skip
FAR = 30
"""Far more than what is just seen (2), and than what is taken for one colour beside others (10)."""

VALUES, SEATS = ("win", "draw", "loss"), ("seat0", "seat1")
CSS = (ROOT / "src/perfectplay/web/static/style.css").read_text(encoding="utf-8")


def colours(text: str, prefix: str) -> dict[str, str]:
    """The last hexadecimal colour of each variable."""
    return dict(re.findall(rf"--{prefix}(\w+):\s*(#[0-9a-fA-F]{{6}})", text))


def themes() -> dict[str, dict[str, str]]:
    """The colours of pages and of pictures, light and dark."""
    light, dark = CSS.split("@media (prefers-color-scheme: dark)")[:2]
    chosen = re.search(r':root\[data-theme="dark"\] \{([^}]*)\}', CSS)
    assert chosen
    drawn_light, drawn_dark = STYLE.split("@media (prefers-color-scheme:dark)")[:2]
    drawn_dark = drawn_dark.split("}}")[0] + "}"
    page, picture = colours(light, ""), colours(drawn_light, "pp-")
    return {
        "page, light": page,
        "page, dark by the system": page | colours(dark.split("} }")[0], ""),
        "page, dark by choice": page | colours(chosen[1], ""),
        "picture, light": picture,
        "picture, dark": picture | colours(drawn_dark, "pp-"),
    }


def linear(colour: str) -> np.ndarray:
    parts = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def seen(colour: str, vision: np.ndarray) -> np.ndarray:
    """L*a*b* of a colour."""
    to_xyz = [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
              [0.0193339, 0.1191920, 0.9503041]]  # fmt: skip
    xyz = np.array(to_xyz) @ np.clip(vision @ linear(colour), 0, 1) / [0.95047, 1, 1.08883]
    x, y, z = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def distance(one: str, other: str) -> float:
    """The least distance of two colours in all kinds of vision."""
    return min(
        float(np.linalg.norm(seen(one, vision) - seen(other, vision)))
        for vision in VISIONS.values()
    )


@pytest.mark.parametrize("theme", themes())
def test_players_and_values_have_colours_of_their_own(theme: str) -> None:
    found = themes()[theme]
    for seat, value in product(SEATS, VALUES):
        assert distance(found[seat], found[value]) > FAR, (theme, seat, value)
    for one, other in (*combinations(SEATS, 2), *combinations(VALUES, 2)):
        assert distance(found[one], found[other]) > FAR, (theme, one, other)


@pytest.mark.parametrize("theme", themes())
def test_pieces_stand_out_from_the_board(theme: str) -> None:
    """At least 3 to 1, as WCAG 2 asks of what is not text."""
    found = themes()[theme]
    ground = found["well"] if "page" in theme else found["cell"]
    for seat in SEATS:
        light = [float(linear(each) @ [0.2126, 0.7152, 0.0722]) + 0.05 for each in
                 (found[seat], ground)]  # fmt: skip
        assert max(light) / min(light) > 3, (theme, seat)


def test_the_measure_tells_colours_apart() -> None:
    assert distance("#000000", "#ffffff") == pytest.approx(100, abs=0.1)
    assert distance("#4aa6df", "#56b4e9") < 10  # a player and the wins, as they once were
    assert distance("#ff0000", "#00ff00") < 90  # not for everybody what it is for most
