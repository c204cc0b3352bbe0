"""
Three Rocks: the picture and the rule
=====================================

There are two piles of rocks. A move takes one to three rocks in all. The player who takes the last rock wins.
"""

from perfectplay import draw, explain, grid_of, solve
from perfectplay.games.three_rocks import ThreeRocks

solution = solve(ThreeRocks(left=12, right=12))
solution.summary()["start"]

# %%
# The picture has a cell for each position. Blue cells are won for the player to move, red ones are lost. Each number is the
# plies to the end.

figure = draw(grid_of(solution))

# %%
# The lost positions lie on diagonals. perfectplay finds the rule:

found = explain(solution)
found.expression

# %%
# A position is lost exactly when the number of rocks is divisible by 4. The rule is right in every state, and also on larger boards:

found
