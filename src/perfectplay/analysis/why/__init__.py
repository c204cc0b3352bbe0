"""Why a position or a move has its value, in sentences made of facts."""
