"""Lessons by doing: small boards on which players try what they learn."""
