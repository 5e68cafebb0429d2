"""What Discord refuses, with its own codes. Pure: bodies in, refusals out."""
