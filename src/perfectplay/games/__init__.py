"""The library: ordinary games, one file each, written on the contract like anybody's own.

``perfectplay.registry.games`` lists them by name.
"""
