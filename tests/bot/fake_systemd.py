"""A stand-in for the socket on which systemd listens to its services."""

from __future__ import annotations

import socket


class FakeSystemd:
    """Listens at an address: a path, or a name with an @ before it."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)  # noqa: FBT003  as declared in Python
        self._socket.bind(f"\0{address[1:]}" if address.startswith("@") else address)

    def heard(self) -> list[str]:
        """Return the messages since the last call."""
        lines = list[str]()
        while True:
            try:
                lines.append(self._socket.recv(4096).decode())
            except BlockingIOError:
                return lines

    def close(self) -> None:
        """Stop listening."""
        self._socket.close()
