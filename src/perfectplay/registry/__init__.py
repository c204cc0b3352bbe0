"""How games are found: addresses, parameters, the index of the library, templates for new files."""
