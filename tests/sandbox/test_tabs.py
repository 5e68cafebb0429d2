"""The chat page's socket: who one is, what one is shown, what one may do, and what is refused."""

import base64
from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any

import aiohttp
import pytest

from sandbox.player import Player
from sandbox.process import BotProcess
from sandbox.sample import ELSEWHERE, GAMES, HEARTH, LONG_TABLE
from sandbox.server import Sandbox
from sandbox.waiting import PATIENCE
from sandbox.world import places
from tests.sandbox.pixel import PIXEL
from tests.sandbox.tab import Page


async def test_the_snapshot_shows_what_one_sees(box: Sandbox) -> None:
    box.player("birch").send("hearth", "good evening")
    async with Page(box.url) as page:
        shown = await page.be("riviere")
        assert (shown["me"]["username"], shown["me"]["locale"]) == ("riviere", "fr")
        assert [guild["name"] for guild in shown["guilds"]] == ["The Long Table"]
        assert [channel["name"] for channel in shown["channels"]] == ["hearth", "games", "quiet"]
        assert shown["messages"][HEARTH][0]["content"] == "good evening"
        assert shown["reads"][HEARTH] == {"unread": 1, "mentions": 0, "last_read": None}
        assert shown["app"]["online"] is False
        assert len(shown["accounts"]) == 5
        shown = await page.be("reindeer")
        assert shown["guilds"][0]["manages"] is True


async def test_two_tabs_talk(box: Sandbox) -> None:
    async with Page(box.url, "birch") as birch, Page(box.url, "reindeer") as deer:
        sent = await deer.do("send", channel=GAMES, content=f"hello <@{box.player('birch').id}>")
        heard = await birch.event("message")
        assert (heard["message"]["id"], heard["message"]["pings_me"]) == (sent["message"], True)
        assert (await birch.event("reads"))["mentions"] == 1
        assert (await deer.event("waiting", mentions=1))["person"] == box.player("birch").id
        await birch.do("read", channel=GAMES)
        assert (await birch.event("reads", mentions=0))["unread"] == 0
        await birch.do("typing", channel=GAMES)
        assert (await deer.event("typing"))["person"] == box.player("birch").id
        reply = await birch.do("send", channel=GAMES, content="well", reply_to=sent["message"])
        assert await deer.event("message", message=(await _message(box, deer, reply)))
        await deer.do("edit", channel=GAMES, message=sent["message"], content="hello all")
        assert (await birch.event("message_update"))["message"]["content"] == "hello all"
        await deer.do("delete", channel=GAMES, message=sent["message"])
        assert (await birch.event("message_delete"))["message"] == sent["message"]


async def _message(box: Sandbox, page: Page, sent: dict[str, Any]) -> dict[str, Any]:
    """The frame's message, as the reindeer sees it."""
    del page
    message = next(
        message for message in box.player("reindeer").sees("games") if message.id == sent["message"]
    )
    return message.raw


async def test_files_history_and_threads(box: Sandbox) -> None:
    async with Page(box.url) as page:
        file = {"name": "pixel.png", "data": base64.b64encode(PIXEL).decode()}
        first = await page.do("send", channel=GAMES, content="", files=[file])
        assert (await page.event("message"))["message"]["attachments"][0]["width"] == 1
        second = await page.do("send", channel=GAMES, content="two")
        older = await page.do("history", channel=GAMES, before=second["message"])
        assert [message["id"] for message in older["messages"]] == [first["message"]]
        assert older["more"] is False
        thread = await page.do("thread", channel=GAMES, name="aside", message=second["message"])
        assert thread["channel"] == second["message"]
        shown = await page.event("channel")
        assert (shown["channel"]["type"], shown["channel"]["parent_id"]) == (11, GAMES)


async def test_an_empty_conversation_is_its_openers_alone(box: Sandbox) -> None:
    async with Page(box.url, "birch") as birch, Page(box.url, "reindeer") as deer:
        opened = await deer.do("dm", person=box.player("birch").id)
        assert (await deer.event("channel"))["channel"]["name"] == "Birch"
        await deer.do("send", channel=opened["channel"], content="psst")
        assert (await birch.event("channel"))["channel"]["name"] == "Reindeer"
        assert (await birch.event("message"))["message"]["pings_me"] is True
        assert (await birch.event("reads"))["mentions"] == 1


