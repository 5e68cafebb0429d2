"""Puzzles: one for each day, others by number, and new ones from finished games."""
