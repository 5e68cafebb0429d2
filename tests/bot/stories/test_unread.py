"""Discord sends what cannot be read, at the start and later: the bot plays on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast
from unittest.mock import Mock

import pytest

from sandbox.rest import callbacks
from sandbox.sample import HEARTH, LONG_TABLE
from sandbox.shapes import interactions, messages, places
from tests.bot.discord_events import EMBED, FORUM, MESSAGE, OVERWRITE, PLAIN, ROLE, TEXT, THREAD
from tests.bot.stories.conftest import check_log, command, little_discord
from tests.bot.stories.table import Table
from tests.sandbox.conftest import check_record
from tests.together import beside

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from pathlib import Path

    from sandbox.process import BotProcess
    from sandbox.server import Sandbox
    from tests.bot.discord_events import Json

CHANNELS: tuple[Json, ...] = (
    {**TEXT, "id": "900000000000000001", "permission_overwrites": None},
    {**TEXT, "id": "900000000000000002", "permission_overwrites": [{**OVERWRITE, "allow": "x"}]},
    {**FORUM, "id": "900000000000000003", "available_tags": None},
    {},
)
THREADS = ({key: THREAD[key] for key in THREAD.keys() - {"type"}}, None)
MESSAGES: tuple[Json, ...] = (
    {**PLAIN, "poll": {**MESSAGE["poll"], "expiry": None}},
    {**PLAIN, "message_snapshots": [{"message": {"type": 0, "embeds": [], "attachments": []}}]},
    {**PLAIN, "content": None, "author": None},
)
LATER: tuple[tuple[str, Json], ...] = (
    *(("CHANNEL_CREATE", channel) for channel in CHANNELS),
    ("THREAD_UPDATE", THREADS[0]),
    *(("MESSAGE_CREATE", message) for message in MESSAGES),
    ("GUILD_ROLE_CREATE", {"role": {**ROLE, "permissions": None}}),
    ("GUILD_UPDATE", {"id": LONG_TABLE, "roles": None}),
    ("THREAD_LIST_SYNC", {"threads": None}),
    ("INTERACTION_CREATE", {}),
    ("RESUMED", {"_trace": None}),
    ("AN_EVENT_OF_TOMORROW", {"id": None}),
)


def send(box: Sandbox, frame: object) -> None:
    """Send the bot that, which no session remembers."""
    (session,) = box.wire.sessions
    assert session.pipe
    session.pipe.send(cast("Json", frame))


async def play(box: Sandbox, path: Path) -> None:
    """A move of each, in a channel of their own; nothing is said twice."""
    table = Table(box, path, LONG_TABLE)
    await table.begin()
    await table.play("e2-f2", "e4-f4")
    await table.check("e2-f2", "e4-f4")


async def unless_it_ends(process: BotProcess, act: Coroutine[Any, Any, None]) -> None:
    """Do it; fail at once where the bot ends meanwhile."""
    async with beside(process.wait()) as ended, beside(act) as done:
        ended.add_done_callback(lambda _: done.cancel())
        await done


async def test_it_starts_and_plays_where_a_part_of_the_server_cannot_be_read(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arriving = places.guild_arriving

    def odd(*what: Any) -> Json:  # noqa: ANN401  as the original
        guild = arriving(*what)
        more: dict[str, tuple[object, ...]] = {"channels": CHANNELS, "threads": THREADS}
        lists = {name: [*parts, *guild[name]] for name, parts in more.items()}
        return {**guild, **lists, "presences": None, "member_count": "many"}

    monkeypatch.setattr(places, "guild_arriving", odd)
    async with little_discord() as box, box.process(command(box, path)) as process:
        await unless_it_ends(process, play(box, path))
        assert process.stderr.count("could not read all of GUILD_CREATE") == 1
        assert await process.terminate() == 0
        check_record(box)


async def test_it_plays_on_whatever_it_is_sent(path: Path) -> None:
    async with little_discord() as box, box.process(command(box, path)) as process:
        for name, data in LATER:
            send(box, {"op": 0, "t": name, "d": {**data, "guild_id": LONG_TABLE}})
        send(box, {"op": 99, "d": None})
        await unless_it_ends(process, play(box, path))
        assert process.stderr.count("could not read all of MESSAGE_CREATE") == 1
        assert await process.terminate() == 0
        check_record(box)
        check_log(box, process)


@pytest.mark.parametrize("frame", [{"op": 0, "t": "RESUMED", "d": None}, {"op": 10, "d": None}, []])
async def test_it_connects_again_where_what_comes_between_events_is_odd(
    path: Path, frame: object
) -> None:
    async with little_discord() as box, box.process(command(box, path)) as process:
        send(box, frame)
        await process.wait_for_log("can't reach Discord (")
        await box.until(lambda: box.world.online or None)
        await unless_it_ends(process, play(box, path))
        assert await process.terminate() == 0


async def test_a_request_that_cannot_be_read_is_answered(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever of it is odd; in the language of who asked."""
    async with little_discord() as box, box.process(command(box, path)) as process:
        deer, sound = box.player("reindeer"), interactions.interaction
        oddities: tuple[Callable[[Json], Json], ...] = (
            lambda asked: {**asked, "member": {}},
            lambda asked: {**asked, "app_permissions": None},
            lambda asked: {**asked, "data": None},
            lambda asked: {**asked, "data": {**asked["data"], "options": "x"}},
            lambda asked: {key: asked[key] for key in ("id", "token", "type")},
        )
        for odd in oddities:

            def interaction(*of: Any, odd: Callable[[Json], Json] = odd) -> Json:  # noqa: ANN401
                return odd(sound(*of))

            monkeypatch.setattr(interactions, "interaction", interaction)
            answer = await deer.slash(HEARTH, "tablut games")
            assert "Something went wrong" in answer.text
        monkeypatch.undo()
        await unless_it_ends(process, play(box, path))
        assert await process.terminate() == 0


async def test_nothing_is_said_twice_where_the_answers_to_it_are_odd(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = messages.message

    def odd(*what: Any, **how: Any) -> Json:  # noqa: ANN401  as the original
        shown = message(*what, **how)
        del shown["content"]
        return {**shown, "embeds": [{**EMBED, "timestamp": 5}], "poll": {"expiry": None}}

    async with little_discord() as box, box.process(command(box, path)) as process:
        monkeypatch.setattr(messages, "message", odd)
        monkeypatch.setattr(callbacks, "message", odd)
        monkeypatch.setattr(interactions, "answered", Mock(return_value={"resource": {}}))
        await unless_it_ends(process, play(box, path))
        assert process.stderr.count("could not read all of ANSWER") == 1
        assert await process.terminate() == 0
