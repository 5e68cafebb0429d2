"""Paint a position as a picture and a match as a film. Knows the games alone."""
