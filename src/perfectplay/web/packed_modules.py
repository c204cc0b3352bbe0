"""Pages that are one file, with modules as ``data:`` URLs.

A page that is opened from a disk may not load files.
"""

from __future__ import annotations

import hashlib
import re
from typing import Any
from urllib.parse import quote

from perfectplay.web import views

POLICY = (
    "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action 'none'"
)
"""The page loads nothing, and runs its own scripts only. Pictures contain style."""


def one_file_page(template: str, entry: str, style: str, **content: Any) -> str:
    """A page in one file that loads nothing. ``entry``: its module; ``style``: the name of its
    style sheet, which follows that of all pages; ``content``: what the template shows."""
    own = (views.STATIC / style).read_text(encoding="utf-8")
    modules, css = packed_modules(entry), f"{views.style_sheet()}\n{own}"

    def page(nonce: str) -> str:
        frame = views.PageFrame(modules=modules, css=css, nonce=nonce)
        return views.page(template, frame=frame, policy=POLICY.format(nonce=nonce), **content)

    # nobody who writes a text of the page can know a number that all its texts give
    return page(digest(page("")))


def digest(text: str) -> str:
    """A number, in letters and digits, that only this text gives."""
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()[:32]


def packed_modules(entry: str) -> dict[str, str]:
    """A module and those that it imports, by their bare names, as ``data:`` URLs.

    >>> sorted(packed_modules("pp/theme"))
    ['pp/dom', 'pp/theme']
    """
    files, needed = views.module_files("site"), [entry]
    for name in needed:  # which grows meanwhile
        named = re.findall(r'(?:from|import) "(pp/\w+)";', files[name].read_text(encoding="utf-8"))
        needed += [other for other in named if other not in needed]
    head = "data:text/javascript;charset=utf-8,"
    return {
        name: head + _packed(files[name].read_text(encoding="utf-8")) for name in sorted(needed)
    }


def _packed(module: str) -> str:
    """A module for a URL, without its comments and its indentation.

    >>> from urllib.parse import unquote
    >>> unquote(_packed("// About\\n\\n/** One. */\\nfunction f() {\\n  return 1; // one\\n}\\n"))
    'function f() {\\nreturn 1; // one\\n}'
    """
    plain = re.sub(r"^ */\*\*[\s\S]*?\*/\n", "", module, flags=re.MULTILINE)
    lines = (line.strip() for line in plain.splitlines())
    code = "\n".join(line for line in lines if line and not line.startswith("//"))
    return quote(code, safe=' !"$()*+,-./:;=?@[]^_{|}~`')
