"""Many games at once while everything goes wrong: `python -m tests.soak 10000`."""
