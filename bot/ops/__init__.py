"""What a host needs: the commands of `konakis`, backups, checks, and whether the bot is well."""
