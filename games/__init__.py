"""Rules of play: pure functions over frozen values; no input or output, no clock."""
