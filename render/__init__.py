"""A position as a picture, a match as a film; knows the games alone."""
