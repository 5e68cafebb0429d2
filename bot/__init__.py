"""The Discord bot: store, service, outbox and what people see."""
