"""Pictures without a style sheet, for programs that do not read one."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from xml.etree import ElementTree

from perfectplay.drawing.board.svg import STYLE

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
