"""Chooses moves and judges positions in every rule set of both games.

Law: the standard library, and games alone.
"""
