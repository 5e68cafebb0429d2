"""Paint a position as a picture and a match as a film. Knows only the games."""
