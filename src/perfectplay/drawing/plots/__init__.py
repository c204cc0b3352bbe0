"""Pictures and tables of a solution.

`grid_of`, `bars_of` and `graph_of` compute the data; `draw` makes Matplotlib figures of it.
"""
