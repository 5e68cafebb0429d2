"""The values that are stored."""
