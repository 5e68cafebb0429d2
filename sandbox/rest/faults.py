"""Faults on demand: what tests let go wrong with the next requests, before or after the work."""

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
    """The connection breaks off instead of an answer."""


@dataclass(slots=True)
class Trouble:
    """What happens to the next `times` requests of a method whose path fits a pattern.

    The pattern is of the path after `/api/v10`, with `*` for anything. `after`: the work is done,
    only its answer is lost. `seconds`: how long a slow answer takes, or what a 429 asks to wait.
    """

    kind: Kind
    method: str = "*"
    path: str = "*"
    times: int = 1
    after: bool = False
    seconds: float = 0.1
    met: int = 0

    def fits(self, method: str, path: str) -> bool:
        """Whether that request is one of them."""
        return self.times > 0 and fnmatchcase(method, self.method) and fnmatchcase(path, self.path)

    async def strike(self) -> None:
        """Go wrong."""
        if self.kind == "slow":
            await asyncio.sleep(self.seconds)
        elif self.kind == "drop":
            raise Dropped
        elif self.kind == 429:  # noqa: PLR2004  (an HTTP status)
            raise limited(self.seconds, {"X-RateLimit-Scope": "shared"})
        else:
            raise Refusal(self.kind, {"message": _SENTENCES[self.kind], "code": 0})


class Faults:
    """The troubles that wait for requests."""

    def __init__(self) -> None:
        self._waiting: list[Trouble] = []

    def add(self, trouble: Trouble) -> Trouble:
        """Let that go wrong from now on. `met` tells how often it has."""
        self._waiting.append(trouble)
        return trouble

    def clear(self) -> None:
        """Let nothing go wrong any more."""
        self._waiting.clear()

    def take(self, method: str, path: str) -> Trouble | None:
        """The trouble of a request, if it meets one."""
        path = re.sub(r"^/api/v\d+", "", path)
        for trouble in self._waiting:
            if trouble.fits(method, path):
                trouble.times -= 1
                trouble.met += 1
                return trouble
        return None
