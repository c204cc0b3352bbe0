"""A small solved game as a folder of files: the page without a server.

static_site.py  the folder: pages and data · site_folder.py  writes it whole or not at all
positions.py    all positions with their numbers and texts · chunks.py  some of them as one file
"""

from perfectplay.web.site.static_site import SiteError, WrittenSite, site

__all__ = ["SiteError", "WrittenSite", "site"]
