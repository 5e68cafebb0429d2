"""Reviews: the course of a finished game, and the moves that decided it."""
