"""The routes of GamesCraftersUWAPI, so that the front end GamesmanUni shows our solutions."""
