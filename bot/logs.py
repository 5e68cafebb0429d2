"""The log: one line per event, plain or as JSON.

Invariant: no line holds a token, a text or name that a player wrote, or a player's user ID. Games,
channels and messages are named by their numbers.
"""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime
from time import monotonic
from typing import TYPE_CHECKING, TextIO

from bot.store.errors import DiskFails

if TYPE_CHECKING:
    from collections.abc import Callable

_LINE = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_REPEAT_AFTER = 60  # seconds
# Loggers that may complain every few seconds: at every post, connection or click.
_REPEATING = (
    "discord.shard",
    "discord.gateway",
    "discord.http",
    "bot.outbox",
    "bot.ui.answers",
    "bot.ui.latency",
)
_FIELDS = "konakis_fields"  # the attribute of a record that holds its numbers

# In an address, the part after this lets its reader speak as the bot for a quarter of an hour.
_SECRET_PATH = re.compile(r"(/(?:webhooks|interactions)/[0-9]+/)[^/\s'\"?]+")
_PERSON_PATH = re.compile(r"(/(?:users|members|recipients)/)[0-9]+")  # such as that of a rate limit
_HIDDEN = "[hidden]"
_BREAKING = (*range(32), *range(0x7F, 0xA0), 0x2028, 0x2029)  # a terminal may act on them
_ESCAPED = {code: ascii(chr(code))[1:-1] for code in _BREAKING}


def start(level: str, form: str = "plain", token: str = "") -> None:
    """Start logging to the error stream; a token that turns up in a line is hidden."""
    logging.basicConfig(level=level.upper(), handlers=[handler(form, token)])
    set_levels()


def handler(
    form: str = "plain", token: str = "", stream: TextIO | None = None
) -> logging.StreamHandler[TextIO]:
    """Return a handler that writes log lines to a stream; by default the error stream."""
    writing = logging.StreamHandler(stream)
    hide = redaction(token)
    writing.setFormatter(Json(hide) if form == "json" else Plain(hide))
    writing.addFilter(OncePerMinute(*_REPEATING))
    return writing


def set_levels() -> None:
    """Leave out useless and secret library logs, and everything below the root's level."""
    least = {"discord": logging.INFO, "aiosqlite": logging.INFO}  # in debug: the token, every row
    least["discord.client"] = logging.WARNING  # it logs each login attempt
    # A failed completion, with the user ID: bot.ui.localised_commands has logged it already.
    least["discord.app_commands.tree"] = logging.CRITICAL
    for name, worth in least.items():
        logging.getLogger(name).setLevel(max(worth, logging.getLogger().level))


def log_event(
    log: logging.Logger, event: str, level: int = logging.INFO, /, **fields: object
) -> None:
    """Log an event with its fields, each a number or a word of the program's own."""
    if log.isEnabledFor(level):
        line = " ".join((event, *(f"{name}={value}" for name, value in fields.items())))
        log.log(level, "%s", line, extra={_FIELDS: {"event": event, **fields}})


def redaction(token: str) -> Callable[[str], str]:
    """Return a function that removes the token, secrets and people from a text."""

    def hide(text: str) -> str:
        text = text.replace(token, _HIDDEN) if token else text
        text = _PERSON_PATH.sub(rf"\1{_HIDDEN}", text)
        return _SECRET_PATH.sub(rf"\1{_HIDDEN}", text)

    return hide


class OncePerMinute:
    """Limits repeated warnings of these loggers to one a minute; everything else passes.

    A warning of discord.py becomes one line; its tracebacks tell a host nothing. A failing disk is
    one line per minute too, whoever notices it.
    """

    def __init__(self, *names: str) -> None:
        self._names = names
        self._last: dict[tuple[str, str | None], float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to log it now."""
        error, now = _error(record), monotonic()
        fails = isinstance(error, DiskFails)
        if record.levelno < logging.WARNING or not (fails or record.name in self._names):
            return True
        said = error and f"{type(error).__name__}: {first_line(error)}"
        warning = "" if fails else record.msg, said
        if now - self._last.get(warning, float("-inf")) < _REPEAT_AFTER:
            return False
        self._last[warning] = now
        if record.exc_info and (fails or record.name.startswith("discord.")):
            record.msg = f"{record.getMessage()} ({first_line(error)})"
            record.args, record.exc_info = (), None
        return True


def _error(record: logging.LogRecord) -> BaseException | None:
    raised = record.exc_info[1] if record.exc_info else None
    values = record.args if isinstance(record.args, tuple) else ()
    return raised or next((value for value in values if isinstance(value, BaseException)), None)


class Plain(logging.Formatter):
    """Formats a line to read, followed by the lines of a traceback."""

    def __init__(self, hide: Callable[[str], str]) -> None:
        super().__init__(_LINE)
        self._hide = hide

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  logging's name
        """Return a log line; line breaks inside a message are escaped."""
        return super().formatMessage(record).translate(_ESCAPED)

    def format(self, record: logging.LogRecord) -> str:
        """Return the whole log entry without secrets."""
        return self._hide(super().format(record))


class Json(logging.Formatter):
    """Formats an object on one line, with the traceback as one of its fields."""

    def __init__(self, hide: Callable[[str], str]) -> None:
        super().__init__()
        self._hide = hide

    def format(self, record: logging.LogRecord) -> str:
        """Return the line. `time`, `level`, `logger` and `message` are always there."""
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


def first_line(error: BaseException | None) -> str:
    """Return the first line of an error's text: Discord sometimes answers with whole pages."""
    text = str(error or "it closed the connection") or type(error).__name__
    return text.splitlines()[0][:200]
