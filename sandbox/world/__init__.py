"""The state of the little Discord, and all that can happen in it. Knows no HTTP."""
