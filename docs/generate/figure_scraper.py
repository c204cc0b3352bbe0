"""The figures of a gallery example that Matplotlib's own list of figures does not have.

`perfectplay.draw` returns a figure of its own, as a library should. Such a figure is saved if the
example keeps it in a variable.
"""

from __future__ import annotations

from typing import Any


def figures(_: Any, block_vars: dict[str, Any], gallery_conf: dict[str, Any]) -> str:
    """Save the figures that a block of an example has made, and return them as reStructuredText."""
    from matplotlib import pyplot
    from matplotlib.figure import Figure
    from sphinx_gallery.scrapers import figure_rst

    known = {pyplot.figure(number) for number in pyplot.get_fignums()}
    saved = []
    for thing in block_vars["example_globals"].values():
        if not isinstance(thing, Figure) or thing in known or hasattr(thing, "saved_by_gallery"):
            continue
        if getattr(thing, "number", None) is not None:  # pyplot has made it
            continue
        path = next(block_vars["image_path_iterator"])
        thing.savefig(path, dpi=100)
        thing.saved_by_gallery = True  # type: ignore[attr-defined]
        saved.append(path)
    return figure_rst(saved, gallery_conf["src_dir"])
