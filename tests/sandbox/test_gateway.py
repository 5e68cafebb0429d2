"""The gateway, without discord.py: how a connection begins, ends and is taken up again."""

from dataclasses import replace

import aiohttp
import pytest

from sandbox.player import Player
from sandbox.rules.permissions import May
from sandbox.sample import ELSEWHERE, LONG_TABLE, Cast
from sandbox.server import Sandbox
from sandbox.world import places
from tests.sandbox.raw import INTENTS, Gateway, Rest

MEMBERS, CONTENT = 1 << 1, 1 << 15


@pytest.fixture
def deer(box: Sandbox) -> Player:
    return box.player("reindeer")


@pytest.mark.parametrize(
    "query",
    [
        "v=10&encoding=json",
        "v=10&encoding=json&compress=zlib-stream",
        "v=10&encoding=json&compress=zstd-stream",
    ],
)
async def test_hello_identify_ready_and_the_guilds(box: Sandbox, query: str) -> None:
    async with Gateway(box, query) as gateway:
        assert (await gateway.hear())["d"] == {"heartbeat_interval": 41250}
        await gateway.say(1, None)
        assert (await gateway.hear())["op"] == 11
        await gateway.say(2, {"token": box.token, "intents": INTENTS, "compress": True})
        ready = await gateway.hear()
        assert (ready["t"], ready["s"]) == ("READY", 1)
        assert ready["d"]["guilds"] == [{"id": LONG_TABLE, "unavailable": True}]
        assert ready["d"]["resume_gateway_url"] == box.gateway
        guild = await gateway.hear()
        assert (guild["t"], guild["s"]) == ("GUILD_CREATE", 2)
        assert [channel["name"] for channel in guild["d"]["channels"]] == [
            "hearth",
            "games",
            "quiet",
        ]
        assert [member["user"]["username"] for member in guild["d"]["members"]] == ["Bot"]
    await box.until(lambda: None if box.world.online else True)


@pytest.mark.parametrize(
    ("identify", "code"),
    [
        ({"token": "wrong"}, 4004),
        ({"intents": INTENTS | CONTENT}, 4014),
        ({"intents": INTENTS | MEMBERS}, 4014),
        ({"intents": 1 << 40}, 4013),
        ({"intents": None}, 4013),
        ({"shard": [2, 2]}, 4010),
        ({"shard": [0]}, 4010),
        ({"shard": ["a", "b"]}, 4010),
    ],
)
async def test_who_identifies_wrongly_is_sent_away(
    box: Sandbox, identify: dict[str, object], code: int
) -> None:
    async with Gateway(box) as gateway:
        await gateway.hear()
        await gateway.say(2, {"token": box.token, "intents": INTENTS, **identify})
        assert await gateway.closed() == code


@pytest.mark.parametrize(
    ("text", "code"),
    [("{", 4002), ("[]", 4002), ('{"op": 3}', 4003), ('{"op": 99}', 4003), ('{"op": 8}', 4003)],
)
async def test_nonsense_before_identifying_ends_the_connection(
    box: Sandbox, text: str, code: int
) -> None:
    async with Gateway(box) as gateway:
        await gateway.socket.send_str(text)
        assert await gateway.closed() == code


@pytest.mark.parametrize(
    ("op", "data"),
    [
        (2, None),
        (2, {"token": ["a"], "intents": 1}),
        (6, {"token": {}, "session_id": [], "seq": "x"}),
        ([], {}),
        ({}, 5),
    ],
)
async def test_other_nonsense_ends_it_too(box: Sandbox, op: object, data: object) -> None:
    async with Gateway(box) as gateway:
        await gateway.socket.send_json({"op": op, "d": data})
        assert await gateway.closed() in {4003, 4004}


