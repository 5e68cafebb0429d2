"""Messages over REST, without discord.py: who may write what, who is told, and every refusal."""

from dataclasses import replace
from typing import Any

import pytest

from sandbox.player import Player
from sandbox.rules.permissions import May
from sandbox.sample import GAMES, HEARTH, LOBBY, LONG_TABLE
from sandbox.server import Sandbox
from sandbox.world import places, posting
from tests.sandbox.conftest import check_record
from tests.sandbox.forms import V2, button, row, text
from tests.sandbox.pixel import PIXEL
from tests.sandbox.raw import Rest, Said

MESSAGES = f"/channels/{GAMES}/messages"


@pytest.fixture
def deer(box: Sandbox) -> Player:
    return box.player("reindeer")


@pytest.fixture
def birch(box: Sandbox) -> Player:
    return box.player("birch")


def is_refused(said: Said, status: int, code: int) -> None:
    assert (said.status, said.body["code"]) == (status, code)


async def test_write_read_change_and_delete(box: Sandbox) -> None:
    async with Rest(box) as rest:
        written = (await rest.post(MESSAGES, {"content": " good evening "})).body
        assert written["content"] == "good evening"
        one = f"{MESSAGES}/{written['id']}"
        assert (await rest.ask("GET", one)).body == written
        changed = (await rest.ask("PATCH", one, {"content": "good night"})).body
        assert changed["content"] == "good night"
        assert changed["edited_timestamp"] is not None
        assert (await rest.ask("DELETE", one)).status == 204
        is_refused(await rest.ask("GET", one), 404, 10008)
        is_refused(await rest.ask("PATCH", one, {"content": "again"}), 404, 10008)
    check_record(box)


async def test_history_comes_from_its_newest_end(box: Sandbox, deer: Player) -> None:
    ids = [deer.send("games", f"<@{box.bot.id}> {number}").id for number in range(5)]

    async def listed(rest: Rest, query: str) -> list[str]:
        return [
            message["content"][-1] for message in (await rest.ask("GET", MESSAGES + query)).body
        ]

    async with Rest(box) as rest:
        assert await listed(rest, "?limit=2") == ["4", "3"]
        assert await listed(rest, f"?before={ids[2]}") == ["1", "0"]
        assert await listed(rest, f"?after={ids[2]}&limit=1") == ["3"]
        assert await listed(rest, f"?around={ids[2]}&limit=3") == ["3", "2", "1"]
        is_refused(await rest.ask("GET", MESSAGES + "?limit=101"), 400, 50035)


async def test_what_the_bot_may_not_read_is_empty(box: Sandbox, deer: Player) -> None:
    deer.send("games", "private talk")
    async with Rest(box) as rest:
        assert (await rest.ask("GET", MESSAGES)).body[0]["content"] == ""


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("/channels/1/messages", {"content": "a"}, 404, 10003),
        ("/channels/abc/messages", {"content": "a"}, 400, 50035),
        (f"/channels/{LOBBY}/messages", {"content": "a"}, 403, 50001),
        (MESSAGES, {"content": ""}, 400, 50006),
        (MESSAGES, {}, 400, 50006),
        (MESSAGES, [], 400, 50035),
        (MESSAGES, {"content": "a", "message_reference": {"message_id": "1"}}, 400, 50035),
    ],
)
async def test_what_cannot_be_written(
    box: Sandbox, path: str, body: object, status: int, code: int
) -> None:
    async with Rest(box) as rest:
        is_refused(await rest.post(path, body), status, code)
    check_record(box)


@pytest.mark.parametrize(
    ("denied", "body", "code"),
    [
        (May.SEND_MESSAGES, {"content": "a"}, 50013),
        (May.VIEW_CHANNEL, {"content": "a"}, 50001),
        (May.EMBED_LINKS, {"embeds": [{"title": "a"}]}, 50013),
        (
            May.READ_MESSAGE_HISTORY,
            {"content": "a", "message_reference": {"message_id": "1"}},
            160002,
        ),
    ],
)
async def test_missing_rights(
    box: Sandbox, deer: Player, denied: May, body: dict[str, Any], code: int
) -> None:
    places.overwrite(box.world, deer.channel("games"), box.bot.id, deny=denied)
    async with Rest(box) as rest:
        is_refused(await rest.post(MESSAGES, body), 403, code)


