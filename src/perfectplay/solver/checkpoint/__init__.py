"""The folder that a solve works on: what is kept there so that it can go on, and the lock."""
