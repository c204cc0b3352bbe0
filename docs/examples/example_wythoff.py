"""
Wythoff's game and the golden ratio
===================================

There are two piles of stones. A move takes any number from one pile, or the same number from both. The player who takes the last stone wins. W. A. Wythoff showed in
1907 that the lost positions lie along two lines, whose slopes are the golden ratio and its inverse.
"""

import matplotlib.pyplot as plt

from perfectplay import Value, solve
from perfectplay.games.wythoff import Wythoff

solution = solve(Wythoff(left=60, right=60))
lost = [state for state in solution if solution.value(state) is Value.LOSS]
lost[:9]

# %%
# The lost positions, with the two lines:

golden = (1 + 5**0.5) / 2
figure, axes = plt.subplots(figsize=(6, 6))
axes.plot([0, 60 / golden], [0, 60], color="#999999", linewidth=1)
axes.plot([0, 60], [0, 60 / golden], color="#999999", linewidth=1)
axes.scatter([a for a, _ in lost], [b for _, b in lost], color="#d55e00", zorder=2)
axes.set(
    xlabel="left pile",
    ylabel="right pile",
    title="Lost positions of Wythoff's game",
    aspect="equal",
)
plt.show()

# %%
# His formula gives the same positions:

formula = {(int(n * golden), int(n * golden**2)) for n in range(40)}
formula |= {(b, a) for a, b in formula}
assert set(lost) == {(a, b) for a, b in formula if a <= 60 and b <= 60}
