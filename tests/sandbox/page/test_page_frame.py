"""Around the messages: channels and badges, who one is, the connection, and a phone's width."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.async_api import expect

from tests.sandbox.page.sample import BOT, ROWAN, channel, message, person, snapshot

if TYPE_CHECKING:
    from tests.sandbox.page.stage import Stage

pytestmark = pytest.mark.asyncio(loop_scope="session")


def reads(unread: int, mentions: int, last: str | None = None) -> dict[str, Any]:
    return {"unread": unread, "mentions": mentions, "last_read": last}


async def test_channels_threads_and_direct_messages_have_their_badges(stage: Stage) -> None:
    stage.snapshot["reads"] = {"101": reads(3, 2), "102": reads(1, 0)}
    page = await stage.open()
    nav = page.get_by_role("navigation", name="Channels")
    here = nav.get_by_role("link", name="general", exact=True)
    await expect(here).to_have_attribute("aria-current", "page")
    await expect(nav.get_by_role("link", name="games 2 for you")).to_be_visible()
    await expect(nav.get_by_role("link", name="Birch and Rowan unread")).to_be_visible()
    await expect(page).to_have_title("(2) #general · Sandbox")
    stage.tell("reads", channel="103", **reads(1, 1))
    await expect(nav.get_by_role("link", name="Ferry 1 for you")).to_be_visible()
    await expect(page).to_have_title("(3) #general · Sandbox")


async def test_going_to_a_channel_reads_it_and_shows_where_the_new_begins(stage: Stage) -> None:
    old, new = message("old", at="101"), message("new", at="101")
    stage.snapshot["messages"]["101"] = [old, new]
    stage.snapshot["reads"] = {"101": reads(1, 0, old["id"])}
    page = await stage.open()
    await page.get_by_role("link", name="games unread").click()
    await expect(page.get_by_role("heading", name="#games")).to_be_visible()
    line = page.get_by_role("separator", name="New messages")
    await expect(line).to_be_visible()
    await expect(line.locator("xpath=following-sibling::li[1]")).to_contain_text("new")
    assert await stage.asked("read") == {"channel": "101"}
    await page.go_back()
    await expect(page.get_by_role("heading", name="#general")).to_be_visible()


async def test_a_new_thread_shows_up_and_a_deleted_channel_goes(stage: Stage) -> None:
    page = await stage.open("#101")
    fresh = channel("104", 11, "Board 2", parent_id="100")
    stage.tell("channel", channel=fresh)
    await expect(page.get_by_role("link", name="Board 2")).to_be_visible()
    stage.tell("channel_delete", channel="101")
    await expect(page.get_by_role("heading", name="#general")).to_be_visible()
    await expect(page.get_by_role("link", name="games")).to_have_count(0)


async def test_a_closed_thread_takes_no_messages(stage: Stage) -> None:
    shut = {"can_send": False, "archived": True}
    stage.snapshot["channels"].append(channel("104", 11, "Old", parent_id="100", **shut))
    page = await stage.open("#104")
    line = page.get_by_role("combobox", name="Message")
    await expect(line).to_be_disabled()
    await expect(line).to_have_attribute("placeholder", "This thread is closed")


async def test_switching_accounts_changes_the_address(stage: Stage) -> None:
    page = await stage.open()
    await expect(page).to_have_url(re.compile(r"\?as=1#100$"))
    assert await stage.asked("be") == {"person": None}
    await page.get_by_role("combobox", name="Message").fill("a draft of Birch's")
    stage.snapshot = snapshot(ROWAN)
    await page.get_by_role("button", name="You are Birch").click()
    beside = page.get_by_role("link", name="Be Cedar in a new tab")
    await expect(beside).to_have_attribute("href", "?as=3")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    assert await stage.asked("be") == {"person": "2"}
    await expect(page).to_have_url(re.compile(r"\?as=2#100$"))
    await expect(page.get_by_role("button", name="You are Rowan")).to_be_visible()
    await expect(page.get_by_role("combobox", name="Message")).to_have_value("")


async def test_the_switcher_says_who_else_was_notified(stage: Stage) -> None:
    page = await stage.open()
    stage.tell("waiting", person=ROWAN, mentions=2)
    await page.get_by_role("button", name="You are Birch").click()
    rowan = page.get_by_role("button", name="Rowan")
    await expect(rowan.get_by_label("2 for them")).to_be_visible()


async def test_a_person_is_written_to_directly(stage: Stage) -> None:
    stage.answers["dm"] = {"channel": "103"}
    page = await stage.open()
    await page.get_by_role("button", name="Write a direct message").click()
    await page.get_by_role("button", name="Ferry").click()
    assert await stage.asked("dm") == {"person": BOT}
    await expect(page.get_by_role("heading", name="@Ferry")).to_be_visible()


async def test_a_lost_line_is_said_and_found_again_with_the_draft(stage: Stage) -> None:
    page = await stage.open("?as=1")
    line = page.get_by_role("combobox", name="Message")
    await line.fill("half a thought")
    await stage.asked("be")
    await stage.hang_up()
    await expect(page.get_by_role("status").filter(has_text="Reconnecting")).to_be_visible()
    assert await stage.asked("be") == {"person": "1"}
    await expect(page.get_by_text("Reconnected.")).to_be_visible()
    await expect(page.get_by_text("Reconnecting")).to_be_hidden()
    await expect(line).to_have_value("half a thought")


async def test_an_absent_bot_and_a_typing_person_are_said(stage: Stage) -> None:
    page = await stage.open()
    app = stage.snapshot["app"]
    stage.tell("app", app=app | {"online": False})
    await expect(page.get_by_text("Ferry isn't connected")).to_be_visible()
    stage.tell("app", app=app)
    await expect(page.get_by_text("Ferry isn't connected")).to_be_hidden()
    stage.tell("typing", channel="100", person=ROWAN)
    await expect(page.get_by_text("Rowan is typing…")).to_be_visible()
    stage.tell("message", message=message("there"))
    await expect(page.get_by_text("Rowan is typing…")).to_be_hidden()


async def test_times_are_in_the_persons_language(stage: Stage) -> None:
    stage.snapshot["me"] = person("1", locale="fr")
    page = await stage.show(message("<t:0:D>"))
    await expect(page.locator("time.moment")).to_have_text("1 janvier 1970")


async def test_older_messages_come_when_asked_for_and_nothing_jumps(stage: Stage) -> None:
    older = [message(f"before {number}") for number in range(5)]
    recent = [message(f"line {number}") for number in range(50)]
    stage.answers["history"] = {"messages": older, "more": False}
    page = await stage.show(*recent)
    await expect(stage.message(recent[-1]["id"])).to_be_in_viewport()
    await page.get_by_role("button", name="Show older messages").click()
    asked = await stage.asked("history")
    assert asked == {"channel": "100", "before": recent[0]["id"]}
    await expect(stage.message(older[0]["id"])).to_have_count(1)
    await expect(stage.message(recent[0]["id"])).to_be_in_viewport()
    await expect(page.get_by_role("button", name="Show older messages")).to_be_hidden()


async def test_on_a_phone_the_channels_are_a_drawer(stage: Stage) -> None:
    await stage.page.set_viewport_size({"width": 390, "height": 844})
    page = await stage.open()
    games = page.get_by_role("link", name="games")
    await expect(games).not_to_be_in_viewport()
    await page.get_by_role("button", name="Channels").click()
    await expect(page.get_by_role("link", name="general")).to_be_focused()
    await games.click()
    await expect(page.get_by_role("heading", name="#games")).to_be_visible()
    await expect(games).not_to_be_in_viewport()
    assert await page.evaluate("document.documentElement.scrollWidth") == 390


async def test_what_a_thumb_touches_is_large_enough(stage: Stage) -> None:
    await stage.page.set_viewport_size({"width": 390, "height": 844})
    page = await stage.open()
    await page.get_by_role("button", name="Channels").click()
    small = await page.evaluate(
        """() => [...document.querySelectorAll("button, a, textarea")]
            .filter((one) => one.checkVisibility({ visibilityProperty: true }))
            .map((one) => [one.id || one.className, one.getBoundingClientRect()])
            .filter(([, box]) => box.width > 1 && (box.height < 40 || box.width < 40))
            .map(([name]) => name)"""
    )
    assert small == []


async def test_the_time_is_offered_only_where_the_bot_goes_by_it(stage: Stage) -> None:
    page = await stage.open()
    await expect(page.get_by_role("button", name="Next day")).to_be_hidden()
    stage.snapshot["offers_time"] = True
    page = await stage.open("?as=1")
    hours = page.get_by_role("group", name=re.compile("^The sandbox.s time$"))
    await expect(hours.get_by_role("time")).to_have_text(re.compile("^Fri"))
    await page.set_viewport_size({"width": 390, "height": 844})
    for name, step in (("Next hour", "hour"), ("Next day", "day")):
        button = hours.get_by_role("button", name=name)
        await expect(button).to_be_in_viewport(ratio=1)
        await button.click()
        assert await stage.asked("advance") == {"step": step}
    await expect(page.locator("#notices")).to_contain_text("It is Fri")
    assert await page.evaluate("document.documentElement.scrollWidth") == 390
