"""Modules of a page as ``data:`` URLs: a page that is opened from a disk may not load files."""

from __future__ import annotations

import re
from urllib.parse import quote

from perfectplay.web.views import module_files


def packed_modules(entry: str) -> dict[str, str]:
    """A module and those that it imports, by their bare names, as ``data:`` URLs.

    >>> sorted(packed_modules("pp/theme"))
    ['pp/dom', 'pp/theme']
    """
    files, needed = module_files("site"), [entry]
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
    return quote(code, safe=" !$()*+,-./:;=?@[]^_{|}~`")
