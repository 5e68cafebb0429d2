"""The cost of games to a channel: the height and number of messages on a phone, and the pings.

On the chat page, 390 px wide. The same forty moves each time; of three games in one channel, moves
alternate between the games.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.async_api import expect

from bot.model.servers import Boards
from sandbox.rules.permissions import May
from sandbox.waiting import PATIENCE
from sandbox.world.events import Posted
from tests.bot.stories.conftest import command, little_discord
from tests.bot.stories.days.test_quiet import choose as choose_pings
from tests.bot.stories.table import Table
from tests.bot.stories.test_moderation import at_home, choose
from tests.bot.stories.test_wall import wall_at
from tests.games.test_playthroughs import RECORDS
from tests.sandbox.page.conftest import launched

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Sequence

    from playwright.async_api import Page

    from sandbox.message_view import MessageView
    from sandbox.server import Sandbox
    from sandbox.world.events import Event
    from tests.bot.stories.test_wall import Wall

Row = tuple[str, str, str, str]

PHONE = {"width": 390, "height": 844}
LONG = next(record for record in RECORDS if len(record.plies) == 77)
RULES = f"{LONG.rules}+attackers-first"
FORTY = [ply.split()[0] for ply in LONG.plies[:40]]
PAIRS = (("reindeer", "birch"), ("riviere", "cairn"), ("birch", "riviere"))
MODES = {
    "one board a game": Boards.ONE,
    "lines": Boards.SHORT,
    "every board": Boards.KEEP,
}
_HEIGHT = """ids => ids.map(id => document.querySelector(`li[data-id="${id}"]`))
    .reduce((sum, li) => sum + li.getBoundingClientRect().height, 0)"""
_MATCHES = """SELECT "match".id FROM "match"
    JOIN challenge ON challenge.id = "match".challenge WHERE challenge.channel = ? ORDER BY 1"""


def run() -> list[Row]:
    """A challenge, a board and a result; then games in each way that a channel may have them."""
    return asyncio.run(_run())


async def _run() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "konakis.db"
        async with little_discord() as box, box.process(command(box, database)), launched() as web:
            phone = Phone(await web.new_page(viewport=PHONE, locale="en-GB"), box)  # type: ignore[arg-type]  a dict of two numbers
            rows = [row async for row in _messages(box, database, phone)]
            for name, mode in MODES.items():
                for pairs in (PAIRS[:1], PAIRS):
                    table = await at_home(box, database)
                    await choose(table, "boards", mode)
                    what = f"{name}: {len(pairs)} x {len(FORTY)} moves"
                    rows.append(await _played(table, phone, pairs, what))
            table = await at_home(box, database)
            await choose_pings(table.birch, table, digest="18:00")
            rows.append(await _played(table, phone, PAIRS[:1], "one board, birch has a digest"))
            wall = await wall_at(await at_home(box, database), May.MANAGE_CHANNELS)
            return [*rows, await _on_wall(wall, phone)]


class Phone:
    """The chat page, as somebody sees it."""

    def __init__(self, page: Page, box: Sandbox) -> None:
        self._page, self._box = page, box

    async def height(self, table: Table, shown: Sequence[MessageView]) -> float:
        """How high these messages are together."""
        await self._page.goto("about:blank")
        await self._page.goto(f"{self._box.url}/?as={table.deer.id}#{table.where}")
        await self._page.locator("body:not([aria-busy])").wait_for()
        older, messages = self._page.locator("#older"), self._page.locator("#messages > li")
        while await older.is_visible():  # the page begins with the newest
            count = await messages.count()
            await older.click()
            await expect(messages).not_to_have_count(count)
        await self._page.wait_for_load_state("networkidle")
        return await self._page.evaluate(_HEIGHT, [message.id for message in shown])


async def _messages(box: Sandbox, database: Path, phone: Phone) -> AsyncGenerator[Row]:
    table = await at_home(box, database)
    asked = await table.challenge(days=3)
    yield await _one(table, phone, asked, "a challenge")
    await table.birch.click(asked, "Accept")
    await table.board(1)
    board = await table.play(*FORTY[:4])
    await table.said()
    yield await _one(table, phone, board, "a board")
    sure = (await table.in_more(table.deer, "resign")).message
    await table.deer.click(sure, "Yes, I resign")
    yield await _one(table, phone, await box.until(lambda: _film(table)), "a result")


async def _one(table: Table, phone: Phone, message: MessageView, name: str) -> Row:
    height = await phone.height(table, [message])
    return name, f"{height:.0f} px", f"of {PHONE['height']} px", ""


def _film(table: Table) -> MessageView | None:
    """The result, once its film is made."""
    newest = table.sees()[-1]
    return newest if "replay.gif" in {picture.name for picture in newest.pictures} else None


async def _played(table: Table, phone: Phone, pairs: Sequence[tuple[str, str]], name: str) -> Row:
    """Games of these in one channel, whose moves alternate."""
    heard = Heard(table)
    games = [_beside(table, pair) for pair in pairs]
    for game in games:
        asked = await game.challenge(rules=RULES)
        accept = next(button for button in asked.buttons if "accept" in (button.custom_id or ""))
        heard.others.add(asked.id)
        await game.birch.click(asked, accept.custom_id or "")
        await _told(game)
    numbers = [number for (number,) in table.ask(_MATCHES, int(table.where))]
    for ply, move in enumerate(FORTY):
        for game, number in zip(games, numbers, strict=True):
            mover = (game.deer, game.birch)[ply % 2]
            await mover.slash(game.where, "tablut move", move=move, game=str(number))
            await _told(game)
    stand = [message for message in table.sees() if message.id in heard.messages]
    height = await phone.height(table, stand)
    messages = f"{len(stand)} of {len(heard.messages)} stand"
    return name, f"{height:.0f} px", messages, heard.told


async def _on_wall(wall: Wall, phone: Phone) -> Row:
    """A game in its post in a forum."""
    table = wall.table
    heard = Heard(table)
    await wall.begin(rules=RULES)
    await wall.play(*FORTY)
    await table.said()
    heard.others |= {message.id for message in table.sees()}
    stand, table.where = wall.sees(), wall.posts[0].id
    height = await phone.height(table, [message for message in stand if not message.ephemeral])
    messages = f"{len(stand)} of {len(heard.messages)} stand"
    return f"on a wall: {len(FORTY)} moves", f"{height:.0f} px", messages, heard.told


async def _told(table: Table) -> None:
    """Wait until nothing is left to say but what a digest says later."""
    waits = "SELECT 1 FROM post WHERE due <= unixepoch() AND kind NOT LIKE '%digest'"
    async with asyncio.timeout(PATIENCE):
        while table.ask(waits):  # noqa: ASYNC110  the database does not tell of changes
            await asyncio.sleep(0.02)


def _beside(table: Table, pair: tuple[str, str]) -> Table:
    """These two, in the same channel."""
    other = Table(table.box, table.database, table.guild_id, *pair)
    other.where = table.where
    return other


class Heard:
    """The bot's posts in a server from now on, and the people they ping."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.others: set[str] = set()  # messages about no board
        self._posted: dict[str, tuple[str, ...]] = {}
        table.box.world.subscribe(self._note)

    def _note(self, event: Event) -> None:
        if not isinstance(event, Posted):
            return
        message = event.message
        channel = self._table.box.world.channels[message.channel_id]
        here = channel.guild_id == self._table.guild_id and not message.ephemeral
        if here and message.author_id == self._table.box.bot.id:
            people = self._table.box.world.people
            pinged = tuple(people[person].username for person in message.pings)
            self._posted[message.id] = pinged

    @property
    def messages(self) -> set[str]:
        """The messages about games."""
        return {*self._posted} - self.others

    @property
    def told(self) -> str:
        """The number of pings of each person."""
        pings = Counter(person for message in self.messages for person in self._posted[message])
        return f"pings: {', '.join(f'{who} {number}' for who, number in sorted(pings.items()))}"
