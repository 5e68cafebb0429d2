"""The tests. Their folders mirror those of the program."""
