"""*Show here*: a page that a person reads in private, posted for all in the channel."""
