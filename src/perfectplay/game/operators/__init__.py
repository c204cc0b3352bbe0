"""Games made of other games: misère play, another start, a cap, the pie rule, sums."""
