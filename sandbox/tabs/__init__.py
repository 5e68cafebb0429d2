"""The server's side of the chat page: what a tab is shown, and what it may do."""
