"""The log's lines: plain and as JSON, one an event, and without what must not be there."""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.logs import Json, OncePerMinute, Plain, log_event, redaction, start
from bot.store.errors import DiskFails, DiskFull
from tests.every import for_every

if TYPE_CHECKING:
    from collections.abc import Iterator

SESAME = "MTIwMDAwMA.sesame.opens-the-mountain"


def record(message: str, *args: object, raised: BaseException | None = None) -> logging.LogRecord:
    trace = raised and (type(raised), raised, raised.__traceback__)
    entry = logging.LogRecord("bot.outbox", logging.WARNING, "", 1, message, args, trace)
    entry.created, entry.msecs = 1_700_000_000.25, 250
    return entry


def plain(entry: logging.LogRecord) -> str:
    return Plain(redaction(SESAME)).format(entry)


def as_json(entry: logging.LogRecord) -> dict[str, object]:
    line = Json(redaction(SESAME)).format(entry)
    assert len(line.splitlines()) == 1
    read: dict[str, object] = json.loads(line)
    return read


def test_a_line_to_read() -> None:
    line = plain(record("post %s failed", 7))
    assert line.endswith(" WARNING bot.outbox: post 7 failed")


def test_a_line_for_programs() -> None:
    assert as_json(record("post %s failed", 7)) == {
        "time": "2023-11-14T22:13:20.250Z",
        "level": "warning",
        "logger": "bot.outbox",
        "message": "post 7 failed",
    }


def test_one_event_is_one_line_for_any_answer_of_discord() -> None:
    answered = record("failed (%s)", "a\nb\r\x1b[31m\N{LINE SEPARATOR}c\x85d\té")
    assert plain(answered).endswith(r": failed (a\nb\r\x1b[31m\u2028c\x85d\té)")
    assert as_json(answered)["message"] == "failed (a\nb\r\x1b[31m\N{LINE SEPARATOR}c\x85d\té)"


def test_a_traceback_is_a_field_or_stands_below() -> None:
    with pytest.raises(ValueError, match="no such") as wrong:
        raise ValueError(f"no such\nway: {SESAME}")
    failed = record("failed", raised=wrong.value)
    trace = str(as_json(failed)["trace"])
    assert trace.startswith("Traceback (most recent call last):\n")
    assert trace.endswith("ValueError: no such\nway: [hidden]")
    line, *below = plain(failed).splitlines()
    assert line.endswith(": failed")
    assert "\n".join(below) == trace


@for_every(
    ("written", "shown"),
    [
        (f"Bot {SESAME} knows", "Bot [hidden] knows"),
        ("/api/v10/webhooks/12/aW50-x.Z_y/messages/@original", "/messages/@original"),
        ("POST https://a.b/interactions/9/aW50-x.Z_y/callback?x=1", "/callback?x=1"),
        ("url='https://a.b/webhooks/9/aW50-x.Z_y'", "/webhooks/9/[hidden]'"),
        ("rate limited. GET https://a.b/users/771 answered", "/users/[hidden] answered"),
        ("PUT https://a.b/guilds/5/members/771/roles", "/guilds/5/members/[hidden]/roles"),
    ],
)
def test_tokens_are_hidden(written: str, shown: str) -> None:
    for said in (plain(record(written)), str(as_json(record("%s", written))["message"])):
        assert said.endswith(shown)
        assert "[hidden]" in said
        assert "sesame" not in said
        assert "aW50" not in said
        assert "771" not in said


def test_without_a_token_nothing_is_hidden() -> None:
    assert redaction("")("as it is") == "as it is"


def test_an_event_is_told_with_its_numbers(caplog: pytest.LogCaptureFixture) -> None:
    log = logging.getLogger("bot.told")
    with caplog.at_level(logging.INFO):
        log_event(log, "move", game=3, ply=9)
        log_event(log, "answered", logging.DEBUG, ms=4)
    (entry,) = caplog.records
    assert plain(entry).endswith("INFO bot.told: move game=3 ply=9")
    line = as_json(entry)
    assert (line["event"], line["game"], line["ply"]) == ("move", 3, 9)
    assert (line["message"], line["level"]) == ("move game=3 ply=9", "info")


