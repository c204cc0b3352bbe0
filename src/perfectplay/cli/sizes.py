"""Amounts of memory as people write them."""

from __future__ import annotations


def size_text(size: float) -> str:
    """Bytes in the unit that suits them, to three figures.

    >>> size_text(93_812_345), size_text(999), size_text(2.5e12)
    ('93.8 MB', '999 bytes', '2.5 TB')
    """
    for unit, name in ((10**12, "TB"), (10**9, "GB"), (10**6, "MB"), (10**3, "kB")):
        if size >= unit:
            return f"{float(f'{size / unit:.3g}'):g} {name}"
    return f"{int(size)} bytes"
