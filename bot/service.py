"""The use cases, without Discord and without SQL."""
