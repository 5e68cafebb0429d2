"""The whole of it: two people in two tabs, the sandbox between them, a bot as a process."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from sandbox.sample import Cast
from sandbox.server import Sandbox
from sandbox.waiting import PATIENCE
from tests.ports import free_port
from tests.sandbox.conftest import command
from tests.sandbox.page.conftest import MILLISECONDS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

pytestmark = pytest.mark.asyncio(loop_scope="session")

HOSTILE = "<img src=x onerror='window.pwned=1'><script>window.pwned=1</script>"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def box(browser: Browser) -> AsyncIterator[Sandbox]:
    """A sandbox with the bot on it; after the browser, so that nothing starts without one."""
    del browser
    running = Sandbox(cast=Cast("Ferry"), rates=False, answer_seconds=PATIENCE)
    async with running, running.process(command(running)):
        yield running


class Tab:
    """One person's tab."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.say = page.get_by_role("combobox", name="Message")
        self.messages = page.get_by_role("list", name=re.compile("^Messages in"))

    def last(self, text: str | re.Pattern[str]) -> Locator:
        """The newest message with this text."""
        return self.messages.get_by_role("listitem").filter(has_text=text).last

    async def slash(self, typed: str, *answers: str) -> None:
        """Writes a command and its needed options by keys alone."""
        await self.say.focus()
        await self.page.keyboard.type(f"/{typed} ")
        await expect(self.say).to_be_hidden()
        for answer in answers:
            await expect(self.page.locator(".field input:focus")).to_have_value("")
            await self.page.keyboard.type(answer)
            await expect(self.page.get_by_role("option").first).to_be_visible()
            await self.page.keyboard.press("Enter")
        await self.page.keyboard.press("Enter")


class Table:
    """Opens tabs, each person's with a profile of its own, which has read the page's files."""

    def __init__(self, browser: Browser, box: Sandbox) -> None:
        self._browser = browser
        self._box = box
        self._pages: dict[str, Page] = {}

    async def sit(self, handle: str, where: str) -> Tab:
        """A tab of that person, in that channel."""
        player = self._box.player(handle)
        page = self._pages.get(handle) or await self._page(handle)
        await page.goto(f"{self._box.url}/?as={player.id}#{player.channel(where).id}")
        await page.locator("body:not([aria-busy])").wait_for()
        return Tab(page)

    async def _page(self, handle: str) -> Page:
        context = await self._browser.new_context(locale="en-GB")
        context.set_default_timeout(MILLISECONDS)
        page = self._pages[handle] = await context.new_page()
        page.on("pageerror", lambda error: pytest.fail(str(error)))
        return page

    async def leave(self) -> None:
        """Nobody looks on any more."""
        for page in self._pages.values():
            await page.goto("about:blank")

    async def close(self) -> None:
        """Everybody goes."""
        for page in self._pages.values():
            await page.context.close()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def tables(browser: Browser, box: Sandbox) -> AsyncIterator[Table]:
    """The table of all these stories."""
    seats = Table(browser, box)
    yield seats
    await seats.close()


@pytest_asyncio.fixture(loop_scope="session")
async def table(tables: Table) -> AsyncIterator[Table]:
    """The table they sit at."""
    yield tables
    await tables.leave()


async def test_a_command_with_its_choices_is_seen_by_both(table: Table) -> None:
    birch, reindeer = await table.sit("birch", "games"), await table.sit("reindeer", "games")
    await birch.say.focus()
    await birch.page.keyboard.type("/grove plant ")
    await birch.page.keyboard.type("a")
    await expect(birch.page.get_by_role("option")).to_have_text(["Ash", "Aspen"])
    await birch.page.keyboard.press("ArrowDown")
    await birch.page.keyboard.press("Enter")
    await birch.page.get_by_role("button", name="friend").click()
    await birch.page.keyboard.type("rein")
    await birch.page.keyboard.press("Enter")
    await birch.page.keyboard.press("Enter")
    for tab in (birch, reindeer):
        planted = tab.last(re.compile("aspen 1 .*reindeer"))
        await expect(planted).to_contain_text("Birch used /grove plant")


async def test_a_french_client_is_french_to_the_bot(table: Table) -> None:
    riviere = await table.sit("riviere", "games")
    await riviere.slash("grove plant", "willow")
    await expect(riviere.last(re.compile(r"willow 1 .*\bfr\b"))).to_be_visible()


async def test_a_card_has_its_picture_and_a_button_that_both_see_change(table: Table) -> None:
    birch, reindeer = await table.sit("birch", "hearth"), await table.sit("reindeer", "hearth")
    await birch.slash("card")
    for tab in (birch, reindeer):
        card = tab.last("Hello @Birch")
        picture = card.get_by_role("img", name="one blue pixel")
        await expect(picture).to_have_js_property("naturalWidth", 1)
    await reindeer.last("Hello").get_by_role("button", name="Count 1").click()
    for tab in (birch, reindeer):
        card = tab.last("Card 2")
        await expect(card.get_by_role("button", name="Count 2")).to_be_visible()


