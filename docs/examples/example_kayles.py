"""
Kayles: Grundy values and their period
======================================

In Kayles a move takes one pin of a row, or two that stand side by side. What is left is one row or two, so the game is a sum of games, and
each row has a Grundy value.
"""

import matplotlib.pyplot as plt

from perfectplay import grundy
from perfectplay.games.kayles import Kayles

values = [grundy(Kayles(n)).start for n in range(100)]
values[:24]

# %%
# From 71 pins on, the values repeat after 12 pins. R. K. Guy and C. A. B. Smith found this in 1956.

last = max(n for n in range(88) if values[n] != values[n + 12])
last + 1

# %%
# The exceptions before it are marked:

figure, axes = plt.subplots(figsize=(7, 3.5))
odd = [n for n in range(88) if values[n] != values[n + 12]]
axes.plot(values, color="#0072b2", drawstyle="steps-mid")
axes.scatter(odd, [values[n] for n in odd], color="#d55e00", zorder=2, label="not as 12 later")
axes.set(xlabel="pins", ylabel="Grundy value", title="Kayles")
axes.legend()
plt.show()
