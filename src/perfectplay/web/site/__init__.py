"""A small solved game as a folder of files: the page without a server.

static_site.py  the folder: pages, data · site_folder.py  written whole, or not at all
positions.py    all positions, each with its number · chunks.py  some of them as one file
text_lookup.py  which position a text stands for
"""

from perfectplay.web.site.static_site import SiteError, WrittenSite, site

__all__ = ["SiteError", "WrittenSite", "site"]
