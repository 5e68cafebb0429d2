"""Onlookers: people who follow a game that others play."""
