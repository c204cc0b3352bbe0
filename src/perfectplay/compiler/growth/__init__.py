"""Games that grow without end: lines on which a state repeats but for fields that grow."""

from perfectplay.compiler.growth.growth import Growth, find_growth

__all__ = ["Growth", "find_growth"]
