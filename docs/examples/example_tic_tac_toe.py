"""
Tic-tac-toe: every state and every play
=======================================

Tic-tac-toe is a draw. How easy is it to go wrong?
"""

import matplotlib.pyplot as plt

from perfectplay import Value, solve, statistics
from perfectplay.games.tic_tac_toe import TicTacToe

solution = solve(TicTacToe())
solution

# %%
# The values of all states by the number of stones, for the player to move:

found = statistics(TicTacToe()).all
plies = range(len(found.by_ply))
figure, axes = plt.subplots(figsize=(7, 4))
bottom = [0] * len(found.by_ply)
for name, colour in (("wins", "#0072b2"), ("draws", "#f0e442"), ("losses", "#d55e00")):
    counts = [row[name] for row in found.by_ply]
    axes.bar(plies, counts, bottom=bottom, color=colour, label=name)
    bottom = [below + count for below, count in zip(bottom, counts, strict=True)]
axes.set(xlabel="stones on the board", ylabel="states", title="Tic-tac-toe", xticks=plies)
axes.legend()
plt.show()

# %%
# The number of plays, counted exactly, and who wins them if all plays are equally likely:

found.plays.count, found.plays.by_result

# %%
# In how many drawn states does only one move keep the draw, and in how many do all moves keep it?

one, every = 0, 0
for state in solution:
    if solution.value(state) is Value.DRAW and not solution.probe(state).terminal:
        keeping, moves = solution.keeping_moves(state), solution.probe(state).moves
        one += len(keeping) == 1 < len(moves)
        every += len(keeping) == len(moves) > 1
one, every