async def test_files_need_a_right_too(box: Sandbox, deer: Player) -> None:
    places.overwrite(box.world, deer.channel("games"), box.bot.id, deny=May.ATTACH_FILES)
    async with Rest(box) as rest:
        is_refused(await rest.with_files("POST", MESSAGES, {}, b"a"), 403, 50013)


async def test_only_ones_own_messages_are_changed(box: Sandbox, deer: Player) -> None:
    said = deer.send("games", "mine")
    async with Rest(box) as rest:
        is_refused(await rest.ask("PATCH", f"{MESSAGES}/{said.id}", {"content": "a"}), 403, 50005)
        is_refused(await rest.ask("DELETE", f"{MESSAGES}/{said.id}"), 403, 50013)
        places.overwrite(box.world, deer.channel("games"), box.bot.id, allow=May.MANAGE_MESSAGES)
        assert (await rest.ask("DELETE", f"{MESSAGES}/{said.id}")).status == 204
    assert said.gone


async def test_pinning_needs_a_right_of_its_own_and_is_told_once(
    box: Sandbox, deer: Player
) -> None:
    said = deer.send("games", "the rules of the house")
    path = f"{MESSAGES}/pins/{said.id}"
    async with Rest(box) as rest:
        places.overwrite(box.world, deer.channel("games"), box.bot.id, allow=May.MANAGE_MESSAGES)
        is_refused(await rest.ask("PUT", path), 403, 50013)
        places.overwrite(box.world, deer.channel("games"), box.bot.id, allow=May.PIN_MESSAGES)
        for _ in range(2):
            assert (await rest.ask("PUT", path)).status == 204
        line, first = (await rest.ask("GET", MESSAGES)).body
        assert (line["type"], line["author"]["id"]) == (6, box.bot.id)
        assert line["message_reference"]["message_id"] == first["id"] == said.id
        assert (first["pinned"], line["pinned"]) == (True, False)
        assert (await rest.ask("DELETE", f"{MESSAGES}/{line['id']}")).status == 204
        assert (await rest.ask("DELETE", path)).status == 204
        assert not (await rest.ask("GET", f"{MESSAGES}/{said.id}")).body["pinned"]
        is_refused(await rest.ask("PUT", f"{MESSAGES}/pins/77"), 404, 10008)


async def test_a_channel_has_so_many_pins(box: Sandbox, deer: Player) -> None:
    places.overwrite(box.world, deer.channel("games"), box.bot.id, allow=May.PIN_MESSAGES)
    for number in range(posting.MOST_PINS):
        posting.touch(box.world, replace(deer.send("games", str(number)).message, pinned=True))
    said = deer.send("games", "one more")
    async with Rest(box) as rest:
        is_refused(await rest.ask("PUT", f"{MESSAGES}/pins/{said.id}"), 400, 30003)


async def test_a_nonce_gives_the_first_message_again(box: Sandbox, deer: Player) -> None:
    body = {"content": "your turn", "nonce": "turn-7", "enforce_nonce": True}
    async with Rest(box) as rest:
        first = (await rest.post(MESSAGES, body)).body
        again = (await rest.post(MESSAGES, {**body, "content": "something else"})).body
        assert again == first
        assert first["nonce"] == "turn-7"
        other = (await rest.post(f"/channels/{HEARTH}/messages", body)).body
        box.clock.advance(301)
        later = (await rest.post(MESSAGES, body)).body
        free = (await rest.post(MESSAGES, {**body, "enforce_nonce": False})).body
    assert len({message["id"] for message in (first, other, later, free)}) == 4
    assert len(deer.sees("games")) == 3


@pytest.mark.parametrize(
    ("allowed", "told"),
    [
        (None, {"birch", "reindeer"}),
        ({"parse": []}, set[str]()),
        ({"parse": ["users"]}, {"birch"}),
        ({"parse": ["roles"]}, {"reindeer"}),
        ({"parse": [], "users": ["1200000000000000011"]}, {"birch"}),
        ({"parse": [], "users": ["1200000000000000014"]}, set[str]()),
    ],
)
async def test_only_those_allowed_are_told(
    box: Sandbox, birch: Player, allowed: dict[str, Any] | None, told: set[str]
) -> None:
    content = f"{birch.mention} and <@&1200000000000000110>, not `<@1200000000000000014>` @everyone"
    async with Rest(box) as rest:
        await rest.post(MESSAGES, {"content": content, "allowed_mentions": allowed})
    assert birch.last("games").pings == told


