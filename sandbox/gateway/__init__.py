"""Discord's gateway: what the bot is told over its WebSocket, and how it comes back."""
