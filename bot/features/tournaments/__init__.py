"""Tournaments that a server plays by itself, from the sign-up to the winner."""
