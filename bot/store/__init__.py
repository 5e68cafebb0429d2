"""SQLite, through aiosqlite: the events of every match and what listings need."""
