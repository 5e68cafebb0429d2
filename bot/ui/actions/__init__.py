"""The core's commands, and the handlers of its buttons and modals: one file per subject."""
