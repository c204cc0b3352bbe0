"""
Chomp: the first bite
=====================

One corner of a bar of chocolate is poisoned. A move bites off a square with all squares to the right of it and below it. The player who eats the poison loses.
A short argument shows that the first player always wins, but it does not say how. A solve does.
"""

import matplotlib.pyplot as plt

from perfectplay import solve
from perfectplay.games.chomp import Chomp

solutions = {
    (rows, columns): solve(Chomp(rows, columns)) for rows in range(1, 6) for columns in range(2, 8)
}
for columns in range(2, 8):
    solution = solutions[3, columns]
    texts = [solution.game.move_text(move) for move in solution.best_moves(solution.start)]
    print(f"3 × {columns}: {solution}, best first bites {', '.join(texts)}")

# %%
# On each of these bars exactly one first bite wins:

assert all(len(solution.keeping_moves(solution.start)) == 1 for solution in solutions.values())

# %%
# The picture shows this bite for each bar, as the row and column of the square, and below it the number of plies to the end. On a square bar it is the square
# that touches the corner.

figure, axes = plt.subplots(figsize=(7, 5))
plies = [
    [solutions[r, c].remoteness(solutions[r, c].start) for c in range(2, 8)] for r in range(1, 6)
]
axes.imshow(plies, cmap="Blues", extent=(1.5, 7.5, 5.5, 0.5), vmax=40)
for (rows, columns), solution in solutions.items():
    [bite] = solution.best_moves(solution.start)
    text = f"{solution.game.move_text(bite)}\n{solution.remoteness(solution.start)} plies"
    axes.text(columns, rows, text, ha="center", va="center")
axes.set(xlabel="columns", ylabel="rows", title="The first bite that wins")
plt.show()
