"""Interactions answered by hand: deadlines, second answers, tokens, follow-ups, wrong kinds."""

import asyncio
import time
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from sandbox.observer import DidNotRespond
from sandbox.player import Player
from sandbox.sample import APP_ID, GAMES, LONG_TABLE
from sandbox.server import Sandbox
from sandbox.world import places
from sandbox.world.world import Impossible
from tests.sandbox.conftest import check_record
from tests.sandbox.forms import button, row
from tests.sandbox.raw import Gateway, Rest, Said

if TYPE_CHECKING:
    from sandbox.message_view import Answer

HOOK = f"/webhooks/{APP_ID}"
EPHEMERAL = 64


class Hand:
    """Answers interactions by hand, as a bot would: with one command `go`."""

    def __init__(self, box: Sandbox, gateway: Gateway, rest: Rest) -> None:
        self.box, self.gateway, self.rest = box, gateway, rest
        self.deer = box.player("reindeer")

    async def asked(self) -> dict[str, Any]:
        """The next interaction."""
        return (await self.gateway.hear_of("INTERACTION_CREATE"))["d"]

    async def go(self) -> tuple["asyncio.Task[Answer]", dict[str, Any]]:
        """The command, sent by the reindeer and not yet answered."""
        task = asyncio.create_task(self.deer.slash("games", "go"))
        return task, await self.asked()

    async def press(
        self, player: Player, label: str
    ) -> tuple["asyncio.Task[Answer]", dict[str, Any]]:
        """A button of the newest message, pressed and not yet answered."""
        task = asyncio.create_task(player.click(player.last("games"), label))
        return task, await self.asked()

    async def answer(
        self, asked: dict[str, Any], kind: int, query: str = "", **data: object
    ) -> Said:
        """The callback."""
        path = f"/interactions/{asked['id']}/{asked['token']}/callback{query}"
        return await self.rest.post(path, {"type": kind, "data": data})


@pytest_asyncio.fixture
async def hand(box: Sandbox) -> AsyncIterator[Hand]:
    async with Rest(box) as rest, Gateway(box) as gateway:
        await gateway.identify()
        command = {"name": "go", "description": "Goes"}
        await rest.ask("PUT", f"/applications/{APP_ID}/commands", [command])
        yield Hand(box, gateway, rest)
    check_record(box)


async def test_what_the_bot_is_told(hand: Hand) -> None:
    task, asked = await hand.go()
    assert asked["data"]["name"] == "go"
    assert asked["member"]["user"]["username"] == "reindeer"
    assert "user" not in asked
    assert (asked["guild_id"], asked["channel"]["id"]) == (LONG_TABLE, GAMES)
    assert asked["authorizing_integration_owners"] == {"0": LONG_TABLE, "1": hand.deer.id}
    assert (asked["context"], asked["locale"], asked["guild_locale"]) == (0, "en-US", "en-US")
    assert asked["attachment_size_limit"] == 10485760
    assert int(asked["app_permissions"]) & 1 << 11
    assert (await hand.answer(asked, 4, content="gone")).status == 204
    assert (await task).text == "gone"


async def test_the_response_is_given_when_it_is_asked_for(hand: Hand) -> None:
    task, asked = await hand.go()
    said = await hand.answer(asked, 4, "?with_response=1", content="gone", flags=EPHEMERAL)
    message = (await task).message
    assert said.status == 200
    assert said.body["interaction"]["response_message_id"] == message.id
    assert said.body["interaction"]["response_message_ephemeral"] is True
    assert said.body["resource"]["message"]["content"] == "gone"


async def test_one_answer_and_no_second(hand: Hand) -> None:
    task, asked = await hand.go()
    await hand.answer(asked, 5)
    second = await hand.answer(asked, 4, content="again")
    assert (second.status, second.body["code"]) == (400, 40060)
    await hand.rest.ask("PATCH", f"{HOOK}/{asked['token']}/messages/@original", {"content": "ok"})
    assert (await task).text == "ok"


