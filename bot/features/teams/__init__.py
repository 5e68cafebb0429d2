"""Team matches: two teams of one server, board against board. See ARCHITECTURE.md."""
