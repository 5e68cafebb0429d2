"""Fault injection: errors, delays and dropped connections for the next requests of a test."""

import asyncio
import re
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal

from sandbox.rest.rates import limited
from sandbox.rules.refusal import Refusal

Kind = Literal[429, 500, 502, 503, 504, "drop", "slow"]
_SENTENCES = {
    500: "500: Internal Server Error",
    502: "502: Bad Gateway",
    503: "503: Service Unavailable",
    504: "504: Gateway Timeout",
}


class Dropped(Exception):
    """The connection is dropped instead of an answer."""


@dataclass(slots=True)
class Trouble:
    """A fault for the next `times` requests of a method whose path matches a pattern.

    The pattern matches the path after `/api/v10`, with `*` for anything. `after`: the request is
    handled, only its answer is lost; one that breaks off or is refused does not count.
    `seconds`: how long a slow answer takes, or a 429's wait.
    `hits` counts the requests that met it.
    """

    kind: Kind
    method: str = "*"
    path: str = "*"
    times: int = 1
    after: bool = False
    seconds: float = 0.1
    hits: int = 0

    def fits(self, method: str, path: str) -> bool:
        """Whether it applies to that request."""
        return self.times > 0 and fnmatchcase(method, self.method) and fnmatchcase(path, self.path)

    async def apply(self) -> None:
        """Fail as this fault says."""
        if self.kind == "slow":
            await asyncio.sleep(self.seconds)
        elif self.kind == "drop":
            raise Dropped
        elif self.kind == 429:  # noqa: PLR2004  (an HTTP status)
            raise limited(self.seconds, {"X-RateLimit-Scope": "shared"})
        else:
            raise Refusal(self.kind, {"message": _SENTENCES[self.kind], "code": 0})


class Faults:
    """The faults to inject."""

    def __init__(self) -> None:
        self._waiting: list[Trouble] = []

    def add(self, trouble: Trouble) -> Trouble:
        """Inject this fault from now on."""
        self._waiting.append(trouble)
        return trouble

    def clear(self) -> None:
        """Remove all faults."""
        self._waiting.clear()

    def take(self, method: str, path: str, *, after: bool = False) -> Trouble | None:
        """The fault for a request before or after its work, or None; it counts as used."""
        path = re.sub(r"^/api/v\d+", "", path)
        for trouble in self._waiting:
            if trouble.after is after and trouble.fits(method, path):
                trouble.times -= 1
                trouble.hits += 1
                return trouble
        return None
