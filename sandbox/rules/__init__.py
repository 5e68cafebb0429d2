"""Discord's validation rules with its own error codes. Pure."""