async def test_a_wrong_answer_is_refused_and_can_be_bettered(hand: Hand) -> None:
    task, asked = await hand.go()
    wrong = await hand.answer(asked, 4, content="x" * 2001)
    assert wrong.body["errors"]["data"]["content"]["_errors"][0]["code"] == "BASE_TYPE_MAX_LENGTH"
    empty = await hand.answer(asked, 4)
    assert empty.body["code"] == 50006
    await hand.answer(asked, 4, content="short")
    assert (await task).text == "short"


@pytest.mark.parametrize("kind", [1, 6, 7, 8, 99])
async def test_a_command_has_answers_of_its_own(hand: Hand, kind: int) -> None:
    task, asked = await hand.go()
    wrong = await hand.answer(asked, kind)
    assert wrong.body["errors"]["type"]["_errors"][0]["code"] == "BASE_TYPE_CHOICES"
    await hand.answer(asked, 4, content="ok")
    await task


async def test_after_three_seconds_it_is_too_late(hand: Hand) -> None:
    task, asked = await hand.go()
    hand.box.clock.advance(3.01)
    late = await hand.answer(asked, 4, content="late")
    assert (late.status, late.body["code"]) == (404, 10062)
    with pytest.raises(DidNotRespond):
        await task
    hook = await hand.rest.post(f"{HOOK}/{asked['token']}", {"content": "late"})
    assert (hook.status, hook.body["code"]) == (404, 10015)


async def test_what_comes_while_the_sandbox_stands_still_is_in_time(hand: Hand) -> None:
    hand.box.deadlines.seconds = 1
    task, asked = await hand.go()
    time.sleep(1.5)  # noqa: ASYNC251  as on a machine that has no time for it
    assert (await hand.answer(asked, 4, content="in time")).status == 204
    assert (await task).text == "in time"


async def test_the_message_edited_for_another_reason_meanwhile_is_no_answer(hand: Hand) -> None:
    task, asked = await hand.go()
    await hand.answer(asked, 4, content="a", components=[row(button())])
    message = (await task).message
    pressed, asked = await hand.press(hand.deer, "Go")
    edit = f"/channels/{GAMES}/messages/{message.id}"
    await hand.rest.ask("PATCH", edit, {"content": "b"})
    await hand.answer(asked, 4, content="gone")
    assert [answer.text for answer in (await pressed).messages] == ["gone"]
    pressed = asyncio.create_task(hand.deer.click(message, "Go"))
    asked = await hand.asked()
    await hand.answer(asked, 7, content="c", components=[])
    assert [answer.text for answer in (await pressed).messages] == ["c"]


async def test_nor_is_it_the_change_that_a_silent_deferral_promises(hand: Hand) -> None:
    task, asked = await hand.go()
    await hand.answer(asked, 4, content="a", components=[row(button())])
    message = (await task).message
    pressed, asked = await hand.press(hand.deer, "Go")
    await hand.answer(asked, 6)
    one = f"/channels/{GAMES}/messages/{message.id}"
    await hand.rest.ask("PATCH", one, {"content": "b"})
    await hand.rest.ask("GET", one)
    assert not pressed.done()
    await hand.rest.ask("PATCH", f"{HOOK}/{asked['token']}/messages/@original", {"content": "c"})
    assert (await pressed).text == "c"


async def test_another_token_cannot_answer(hand: Hand) -> None:
    task, asked = await hand.go()
    wrong = await hand.answer({**asked, "token": "other"}, 4, content="a")
    assert wrong.body["code"] == 10062
    early = await hand.rest.post(f"{HOOK}/{asked['token']}", {"content": "before the answer"})
    assert early.body["code"] == 10015
    await hand.answer(asked, 4, content="ok")
    await task


