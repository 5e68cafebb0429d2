"""2v2: partners who take turns to move."""
