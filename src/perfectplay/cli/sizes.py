"""Amounts of memory as people write them."""

from __future__ import annotations

import re

_UNITS = {
    "": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12,
    "KI": 1 << 10, "MI": 1 << 20, "GI": 1 << 30, "TI": 1 << 40,
}  # fmt: skip


def bytes_of(text: str) -> int:
    """The bytes of an amount such as 500M, 2G, 1.5GiB. Raises ValueError.

    >>> bytes_of("500M"), bytes_of("1.5GiB"), bytes_of("2 gb"), bytes_of("800000000")
    (500000000, 1610612736, 2000000000, 800000000)
    """
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([KMGT]I?)?B?\s*", text.upper())
    if found is None:
        raise ValueError(f'"{text}" is no amount of memory; write it as 500M, 2G or 1.5GiB')
    return int(float(found[1]) * _UNITS[found[2] or ""])


def size_text(size: float) -> str:
    """Bytes in the unit that suits them, to three figures.

    >>> size_text(93_812_345), size_text(999), size_text(2.5e12)
    ('93.8 MB', '999 bytes', '2.5 TB')
    """
    for unit, name in ((10**12, "TB"), (10**9, "GB"), (10**6, "MB"), (10**3, "kB")):
        if size >= unit:
            return f"{float(f'{size / unit:.3g}'):g} {name}"
    return f"{int(size)} bytes"
