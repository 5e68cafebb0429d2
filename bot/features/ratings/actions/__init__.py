"""The commands and buttons about ratings."""