async def test_a_text_display_tells_and_an_embed_does_not(box: Sandbox, birch: Player) -> None:
    async with Rest(box) as rest:
        await rest.post(MESSAGES, {**V2, "components": [text(birch.mention)]})
        assert birch.last("games").pings == {"birch"}
        await rest.post(MESSAGES, {"embeds": [{"description": birch.mention}]})
        assert birch.last("games").pings == set()


async def test_a_reply_tells_its_author_unless_it_may_not(box: Sandbox, deer: Player) -> None:
    said = deer.send("games", "hello")
    reference: dict[str, object] = {"message_id": said.id}
    body = {"content": "a", "message_reference": reference}
    async with Rest(box) as rest:
        reply = (await rest.post(MESSAGES, body)).body
        assert (reply["type"], reply["referenced_message"]["id"]) == (19, said.id)
        assert deer.last("games").pings == {"reindeer"}
        await rest.post(
            MESSAGES, {**body, "allowed_mentions": {"parse": [], "replied_user": False}}
        )
        assert deer.last("games").pings == set()
        deer.delete(said)
        reference["fail_if_not_exists"] = False
        assert (await rest.post(MESSAGES, body)).body["type"] == 0


async def test_everybody_is_told_only_with_the_right_to_it(box: Sandbox, deer: Player) -> None:
    async with Rest(box) as rest:
        await rest.post(MESSAGES, {"content": "@everyone"})
        assert deer.last("games").pings == set()
        places.overwrite(box.world, deer.channel("games"), box.bot.id, allow=May.MENTION_EVERYONE)
        await rest.post(MESSAGES, {"content": "@everyone"})
    assert len(deer.last("games").pings) == 5


async def test_files_with_names_alt_texts_and_sizes(box: Sandbox, deer: Player) -> None:
    body = {
        "content": "two files",
        "attachments": [
            {"id": 0, "filename": "my board.png", "description": "an empty board"},
            {"id": 1, "filename": "../../secret.txt"},
        ],
    }
    async with Rest(box) as rest:
        files = (await rest.with_files("POST", MESSAGES, body, PIXEL, b"text")).body["attachments"]
    assert [file["filename"] for file in files] == ["my_board.png", "secret.txt"]
    assert (files[0]["width"], files[0]["description"]) == (1, "an empty board")
    assert "width" not in files[1]
    assert [picture.alt for picture in deer.last("games").pictures] == ["an empty board", None]


async def test_a_file_has_ten_mebibytes_at_most(box: Sandbox) -> None:
    async with Rest(box) as rest:
        limit = 10 * 1024 * 1024
        assert (await rest.with_files("POST", MESSAGES, {}, bytes(limit))).status == 200
        is_refused(await rest.with_files("POST", MESSAGES, {}, bytes(limit + 1)), 413, 40005)


async def test_an_edit_keeps_the_files_that_it_names(box: Sandbox, deer: Player) -> None:
    async with Rest(box) as rest:
        written = (await rest.with_files("POST", MESSAGES, {"content": "a"}, b"one", b"two")).body
        one, (first, second) = f"{MESSAGES}/{written['id']}", written["attachments"]
        await rest.ask("PATCH", one, {"content": "b"})
        assert [picture.data for picture in deer.last("games").pictures] == [b"one", b"two"]
        keep = {"attachments": [{"id": second["id"]}, {"id": "0", "filename": "new"}]}
        await rest.with_files("PATCH", one, keep, b"three")
        assert [picture.data for picture in deer.last("games").pictures] == [b"two", b"three"]
        is_refused(await rest.ask("PATCH", one, {"attachments": [{"id": first["id"]}]}), 400, 50035)
        await rest.ask("PATCH", one, {"attachments": []})
    assert deer.last("games").pictures == []


