"""A4 pages for print, as PDF: texts that are cut to their room, boards, a title, page numbers.

PDF is written by fpdf2, with the fonts of Matplotlib; both are part of ``perfectplay[print]``.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from perfectplay.core.extras import extra_module
from perfectplay.drawing.board.svg_style import STYLE

WIDE, HIGH, MARGIN = 210.0, 297.0, 15.0
"""The size of a page in millimetres, and its margins."""

BODY, END = 32.0, 280.0
"""The upper and the lower end of what stands between the title and the number."""

LARGEST = 0.3
"""The most millimetres of a pixel of a picture."""

LINE = 0.45
"""The height of a line in millimetres for each point of its size."""

TEXT, MONO = "text", "mono"
"""The fonts; both have the letters of most alphabets that are written from the left."""

_FILES = {
    (TEXT, ""): "DejaVuSans.ttf",
    (TEXT, "B"): "DejaVuSans-Bold.ttf",
    (MONO, ""): "DejaVuSansMono.ttf",
}


def check_print() -> None:
    """Raise MissingExtraError if a library for PDF is not installed."""
    extra_module("fpdf", "print", "PDF files")
    extra_module("matplotlib", "print", "PDF files")


class PrintedPages:
    """The pages of a document; ``count``: how many there will be.

    Measures are millimetres from the upper left corner, sizes of letters are points. Raises
    MissingExtraError as `check_print` does.
    """

    def __init__(self, title: str, note: str, count: int) -> None:
        check_print()
        folder = Path(extra_module("matplotlib", "print", "PDF files").get_data_path())
        self._pdf: Any = extra_module("fpdf", "print", "PDF files").FPDF(unit="mm", format="A4")
        self._pdf.set_creation_date(datetime.fromtimestamp(0, UTC))  # the same bytes each time
        self._pdf.set_auto_page_break(False)
        self._pdf.alias_nb_pages("")  # no text of a game stands for the number of pages
        for (family, style), file in _FILES.items():
            self._pdf.add_font(family, style, folder / "fonts" / "ttf" / file)
        self._letters = self._pdf.fonts[TEXT].cmap
        self.title, self._note, self._count = self.printable(title), note, count
        self._pdf.set_title(self.title)
        self._pdf.set_lang("en")

    def printable(self, text: str) -> str:
        """A text on one line, with � for letters that the font does not have."""
        plain = re.sub(r"[\s\x00-\x1f]", " ", text)
        return "".join(letter if ord(letter) in self._letters else "�" for letter in plain)

    def add_page(self) -> None:
        """Begin a page, with its title and number."""
        self._pdf.add_page()
        self.write(self.title, MARGIN, 13, WIDE - 2 * MARGIN, 15, "B", most=1)
        self.write(self._note, MARGIN, 21, WIDE - 2 * MARGIN, 9, most=2)
        number = f"{self._pdf.page_no()} / {self._count}"
        self.write(number, WIDE / 2 - 8, HIGH - 12, 40, 9, most=1)

    def write(
        self, text: str, x: float, y: float, wide: float, size: float, style: str = "",
        family: str = TEXT, *, most: int,
    ) -> float:  # fmt: skip
        """Write a text in at most so many lines, cut with an ellipsis; gives the y below it."""
        if not text:
            return y
        self._pdf.set_font(family, style, size)
        lines = self._pdf.multi_cell(
            wide, LINE * size, self.printable(text), dry_run=True, output="LINES", align="L"
        )
        if len(lines) > most:
            lines = [*lines[: most - 1], self._cut(lines[most - 1], wide)]
        for line in lines:
            self._pdf.text(x, y + 0.36 * size, line)
            y += LINE * size
        return y

    def _cut(self, line: str, wide: float) -> str:
        while line and self._pdf.get_string_width(f"{line} …") > wide - 2:
            line = line[:-1]
        return f"{line.rstrip()} …"

    def draw(self, picture: str, x: float, y: float, wide: float, high: float) -> None:
        """Draw an SVG of a board as large as its room and `LARGEST` allow."""
        sizes = re.search(r'width="([\d.]+)" height="([\d.]+)"', picture)
        assert sizes is not None
        across, down = float(sizes[1]), float(sizes[2])
        scale = min(wide / across, high / down, LARGEST)
        plain = styled_svg(picture, TEXT, self.printable)
        self._pdf.image(io.BytesIO(plain.encode()), x, y, scale * across, scale * down)

    def as_bytes(self) -> bytes:
        """The document; the same pages give the same bytes."""
        return bytes(self._pdf.output())


_SVG = "http://www.w3.org/2000/svg"

Selector = tuple[str, ...]
"""Classes: that of the element last, before it those of elements around it."""


def styled_svg(picture: str, family: str, change: Callable[[str], str] = str) -> str:
    """A picture as `svg` gives it, its style as attributes of each element, in light colours.

    ``family``: the font of all texts; ``change``: is called with each text that is written.

    >>> picture = '<svg xmlns="http://www.w3.org/2000/svg" class="pp"><g class="pp-ink"/></svg>'
    >>> styled_svg(picture, "Serif")
    '<svg xmlns="http://www.w3.org/2000/svg" font-family="Serif"><g fill="#222" /></svg>'
    """
    ElementTree.register_namespace("", _SVG)
    root = ElementTree.fromstring(picture.strip())
    _style(root, frozenset(), change)
    root.set("font-family", family)
    return ElementTree.tostring(root, encoding="unicode")


def _style(
    element: ElementTree.Element, around: frozenset[str], change: Callable[[str], str]
) -> None:
    own = frozenset(element.attrib.pop("class", "").split())
    for selector, declarations in _rules():
        *outer, last = selector
        if last in own and around.issuperset(outer):
            for name, value in declarations:
                element.set(name, value)
    if element.attrib.pop("paint-order", None):
        for name in ("stroke", "stroke-width"):  # they would be painted over the letters
            del element.attrib[name]
    for child in list(element):
        if child.tag.rpartition("}")[2] in ("style", "title", "desc"):
            element.remove(child)
        else:
            _style(child, around | own, change)
    if element.tag.endswith("}text"):
        element.text = change(element.text or "")


@cache
def _rules() -> list[tuple[Selector, list[tuple[str, str]]]]:
    """The rules of the style sheet, those that count more later."""
    light = re.sub(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*\}", "", STYLE)
    rules = []
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", light):
        pairs = [tuple(part.split(":", 1)) for part in body.split(";")]
        plain = [
            (name, value)
            for name, value in pairs
            if not name.startswith(("--", "font-family")) and not value.startswith("var(")
        ]
        for selector in selectors.split(","):
            rules.append((tuple(re.findall(r"\.([\w-]+)", selector)), plain))
    rules.sort(key=lambda rule: len(rule[0]))  # keeps the order of equal ones
    return rules
