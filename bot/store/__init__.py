"""The store: SQLite, through aiosqlite. It keeps the events of every match, and all else."""
