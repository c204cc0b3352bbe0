"""Strategies of the library, one file each: ordinary functions, as users write them."""
