"""Games with partners who take turns to move: two against two, or against the engine."""
