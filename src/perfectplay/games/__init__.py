"""The library: ordinary games, one file each, written on the contract like anybody's own.

``perfectplay.games.index`` lists them by name.
"""
