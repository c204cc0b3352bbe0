"""Games made from other games: misère play, another start, a cap, the pie rule, sums."""