async def test_the_token_lives_for_fifteen_minutes(hand: Hand) -> None:
    task, asked = await hand.go()
    await hand.answer(asked, 4, content="a")
    await task
    original = f"{HOOK}/{asked['token']}/messages/@original"
    hand.box.clock.advance(840)
    assert (await hand.rest.ask("PATCH", original, {"content": "b"})).status == 200
    hand.box.clock.advance(61)
    late = await hand.rest.ask("PATCH", original, {"content": "c"})
    assert (late.status, late.body["code"]) == (401, 50027)


async def test_the_original_is_read_changed_and_deleted(hand: Hand) -> None:
    task, asked = await hand.go()
    await hand.answer(asked, 4, content="a", flags=EPHEMERAL)
    message = (await task).message
    original = f"{HOOK}/{asked['token']}/messages/@original"
    assert (await hand.rest.ask("GET", original)).body["content"] == "a"
    direct = await hand.rest.ask("GET", f"/channels/{GAMES}/messages/{message.id}")
    assert direct.body["code"] == 10008
    await hand.rest.ask("PATCH", original, {"content": "b"})
    assert message.text == "b"
    assert message.ephemeral
    assert (await hand.rest.ask("DELETE", original)).status == 204
    assert message.gone
    assert (await hand.rest.ask("GET", original)).body["code"] == 10008


async def test_follow_ups_are_messages_that_tell(hand: Hand) -> None:
    task, asked = await hand.go()
    await hand.answer(asked, 4, content="a")
    await task
    birch = hand.box.player("birch")
    said = await hand.rest.post(f"{HOOK}/{asked['token']}?wait=true", {"content": birch.mention})
    assert birch.last("games").pings == {"birch"}
    one = f"{HOOK}/{asked['token']}/messages/{said.body['id']}"
    assert (await hand.rest.ask("PATCH", one, {"content": "b"})).status == 200
    other = hand.deer.send("games", "not the token's")
    stranger = await hand.rest.ask(
        "PATCH", f"{HOOK}/{asked['token']}/messages/{other.id}", {"content": "b"}
    )
    assert stranger.body["code"] == 10008


async def test_buttons_are_answered_in_place(hand: Hand) -> None:
    task, asked = await hand.go()
    await hand.answer(asked, 4, content="a", components=[row(button())])
    message = (await task).message
    birch = hand.box.player("birch")
    task, pressed = await hand.press(birch, "Go")
    assert pressed["message"]["id"] == message.id
    assert pressed["data"] == {"custom_id": "go", "component_type": 2, "id": 2}
    await hand.answer(pressed, 7, content="b", components=[])
    answer = await task
    assert (answer.message, message.text, message.buttons) == (message, "b", [])
    assert asked["id"] == message.raw["interaction_metadata"]["id"]


async def test_a_silent_deferral_is_followed_by_an_edit(hand: Hand) -> None:
    task, asked = await hand.go()
    await hand.answer(asked, 4, content="a", components=[row(button())])
    await task
    task, pressed = await hand.press(hand.deer, "Go")
    await hand.answer(pressed, 6)
    original = f"{HOOK}/{pressed['token']}/messages/@original"
    await hand.rest.ask("PATCH", original, {"content": "b"})
    assert (await task).text == "b"


async def test_a_modal_is_answered_by_changing_its_message(hand: Hand) -> None:
    task, asked = await hand.go()
    await hand.answer(asked, 4, content="a", components=[row(button())])
    message = (await task).message
    task, pressed = await hand.press(hand.deer, "Go")
    part = {"type": 4, "custom_id": "name", "style": 1}
    label = {"type": 18, "label": "Name", "component": part}
    await hand.answer(pressed, 9, custom_id="m", title="Who", components=[label])
    form = (await task).form
    sent = asyncio.create_task(hand.deer.submit(form, name="Bo"))
    submitted = await hand.asked()
    assert submitted["data"]["custom_id"] == "m"
    assert submitted["data"]["components"] == [
        {"type": 18, "id": 1, "component": {"type": 4, "id": 2, "custom_id": "name", "value": "Bo"}}
    ]
    assert submitted["message"]["id"] == message.id
    refused = await hand.answer(submitted, 9, custom_id="m", title="Who", components=[label])
    assert refused.status == 400
    await hand.answer(submitted, 7, content="Bo")
    assert (await sent).text == "Bo"


