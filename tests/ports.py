"""Ports for the servers of tests."""

from __future__ import annotations

import random
import socket

# Below those that a system gives to whoever asks for any: none of them is taken meanwhile.
_OURS = range(12_000, 30_000)


def free_port() -> int:
    """A port at which no program listens, and which no other program is given by chance."""
    while True:
        port = random.SystemRandom().choice(_OURS)
        try:
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            continue
        return port