async def test_a_modal_is_filled_in_and_its_answer_is_seen_by_both(table: Table) -> None:
    birch, reindeer = await table.sit("birch", "quiet"), await table.sit("reindeer", "quiet")
    await birch.slash("ask")
    dialog = birch.page.get_by_role("dialog", name="Questions")
    await dialog.get_by_label("Name").fill("Owl")
    await dialog.get_by_role("combobox", name="Tree").click()
    await birch.page.get_by_role("option", name="Willow").click()
    await dialog.get_by_role("combobox", name="Friend").click()
    await birch.page.get_by_role("option", name="Reindeer").click()
    await dialog.get_by_role("radio", name="Dark").check()
    await dialog.get_by_role("checkbox", name="Clock").check()
    await dialog.get_by_role("button", name="Submit").click()
    await expect(dialog).to_be_hidden()
    for tab in (birch, reindeer):
        await expect(tab.last(re.compile("Owl .*willow .*reindeer, d, clock"))).to_be_visible()


async def test_who_is_called_sees_a_badge_and_the_message_marked(table: Table) -> None:
    birch, reindeer = await table.sit("birch", "hearth"), await table.sit("reindeer", "games")
    await birch.slash("ping", "reindeer")
    hearth = reindeer.page.get_by_role("link", name="hearth 1 for you")
    await expect(hearth).to_be_visible()
    await expect(reindeer.page).to_have_title(re.compile(r"^\(1\) "))
    await birch.page.get_by_role("button", name="You are Birch").click()
    told = birch.page.get_by_role("button", name="Reindeer").get_by_label("1 for them")
    await expect(told).to_be_visible()
    await hearth.click()
    await expect(reindeer.last("your turn, @Reindeer").locator(".mine")).to_have_count(1)
    await expect(reindeer.last("still not you").locator(".mine")).to_have_count(0)
    await expect(reindeer.page).to_have_title(re.compile("^#hearth"))


async def test_a_private_answer_is_seen_by_its_owner_alone(table: Table) -> None:
    birch, reindeer = await table.sit("birch", "games"), await table.sit("reindeer", "games")
    await birch.slash("ping", "cairn")
    private = birch.last("pinging")
    await expect(private).to_contain_text("Only you can see this")
    await expect(reindeer.last("still not you, @Cairn")).to_be_visible()
    await expect(reindeer.last("pinging")).to_have_count(0)
    await private.get_by_role("button", name="Dismiss").click()
    await expect(private).to_have_count(0)


def asked(box: Sandbox, name: str) -> bool:
    return any(one.command == name for one in box.world.interactions.values())


async def test_a_command_that_is_never_answered_says_so(table: Table, box: Sandbox) -> None:
    birch = await table.sit("birch", "games")
    await birch.slash("silent")
    await box.until(lambda: asked(box, "silent") or None)
    box.clock.advance(box.deadlines.seconds)
    await expect(birch.last("The application did not respond.")).to_be_visible()


async def test_people_write_reply_and_meet_in_a_thread(table: Table) -> None:
    birch, reindeer = await table.sit("birch", "games"), await table.sit("reindeer", "games")
    await birch.say.fill("Who plays?")
    await birch.page.keyboard.press("Enter")
    question = reindeer.last("Who plays?")
    await question.hover()
    await question.get_by_role("button", name="Reply").click()
    await reindeer.page.keyboard.type("I do")
    await reindeer.page.keyboard.press("Enter")
    answer = birch.last("I do")
    await expect(answer.get_by_role("button", name="Reply to Birch: Who plays?")).to_be_visible()
    await expect(answer.locator(".mine")).to_have_count(1)
    await answer.hover()
    await answer.get_by_role("button", name="Start a thread").click()
    await expect(birch.page.get_by_role("heading", name="#I do")).to_be_visible()
    await birch.say.fill("Here, then")
    await birch.page.keyboard.press("Enter")
    await reindeer.page.get_by_role("link", name="I do unread").click()
    await expect(reindeer.last("Here, then")).to_be_visible()


async def test_hostile_words_stay_words(table: Table, box: Sandbox) -> None:
    birch = await table.sit("birch", "quiet")
    box.player("reindeer").send("quiet", HOSTILE, ("<b>.txt", b"x"))
    await box.player("reindeer").slash("quiet", "say", text=f"**{HOSTILE}**")
    await expect(birch.last("used /say")).to_contain_text(HOSTILE)
    await expect(birch.messages.locator("img, script")).to_have_count(0)
    assert await birch.page.evaluate("window.pwned") is None


async def test_the_page_comes_back_when_the_sandbox_does(browser: Browser) -> None:
    async with Sandbox(free_port()) as first:
        table = Table(browser, first)
        birch = await table.sit("birch", "games")
        away = birch.page.get_by_role("status").filter(has_text="Reconnecting")
    await expect(away).to_be_visible()
    async with Sandbox(first.port) as second:
        await expect(away).to_be_hidden()
        second.player("reindeer").send("games", "Back again")
        await expect(birch.last("Back again")).to_be_visible()
        await expect(birch.page.get_by_text("isn't connected: commands")).to_be_visible()
        await table.close()
