"""Vote games: everybody in a channel plays one side together, by vote."""