async def test_what_a_tab_may_not_do(box: Sandbox) -> None:
    theirs = box.player("reindeer").send("games", "mine")
    secret = box.player("reindeer").dm(box.player("cairn"))
    async with Page(box.url) as page:
        refused: list[tuple[str, dict[str, Any], str]] = [
            ("fly", {}, "no such action"),
            ("be", {"person": box.bot.id}, "no such account"),
            ("send", {"channel": GAMES, "content": " "}, "Write something"),
            ("send", {"channel": GAMES, "content": "x" * 2001}, "at most 2000"),
            ("send", {"channel": secret.id, "content": "a"}, "do not see"),
            ("send", {"channel": "1", "content": "a"}, "Unknown Channel"),
            ("send", {"content": "a"}, "channel is missing"),
            ("send", {"channel": GAMES, "files": [{"name": "a", "data": "!"}]}, "arrive complete"),
            ("edit", {"channel": GAMES, "message": theirs.id, "content": "a"}, "Only its author"),
            ("delete", {"channel": GAMES, "message": theirs.id}, "Only its author"),
            ("dismiss", {"message": theirs.id}, "no such private"),
            ("click", {"channel": GAMES, "message": theirs.id, "custom_id": "a"}, "no such button"),
            ("invoke", {"channel": GAMES, "command": "1", "options": []}, "cannot be used"),
            ("submit", {"interaction": "1", "values": {}}, "no modal"),
            ("advance", {"step": "day"}, "the time of its machine"),
            ("history", {"channel": GAMES, "before": "x"}, "did not understand"),
            ("invoke", {"channel": GAMES, "command": "1", "options": 5}, "did not understand"),
        ]
        for do, fields, why in refused:
            frame = await page.ask(do, **fields)
            assert not frame["ok"], do
            assert why in frame["error"], do
        await page.socket.send_str("[1]")
        assert (await page.event("notice"))["sentence"] == "That is not a valid frame."


async def test_no_action_before_an_account_is_chosen(box: Sandbox) -> None:
    async with (
        aiohttp.ClientSession() as http,
        http.ws_connect(f"{box.url}/page/socket", headers={"Origin": box.url}) as socket,
    ):
        await socket.send_json({"id": 1, "do": "send", "channel": GAMES, "content": "a"})
        frame = await socket.receive_json(timeout=PATIENCE)
        assert frame == {"id": 1, "ok": False, "error": "Choose an account first."}


async def test_a_command_from_the_page(box: Sandbox, bot: BotProcess) -> None:
    async with Page(box.url, "riviere") as page:
        listed = (await page.do("commands", channel=GAMES))["commands"]
        grove = next(command for command in listed if command["name"] == "grove")
        plant = next(option for option in grove["options"] if option["name"] == "plant")
        assert plant["options"][0]["description_localized"] == "Which"

        def filled(value: str, **more: object) -> list[dict[str, object]]:
            tree = {"name": "tree", "type": 3, "value": value, **more}
            return [{"name": "plant", "type": 1, "options": [tree]}]

        fields: dict[str, object] = {"channel": GAMES, "command": grove["id"]}
        suggested = await page.do("autocomplete", **fields, options=filled("as", focused=True))
        assert [choice["value"] for choice in suggested["choices"]] == ["ash", "aspen"]
        sent = await page.do("invoke", **fields, options=filled("ash"))
        interaction = sent["interaction"]
        assert (await page.event("interaction", interaction=interaction))["state"] == "sent"
        assert (await page.event("interaction", interaction=interaction))["state"] == "done"
        assert (await page.event("message"))["message"]["content"].endswith("fr/en-US")
    assert bot.pid


async def test_buttons_menus_and_modals_from_the_page(box: Sandbox, bot: BotProcess) -> None:
    deer = box.player("reindeer")
    count = (await deer.slash("games", "count")).message
    menus = (await deer.slash("games", "menus")).message
    async with Page(box.url) as page:
        await page.do("click", channel=GAMES, message=count.id, custom_id="count:0")
        assert (await page.event("interaction"))["custom_id"] == "count:0"
        assert (await page.event("message_update"))["message"]["content"] == "1"
        which = menus.menus[0].custom_id
        chosen = {"channel": GAMES, "message": menus.id, "custom_id": which, "values": ["ash"]}
        await page.do("choose", **chosen)
        answer = (await page.event("message"))["message"]
        assert (answer["content"], answer["flags"]) == ("ash", 64)
        await page.do("dismiss", message=answer["id"])
        await page.event("message_delete", message=answer["id"])
        listed = (await page.do("commands", channel=GAMES))["commands"]
        ask = next(command for command in listed if command["name"] == "ask")
        await page.do("invoke", channel=GAMES, command=ask["id"], options=[])
        opened = await page.event("interaction", state="modal")
        fields = [
            component["component"]["custom_id"] for component in opened["modal"]["components"]
        ]
        assert fields == ["name", "tree", "friend", "side", "extras"]
        values = {"name": "Bo", "tree": ["ash"], "friend": [], "side": "l", "extras": ["clock"]}
        await page.do("submit", interaction=opened["interaction"], values=values)
        said = (await page.event("message"))["message"]["content"]
        assert said == "Bo under ash with nobody, l, clock"
    assert bot.pid


