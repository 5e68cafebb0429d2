"""Thinking ahead: a private board for both sides, with lines that can reply by themselves."""
