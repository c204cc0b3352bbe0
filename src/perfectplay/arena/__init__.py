"""Our games and solutions where other libraries play: OpenSpiel, PettingZoo, Gymnasium."""