@pytest.fixture
def minute(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> Iterator[dict[str, float]]:
    """The seconds of a minute in which two loggers are sparing."""
    time = {"now": 1000.0}
    monkeypatch.setattr("bot.logs.monotonic", lambda: time["now"])
    caplog.set_level(logging.INFO)
    caplog.set_level(logging.INFO, "discord")  # which a bot that was started here may have raised
    sparing = OncePerMinute("discord.shard", "bot.outbox")
    caplog.handler.addFilter(sparing)
    yield time
    caplog.handler.removeFilter(sparing)


def test_discord_py_complains_once_a_minute_in_one_line(
    minute: dict[str, float], caplog: pytest.LogCaptureFixture
) -> None:
    shard, refused = logging.getLogger("discord.shard"), OSError("refused\nand more")
    for number in (0, 1, 2):
        shard.info("connected")
        shard.error("Failed to connect for %s", number, exc_info=refused)
        shard.error("Attempting a reconnect")
        minute["now"] += 31
    assert caplog.messages == [
        "connected",
        "Failed to connect for 0 (refused)",
        "Attempting a reconnect",
        "connected",
        "connected",
        "Failed to connect for 2 (refused)",
        "Attempting a reconnect",
    ]
    assert "Traceback" not in caplog.text


def test_a_hundred_posts_that_fail_alike_are_one_complaint_with_its_traceback(
    minute: dict[str, float], caplog: pytest.LogCaptureFixture
) -> None:
    outbox, elsewhere = logging.getLogger("bot.outbox"), logging.getLogger("bot.elsewhere")
    for post in range(100):
        minute["now"] += 0.5
        error: Exception = KeyError("ours") if post == 50 else OSError("Discord's")
        outbox.warning("post %s failed (%s)", post, error, exc_info=None if post % 2 else error)
    assert caplog.messages == ["post 0 failed (Discord's)", "post 50 failed ('ours')"]
    assert caplog.text.count("OSError: Discord's\n") == 1
    assert caplog.text.count("KeyError: 'ours'\n") == 1
    elsewhere.warning("as often as it happens")
    elsewhere.warning("as often as it happens")
    assert len(caplog.messages) == 4


def test_that_the_disk_fails_is_one_line_a_minute_whoever_notices(
    minute: dict[str, float], caplog: pytest.LogCaptureFixture
) -> None:
    full, broken = DiskFull("It is full."), DiskFails("It fails.")
    for number in range(4):
        for name in ("bot.outbox", "bot.clockwork", "asyncio"):
            logging.getLogger(name).error("could not do %s", number, exc_info=full)
        logging.getLogger("bot.outbox").warning("post %s failed (%s)", number, broken)
        minute["now"] += 31
    assert caplog.messages == [
        "could not do 0 (It is full.)",
        "post 0 failed (It fails.)",
        "could not do 2 (It is full.)",
        "post 2 failed (It fails.)",
    ]
    assert "Traceback" not in caplog.text


def test_each_event_is_explained() -> None:
    root = Path(__file__).parents[2]
    sources = "".join(file.read_text(encoding="utf-8") for file in root.glob("bot/**/*.py"))
    page = (root / "docs" / "METRICS.md").read_text(encoding="utf-8").split("\n## ")[1]
    explained = re.findall(r"^\| `([a-z-]+)`", page, re.MULTILINE)
    assert sorted(explained) == sorted(re.findall(r'\blog_event\(\s*log, "([a-z-]+)"', sources))


@pytest.fixture
def levels() -> Iterator[None]:
    """Restore the levels that the test changes."""
    names = ("", "discord", "discord.client", "discord.app_commands.tree", "aiosqlite")
    before = {name: logging.getLogger(name).level for name in names}
    yield
    for name, level in before.items():
        logging.getLogger(name).setLevel(level)


@pytest.mark.usefixtures("levels")
def test_discord_py_logs_no_completion_that_fails_as_it_names_who_typed(
    caplog: pytest.LogCaptureFixture,
) -> None:
    start("debug")
    log = logging.getLogger("discord.app_commands.tree")
    log.error("Ignoring exception in autocomplete for 'move' (User: %s)", 111_222_333)
    assert "111222333" not in caplog.text
