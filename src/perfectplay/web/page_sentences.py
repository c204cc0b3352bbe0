"""Sentences for readers of a page, who have no command line."""

from __future__ import annotations

import re

_FLAG = re.compile(r"(?<![\w-])--[a-z]")


def without_flags(sentence: str) -> str:
    """A sentence without the options of the command line that it advises.

    >>> without_flags("not within 2 MB; allow more memory with memory (--memory)")
    'not within 2 MB; allow more memory with memory'
    >>> without_flags("too many states; solve with --method interpreted, or not at all")
    'too many states; or not at all'
    """
    if not _FLAG.search(sentence):
        return sentence
    plain = re.sub(r" \(--[a-z][^()]*\)", "", sentence)
    parts = re.split(r"(?<=[;,:]) ", plain)
    kept = " ".join(part for part in parts if not _FLAG.search(part))
    return re.sub(r"[;,:]$", "", kept) or "the server's command line has an option for this"


def whole_sentence(text: str) -> str:
    """A message as a sentence of its own: with a capital, if it begins with a word, and a stop;
    without the address of REST that it advises.

    >>> whole_sentence("there is nothing at /x; /docs lists it"), whole_sentence("a.py is missing")
    ('There is nothing at /x.', 'a.py is missing.')
    """
    text = re.sub(r"; /(docs|api)\b.*", "", text)
    begun = text[:1].upper() + text[1:] if re.match(r"[a-z]+[ ,:]", text) else text
    return begun if re.search(r"[.!?…]$", begun) else f"{begun}."
