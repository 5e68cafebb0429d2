"""The figures for Prometheus: counts of what happened, and the work that waits.

Invariant: no label has values without bound, and no label names a person, a server, a game or a
message. docs/METRICS.md explains every figure.
"""

from __future__ import annotations

import sys
from enum import StrEnum
from functools import lru_cache
from math import isfinite
from typing import TYPE_CHECKING, NamedTuple

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

from bot.config import own_version

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.store.store import Counts

_ANSWER_STEPS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3)  # Discord waits three seconds
_DELAY_STEPS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1)
_TOO_MANY_REQUESTS = 429
_WORK = {  # counts of the store: the figure's name, and its description
    "posts": ("konakis_outbox_posts", "Posts that are due."),
    "failing": ("konakis_outbox_failing", "Posts that failed so far."),
    "games": ("konakis_games_running", "Games that are not over."),
    "clocks": ("konakis_clocks_running", "Of these, with a deadline or a reminder ahead."),
    "due": ("konakis_clocks_due", "Of these, to be looked at now."),
    "writes": ("konakis_writes_waiting", "Changes that wait to be written."),
}


class Asked(NamedTuple):
    """A player's request: `command`, `completion`, `button` or `form`, and its name."""

    kind: str
    name: str


class Why(StrEnum):
    """The reason why an answer failed."""

    FAULT = "fault"  # ours: see the log
    DISCORD = "discord"  # Discord's: a server error, or a broken connection
    LATE = "late"  # Discord already had an answer, or had stopped waiting
    NONE = "none"  # no answer was sent


class Metrics:
    """Every figure of one run of the program, in a registry of its own."""

    def __init__(self) -> None:
        disable_created_metrics()  # a second line for each figure, which adds nothing
        self.registry = registry = CollectorRegistry()
        self._ready = Gauge(
            "konakis_ready", "1 while Discord can reach the bot.", registry=registry
        )
        self._latency = Gauge(
            "konakis_gateway_latency_seconds",
            "How long the gateway takes to answer a heartbeat, for each connection.",
            ("shard",),
            registry=registry,
        )
        self._answers = Histogram(
            "konakis_interaction_seconds",
            "From an interaction's arrival to its first answer.",
            Asked._fields,
            buckets=_ANSWER_STEPS,
            registry=registry,
        )
        self._failures = Counter(
            "konakis_interaction_failures",
            "Interactions that went wrong: fault (ours), discord, late, none (no answer).",
            (*Asked._fields, "why"),
            registry=registry,
        )
        self._requests = Counter(
            "konakis_discord_requests",
            "Requests to Discord by its answer; 429: slow down; lost: no answer.",
            ("status",),
            registry=registry,
        )
        self._unread = Counter(
            "konakis_unreadable",
            "Events of Discord, and its answers, that could not be read whole.",
            ("event",),
            registry=registry,
        )
        self._answers_to = lru_cache(self._answers.labels)
        self._requests_with = lru_cache(self._requests.labels)
        self._delay = Histogram(
            "konakis_loop_delay_seconds",
            "How much later than asked the event loop woke a sleeper, once a second.",
            buckets=_DELAY_STEPS,
            registry=registry,
        )
        self._work = {
            field: Gauge(name, tells, registry=registry) for field, (name, tells) in _WORK.items()
        }
        build = Info("konakis_build", "What runs.", registry=registry)
        build.info({"version": own_version(), "python": sys.version.split()[0]})
        ProcessCollector(registry=registry)

    def answered(self, asked: Asked, seconds: float) -> None:
        """Record the seconds until a player had the first answer."""
        self._answers_to(*asked).observe(seconds)

    def failed(self, asked: Asked, why: Why) -> None:
        """Count a request with no answer, or with one that says that something went wrong."""
        self._failures.labels(*asked, why.value).inc()

    def requested(self, status: int | None) -> None:
        """Count Discord's answer to a request of ours; None: the connection broke."""
        known = {None: "lost", _TOO_MANY_REQUESTS: "429"}
        self._requests_with(known.get(status) or f"{(status or 0) // 100}xx").inc()

    def unread(self, event: str) -> None:
        """Count an event of Discord that could not be read whole."""
        self._unread.labels(event).inc()

    def delayed(self, seconds: float) -> None:
        """Record how late the event loop woke a sleeper."""
        self._delay.observe(seconds)

    def exposition(
        self, *, ready: bool, latencies: Iterable[tuple[int, float]], counts: Counts
    ) -> bytes:
        """Return every figure as Prometheus reads it, with those known only at this moment."""
        self._ready.set(ready)
        self._latency.clear()
        for shard, seconds in latencies:
            if isfinite(seconds):
                self._latency.labels(shard).set(seconds)
        for field, gauge in self._work.items():
            gauge.set(getattr(counts, field))
        return generate_latest(self.registry)
