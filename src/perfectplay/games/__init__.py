"""The library of games, one file each, written like the games of any user.

``perfectplay.registry.games`` lists them by name.
"""
