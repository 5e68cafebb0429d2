"""Pages: what a message shows, as data made from the service's values. No Discord, no pixels."""
