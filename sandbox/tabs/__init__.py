"""The server's side of the chat page: what a browser tab is sent, and its actions."""
