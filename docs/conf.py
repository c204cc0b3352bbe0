"""Settings of Sphinx for the site. `make docs` builds it, in the steps of docs/build_site.py."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from perfectplay import Cells, Grid, Piece, __version__  # noqa: E402

CALLED = (Cells, Grid, Piece)
"""Classes that a user calls."""

project = "perfectplay"
author = "the authors of perfectplay"
version = release = __version__
html_title = "perfectplay"

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx_design",
    "sphinx_gallery.gen_gallery",
]
exclude_patterns = ["_build", "_made", "examples", "README.md"]
root_doc = "index"
default_role = "py:obj"
highlight_language = "none"

myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence", "deflist"]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_maximum_signature_line_length = 80
autodoc_preserve_defaults = True

sphinx_gallery_conf = {
    "examples_dirs": "examples",
    "gallery_dirs": "gallery",
    "filename_pattern": "/example_",
    "copyfile_regex": r"GALLERY_HEADER\.rst",
    "image_scrapers": ("generate.figure_scraper.figures", "matplotlib"),
    "matplotlib_animations": False,
    "download_all_examples": False,
    "show_memory": False,
    "show_signature": False,
    "remove_config_comments": True,
    "within_subsection_order": "FileNameSortKey",
    "min_reported_time": 10_000,
    "write_computation_times": False,
}
if not (HERE / "examples").exists():
    extensions.remove("sphinx_gallery.gen_gallery")

html_theme = "pydata_sphinx_theme"
html_static_path = ["_static", "_made/static"]
html_favicon = "_static/favicon.svg"
html_extra_path = ["_made/extra"]
html_css_files = ["site.css", "board_colours.css"]
if (HERE.parent / "build" / "page").exists():  # docs/try/build.py has built try/ there
    html_extra_path.append("../build/page")
    tags.add("try_page")  # type: ignore[name-defined] # noqa: F821  # Sphinx defines it
html_js_files = [("theme_of_boards.js", {"defer": "defer"})]
html_show_sourcelink = False
html_copy_source = False
html_context = {"default_mode": "auto"}  # without it the theme complains on a first visit
html_theme_options = {
    "logo": {
        "text": "perfectplay",
        "image_light": "_static/favicon.svg",
        "image_dark": "_static/favicon.svg",
        "alt_text": "",
    },
    "navbar_align": "left",
    "header_links_before_dropdown": 7,
    "show_toc_level": 2,
    "show_nav_level": 1,
    "navigation_depth": 2,
    "back_to_top_button": False,
    "footer_start": ["copyright"],
    "footer_end": [],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
html_sidebars = {"index": [], "tutorial": [], "try": [], "how-it-works": [], "glossary": []}
project_copyright = "the authors of perfectplay, MIT licence"


def _exists(name: str) -> bool:
    """True if there is a page of this name in the uppermost folder."""
    return any((HERE / f"{name}{ending}").exists() for ending in (".md", ".rst"))


def _write_pages(_: Any, config: Any) -> None:
    """Write the generated pages before Sphinx looks for pages.

    Raises ConfigError if a page has the name of one that Sphinx writes, and would be lost.
    """
    from sphinx.errors import ConfigError

    from generate.board_colours import write_board_colours
    from generate.command_page import write_command_page
    from generate.drawn_figures import write_figures
    from generate.game_pages import all_games, write_game_pages
    from generate.program_digest import remove_if_stale

    taken = [name for name in ("search", "genindex", "py-modindex") if _exists(name)]
    if taken:
        raise ConfigError(f"Sphinx writes {taken[0]}.html itself: rename the page {taken[0]}")
    games = config.library_games.split(",") if config.library_games else all_games()
    remove_if_stale(HERE / "gallery", HERE / "_made" / "program")
    write_game_pages(HERE, games)
    write_board_colours(HERE / "_made" / "static" / "board_colours.css")
    write_command_page(HERE)
    write_figures(HERE / "_made" / "figures")


def _without_fields(*given: Any) -> tuple[str, None] | None:
    """Only classes that a user calls show how they are called."""
    _, what, _, thing, _, signature, _ = given
    return ("", None) if what == "class" and signature and thing not in CALLED else None


def setup(app: Any) -> None:
    """Register what this site adds to Sphinx."""
    app.add_config_value("library_games", "", "env", str)
    app.connect("config-inited", _write_pages, priority=400)
    app.connect("autodoc-process-signature", _without_fields)