async def test_nonsense_instead_of_members(box: Sandbox) -> None:
    async with Gateway(box) as gateway:
        await gateway.identify()
        wanted: list[dict[str, object]] = [
            {"guild_id": []},
            {"guild_id": LONG_TABLE, "limit": "x", "query": 5},
        ]
        for name in wanted:
            await gateway.say(8, name)
        chunk = (await gateway.hear_of("GUILD_MEMBERS_CHUNK"))["d"]
        assert chunk["members"] == []


async def test_nonsense_after_identifying_ends_the_connection(box: Sandbox) -> None:
    async with Gateway(box) as gateway:
        await gateway.identify()
        await gateway.say(99)
        assert await gateway.closed() == 4001
    async with Gateway(box) as gateway:
        await gateway.identify()
        await gateway.say(2, {"token": box.token, "intents": INTENTS})
        assert await gateway.closed() == 4005


@pytest.mark.parametrize(
    ("query", "code"), [("v=6&encoding=json", 4012), ("v=10&encoding=etf", 4002)]
)
async def test_other_dialects_are_not_spoken(box: Sandbox, query: str, code: int) -> None:
    async with Gateway(box, query) as gateway:
        assert await gateway.closed() == code


async def test_heartbeats_may_go_unanswered(box: Sandbox) -> None:
    box.wire.settings.acknowledges = False
    async with Gateway(box) as gateway:
        await gateway.hear()
        await gateway.say(1)
        await gateway.say(2, {"token": box.token, "intents": INTENTS})
        assert (await gateway.hear())["t"] == "READY"


async def test_an_answer_to_a_heartbeat_is_on_its_way_for_a_while(box: Sandbox) -> None:
    box.wire.settings.delay = 3600
    async with Gateway(box) as gateway:
        await gateway.hear()
        await gateway.say(1)
        await gateway.say(2, {"token": box.token, "intents": 0})
        assert (await gateway.hear())["t"] == "READY"
        box.wire.settings.delay = 0.1
        await gateway.say(1)
        assert (await gateway.hear())["op"] == 11


async def test_too_many_frames(box: Sandbox) -> None:
    async with Gateway(box) as gateway:
        for _ in range(121):
            await gateway.say(1)
        assert await gateway.closed() == 4008


async def test_a_client_without_a_pulse_is_sent_away(box: Sandbox) -> None:
    async with Gateway(box) as gateway:
        await gateway.identify()
        box.wire.settings.heartbeat = 0.05
        await gateway.say(1)  # from now on it waits no longer than that
        assert await gateway.closed() == 4009


async def test_what_was_missed_is_replayed(box: Sandbox, deer: Player) -> None:
    async with Gateway(box) as gateway:
        session = (await gateway.identify())["d"]["session_id"]
        heard = await gateway.hear_of("GUILD_CREATE")
        box.wire.cut()
    await box.until(lambda: None if box.world.online else True)
    deer.send("games", "while you were away")
    async with Gateway(box) as gateway:
        await gateway.hear()
        await gateway.say(6, {"token": box.token, "session_id": session, "seq": heard["s"]})
        missed = await gateway.hear()
        assert (missed["t"], missed["s"]) == ("MESSAGE_CREATE", heard["s"] + 1)
        assert (await gateway.hear())["t"] == "RESUMED"
        deer.send("games", "and now")
        assert (await gateway.hear())["s"] == heard["s"] + 3


async def test_a_session_left_alone_too_long_is_over(box: Sandbox) -> None:
    async with Gateway(box) as gateway:
        session = (await gateway.identify())["d"]["session_id"]
    await box.until(lambda: None if box.world.online else True)
    box.clock.advance(181)
    async with Gateway(box) as gateway:
        await gateway.hear()
        await gateway.say(6, {"token": box.token, "session_id": session, "seq": 1})
        assert await gateway.hear() == {"t": None, "s": None, "op": 9, "d": False}
        await gateway.say(2, {"token": box.token, "intents": INTENTS})
        assert (await gateway.hear())["t"] == "READY"


