"""Tournaments: who meets whom, and who leads. Pure functions over entrants, who are numbers.

Law: no ratings, dates or persons. Entrants are given in the order of their seeds, the best first,
and what is asked twice is answered alike.
"""
