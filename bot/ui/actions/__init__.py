"""The core's commands, and what its buttons and modals do: a file a subject."""
