"""What the bot's port of figures says, for tests to read."""

from __future__ import annotations

import socket

import aiohttp

from tests.bot.exposition import Told, read


def free_port() -> int:
    """One that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
    return port


async def ask(port: int, path: str) -> tuple[int, str, str]:
    """Its status, its type and what it says."""
    async with (
        aiohttp.ClientSession() as http,
        http.get(f"http://127.0.0.1:{port}{path}") as answer,
    ):
        return answer.status, answer.headers["Content-Type"], await answer.text()


async def status(port: int, path: str) -> int:
    """Its status; 0 where nobody listens yet."""
    try:
        return (await ask(port, path))[0]
    except aiohttp.ClientConnectionError:
        return 0


async def told(port: int) -> Told:
    """All figures."""
    return read((await ask(port, "/metrics"))[2])