async def test_a_channel_that_is_gone_takes_no_answer(hand: Hand) -> None:
    task, asked = await hand.go()
    places.close_channel(hand.box.world, hand.deer.channel("games"))
    assert (await hand.answer(asked, 4, content="a")).body["code"] == 10003
    hand.box.clock.advance(3)
    with pytest.raises(DidNotRespond):
        await task


async def test_a_message_that_is_gone_cannot_be_updated(hand: Hand) -> None:
    task, asked = await hand.go()
    await hand.answer(asked, 4, content="a", components=[row(button())])
    message = (await task).message
    task, pressed = await hand.press(hand.deer, "Go")
    hand.deer.delete(message)
    assert (await hand.answer(pressed, 7, content="b")).body["code"] == 10008
    assert (await hand.answer(pressed, 4, content="gone", flags=EPHEMERAL)).status == 204
    assert (await task).text == "gone"


@pytest.mark.parametrize(
    ("kind", "placeholder", "resolved"),
    [
        (5, "People", {"users", "members"}),
        (6, "Roles", {"roles"}),
        (7, "Both", {"users", "members", "roles"}),
        (8, "Channels", {"channels"}),
    ],
)
async def test_menus_of_people_roles_and_channels(
    hand: Hand, kind: int, placeholder: str, resolved: set[str]
) -> None:
    birch = hand.box.player("birch")
    role = hand.box.world.guild(LONG_TABLE).roles[1]
    hearth = hand.deer.channel("hearth")
    chosen: dict[int, list[object]] = {5: [birch], 6: [role], 7: [birch, role], 8: [hearth]}
    menu = {"type": kind, "custom_id": "menu", "placeholder": placeholder, "max_values": 2}
    task, asked = await hand.go()
    await hand.answer(asked, 4, content="choose", components=[row(menu)])
    message = (await task).message
    task = asyncio.create_task(hand.deer.select(message, placeholder, *chosen[kind]))
    pressed = await hand.asked()
    assert pressed["data"]["component_type"] == kind
    assert pressed["data"]["resolved"].keys() == resolved
    named = set[str]().union(
        *(interaction.keys() for interaction in pressed["data"]["resolved"].values())
    )
    assert named == set(pressed["data"]["values"])
    await hand.answer(pressed, 7, content="chosen")
    assert (await task).text == "chosen"


async def test_a_file_in_a_modal(hand: Hand) -> None:
    task, asked = await hand.go()
    upload = {"type": 19, "custom_id": "file"}
    part = {"type": 18, "label": "File", "component": upload}
    await hand.answer(asked, 9, custom_id="m", title="Give", components=[part])
    form = (await task).form
    sent = asyncio.create_task(hand.deer.submit(form, File=[("a.txt", b"abc")]))
    submitted = await hand.asked()
    (file_id,) = submitted["data"]["components"][0]["component"]["values"]
    assert submitted["data"]["resolved"]["attachments"][file_id]["size"] == 3
    await hand.answer(submitted, 4, content="thanks")
    assert (await sent).text == "thanks"


async def test_another_persons_private_answer_cannot_be_pressed(hand: Hand) -> None:
    task, asked = await hand.go()
    await hand.answer(asked, 4, content="a", flags=EPHEMERAL, components=[row(button())])
    message = (await task).message
    with pytest.raises(Impossible, match="not there for them"):
        await hand.box.player("birch").click(message, "Go")
    with pytest.raises(Impossible, match="no button 'Stop'"):
        await hand.deer.click(message, "Stop")
