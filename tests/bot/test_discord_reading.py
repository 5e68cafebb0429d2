# ruff: noqa: SLF001
# pyright: reportPrivateUsage=false
"""Whatever Discord sends, nothing raises, and what can be read is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast
from unittest.mock import AsyncMock

import discord
import pytest
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.discord_reading import (
    ANSWER,
    ReadingClient,
    ReadingTree,
    Unreadable,
    _Callbacks,
    described,
)
from tests.bot.discord_events import (
    BOARD,
    COMMAND,
    FORUM,
    GUILD,
    INTERACTIONS,
    MESSAGE,
    PLAIN,
    READY,
    ROLE,
    SAMPLES,
    TEXT,
    THREAD,
    USER,
    odd_versions,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.bot.discord_events import Json

SILENT = {"USER_UPDATE", "THREAD_MEMBER_UPDATE", "GUILD_MEMBERS_CHUNK", "VOICE_SERVER_UPDATE"}
CHANGING = ("GUILD", "CHANNEL", "THREAD", "READY", "STAGE")  # what is known of a server


class Listening(ReadingClient):
    """A client that is logged in, and notes what it is told and what could not be read."""

    def __init__(self) -> None:
        self.unread: list[str] = []
        self.told: list[tuple[Any, ...]] = []
        super().__init__(
            lambda name, _: self.unread.append(name),
            intents=discord.Intents(guilds=True, guild_messages=True, dm_messages=True),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
        )
        self.state: Any = self._connection
        self.state.shard_ids, self.state.shard_count = range(1), 1
        self.state.application_id = 1
        self.state.user = discord.ClientUser(state=self.state, data=USER)  # type: ignore[arg-type]

    def dispatch(self, event: str, /, *args: object, **_: object) -> None:
        """Note it."""
        self.told.append((event, *args))

    def arrive(self) -> None:
        """Know that server as it was, and nothing else."""
        self.state._guilds = {}
        self.state._add_guild_from_data(GUILD)

    def send(self, name: str, data: object) -> None:
        """Read an event, as the gateway has it read."""
        self.unread.clear()
        self.told.clear()
        self.state.parsers[name](data)
        for task in (*self.state._ready_tasks.values(), self.state._ready_task):
            if task:  # it waits for servers
                task.cancel()
        self.state._ready_tasks, self.state._ready_states = {}, {}

    @property
    def guild(self) -> discord.Guild:
        """The server."""
        (guild,) = self.guilds
        return guild


@pytest.fixture
async def client() -> Listening:
    """One that knows a server."""
    client = Listening()
    client.arrive()
    return client


def odd(data: Json, *needed: str) -> Iterator[Any]:
    """The odd versions of an object that have these fields as they were."""
    for version in odd_versions(data):
        if isinstance(version, dict) and all(
            cast("Json", version).get(key) == data[key] for key in needed
        ):
            yield version


async def test_every_event_has_a_sample_that_is_read_whole(client: Listening) -> None:
    assert SAMPLES.keys() == client.state.parsers.keys()
    for name, samples in SAMPLES.items():
        for sample in samples:
            client.arrive()
            client.send(name, sample)
            assert client.unread == [], name
            assert client.told or name in SILENT, name


@pytest.mark.slow
async def test_no_shape_of_any_event_raises(client: Listening) -> None:
    for name, samples in SAMPLES.items():
        for sample in samples:
            for version in odd_versions(sample):
                if name.startswith(CHANGING):
                    client.arrive()
                client.send(name, version)
                assert client.guilds or name == "GUILD_DELETE"


@pytest.mark.slow
async def test_of_a_server_one_item_at_most_is_left_out(client: Listening) -> None:
    """Each in turn is odd, or one of its fields."""
    for version in odd(GUILD, "id"):
        client.state._guilds = {}
        client.send("GUILD_CREATE", version)
        guild = client.guild
        assert guild.me.id == 1
        for field, known in (
            ("channels", guild.channels),
            ("threads", guild.threads),
            ("roles", guild.roles),
        ):
            sent: Any = version.get(field)
            whole = isinstance(sent, list) and len(cast("list[Json]", sent)) == len(GUILD[field])
            assert len(known) >= len(GUILD[field]) - 1 or not whole


async def test_a_channel_without_its_overwrites_is_left_out(client: Listening) -> None:
    """It might be a private one."""
    odd = {**TEXT, "id": "6", "permission_overwrites": None}
    client.state._guilds = {}
    client.send("GUILD_CREATE", {**GUILD, "channels": [odd, TEXT, FORUM]})
    assert client.unread == ["GUILD_CREATE"]
    assert {channel.id for channel in client.guild.channels} == {1, 4}
    client.send("CHANNEL_CREATE", odd)
    assert client.guild.get_channel(6) is None
    client.send("CHANNEL_UPDATE", {**odd, "id": "1"})
    (overwrite,) = client.guild.channels[0].overwrites
    assert overwrite.id == 1


async def test_a_forum_without_tags_and_a_thread_without_its_type(client: Listening) -> None:
    client.send("CHANNEL_UPDATE", {**FORUM, "name": "hall", "available_tags": None})
    forum = client.guild.get_channel(4)
    assert isinstance(forum, discord.ForumChannel)
    assert (forum.name, *forum.available_tags) == ("hall",)
    assert client.unread == ["CHANNEL_UPDATE"]
    client.send("THREAD_UPDATE", {key: THREAD[key] for key in THREAD.keys() - {"type"}})
    assert client.unread == ["THREAD_UPDATE"]
    assert client.guild.get_thread(1) is not None


@pytest.mark.parametrize(
    "field",
    [
        {"poll": {**MESSAGE["poll"], "expiry": None}},
        {"message_snapshots": [{"message": {"type": 0}}]},
        {"embeds": None},
    ],
)
async def test_a_message_is_read_without_what_is_odd(client: Listening, field: Json) -> None:
    client.send("MESSAGE_CREATE", {**MESSAGE, **field})
    assert client.unread == ["MESSAGE_CREATE"]
    ((name, message),) = client.told
    assert name == "message"
    assert (message.content, message.author.id, message.reference.message_id) == ("e2-f2", 7, 2)


@pytest.mark.slow
async def test_whoever_wrote_is_not_mistaken(client: Listening) -> None:
    needed = ("id", "channel_id", "guild_id", "type", "content", "author", "message_reference")
    for version in odd(MESSAGE, *needed):
        client.send("MESSAGE_CREATE", version)
        ((_, message),) = client.told
        assert (message.content, message.author.id) == ("e2-f2", 7)


async def test_what_the_bot_itself_wrote_is_not_read(client: Listening) -> None:
    client.send("MESSAGE_CREATE", {**MESSAGE, "author": USER, "components": "odd"})
    assert (client.told, client.unread) == ([], [])


@pytest.mark.slow
async def test_every_request_is_handed_on(client: Listening) -> None:
    """Whole where that is possible; else so that it can be answered."""
    tree = ReadingTree(client)
    tree._from_interaction = lambda asked: client.told.append(("command", asked))  # type: ignore[method-assign]
    for sample in INTERACTIONS:
        for version in odd(sample, "id", "token"):
            client.send("INTERACTION_CREATE", version)
            assert client.told
            for _, asked in client.told:
                assert (asked.id, asked.token) == (1, "t")


async def test_the_place_and_the_rights_of_a_request_are_never_left_out(client: Listening) -> None:
    (command, *_) = INTERACTIONS
    for field in ("guild_id", "channel", "app_permissions", "authorizing_integration_owners"):
        client.send("INTERACTION_CREATE", {**command, field: "x"})
        assert [name for name, *_ in client.told] == ["unread_interaction"], field
    client.send("INTERACTION_CREATE", {**command, "entitlements": None})
    assert [name for name, *_ in client.told] == ["interaction"]


async def test_a_command_whose_options_cannot_be_read_is_handed_on(client: Listening) -> None:
    tree = ReadingTree(client)

    @tree.command(name="tablut")
    async def tablut(_: discord.Interaction[ReadingClient]) -> None: ...

    assert tablut
    data: Json = {**COMMAND, "options": [], "resolved": {"users": {"1": {}}}}
    asked = client.state._interaction_of({**INTERACTIONS[0], "data": data})
    await tree._call(asked)
    assert client.unread == ["INTERACTION_CREATE"]
    assert client.told == [("unread_interaction", asked)]


async def test_what_a_server_does_not_name_is_not_gone(client: Listening) -> None:
    for roles in ({}, {"roles": None}, {"roles": [ROLE, {**ROLE, "permissions": "all"}]}):
        client.send("GUILD_UPDATE", {"id": "1", "name": "a new name", **roles})
        assert client.guild.name == "a new name"
        assert len(client.guild.roles) == len(GUILD["roles"])
    for threads in (None, "x"):
        client.send("THREAD_LIST_SYNC", {"guild_id": "1", "threads": threads})
        assert len(client.guild.threads) == 1
    client.send("THREAD_LIST_SYNC", {"guild_id": "1", "threads": [{}, {**THREAD, "id": "8"}]})
    assert [thread.id for thread in client.guild.threads] == [8]


async def test_the_servers_at_the_start_that_can_be_read_are_there(client: Listening) -> None:
    for field in ({"user": None}, {"shard": None}, {"guilds": [*READY["guilds"], {"id": None}, 5]}):
        client.state._guilds = {}
        client.send("READY", {**READY, **field})
        assert [guild.id for guild in client.guilds] == [1, 2]
        assert client.told == [("connect",), ("shard_connect", 0)]
        assert client.unread == ["READY"]


@pytest.mark.slow
async def test_a_message_of_ours_is_sent_though_the_answer_is_odd(client: Listening) -> None:
    channel = client.get_partial_messageable(1)
    client.http.edit_message = client.http.send_message = answer = AsyncMock()  # type: ignore[method-assign]
    for version in odd({**PLAIN, "author": USER, "embeds": [{}], "poll": {}}, "id"):
        answer.return_value = version
        assert (await channel.send("board")).id == 1
        assert (await channel.get_partial_message(1).edit(content="board")).id == 1
    client.unread.clear()
    answer.return_value = {}
    await channel.get_partial_message(1).edit(content="board")
    assert client.unread == [ANSWER]
    with pytest.raises(KeyError):  # without a number it is looked for before the next try
        await channel.send("board")


async def test_of_an_answer_to_a_press_only_the_number_is_read(
    client: Listening, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer: Json = {
        "interaction": {"id": "1", "type": 3, "response_message_id": "1"},
        "resource": {"type": 4, "message": "odd"},
    }
    monkeypatch.setattr(AsyncWebhookAdapter, "request", AsyncMock(return_value=answer))
    async_context.set(_Callbacks(client.state))
    asked = client.state._interaction_of(
        {**INTERACTIONS[0], "channel": {"id": "2", "type": 1, "recipients": [USER]}}
    )
    assert (await asked.response.send_message("done")).message_id == 1
    assert client.unread == []


@pytest.mark.slow
async def test_an_answer_to_a_person_is_one_though_what_discord_says_to_it_is_odd(
    client: Listening, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = AsyncMock()
    monkeypatch.setattr(AsyncWebhookAdapter, "request", said)
    async_context.set(_Callbacks(client.state))
    message: Json = {**PLAIN, "author": USER, "embeds": [{}], "flags": 64}
    whole: Json = {
        "interaction": {"id": "1", "type": 2, "response_message_id": "1"},
        "resource": {"type": 4, "message": message},
    }
    for version in odd_versions(whole):
        asked = client.state._interaction_of(INTERACTIONS[0])
        said.return_value = version
        assert await asked.response.send_message("done")
    for version in odd_versions(message):
        asked = client.state._interaction_of(INTERACTIONS[0])
        said.return_value = version
        assert await asked.followup.send("more", wait=True)
        assert await asked.edit_original_response(content="done")
    for version in odd(whole, "interaction"):
        asked = client.state._interaction_of(INTERACTIONS[0])
        said.return_value = version
        assert (await asked.response.send_message("done")).message_id == 1


async def test_an_odd_part_of_a_board_leaves_the_rest_of_it(client: Listening) -> None:
    """By its first part a board is found again."""
    answer = {**PLAIN, "components": [BOARD, {"type": 10}], "author": None}
    message = client.state.create_message(channel=client.get_partial_messageable(1), data=answer)
    assert [part.id for part in message.components] == [1]


@pytest.mark.parametrize("answer", [None, [], {}, {"id": "x"}])
async def test_a_login_whose_answer_is_odd_is_unreadable(client: Listening, answer: object) -> None:
    client.http.static_login = AsyncMock(return_value=answer)  # type: ignore[method-assign]
    with pytest.raises(Unreadable, match=r"Error in discord/"):
        await client.login("a.b.c")


async def test_a_fault_of_ours_at_the_start_is_one(client: Listening) -> None:
    class Faulty(Listening):
        async def setup_hook(self) -> None:
            await super().setup_hook()
            raise ZeroDivisionError

    client = Faulty()
    client.http.static_login = AsyncMock(return_value=USER)  # type: ignore[method-assign]
    client.application_info = AsyncMock()  # type: ignore[method-assign]
    with pytest.raises(ZeroDivisionError):
        await client.login("a.b.c")


async def test_what_comes_between_events_is_unreadable(client: Listening) -> None:
    client.launch_shards = AsyncMock(side_effect=KeyError("session_id"))  # type: ignore[method-assign]
    with pytest.raises(Unreadable, match=r"^KeyError in "):
        await client.connect()
    client.launch_shards.side_effect = discord.GatewayNotFound
    with pytest.raises(discord.GatewayNotFound):
        await client.connect()


def test_an_error_is_described_without_its_text() -> None:
    with pytest.raises(ValueError, match="Anna") as raised:
        int("Anna")
    assert described(raised.value).startswith("ValueError in bot/test_discord_reading.py, line ")
    assert described(raised.value).endswith(': int("Anna")')  # the line, and no value
