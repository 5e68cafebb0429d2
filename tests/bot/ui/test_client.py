"""The client's handling of Discord's events: it leaves none half done."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock, Mock, call

import discord
import pytest

from bot.metrics import Metrics
from bot.ui.app import Features
from bot.ui.client import Client
from bot.ui.router import ROUTED

ME = SimpleNamespace(id=9, bot=True)
ANNA = SimpleNamespace(id=90, bot=False, global_name="Anna", name="anna")
BOARD = SimpleNamespace(resolved=None)


@pytest.mark.parametrize(
    ("author", "reference", "is_read"),
    [(ANNA, BOARD, True), (ANNA, None, False), (ME, BOARD, False)],
)
async def test_of_messages_the_replies_of_people_are_read(
    monkeypatch: pytest.MonkeyPatch,
    author: SimpleNamespace,
    reference: SimpleNamespace | None,
    *,
    is_read: bool,
) -> None:
    reply = AsyncMock()
    monkeypatch.setattr("bot.ui.client.TypedMoves.reply", reply)
    monkeypatch.setattr(Client, "user", ME)
    client = Client(cast("Any", SimpleNamespace(metrics=Metrics(), features=Features())))
    message = SimpleNamespace(content="e4e7", author=author, reference=reference)
    await client.on_message(cast("Any", message))
    assert reply.await_args_list == ([call(message, 9)] if is_read else [])


SERVER = SimpleNamespace(id=10)


@pytest.mark.parametrize("event", ["ready", "guild_available", "guild_join", "guild_remove"])
async def test_what_an_event_changes_is_written_before_it_is_closed(
    monkeypatch: pytest.MonkeyPatch, event: str
) -> None:
    """The store closes only after the client."""
    written: list[str] = []

    async def write(*_: object, **__: object) -> None:
        await asyncio.sleep(0.05)
        written.append(event)

    for name in ("compare_servers", "note_servers", "greet_servers"):
        monkeypatch.setattr(f"bot.ui.client.{name}", write)
    async with Client(app()) as client:
        client.dispatch(event, *([] if event == "ready" else [SERVER]))
        await client.close()
        assert event in written


@pytest.mark.parametrize("event", ["interaction", "message", "command", "unread_interaction"])
async def test_what_a_person_asked_is_done_before_it_is_closed(
    monkeypatch: pytest.MonkeyPatch, event: str
) -> None:
    done: list[str] = []

    async def do(*_: object, **__: object) -> bool:
        await asyncio.sleep(0.05)
        done.append(event)
        return False

    monkeypatch.setattr("bot.ui.client.admit", do)
    monkeypatch.setattr("bot.ui.client.TypedMoves.reply", do)
    monkeypatch.setattr("bot.ui.client.reply", do)
    monkeypatch.setattr("bot.ui.client.GuestChannels.remember", Mock())
    monkeypatch.setattr(Client, "user", ME)
    kind = discord.InteractionType.component
    pressed = SimpleNamespace(type=kind, user=ANNA, locale="en-GB")
    written = SimpleNamespace(author=ANNA, reference=BOARD)
    async with Client(app()) as client:
        if event == "command":
            client.loop.create_task(check_command(client, pressed))
        else:
            client.dispatch(event, written if event == "message" else pressed)
        await client.close()
        assert done == [event]


async def test_a_completion_with_options_that_no_command_offered_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.ui.client.admit", AsyncMock(return_value=True))
    monkeypatch.setattr("bot.ui.client.options_are_bounded", Mock(return_value=False))
    answer = AsyncMock()
    asked = SimpleNamespace(
        type=discord.InteractionType.autocomplete,
        user=ANNA,
        data={},
        command=None,
        created_at=datetime.now(UTC),
        response=SimpleNamespace(autocomplete=answer),
    )
    async with Client(app()) as client:
        monkeypatch.setattr(client, "_latency", Mock())
        await asyncio.create_task(check_command(client, asked))
    assert answer.await_args_list == [call([])]


async def check_command(client: Client, asked: object) -> None:
    """Begin to handle a command, as discord.py does in a task of its own."""
    await client.tree.interaction_check(cast("Any", asked))


@pytest.mark.parametrize("kind", ROUTED)
async def test_a_press_of_which_something_is_missing_is_answered(
    monkeypatch: pytest.MonkeyPatch, kind: discord.InteractionType
) -> None:
    """It has no person, say."""
    told = AsyncMock()
    monkeypatch.setattr("bot.ui.client.reply", told)
    monkeypatch.setattr("bot.ui.client.GuestChannels.remember", Mock())
    odd = SimpleNamespace(type=kind, user=discord.utils.MISSING, locale="en-GB")
    async with Client(app()) as client:
        client.dispatch("interaction", odd)
    ((_, answered, page),) = (call.args for call in told.await_args_list)
    assert answered is odd
    assert "Something went wrong" in str(page)


async def test_what_cannot_be_read_is_counted_and_logged_once_a_minute_by_its_name(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now = 1000.0
    monkeypatch.setattr("bot.ui.client.monotonic", lambda: now)
    client = Client(app())
    for now in (1000.0, 1059.0, 1060.0):
        for name in ("THREAD_UPDATE", "GUILD_CREATE"):
            try:
                int(f"Anna {now}")
            except ValueError as error:
                client.report(name, error)
    threads = [line for line in caplog.messages if "THREAD_UPDATE" in line]
    assert len(threads) == 2
    assert len(caplog.messages) == 4
    assert threads[0].startswith("could not read all of THREAD_UPDATE: ValueError in ")
    assert "Anna 10" not in caplog.text
    figure = "konakis_unreadable_total"
    count = client.app.metrics.registry.get_sample_value(figure, {"event": "GUILD_CREATE"})
    assert count == 3


def test_every_event_that_is_handled_is_waited_for_in_a_test_above() -> None:
    handled = {name for name in vars(Client) if name.startswith("on_")}
    of_servers = {"on_ready", "on_guild_available", "on_guild_join", "on_guild_remove"}
    of_people = {"on_interaction", "on_message", "on_unread_interaction"}
    assert handled - {"on_error"} == {*of_servers, *of_people}


def app() -> Any:  # noqa: ANN401  what a client needs of it
    files = SimpleNamespace(close=lambda: None)
    return SimpleNamespace(
        metrics=Metrics(),
        files=files,
        names={},
        usernames={},
        services=None,
        features=Features(),
        host=None,
    )
