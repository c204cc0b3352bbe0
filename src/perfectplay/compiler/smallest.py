"""The smallest key among the images of a state, from the text of the rules' ``symmetries``."""

from __future__ import annotations

from perfectplay.compiler.inline_yield import spliced


def representative(text: str) -> tuple[str, int] | None:
    """The text of ``representative(state, key, layout)``, and the line of ``text`` at which the
    generator begins, line by line the same; None if ``symmetries`` is no plain generator.

    A negative key, of a state that the layout cannot hold, is smaller than all others.
    """
    return spliced(
        text, "symmetries", "representative", ("_pp_key", "_pp_layout"),
        ("_pp_key = _pp_min(_pp_key, _pp_encode(ANSWER, _pp_layout))",), "_pp_key",
    )  # fmt: skip
