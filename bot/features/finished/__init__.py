"""Finished games: one message in a channel that lists them, a day after their results."""
