"""Checks the links of a built site: inside it, everything that a page names must exist.

Sphinx checks links between pages. This checks the finished HTML, with the boards, pictures and
scripts that Sphinx does not know. It needs no network: addresses of other hosts are only refused
where a page would load something from them.
"""

from __future__ import annotations

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LINKS = {"a": "href", "area": "href"}
LOADED = {
    "img": "src", "script": "src", "iframe": "src", "source": "src", "video": "src",
    "embed": "src", "object": "data", "link": "href",
}  # fmt: skip
"""Attributes that name what the browser loads by itself."""


class _Page(HTMLParser):
    """The links of a page, what it loads, and its anchors."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        if given.get(LINKS.get(tag, "")):
            self.links.append(given[LINKS[tag]])
        if given.get(LOADED.get(tag, "")) and given.get("rel") not in ("canonical", "author"):
            self.loaded.append(given[LOADED[tag]])


def broken_links(site: Path, without: tuple[str, ...] = ("boards", "_static")) -> list[str]:
    """A sentence for each broken link of the HTML pages below a folder.

    Pages in the folders ``without`` are not read, but links may lead to them.
    """
    pages = {
        path: _Page(path.read_text(encoding="utf-8"))
        for path in sorted(site.rglob("*.html"))
        if path.relative_to(site).parts[0] not in without
    }
    found = []
    for path, page in pages.items():
        where = path.relative_to(site)
        for link in dict.fromkeys(page.links + page.loaded):
            reason = _fault(site, path, link, link in page.loaded, pages)
            if reason:
                found.append(f"{where}: {link} {reason}")
    return found


def _fault(site: Path, path: Path, link: str, loaded: bool, pages: dict[Path, _Page]) -> str:
    """Why a link is broken; "" if it is not."""
    parts = urlsplit(link)
    if parts.scheme == "data" or (parts.scheme in ("http", "https", "mailto") and not loaded):
        return ""
    if parts.scheme or parts.netloc:
        return "is loaded from another host, but the site must work without a network"
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if target.is_dir():
        target /= "index.html"
    if not target.exists():
        return "does not exist"
    if not target.is_relative_to(site.resolve()):
        return "is outside of the site"
    anchor = unquote(parts.fragment)
    if anchor and target in pages and anchor not in pages[target].anchors:
        return f"has no anchor {anchor}"
    return ""


def main(site: Path) -> int:
    """Print every broken link and return 1 if there is one."""
    faults = broken_links(site.resolve())
    for fault in faults:
        sys.stderr.write(f"broken link in {fault}\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
