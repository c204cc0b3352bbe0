"""What plays at random show of the states of a game: their shape, lengths, texts and sets."""
