"""Tablut: a king and his Swedes against the Muscovites, in every published rule set."""
