"""Pictures read again with an XML parser."""

from __future__ import annotations

from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"


def read(picture: str) -> ElementTree.Element:
    """The root, with a size, a title and a description, and everything inside of its frame."""
    root = ElementTree.fromstring(picture)
    assert root.tag == SVG + "svg"
    assert root.get("role") == "img"
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
    assert [child.tag for child in root[:3]] == [SVG + "title", SVG + "desc", SVG + "style"]
    for group in root.iter(SVG + "g"):
        if group.get("transform"):
            first, _, _ = group.get("transform").partition(")")
            x, y = (float(n) for n in first.removeprefix("translate(").split())
            assert 0 <= x <= width
            assert 0 <= y <= height
    for rect in root.iter(SVG + "rect"):
        if rect.get("class") in ("pp-cell", "pp-tag"):
            assert float(rect.get("x")) >= 0
            assert float(rect.get("x")) + float(rect.get("width")) <= width
            assert float(rect.get("y")) + float(rect.get("height")) <= height
    return root


def moves_of(root: ElementTree.Element) -> dict[str, ElementTree.Element]:
    return {g.get("data-move"): g for g in root.iter(SVG + "g") if g.get("data-move") is not None}


def words(element: ElementTree.Element) -> list[str]:
    return [t.text or "" for t in element.iter(SVG + "text")]
