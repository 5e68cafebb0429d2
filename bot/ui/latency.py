"""Measures the time from an interaction's arrival to its first answer.

Slow answers are logged, with the program lines where they wait.
Invariant: only an interaction's ID, kind and name are used.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any, cast

import aiohttp
import discord

from bot.logs import log_event
from bot.metrics import Asked, Why
from bot.ui.buttons import read_press

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import SimpleNamespace

    from bot.metrics import Metrics

log = logging.getLogger(__name__)

_SLOW, _GIVEN_UP = 2, 60  # seconds; Discord waits three
_STANDSTILL = 0.5  # seconds: a timer so late means that nothing ran
_ANSWER = "/callback"
_OK = 300  # HTTP statuses below this are successes
_REFUSED = {400, 404}  # for an answer that is wrong, late, or not the first
_KINDS = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.autocomplete: "completion",
    discord.InteractionType.component: "button",
    discord.InteractionType.modal_submit: "form",
}


@dataclass(frozen=True, slots=True)
class _Waiting:
    """An interaction that has no answer yet."""

    asked: Asked
    since: float
    slow: asyncio.TimerHandle


class Latency:
    """Notes arrivals, and finds their answers among the client's HTTP requests."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._open: dict[int, _Waiting] = {}  # the oldest first

    def note_arrival(self, interaction: discord.Interaction[Any]) -> None:
        """Start measuring; give up on interactions never answered."""
        now = monotonic()
        while self._open:
            number, waiting = next(iter(self._open.items()))
            if now - waiting.since < _GIVEN_UP:
                break
            del self._open[number]
            self._metrics.failed(waiting.asked, Why.NONE)
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        slow = loop.call_later(_SLOW, self._log_slow, interaction.id, task)
        self._open[interaction.id] = _Waiting(asked_of(interaction), now, slow)

    def _log_slow(self, number: int, task: asyncio.Task[Any] | None) -> None:
        """Log where a handler waits, and how long nothing ran (a slow or blocked machine)."""
        if (waiting := self._open.get(number)) is None:
            return  # already given up
        seconds = monotonic() - waiting.since
        stood = seconds - _SLOW
        log.warning(
            "no answer to %s %s for %.1f s%s; waiting in %s",
            *waiting.asked,
            seconds,
            f", {stood:.1f} s of it with nothing running" if stood > _STANDSTILL else "",
            " > ".join(_places(task)) or "nothing",
        )

    def trace_config(self) -> aiohttp.TraceConfig:
        """Return the hooks into the client's HTTP requests."""
        config = aiohttp.TraceConfig()
        config.on_request_end.append(self._ended)
        config.on_request_exception.append(self._broke)
        return config

    async def _ended(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, end: aiohttp.TraceRequestEndParams
    ) -> None:
        """Count a request; if it was an answer, stop measuring."""
        status = end.response.status
        self._metrics.requested(status)
        number = end.url.raw_parts[-3] if end.url.raw_path.endswith(_ANSWER) else ""
        if not number.isdecimal():
            return
        if status < _OK:
            self._answered(int(number))
        elif status in _REFUSED and (waiting := self._open.get(int(number))):
            waiting.slow.cancel()  # Discord's refusal is logged, unless there was an answer already

    async def _broke(self, *_: object) -> None:
        self._metrics.requested(None)

    def _answered(self, number: int) -> None:
        """Note the time that an answer took."""
        if (waiting := self._open.pop(number, None)) is None:
            return  # discord.py repeated an answer
        waiting.slow.cancel()
        kind, name = waiting.asked
        seconds = monotonic() - waiting.since
        self._metrics.answered(waiting.asked, seconds)
        milliseconds = round(seconds * 1000, 1)
        log_event(log, "answered", logging.DEBUG, kind=kind, name=name, ms=milliseconds)


def _places(task: asyncio.Task[Any] | None) -> Iterator[str]:
    """Yield the lines at which a task waits, from the outside in, as `module:line`."""
    coroutine: Any = task and not task.done() and task.get_coro()
    while frame := getattr(coroutine, "cr_frame", None):
        yield f"{frame.f_globals['__name__']}:{frame.f_lineno}"
        coroutine = coroutine.cr_await


def asked_of(interaction: discord.Interaction[Any]) -> Asked:
    """Return an interaction's kind, and its command's name or its button's verb."""
    kind = _KINDS.get(interaction.type, "other")
    command = interaction.command
    data = cast("dict[str, object]", interaction.data or {})
    press = read_press(str(data.get("custom_id", "")))
    verb = press.verb.partition(":")[0] if press else "unknown"
    name = command.qualified_name if command else verb
    return Asked(kind, name)
