"""Tournaments: pairings and standings. Pure functions over entrants, which are numbers.

Invariant: no ratings, dates or people. Entrants come in the order of their seeds, the best first,
and the same question always gets the same answer.
"""
