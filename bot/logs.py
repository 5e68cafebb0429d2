"""The log: one line an event, plain or as JSON.

Law: no token in it, no text and no name that a player wrote; of players' doings, numbers alone.
"""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_LINE = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_SAID_EVERY = 60  # seconds
# Those who try again every few seconds, with every post, every connection or every click.
_REPEATING = (
    "discord.shard",
    "discord.gateway",
    "discord.http",
    "bot.outbox",
    "bot.ui.answers",
)
_FIELDS = "konakis_fields"  # where a record carries its numbers

# What stands behind these in an address lets anybody speak as the bot, for a quarter of an hour.
_SECRET_PATH = re.compile(r"(/(?:webhooks|interactions)/[0-9]+/)[^/\s'\"?]+")
_HIDDEN = "[hidden]"
_BREAKING = (*range(32), *range(0x7F, 0xA0), 0x2028, 0x2029)  # what some terminal may act on
_ESCAPED = {code: ascii(chr(code))[1:-1] for code in _BREAKING}


def start(level: str, form: str = "plain", token: str = "") -> None:
    """Log from now on, to the error stream."""
    handler = logging.StreamHandler()
    hide = hiding(token)
    handler.setFormatter(Json(hide) if form == "json" else Plain(hide))
    handler.addFilter(Sparing(*_REPEATING))
    logging.basicConfig(level=level.upper(), handlers=[handler])
    least = {"discord": logging.INFO, "aiosqlite": logging.INFO}  # in debug: the token, every row
    least["discord.client"] = logging.WARNING  # that it logs in, at each try
    for name, worth in least.items():
        logging.getLogger(name).setLevel(max(worth, logging.getLogger().level))


def tell(log: logging.Logger, event: str, level: int = logging.INFO, /, **fields: object) -> None:
    """An event with its fields, a number or a word of the program's own each."""
    if log.isEnabledFor(level):
        said = " ".join((event, *(f"{name}={value}" for name, value in fields.items())))
        log.log(level, "%s", said, extra={_FIELDS: {"event": event, **fields}})


def hiding(token: str) -> Callable[[str], str]:
    """What takes this token, and those in addresses, out of a text."""

    def hide(text: str) -> str:
        text = text.replace(token, _HIDDEN) if token else text
        return _SECRET_PATH.sub(rf"\1{_HIDDEN}", text)

    return hide


class Sparing:
    """For a log: what these loggers complain of, once a minute at most. Everything else passes.

    A complaint of discord.py's is one line; its tracebacks tell a host nothing.
    """

    def __init__(self, *names: str) -> None:
        self._names = names
        self._said: dict[tuple[str, str | None], float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to say it now."""
        if record.levelno < logging.WARNING or record.name not in self._names:
            return True
        error, now = _error(record), monotonic()
        complaint = record.msg, error and f"{type(error).__name__}: {brief(error)}"
        if now - self._said.get(complaint, float("-inf")) < _SAID_EVERY:
            return False
        self._said[complaint] = now
        if record.exc_info and record.name.startswith("discord."):
            record.msg = f"{record.getMessage()} ({brief(error)})"
            record.args, record.exc_info = (), None
        return True


def _error(record: logging.LogRecord) -> BaseException | None:
    raised = record.exc_info[1] if record.exc_info else None
    told = record.args if isinstance(record.args, tuple) else ()
    return raised or next((each for each in told if isinstance(each, BaseException)), None)


class Plain(logging.Formatter):
    """A line to read; the lines of a traceback after it."""

    def __init__(self, hide: Callable[[str], str]) -> None:
        super().__init__(_LINE)
        self._hide = hide

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  logging's name
        """The line, which stays one whatever a library puts into it."""
        return super().formatMessage(record).translate(_ESCAPED)

    def format(self, record: logging.LogRecord) -> str:
        """All of it."""
        return self._hide(super().format(record))


class Json(logging.Formatter):
    """An object on one line, its traceback a field of it."""

    def __init__(self, hide: Callable[[str], str]) -> None:
        super().__init__()
        self._hide = hide

    def format(self, record: logging.LogRecord) -> str:
        """The line. `time`, `level`, `logger` and `message` are always there."""
        at = datetime.fromtimestamp(record.created, UTC)
        line: dict[str, object] = {
            "time": at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": self._hide(record.getMessage()),
            **getattr(record, _FIELDS, {}),
        }
        if trace := _trace(self, record):
            line["trace"] = self._hide(trace)
        return json.dumps(line, default=str)


def _trace(form: logging.Formatter, record: logging.LogRecord) -> str:
    parts = (
        form.formatException(record.exc_info) if record.exc_info else record.exc_text,
        form.formatStack(record.stack_info) if record.stack_info else None,
    )
    return "\n".join(part for part in parts if part)


def brief(end: BaseException | None) -> str:
    """One line of it: Discord answers with whole pages at times."""
    said = str(end or "it closed the connection") or type(end).__name__
    return said.splitlines()[0][:200]
