"""
The 8-puzzle: every distance
============================

A puzzle is a game for one player. A win is a solution, and the remoteness is the fewest moves to it. Half of the arrangements of the
eight tiles can be solved.
"""

from perfectplay import bars_of, draw, solve
from perfectplay.games.eight_puzzle import EightPuzzle

solution = solve(EightPuzzle())
solution

# %%
# All states by the fewest moves to the solution:

figure = draw(bars_of(solution))

# %%
# The farthest states, 31 moves away. A. Reinefeld counted two of them in 1993:

solution.by_remoteness[31]

# %%
# A shortest solution of one of them begins with these tiles:

solution.line().moves[:12]
