"""Forums: posts with a first message and tags, as bots make and change them over REST."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sandbox.rules.permissions import May
from sandbox.sample import LONG_TABLE
from sandbox.world import places
from sandbox.world.model import Channel, ChannelKind
from sandbox.world.world import Impossible
from tests.sandbox.conftest import check_record
from tests.sandbox.raw import Gateway, Rest

if TYPE_CHECKING:
    from sandbox.server import Sandbox

V2 = 1 << 15


@pytest.fixture
def forum(box: Sandbox) -> Channel:
    """A forum whose tags the bot can change."""
    opened = places.open_channel(box.world, LONG_TABLE, "wall", ChannelKind.FORUM)
    return places.overwrite(box.world, opened, box.bot.id, allow=May.MANAGE_CHANNELS)


async def tagged(rest: Rest, forum: Channel, *names: str, **more: Any) -> list[str]:  # noqa: ANN401  a tag's fields
    """The ids of these tags, which are then all that the forum has."""
    tags = [{"name": name, **more} for name in names]
    answer = await rest.ask("PATCH", f"/channels/{forum.id}", {"available_tags": tags})
    assert [tag["name"] for tag in answer.body["available_tags"]] == [*names]
    return [tag["id"] for tag in answer.body["available_tags"]]


def asked(name: str = "Game 1", *tags: str, content: str = "begun") -> dict[str, Any]:
    return {"name": name, "message": {"content": content}, "applied_tags": [*tags]}


async def test_a_post_is_a_thread_with_its_first_message(box: Sandbox, forum: Channel) -> None:
    birch = box.player("birch")
    async with Rest(box) as rest, Gateway(box) as gateway:
        await gateway.identify(intents=1 << 0 | 1 << 9)
        running, over = await tagged(rest, forum, "running", "over")
        text = {"type": 10, "content": f"{birch.mention} is to move"}
        message = {"components": [text], "flags": V2, "allowed_mentions": {"users": [birch.id]}}
        wanted = {"name": "Game 1", "applied_tags": [running], "message": message}
        created = (await rest.post(f"/channels/{forum.id}/threads", wanted)).body
        assert (created["type"], created["parent_id"]) == (11, forum.id)
        assert created["applied_tags"] == [running]
        assert created["message"]["id"] == created["id"]
        heard = (await gateway.hear_of("THREAD_CREATE"))["d"]
        assert (heard["id"], heard["newly_created"]) == (created["id"], True)
        assert (await gateway.hear_of("MESSAGE_CREATE"))["d"]["id"] == created["id"]
        (seen,) = birch.sees(created["id"])
        assert seen.pings == {birch.person.username}
        first = f"/channels/{created['id']}/messages/{created['id']}"
        moved = {"components": [{"type": 10, "content": "moved"}], "flags": V2}
        assert (await rest.ask("PATCH", first, moved)).status == 200
        path = f"/channels/{created['id']}"
        changed = (await rest.ask("PATCH", path, {"applied_tags": [over]})).body
        assert (changed["applied_tags"], changed["name"]) == ([over], "Game 1")
        assert (await rest.ask("DELETE", first)).status == 204  # the post stays without it
        assert (await rest.ask("GET", path)).body["name"] == "Game 1"
    check_record(box)


async def test_a_picture_may_stand_in_a_post(box: Sandbox, forum: Channel) -> None:
    async with Rest(box) as rest:
        path = f"/channels/{forum.id}/threads"
        created = (await rest.with_files("POST", path, asked(), b"data")).body
        assert [file["filename"] for file in created["message"]["attachments"]] == ["0.bin"]
        places.overwrite(box.world, forum, box.bot.id, deny=May.ATTACH_FILES)
        refused = await rest.with_files("POST", path, asked(), b"data")
        assert refused.body["code"] == 50013


async def test_what_is_refused_leaves_no_post(box: Sandbox, forum: Channel) -> None:
    async with Rest(box) as rest:
        path = f"/channels/{forum.id}/threads"
        (tag,) = await tagged(rest, forum, "running")
        before = set(box.world.channels)
        refusals = {
            "no message": {"name": "Game 1"},
            "no name": {"message": {"content": "begun"}},
            "long": asked("x" * 101),
            "many tags": asked("Game 1", *[tag] * 6),
        }
        for wrong in refusals.values():
            assert (await rest.post(path, wrong)).body["code"] == 50035
        assert (await rest.post(path, asked(content=""))).body["code"] == 50006
        assert (await rest.post(path, asked("Game 1", "1"))).body["code"] == 10087
        assert (await rest.post(f"/channels/{forum.id}/messages", {"content": "a"})).body[
            "code"
        ] == 50008
        places.overwrite(box.world, forum, box.bot.id, deny=May.SEND_MESSAGES)
        assert (await rest.post(path, asked())).body["code"] == 50013
        assert set(box.world.channels) == before
    check_record(box)


async def test_posts_need_no_right_to_open_threads(box: Sandbox, forum: Channel) -> None:
    places.overwrite(box.world, forum, box.bot.id, deny=May.CREATE_PUBLIC_THREADS)
    async with Rest(box) as rest:
        assert (await rest.post(f"/channels/{forum.id}/threads", asked())).status == 201


async def test_a_forum_may_ask_for_a_tag(box: Sandbox, forum: Channel) -> None:
    async with Rest(box) as rest:
        path = f"/channels/{forum.id}"
        (tag,) = await tagged(rest, forum, "running")
        assert (await rest.ask("PATCH", path, {"flags": 1 << 4})).body["flags"] == 1 << 4
        assert (await rest.post(f"{path}/threads", asked())).body["code"] == 40067
        created = (await rest.post(f"{path}/threads", asked("Game 1", tag))).body
        bare = await rest.ask("PATCH", f"/channels/{created['id']}", {"applied_tags": []})
        assert bare.body["code"] == 40067


async def test_moderated_tags_are_for_those_who_manage_threads(
    box: Sandbox, forum: Channel
) -> None:
    async with Rest(box) as rest:
        (tag,) = await tagged(rest, forum, "news", moderated=True)
        path = f"/channels/{forum.id}/threads"
        assert (await rest.post(path, asked("Game 1", tag))).body["code"] == 50013
        both = May.MANAGE_CHANNELS | May.MANAGE_THREADS
        places.overwrite(box.world, box.world.channel(forum.id), box.bot.id, allow=both)
        assert (await rest.post(path, asked("Game 1", tag))).status == 201


async def test_the_tags_of_a_forum_are_few_and_differ(box: Sandbox, forum: Channel) -> None:
    async with Rest(box) as rest:
        path = f"/channels/{forum.id}"
        running, _ = await tagged(rest, forum, "running", "over")
        new_tags = [{"id": running, "name": "under way"}, {"name": "tabal", "emoji_name": "♟"}]
        answer = (await rest.ask("PATCH", path, {"available_tags": new_tags})).body
        assert [tag["name"] for tag in answer["available_tags"]] == ["under way", "tabal"]
        assert answer["available_tags"][0]["id"] == running
        many = [{"name": str(number)} for number in range(21)]
        assert (await rest.ask("PATCH", path, {"available_tags": many})).body["code"] == 50035
        twice = [{"name": "Over"}, {"name": "over"}]
        assert (await rest.ask("PATCH", path, {"available_tags": twice})).body["code"] == 40061
        unknown = [{"id": "1", "name": "over"}]
        assert (await rest.ask("PATCH", path, {"available_tags": unknown})).body["code"] == 10087
    check_record(box)


async def test_only_who_manages_channels_changes_the_tags(box: Sandbox, forum: Channel) -> None:
    places.overwrite(box.world, forum, box.bot.id)
    async with Rest(box) as rest:
        wanted = {"available_tags": [{"name": "over"}]}
        assert (await rest.ask("PATCH", f"/channels/{forum.id}", wanted)).body["code"] == 50013


async def test_an_archived_post_is_edited_only_once_it_is_open_again(
    box: Sandbox, forum: Channel
) -> None:
    async with Rest(box) as rest:
        created = (await rest.post(f"/channels/{forum.id}/threads", asked())).body
        path = f"/channels/{created['id']}"
        first = f"{path}/messages/{created['id']}"
        assert (await rest.ask("PATCH", path, {"archived": True})).status == 200
        assert (await rest.ask("PATCH", first, {"content": "moved"})).body["code"] == 50083
        assert (await rest.ask("PATCH", path, {"applied_tags": []})).body["code"] == 50083
        assert (await rest.post(f"{path}/messages", {"content": "again"})).status == 200
        assert (await rest.ask("PATCH", first, {"content": "moved"})).status == 200
        post = box.world.channel(created["id"])
        places.archive(box.world, post, archived=False, locked=True)
        assert (await rest.post(f"{path}/messages", {"content": "a"})).body["code"] == 160005
    check_record(box)


async def test_archived_posts_are_listed_apart(box: Sandbox, forum: Channel) -> None:
    async with Rest(box) as rest:
        path = f"/channels/{forum.id}/threads"
        first, second, third = [
            (await rest.post(path, asked(name))).body["id"] for name in ("one", "two", "three")
        ]
        for post in (first, third):
            await rest.ask("PATCH", f"/channels/{post}", {"archived": True})
        listed = (await rest.ask("GET", f"{path}/archived/public?limit=50")).body
        assert {post["id"] for post in listed["threads"]} == {first, third}
        assert {member["id"] for member in listed["members"]} == {first, third}
        active = (await rest.ask("GET", f"/guilds/{LONG_TABLE}/threads/active")).body
        assert second in {post["id"] for post in active["threads"]}
        (newest,) = (await rest.ask("GET", f"{path}/archived/public?limit=1")).body["threads"]
        assert newest["id"] == third
    check_record(box)


async def test_a_forum_is_told_of_and_goes_with_its_posts(box: Sandbox, forum: Channel) -> None:
    async with Rest(box) as rest, Gateway(box) as gateway:
        await gateway.identify(intents=1 << 0)
        guild = (await gateway.hear_of("GUILD_CREATE"))["d"]
        assert [place["type"] for place in guild["channels"] if place["id"] == forum.id] == [15]
        listed = (await rest.ask("GET", f"/guilds/{LONG_TABLE}/channels")).body
        assert forum.id in {place["id"] for place in listed}
        created = (await rest.post(f"/channels/{forum.id}/threads", asked())).body
        places.close_channel(box.world, forum)
        assert (await rest.ask("GET", f"/channels/{created['id']}")).body["code"] == 10003


async def test_people_write_in_posts_and_not_in_the_forum(box: Sandbox, forum: Channel) -> None:
    birch = box.player("birch")
    with pytest.raises(Impossible):
        birch.send(forum, "hello")
    async with Rest(box) as rest:
        created = (await rest.post(f"/channels/{forum.id}/threads", asked())).body
    birch.send(created["id"], "hello")
    assert [message.text for message in birch.sees(created["id"])] == ["begun", "hello"]


async def test_a_thread_of_a_channel_has_no_tags(box: Sandbox) -> None:
    deer = box.player("reindeer")
    thread = deer.thread("games", "corner")
    async with Rest(box) as rest:
        assert "applied_tags" not in (await rest.ask("GET", f"/channels/{thread.id}")).body
