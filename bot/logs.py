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
    logging.basicConfig(level=level.upper(), handlers=[handler])
    for name in ("discord", "aiosqlite"):  # their debug logs show the token, and every row
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLogger().level))
    sparing = Sparing()
    for name in ("discord.shard", "discord.gateway"):  # they try again every few seconds
        logging.getLogger(name).addFilter(sparing)


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
    """For a log: the same complaint once a minute at most, and in one line. News pass."""

    def __init__(self) -> None:
        self._said: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to say it now; its traceback becomes a word or two."""
        if record.levelno < logging.WARNING:
            return True
        now = monotonic()
        if now - self._said.get(record.msg, float("-inf")) < _SAID_EVERY:
            return False
        self._said[record.msg] = now
        if record.exc_info:
            record.msg = f"{record.getMessage()} ({brief(record.exc_info[1])})"
            record.args, record.exc_info = (), None
        return True


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
