"""What a host does beside playing: the words after `konakis`, backups, and whether all is well."""
