"""Two against two: partners who move in turn."""
