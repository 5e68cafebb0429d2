"""A storm: a community of twenty plays for days while everything goes wrong, all from a seed."""
