"""The library of games, one file each, written like the games of any user.

``perfectplay.game.naming`` lists them by name.
"""
