"""
Chopsticks: small changes of the rules
======================================

Chopsticks is played with the fingers of two hands, and there are many versions of it. One solve of each shows what the rules do.
"""

import matplotlib.pyplot as plt

from perfectplay import bars_of, draw, solve
from perfectplay.games.chopsticks import Chopsticks

variants = {}
for overflow in ("cut-off", "roll-over"):
    for splits in ("none", "halve_into_empty", "even", "live", "any"):
        variants[overflow, splits] = solve(Chopsticks(overflow=overflow, splits=splits))
for (overflow, splits), solution in variants.items():
    print(f"{overflow:10} {splits:17} {solution}")

# %%
# Most versions are endless draws: the players can go round for ever. The share of endless draws among all states:

figure, axes = plt.subplots(figsize=(7, 4))
labels = [f"{splits}\n{overflow}" for overflow, splits in variants]
shares = [100 * solution.counts.endless / len(solution) for solution in variants.values()]
axes.barh(labels, shares, color="#f0e442", edgecolor="#333333")
axes.set(xlabel="percent of all states", title="Endless draws in Chopsticks")
axes.invert_yaxis()
figure.tight_layout()
plt.show()

# %%
# All states of the standard rules by the plies to the end:

figure = draw(bars_of(variants["cut-off", "any"]))
