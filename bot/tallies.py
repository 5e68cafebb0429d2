"""What is counted while the bot works, whoever may ask for it. Counting costs next to nothing."""

from __future__ import annotations

from collections import Counter, defaultdict
from enum import StrEnum
from functools import partial
from typing import NamedTuple

from bot.metrics import Figure, Histogram, Labels

_ANSWER_STEPS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3)  # Discord waits three seconds
_LAG_STEPS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1)


class Asked(NamedTuple):
    """What somebody asked for: `command`, `completion`, `button` or `form`, and its name."""

    kind: str
    name: str


class Why(StrEnum):
    """How an answer went wrong."""

    FAULT = "fault"  # ours: it is in the log
    LATE = "late"  # Discord had an answer already, or waited no longer
    NONE = "none"  # there was none


class Tallies:
    """Counts since the program started."""

    def __init__(self) -> None:
        self._answers = defaultdict[Labels, Histogram](partial(Histogram, _ANSWER_STEPS))
        self._failures = Counter[Labels]()
        self._requests = Counter[Labels]()
        self._lag = Histogram(_LAG_STEPS)

    def answered(self, asked: Asked, seconds: float) -> None:
        """Somebody had his first answer after so long."""
        self._answers[asked].add(seconds)

    def failed(self, asked: Asked, why: Why) -> None:
        """Somebody had no answer, or one that says that something went wrong."""
        self._failures[*asked, why] += 1

    def requested(self, status: int | None) -> None:
        """Discord answered a request of ours; None: the connection broke."""
        known = {None: "lost", 429: "429"}  # the latter: we are to wait
        self._requests[known.get(status) or f"{(status or 0) // 100}xx",] += 1

    def late(self, seconds: float) -> None:
        """The event loop woke us so much later than it was asked to."""
        self._lag.add(seconds)

    def figures(self) -> list[Figure]:
        """All of it."""
        return [
            Figure(
                "konakis_interaction_seconds",
                "From an interaction's arrival to its first answer.",
                dict(self._answers),
                ("kind", "name"),
                "histogram",
            ),
            Figure(
                "konakis_interaction_failures_total",
                "Interactions that went wrong: fault (ours), late, none (no answer).",
                dict(self._failures),
                ("kind", "name", "why"),
                "counter",
            ),
            Figure(
                "konakis_discord_requests_total",
                "Requests to Discord by its answer; 429: slow down; lost: no answer.",
                dict(self._requests),
                ("status",),
                "counter",
            ),
            Figure(
                "konakis_loop_delay_seconds",
                "How much later than asked the event loop woke a sleeper, once a second.",
                {(): self._lag},
                kind="histogram",
            ),
        ]
