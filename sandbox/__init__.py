"""A stand-in for Discord on 127.0.0.1: gateway, REST and a chat page. Knows nothing of the bot."""
