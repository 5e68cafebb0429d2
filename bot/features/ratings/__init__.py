"""Ratings: how strong players are, tables, seasons, profiles."""
