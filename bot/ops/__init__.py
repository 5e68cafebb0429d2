"""The host's tools: the commands of `konakis`, backups, checks of the database and of the bot."""
