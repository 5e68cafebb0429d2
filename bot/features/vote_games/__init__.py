"""Vote games: everyone in a channel plays one side together, by vote."""
