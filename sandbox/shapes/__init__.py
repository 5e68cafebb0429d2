"""Discord's JSON for the values of the world."""
