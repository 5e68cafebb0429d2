"""The features around the game between two: a folder each, which declares itself to the core."""
