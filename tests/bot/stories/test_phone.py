"""A move on a phone: how many taps it takes, counted on the sandbox's page at 390 pixels."""

from __future__ import annotations

import shutil
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio
from playwright.async_api import Page, async_playwright

from sandbox.sample import LONG_TABLE
from sandbox.world import places
from tests.sandbox.page.conftest import MISSING, NAMES, QUIET

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from sandbox.player import Player
    from sandbox.server import Sandbox
    from tests.bot.stories.table import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]

WIDTH, HEIGHT = 390, 844
THUMB = 40  # pixels: what a thumb hits
FORCED = "1mm/3/m4/3m1/5/1m3/M3M/M2/1M1 l 0"  # one capture of two men
LONE = "4m/3/5/5/5/5/2M2/3/3 l 0"  # one man, and several places


class Phone:
    """One person's phone, which counts taps."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.taps = 0

    async def open(self, box: Sandbox, who: Player, channel: str) -> None:
        """Open the channel, which costs nothing."""
        await self._page.goto(f"{box.url}/?as={who.id}#{channel}")
        await self._page.locator("body:not([aria-busy])").wait_for()

    async def tap(self, *labels: str) -> None:
        """Tap the newest button of each label, which is on the screen and large enough."""
        for label in labels:
            button = self._page.get_by_role("button", name=label, exact=True).last
            await button.scroll_into_view_if_needed()
            box = await button.bounding_box()
            assert box
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= WIDTH
            assert box["height"] >= THUMB
            await button.tap()
            self.taps += 1


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def phone() -> AsyncGenerator[Phone]:
    """A browser as wide as a phone; skips where there is none."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip(MISSING)
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=path, args=QUIET)
        context = await chromium.new_context(
            viewport={"width": WIDTH, "height": HEIGHT}, has_touch=True, is_mobile=True
        )
        context.set_default_timeout(20_000)
        yield Phone(await context.new_page())
        await chromium.close()


@pytest.fixture(params=["en-US", "fr"])
def language(box: Sandbox, table: Table, request: pytest.FixtureRequest) -> str:
    """What the server and both players speak."""
    spoken: str = request.param
    places.alter(box.world, replace(box.world.guild(LONG_TABLE), locale=spoken))
    for each in (table.deer, table.birch):
        places.rename(box.world, replace(each.person, locale=spoken))
    return spoken


WORDS = {
    "en-US": ("Move", "Play", "If…", "Answer", "Accept", "Challenge"),
    "fr": ("Jouer", "Jouer", "Si…", "Répondre", "Accepter", "Défier"),
}


async def from_position(table: Table, language: str, position: str) -> Player:
    """A game of Tabal from a position; the player to move."""
    *_, accept, _ = WORDS[language]
    read = await table.deer.slash(
        table.where, "tablut import", position=position, rules="tabal", opponent=table.birch
    )
    opened = next(each for each in read.buttons if (each.custom_id or "").startswith("k:open"))
    await table.deer.click(read.message, opened.label)
    asked = await table.birch.wait_for(table.where, lambda seen: bool(seen.buttons))
    await table.birch.click(asked, accept)
    board = await table.board(1)
    return table.deer if board.pings == {"reindeer"} else table.birch


async def begin(table: Table, language: str) -> None:
    await table.birch.click(await table.challenge(), WORDS[language][4])
    await table.board(1)


async def test_an_ordinary_move_is_three_taps_and_its_answer_five(
    box: Sandbox, table: Table, phone: Phone, language: str
) -> None:
    move, play, if_, answer, *_ = WORDS[language]
    await begin(table, language)
    await phone.open(box, table.deer, table.where)
    phone.taps = 0
    await phone.tap(move, "e2", f"{play} e2-f2")
    await table.board(2)
    assert (phone.taps, table.moves) == (3, ["e2-f2"])
    phone.taps = 0
    await phone.tap(if_, "e4", "e4-f4", "f2", f"{answer} f2-g2")
    asked = 'SELECT plan FROM "match" WHERE id = ?'
    await box.until(lambda: table.ask(asked, table.match) == [("e4-f4 f2-g2",)] or None)
    assert phone.taps == 5


async def test_a_forced_capture_is_two_taps(
    box: Sandbox, table: Table, phone: Phone, language: str
) -> None:
    move, play, *_ = WORDS[language]
    mover = await from_position(table, language, FORCED)
    await phone.open(box, mover, table.where)
    phone.taps = 0
    await phone.tap(move, f"{play} a3-c5-e7")
    await table.board(2)
    assert (phone.taps, table.moves) == (2, ["a3-c5-e7"])


async def test_a_single_man_is_two_taps(
    box: Sandbox, table: Table, phone: Phone, language: str
) -> None:
    move, play, *_ = WORDS[language]
    mover = await from_position(table, language, LONE)
    await phone.open(box, mover, table.where)
    phone.taps = 0
    await phone.tap(move, f"{play} c3-c4")
    await table.board(2)
    assert (phone.taps, table.moves) == (2, ["c3-c4"])
