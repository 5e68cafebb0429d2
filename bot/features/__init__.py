"""The features beside the game between two: each a folder that declares itself to the core."""
