"""What the bot asked and what it was answered, for tests to look at."""

from collections import deque
from dataclasses import dataclass, field
from typing import Any

MOST_KEPT = 5000


@dataclass(slots=True)
class Exchange:
    """One request and its answer. `template` is None when there is nothing at that path.

    `body` is the JSON that was sent, `files` the names of the files beside it. `struck`: a fault
    on demand stood in for the answer.
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
    struck: bool = False


@dataclass(slots=True)
class Record:
    """The last few thousand exchanges, in the order of their beginning."""

    exchanges: deque[Exchange] = field(default_factory=lambda: deque(maxlen=MOST_KEPT))

    @property
    def missing(self) -> list[str]:
        """What the bot asked for that is not there: gaps of the sandbox, or mistakes of the bot."""
        return [f"{each.method} {each.path}" for each in self.exchanges if not each.template]

    @property
    def broken(self) -> list[Exchange]:
        """Answers that failed by a mistake of the sandbox's own."""
        return [each for each in self.exchanges if each.status >= 500 and not each.struck]  # noqa: PLR2004  (an HTTP status)

    def of(self, method: str, template: str) -> list[Exchange]:
        """The exchanges of one route."""
        return [
            each for each in self.exchanges if (each.method, each.template) == (method, template)
        ]
