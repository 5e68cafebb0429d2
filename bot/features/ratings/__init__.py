"""Ratings: how strong players are, leaderboards, seasons, profiles."""
