"""Asks the bot's port for figures, and reads what it answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import aiohttp
from prometheus_client.parser import text_string_to_metric_families

from tests.world.machine import world

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Labels = dict[str, str]


class Figures:
    """The figures of one answer."""

    def __init__(self, text: str) -> None:
        self._samples = [
            sample for family in text_string_to_metric_families(text) for sample in family.samples
        ]

    def __getitem__(self, key: tuple[str, Mapping[str, str]]) -> float:
        """The one value of that name with these labels."""
        name, labels = key
        (value,) = (value for of, value in self.items(name) if of == labels)
        return value

    def items(self, name: str) -> Iterator[tuple[Labels, float]]:
        """Every value of that name, with its labels."""
        return ((sample.labels, sample.value) for sample in self._samples if sample.name == name)


async def ask(port: int, path: str) -> tuple[int, str, str]:
    """The answer's status, its type and its text."""
    async with (
        aiohttp.ClientSession(connector=_connector(port)) as http,
        http.get(f"http://127.0.0.1:{port}{path}") as answer,
    ):
        return answer.status, answer.headers["Content-Type"], await answer.text()


def _connector(port: int) -> aiohttp.BaseConnector:
    """Return a connection to this machine, or to its stand-in in a world."""
    return aiohttp.UnixConnector(f"127.0.0.1:{port}") if world() else aiohttp.TCPConnector()


async def status(port: int, path: str) -> int:
    """The answer's status; 0 where no program listens yet."""
    try:
        return (await ask(port, path))[0]
    except aiohttp.ClientConnectionError:
        return 0


async def figures(port: int) -> Figures:
    """All figures."""
    return Figures((await ask(port, "/metrics"))[2])