async def test_who_says_goodbye_has_no_session_to_resume(box: Sandbox) -> None:
    async with Gateway(box) as gateway:
        session = (await gateway.identify())["d"]["session_id"]
        await gateway.socket.close(code=1000)
    async with Gateway(box) as gateway:
        await gateway.hear()
        await gateway.say(6, {"token": box.token, "session_id": session, "seq": 1})
        assert (await gateway.hear())["op"] == 9


async def test_a_session_is_not_resumed_from_the_future_or_with_another_token(box: Sandbox) -> None:
    async with Gateway(box) as gateway:
        session = (await gateway.identify())["d"]["session_id"]
        box.wire.cut()
    for token, seq, code in ((box.token, 99, 4007), ("wrong", 1, 4004)):
        async with Gateway(box) as gateway:
            await gateway.hear()
            await gateway.say(6, {"token": token, "session_id": session, "seq": seq})
            assert await gateway.closed() == code


async def test_only_what_was_asked_for_is_told(box: Sandbox, deer: Player) -> None:
    async with Gateway(box) as gateway:
        await gateway.identify(intents=1 << 9)
        deer.send(deer.dm(box.bot), "a direct message needs its own intent")
        box.world.channels[deer.channel("games").id] = deer.channel("games")
        places.overwrite(box.world, deer.channel("games"), LONG_TABLE, allow=May.ADD_REACTIONS)
        deer.send("games", "a guild's message")
        heard = await gateway.hear()
        assert (heard["t"], heard["s"]) == ("MESSAGE_CREATE", 2)
        assert heard["d"]["guild_id"] == LONG_TABLE


async def test_content_is_for_those_it_names(box: Sandbox, deer: Player) -> None:
    async with Gateway(box) as gateway:
        await gateway.identify()
        deer.send("games", "not for bots", ("a.txt", b"a"))
        heard = (await gateway.hear_of("MESSAGE_CREATE"))["d"]
        assert (heard["content"], heard["attachments"]) == ("", [])
        deer.send("games", f"for <@{box.bot.id}>", ("a.txt", b"a"))
        heard = (await gateway.hear_of("MESSAGE_CREATE"))["d"]
        assert heard["content"] == f"for <@{box.bot.id}>"
        assert heard["attachments"][0]["filename"] == "a.txt"
        deer.send(deer.dm(box.bot), "direct")
        assert (await gateway.hear_of("MESSAGE_CREATE"))["d"]["content"] == "direct"


async def test_a_granted_intent_shows_members_and_content() -> None:
    async with Sandbox(cast=Cast(granted=MEMBERS | CONTENT)) as box, Gateway(box) as gateway:
        await gateway.identify(intents=INTENTS | MEMBERS | CONTENT)
        guild = await gateway.hear_of("GUILD_CREATE")
        assert len(guild["d"]["members"]) == 6
        box.player("birch").send("games", "for everybody")
        assert (await gateway.hear_of("MESSAGE_CREATE"))["d"]["content"] == "for everybody"
        await gateway.say(8, {"guild_id": LONG_TABLE, "query": "", "limit": 0, "nonce": "n"})
        chunk = (await gateway.hear_of("GUILD_MEMBERS_CHUNK"))["d"]
        assert (len(chunk["members"]), chunk["nonce"]) == (6, "n")


async def test_members_by_id_need_no_intent(box: Sandbox, deer: Player) -> None:
    async with Gateway(box) as gateway:
        await gateway.identify()
        await gateway.say(8, {"guild_id": LONG_TABLE, "user_ids": [deer.id], "limit": 0})
        chunk = (await gateway.hear_of("GUILD_MEMBERS_CHUNK"))["d"]
        assert [member["user"]["username"] for member in chunk["members"]] == ["reindeer"]


