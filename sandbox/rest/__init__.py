"""Discord's REST API, version 10, as far as a bot of this kind needs it."""
