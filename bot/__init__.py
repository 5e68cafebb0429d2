"""The Discord bot: the store, the use cases, the outbox and what players see."""
