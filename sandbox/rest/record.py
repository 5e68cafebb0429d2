"""A record of the bot's requests and their answers, for tests."""

from collections import deque
from dataclasses import dataclass, field
from typing import Any

MOST_KEPT = 5000


_SERVER_ERROR = 500  # and above: an HTTP status


@dataclass(slots=True)
class Exchange:
    """One request and its answer. `template` is None if there is no route for the path.

    `body` is the JSON that was sent, `files` the names of its files. `injected`: the answer was
    an injected fault.
    """

    method: str
    path: str
    query: dict[str, str]
    template: str | None = None
    multipart: bool = False
    body: Any = None
    files: tuple[str, ...] = ()
    status: int = 0
    answer: Any = None
    injected: bool = False


@dataclass(slots=True)
class Record:
    """The last few thousand exchanges, in the order of the requests."""

    exchanges: deque[Exchange] = field(default_factory=lambda: deque(maxlen=MOST_KEPT))

    @property
    def missing(self) -> list[str]:
        """Requests without a route: gaps of the sandbox, or errors of the bot."""
        return [
            f"{exchange.method} {exchange.path}"
            for exchange in self.exchanges
            if not exchange.template
        ]

    @property
    def broken(self) -> list[Exchange]:
        """Answers that failed by an error of the sandbox."""
        return [
            exchange
            for exchange in self.exchanges
            if exchange.status >= _SERVER_ERROR and not exchange.injected
        ]

    def exchanges_of(self, method: str, template: str) -> list[Exchange]:
        """The exchanges of one route."""
        return [
            exchange
            for exchange in self.exchanges
            if (exchange.method, exchange.template) == (method, template)
        ]
