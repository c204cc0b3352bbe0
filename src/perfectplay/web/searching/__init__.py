"""Searches of positions of games that are not solved, each game in a process of its own."""

from perfectplay.web.searching.search_job import SearchPlace, SearchStatus
from perfectplay.web.searching.searches import Searches

__all__ = ["SearchPlace", "SearchStatus", "Searches"]
