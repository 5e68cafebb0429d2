"""Channels, threads and members, as bots change them over REST and hear of it."""

import pytest

from sandbox.player import Player
from sandbox.rules.permissions import May
from sandbox.sample import GAMES, LONG_TABLE, Cast
from sandbox.server import Sandbox
from sandbox.world import places, user_actions
from sandbox.world.world import Impossible
from tests.sandbox.conftest import check_record
from tests.sandbox.raw import Gateway, Rest


@pytest.fixture
def deer(box: Sandbox) -> Player:
    return box.player("reindeer")


async def test_a_channel_is_looked_at_changed_and_deleted(box: Sandbox, deer: Player) -> None:
    path = f"/channels/{GAMES}"
    async with Rest(box) as rest:
        assert (await rest.ask("GET", path)).body["name"] == "games"
        assert (await rest.ask("PATCH", path, {"name": "a"})).body["code"] == 50013
        assert (await rest.ask("DELETE", path)).body["code"] == 50013
        places.overwrite(box.world, deer.channel("games"), box.bot.id, allow=May.MANAGE_CHANNELS)
        assert (await rest.ask("PATCH", path, {"topic": "all games"})).body["topic"] == "all games"
        assert deer.channel("games").topic == "all games"
        assert (await rest.ask("DELETE", path)).body["id"] == GAMES
        assert (await rest.ask("GET", path)).body["code"] == 10003
    check_record(box)


async def test_a_conversation_is_neither_changed_nor_lost(box: Sandbox, deer: Player) -> None:
    path = f"/channels/{deer.dm(box.bot).id}"
    async with Rest(box) as rest:
        assert (await rest.ask("GET", path)).body["recipients"][0]["username"] == "reindeer"
        assert (await rest.ask("PATCH", path, {"name": "a"})).body["code"] == 50003
        assert (await rest.ask("DELETE", path)).status == 200
        assert (await rest.ask("GET", path)).status == 200
        said = deer.send(deer.dm(box.bot), "mine")
        assert (await rest.ask("DELETE", f"{path}/messages/{said.id}")).body["code"] == 50003
    check_record(box)


async def test_the_bot_types(box: Sandbox, deer: Player) -> None:
    async with Rest(box) as rest, Gateway(box) as gateway:
        await gateway.identify(intents=1 << 0 | 1 << 11)
        assert (await rest.post(f"/channels/{GAMES}/typing")).status == 204
        user_actions.type_in(box.world, deer.id, deer.channel("games"))
        heard = (await gateway.hear_of("TYPING_START"))["d"]
        assert (heard["user_id"], heard["guild_id"]) == (deer.id, LONG_TABLE)
    check_record(box)


async def test_the_bot_joins_and_leaves_threads(box: Sandbox, deer: Player) -> None:
    thread = deer.thread("games", "corner")
    path = f"/channels/{thread.id}/thread-members"
    async with Rest(box) as rest:
        assert (await rest.ask("PUT", f"{path}/@me")).status == 204
        assert (await rest.ask("PUT", f"{path}/@me")).status == 204
        assert box.bot.id in deer.channel("corner").members
        assert (await rest.ask("DELETE", f"{path}/@me")).status == 204
        assert deer.channel("corner").members == {deer.id}
        stranger = box.player("cairn")
        places.leave(box.world, LONG_TABLE, stranger.id)
        assert (await rest.ask("PUT", f"{path}/{stranger.id}")).body["code"] == 50001
        wrong = f"/channels/{GAMES}/thread-members/@me"
        assert (await rest.ask("PUT", wrong)).body["code"] == 50024
    check_record(box)


async def test_members_and_messages_that_go_are_told() -> None:
    async with Sandbox(cast=Cast(granted=2)) as box, Gateway(box) as gateway:
        await gateway.identify(intents=1 << 0 | 1 << 1 | 1 << 9)
        birch = box.player("birch")
        said = birch.send("games", "for a moment")
        birch.edit(said, "for a short moment")
        assert (await gateway.hear_of("MESSAGE_UPDATE"))["d"]["id"] == said.id
        birch.delete(said)
        told = (await gateway.hear_of("MESSAGE_DELETE"))["d"]
        assert told == {"id": said.id, "channel_id": GAMES, "guild_id": LONG_TABLE}
        places.leave(box.world, LONG_TABLE, birch.id)
        assert (await gateway.hear_of("GUILD_MEMBER_REMOVE"))["d"]["user"]["id"] == birch.id
        places.join(box.world, LONG_TABLE, birch.id)
        assert (await gateway.hear_of("GUILD_MEMBER_ADD"))["d"]["user"]["id"] == birch.id
        guild = box.world.guild(LONG_TABLE)
        places.alter(box.world, guild, guild.members[birch.id])
        assert (await gateway.hear_of("GUILD_MEMBER_UPDATE"))["d"]["guild_id"] == LONG_TABLE
        places.alter(box.world, guild)
        assert (await gateway.hear_of("GUILD_UPDATE"))["d"]["name"] == "The Long Table"


async def test_what_people_may_not_do(box: Sandbox, deer: Player) -> None:
    birch = box.player("birch")
    said = deer.send("games", "hello")
    with pytest.raises(Impossible, match="at most 10 MiB"):
        birch.send("games", "", ("big.bin", bytes(10 * 1024 * 1024 + 1)))
    with pytest.raises(Impossible, match="Only its author"):
        birch.edit(said, "goodbye")
    deer.thread(said, "aside")
    with pytest.raises(Impossible, match="already been created"):
        birch.thread(said, "again")
    with pytest.raises(Impossible, match="needs a name"):
        birch.thread("games", " ")
    places.overwrite(box.world, deer.channel("games"), birch.id, deny=May.CREATE_PUBLIC_THREADS)
    with pytest.raises(Impossible, match="may not start threads"):
        birch.thread("games", "a")
    places.overwrite(box.world, deer.channel("games"), birch.id, deny=May.SEND_MESSAGES)
    with pytest.raises(Impossible, match="may not write here"):
        birch.send("games", "a")
    places.archive(box.world, deer.channel("aside"), archived=True, locked=True)
    with pytest.raises(Impossible, match="thread is locked"):
        birch.send("aside", "a")
    assert deer.send("aside", "the steward may").text == "the steward may"
    assert birch.look(said).text == "hello"
    deer.delete(said)
    assert said.gone


async def test_a_new_guild(box: Sandbox, deer: Player) -> None:
    guild = places.open_guild(box.world, "Attic", deer.id)
    places.open_channel(box.world, guild.id, "beams")
    assert deer.send("beams", "dusty").text == "dusty"
    async with Gateway(box) as gateway:
        await gateway.identify(shard=[(int(guild.id) >> 22) % 2, 2])
        places.join(box.world, guild.id, box.bot.id)
        while (heard := await gateway.hear_of("GUILD_CREATE"))["d"]["id"] != guild.id:
            pass
        assert [channel["name"] for channel in heard["d"]["channels"]] == ["beams"]
