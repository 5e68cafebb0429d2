"""Discord's REST interface, version 10, as far as a bot of this kind needs it."""
