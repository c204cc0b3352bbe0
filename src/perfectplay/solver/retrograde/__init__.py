"""Values and distances, from the ends of the plays backwards."""
