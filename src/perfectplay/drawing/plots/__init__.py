"""Pictures and tables of a solution: data in one half of the files, Matplotlib in the other.

`grid_of`, `bars_of` and `graph_of` give data for anybody to draw; `draw` draws it.
"""
