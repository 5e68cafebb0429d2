"""Reviews: how a finished game went, and the moves that decided it."""
