"""Lessons by doing: small boards on which one plays what is to be learned."""