async def test_a_layout_stays_a_layout(box: Sandbox) -> None:
    async with Rest(box) as rest:
        written = (await rest.post(MESSAGES, {**V2, "components": [text("a")]})).body
        one = f"{MESSAGES}/{written['id']}"
        is_refused(await rest.ask("PATCH", one, {"flags": 0, "content": "a"}), 400, 50035)
        changed = await rest.ask("PATCH", one, {"flags": 0, "components": [text("b")]})
        assert changed.body["flags"] == 1 << 15
        plain = (await rest.post(MESSAGES, {"content": "a"})).body
        layout: dict[str, object] = {**V2, "components": [text("b")]}
        is_refused(await rest.ask("PATCH", f"{MESSAGES}/{plain['id']}", layout), 400, 50035)
        layout["content"] = None
        assert (await rest.ask("PATCH", f"{MESSAGES}/{plain['id']}", layout)).status == 200
    check_record(box)


async def test_components_are_numbered_and_completed(box: Sandbox) -> None:
    container = {"type": 17, "components": [text("a"), {"type": 14}, row(button(id=2))]}
    async with Rest(box) as rest:
        shown = (await rest.post(MESSAGES, {**V2, "components": [container]})).body["components"][0]
    assert [shown["id"], *(component["id"] for component in shown["components"])] == [1, 3, 4, 5]
    assert shown["components"][2]["components"][0]["id"] == 2
    assert (shown["accent_color"], shown["components"][1]["spacing"]) == (None, 1)


async def test_closed_direct_messages(box: Sandbox, birch: Player) -> None:
    async with Rest(box) as rest:
        opened = (await rest.post("/users/@me/channels", {"recipient_id": birch.id})).body
        again = (await rest.post("/users/@me/channels", {"recipient_id": int(birch.id)})).body
        assert opened["id"] == again["id"]
        path = f"/channels/{opened['id']}/messages"
        assert (await rest.post(path, {"content": "psst"})).status == 200
        places.close_dms(box.world, birch.id)
        is_refused(await rest.post(path, {"content": "psst"}), 403, 50007)
        is_refused(await rest.post("/users/@me/channels", {"recipient_id": "1"}), 400, 50033)
    check_record(box)


async def test_threads(box: Sandbox, deer: Player) -> None:
    async with Rest(box) as rest:
        written = (await rest.post(MESSAGES, {"content": "let us go aside"})).body
        start = f"{MESSAGES}/{written['id']}/threads"
        said = await rest.post(start, {"name": "aside"})
        assert (said.status, said.body["id"], said.body["parent_id"]) == (201, written["id"], GAMES)
        is_refused(await rest.post(start, {"name": "again"}), 400, 160004)
        path = f"/channels/{said.body['id']}"
        assert (await rest.post(f"{path}/messages", {"content": "here"})).status == 200
        thread = deer.channel("aside")
        places.archive(box.world, thread, archived=True, locked=False)
        assert (await rest.post(f"{path}/messages", {"content": "awake"})).status == 200
        assert not deer.channel("aside").archived
        places.archive(box.world, thread, archived=True, locked=True)
        is_refused(await rest.post(f"{path}/messages", {"content": "asleep"}), 400, 50083)
        is_refused(await rest.ask("PATCH", path, {"archived": False}), 403, 50013)
        places.archive(box.world, thread, archived=False, locked=True)
        is_refused(await rest.post(f"{path}/messages", {"content": "locked"}), 403, 160005)
        active = (await rest.ask("GET", f"/guilds/{LONG_TABLE}/threads/active")).body
        assert [thread["name"] for thread in active["threads"]] == ["aside"]
    check_record(box)


async def test_a_thread_of_the_bots_own(box: Sandbox, deer: Player) -> None:
    async with Rest(box) as rest:
        said = await rest.post(f"/channels/{GAMES}/threads", {"name": "match", "type": 11})
        path = f"/channels/{said.body['id']}"
        assert (await rest.ask("PATCH", path, {"name": "over", "archived": True})).status == 200
        is_refused(await rest.ask("PATCH", path, {"name": "again"}), 400, 50083)
        is_refused(await rest.post(f"/channels/{GAMES}/threads", {"name": "match"}), 400, 50035)
        assert (await rest.ask("PUT", f"{path}/thread-members/{deer.id}")).status == 400
        assert (await rest.ask("PATCH", path, {"archived": False})).status == 200
        assert (await rest.ask("PUT", f"{path}/thread-members/{deer.id}")).status == 204
        members = (await rest.ask("GET", f"{path}/thread-members")).body
        assert {member["user_id"] for member in members} == {deer.id, box.bot.id}
    assert deer.channel("over").kind == 11
    check_record(box)
