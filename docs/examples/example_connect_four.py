"""
Connect 4 on small boards
=========================

Who wins Connect 4 on boards of other sizes? The usual board, 7 wide and 6 high, is won by the first player. Here are the boards with at most
12 cells.
"""

import matplotlib.pyplot as plt

from perfectplay import Value, solve
from perfectplay.games.connect_four import ConnectFour

sizes = [(w, h) for w in range(2, 8) for h in range(2, 8) if max(w, h) >= 4 and w * h <= 12]
solved = {size: solve(ConnectFour(*size)) for size in sizes}
{size: len(solution) for size, solution in solved.items()}

# %%
# The start is a draw on all of these boards. Four in a row needs more room:

assert {solution.value(solution.start) for solution in solved.values()} == {Value.DRAW}

# %%
# But many positions are won. This is their share, and that of the lost ones:

figure, axes = plt.subplots(figsize=(7, 4))
labels = [f"{w}×{h}" for w, h in solved]
won = [100 * solution.counts.wins / len(solution) for solution in solved.values()]
lost = [100 * solution.counts.losses / len(solution) for solution in solved.values()]
axes.bar(labels, won, color="#0072b2", label="won")
axes.bar(labels, lost, bottom=won, color="#d55e00", label="lost")
axes.set(ylabel="percent of all states", title="Connect 4, for the player to move")
axes.legend()
plt.show()

# %%
# A position of the 4×3 board from which the win takes longest, and the number of plies:

state, plies = solved[4, 3].longest_win
print(solved[4, 3].game.text(state, 0))
plies
