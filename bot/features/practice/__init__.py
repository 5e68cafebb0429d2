"""Practice: a person plays against the engine, alone or where all can watch."""
