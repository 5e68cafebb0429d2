"""Pages: the content of messages as data, made from the service's values. No Discord, no pixels."""