async def test_each_shard_hears_of_its_guilds(box: Sandbox, deer: Player) -> None:
    """The Long Table's id belongs to the second of two shards; direct messages to the first."""
    assert (int(LONG_TABLE) >> 22) % 2 == 1
    async with Gateway(box) as first, Gateway(box) as second:
        assert (await first.identify(shard=[0, 2]))["d"]["guilds"] == []
        assert len((await second.identify(shard=[1, 2]))["d"]["guilds"]) == 1
        deer.send("games", "in the guild")
        deer.send(deer.dm(box.bot), "in private")
        assert (await second.hear_of("MESSAGE_CREATE"))["d"]["guild_id"] == LONG_TABLE
        assert (await first.hear_of("MESSAGE_CREATE"))["d"]["content"] == "in private"


async def test_a_bot_that_has_grown_is_to_be_spread(box: Sandbox) -> None:
    box.world.app = replace(box.world.app, shards=2)
    async with Rest(box) as rest:
        assert (await rest.ask("GET", "/gateway/bot")).body["shards"] == 2
    async with Gateway(box) as alone:
        await alone.say(2, {"token": box.token, "intents": INTENTS})
        assert await alone.closed() == 4011
    async with Gateway(box) as first, Gateway(box) as second:
        await first.identify(shard=[0, 2])
        await second.identify(shard=[1, 2])
        box.wire.cut(shard=1)
        await box.until(lambda: True if len(box.wire.sessions) == 1 else None)
        assert box.wire.sessions[0].terms.shard == 0


async def test_what_becomes_of_guilds_channels_and_members_is_told(
    box: Sandbox, deer: Player
) -> None:
    async with Gateway(box) as gateway:
        await gateway.identify()
        new = places.open_channel(box.world, LONG_TABLE, "attic")
        assert (await gateway.hear_of("CHANNEL_CREATE"))["d"]["name"] == "attic"
        thread = deer.thread(new, "corner")
        assert (await gateway.hear_of("THREAD_CREATE"))["d"]["newly_created"] is True
        places.archive(box.world, thread, archived=True, locked=True)
        told = (await gateway.hear_of("THREAD_UPDATE"))["d"]["thread_metadata"]
        assert (told["archived"], told["locked"]) == (True, True)
        places.close_channel(box.world, new)
        assert (await gateway.hear_of("THREAD_DELETE"))["d"]["id"] == thread.id
        assert (await gateway.hear_of("CHANNEL_DELETE"))["d"]["id"] == new.id
        places.join(box.world, ELSEWHERE, box.bot.id)
        assert (await gateway.hear_of("GUILD_CREATE"))["d"]["name"] == "Elsewhere"
        places.leave(box.world, ELSEWHERE, box.bot.id)
        assert (await gateway.hear_of("GUILD_DELETE"))["d"] == {"id": ELSEWHERE}
        guild = box.world.guild(LONG_TABLE)
        places.alter_role(box.world, guild, guild.roles[0])
        assert (await gateway.hear_of("GUILD_ROLE_UPDATE"))["d"]["role"]["name"] == "@everyone"


async def test_a_message_in_a_channel_that_the_bot_cannot_see_is_not_told(
    box: Sandbox, deer: Player
) -> None:
    places.overwrite(box.world, deer.channel("quiet"), box.bot.id, deny=May.VIEW_CHANNEL)
    async with Gateway(box) as gateway:
        await gateway.identify()
        deer.send("quiet", "unheard")
        deer.send("games", "heard")
        assert (await gateway.hear_of("MESSAGE_CREATE"))["d"]["channel_id"] == deer.channel(
            "games"
        ).id


async def test_bots_are_told_where_the_gateway_is(box: Sandbox) -> None:
    async with Rest(box) as rest:
        said = await rest.ask("GET", "/gateway/bot")
        assert (said.body["url"], said.body["shards"]) == (box.gateway, 1)


async def test_a_refused_connection(box: Sandbox) -> None:
    box.wire.refuse = 1
    with pytest.raises(aiohttp.WSServerHandshakeError, match="503"):
        async with Gateway(box):
            pass
    async with Gateway(box) as gateway:
        await gateway.identify()
