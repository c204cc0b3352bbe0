"""Games that are written out: from a dictionary, a JSON file, or a graph of NetworkX."""
