"""Tafl: a king and his defenders against twice as many attackers, in every published rule set."""