async def test_a_failure_is_shown(box: Sandbox, bot: BotProcess) -> None:
    async with Page(box.url) as page:
        listed = (await page.do("commands", channel=GAMES))["commands"]
        silent = next(command for command in listed if command["name"] == "silent")
        await page.do("invoke", channel=GAMES, command=silent["id"], options=[])
        await page.event("interaction", state="sent")
        box.clock.advance(box.deadlines.seconds)
        failed = await page.event("interaction", state="failed")
        assert failed["sentence"] == "The application did not respond."
        await bot.kill()
        assert (await page.event("app", app={**_app(box), "online": False}))["app"][
            "online"
        ] is False


def _app(box: Sandbox) -> dict[str, Any]:
    return {"id": box.world.app.id, "name": "Bot", "bot_id": box.bot.id}


@pytest.fixture
def deer(box: Sandbox) -> Player:
    return box.player("reindeer")


async def test_what_becomes_of_places_is_shown(box: Sandbox, deer: Player) -> None:
    async with Page(box.url) as page:
        new = places.open_channel(box.world, LONG_TABLE, "attic")
        assert (await page.event("channel"))["channel"]["name"] == "attic"
        places.close_channel(box.world, new)
        assert (await page.event("channel_delete"))["channel"] == new.id
        places.leave(box.world, LONG_TABLE, box.bot.id)
        assert (await page.event("guild"))["guild"]["has_app"] is False
        await page.event("commands")
        places.close_dms(box.world, deer.id)
        assert (await page.event("person"))["person"]["dms_closed"] is True
        places.leave(box.world, ELSEWHERE, box.player("birch").id)
        shown = await page.event("snapshot")
        assert [guild["name"] for guild in shown["guilds"]] == ["The Long Table"]


@pytest.fixture
async def timed() -> AsyncIterator[Sandbox]:
    """A sandbox by whose clock its bot goes."""
    async with Sandbox(offers_time=True) as running:
        yield running


async def test_all_tabs_see_that_a_day_has_passed(timed: Sandbox) -> None:
    async with Page(timed.url, "birch") as birch, Page(timed.url, "reindeer") as deer:
        before = timed.clock.seconds()
        await birch.do("advance", step="day")
        noon = timed.clock.seconds()
        assert 0 <= noon - before - 86_400 <= 43_200 + 3600
        assert timed.clock.now().hour >= 12  # after what comes each morning
        await deer.do("advance", step="hour")
        assert 0 <= timed.clock.seconds() - noon - 3600 < 3600
        shown = [await deer.event("snapshot"), await deer.event("snapshot")]
        first, second = [datetime.fromisoformat(event["now"]).timestamp() for event in shown]
        assert round((second - first) / 3600) == 1
        assert shown[0]["offers_time"] is True
        frame = await birch.ask("advance", step="year")
        assert frame["error"] == "Only an hour or a day can pass at once."


async def test_pictures_are_shown_as_long_as_a_tab_is_open(timed: Sandbox) -> None:
    """Their addresses are good for a day."""
    async with Page(timed.url) as page, aiohttp.ClientSession() as http:
        file = {"name": "pixel.png", "data": base64.b64encode(PIXEL).decode()}
        await page.do("send", channel=GAMES, content="", files=[file])
        old = (await page.event("message"))["message"]["attachments"][0]["url"]
        await page.do("advance", step="day")
        await page.do("advance", step="hour")
        await page.event("snapshot")
        new = (await page.event("snapshot"))["messages"][GAMES][-1]["attachments"][0]["url"]
        assert [(await http.get(url)).status for url in (old, new)] == [404, 200]
