"""Discord's gateway: the bot's WebSocket connections, sessions and the events sent to them."""
