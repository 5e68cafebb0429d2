"""*Show here*: a private page, posted for everyone in the channel."""
