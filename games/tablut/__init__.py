"""Tablut: the 9x9 game of a king and his Swedes against the Muscovites, in its published rule sets."""
