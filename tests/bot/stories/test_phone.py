"""On a phone: how many taps a move takes, how tall lessons are; on the page at 390 pixels."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from bot.features.lessons.course import lessons, record_of
from bot.ui.words import words_of
from games import catalogue
from games.core import Side
from sandbox.observer import PATIENCE
from sandbox.sample import LONG_TABLE
from sandbox.world import places
from sandbox.world.model import State
from tests.bot.stories.practising import practise
from tests.bot.stories.spoken import language_of
from tests.bot.stories.table import play_button
from tests.bot.stories.test_channel import FORTY, RULES
from tests.bot.stories.test_practice import match_of, newest
from tests.sandbox.page.conftest import MILLISECONDS, launched

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from playwright.async_api import Page

    from bot.features.lessons.model import Lesson
    from games.match import Match
    from sandbox.message_view import MessageView
    from sandbox.player import Player
    from sandbox.server import Sandbox
    from tests.bot.stories.table import Table

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.usefixtures("calm"),
    pytest.mark.nightly,
]

_ANSWERED = {State.DONE, State.MODAL}
WIDTH, HEIGHT = 390, 844
_LOOK = 0.05  # seconds between two looks at the page
THUMB = 40  # pixels: what a thumb hits
VISIBLE = 714  # pixels between the channel's name and the line one writes in
NINE = [name for name in catalogue.PRESETS if catalogue.board_of(catalogue.game(name)) == "tafl-9"]
FEW_SCREENS = 4000  # pixels: a line for each of forty moves, one board, one private answer


class Phone:
    """One person's phone, which counts taps."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.taps = 0

    async def open(self, box: Sandbox, who: Player, channel: str) -> None:
        """Open the channel, which costs nothing.

        Loads the page each time: an open page knows a new channel only once it has heard of it.
        """
        await self._page.goto("about:blank")
        await self._page.goto(f"{box.url}/?as={who.id}#{channel}")
        await self._page.locator("body:not([aria-busy])").wait_for()

    async def height(self) -> int:
        """How tall all that is written in the channel is, in pixels."""
        return await self._page.locator("#scroller").evaluate("each => each.scrollHeight")

    async def height_of(self, message: MessageView) -> float:
        """How tall the newest message is, without its author's line, once it has these buttons."""
        async with asyncio.timeout(PATIENCE):
            while await self._labels() != [str(button.label) for button in message.buttons]:  # noqa: ASYNC110  the page is another program
                await asyncio.sleep(_LOOK)
        frame = self._page.locator("#scroller article").last.locator(".container")
        return await frame.evaluate("each => each.getBoundingClientRect().height")

    async def _labels(self) -> list[str]:
        """Return the labels of the newest message's buttons."""
        return await self._page.locator("#scroller").evaluate("""each => {
            const newest = [...each.querySelectorAll("article")].at(-1);
            const buttons = newest?.querySelectorAll("button.button") ?? [];
            return [...buttons].map(button => button.innerText.trim());
        }""")

    async def tap(self, *labels: str) -> None:
        """Tap the newest button of each label, which is on the screen and large enough."""
        for label in labels:
            button = self._page.get_by_role("button", name=label, exact=True).last
            await button.tap(trial=True)  # waits until it stays in its place, on the screen
            box = await button.bounding_box()
            assert box
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= WIDTH
            assert box["height"] >= THUMB
            await button.tap()
            self.taps += 1

    async def choose(self, option: str) -> None:
        """Open the newest menu and tap an option."""
        await self._page.locator("#scroller button.menu").last.tap()
        await self._page.get_by_role("option", name=option, exact=True).last.tap()
        self.taps += 2


async def answered(box: Sandbox, table: Table) -> None:
    """Wait until all that was tapped is answered and posted."""
    pressed = box.world.interactions.values()
    await box.until(lambda: all(interaction.state in _ANSWERED for interaction in pressed) or None)
    await table.said()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def phone() -> AsyncGenerator[Phone]:
    """A browser as wide as a phone; skips where there is none."""
    async with launched() as chromium:
        context = await chromium.new_context(
            viewport={"width": WIDTH, "height": HEIGHT}, has_touch=True, is_mobile=True
        )
        context.set_default_timeout(MILLISECONDS)
        yield Phone(await context.new_page())


@pytest.fixture
def language(box: Sandbox, table: Table, request: pytest.FixtureRequest) -> str:
    """The language of the server and both players."""
    spoken = language_of(request, WORDS)
    places.alter(box.world, replace(box.world.guild(LONG_TABLE), locale=spoken))
    for player in (table.deer, table.birch):
        places.rename(box.world, replace(player.person, locale=spoken))
    return spoken


WORDS = {
    "en-US": ("Move", "Play", "Think", "Keep", "Accept", "Reply automatically"),
    "fr": ("Jouer", "Jouer", "Réfléchir", "Garder", "Accepter", "Réponse automatique"),
}


async def begin(table: Table, language: str) -> None:
    await table.birch.click(await table.challenge(), WORDS[language][4])
    await table.board(1)


async def test_an_ordinary_move_is_three_taps_and_a_reply_to_the_next_one_eight(
    box: Sandbox, table: Table, phone: Phone, language: str
) -> None:
    move, _, think, keep, _, reply = WORDS[language]
    await begin(table, language)
    await phone.open(box, table.deer, table.where)
    phone.taps = 0
    await phone.tap(move, "e2", "f2")
    await table.board(2)
    assert (phone.taps, table.moves) == (3, ["e2-f2"])
    phone.taps = 0
    await phone.tap(think, "e4", "f4")
    await phone.choose("f2")
    await phone.tap("g2", keep, reply)
    asked = 'SELECT data FROM thought WHERE "match" = ?'
    await box.until(lambda: "true" in str(table.ask(asked, table.match)) or None)
    await answered(box, table)
    assert phone.taps == 8


async def test_a_forced_capture_is_two_taps(
    box: Sandbox, table: Table, phone: Phone, language: str
) -> None:
    move, play, *_ = WORDS[language]
    await table.birch.click(await table.challenge(rules="tabal"), WORDS[language][4])
    dark_begins = (await table.board(1)).pings == {table.deer.person.username}
    one, other = (table.deer, table.birch) if dark_begins else (table.birch, table.deer)
    first, forced = ("e6-e5", "e4-e6") if dark_begins else ("e4-e5", "e6-e4")
    await table.typed(one, first)
    await table.board(2)
    await phone.open(box, other, table.where)
    phone.taps = 0
    await phone.tap(move, f"{play} {forced}")
    await table.board(3)
    await answered(box, table)
    assert (phone.taps, table.moves) == (2, [first, forced])


async def test_forty_moves_are_a_few_screens_to_a_player_who_dismisses_nothing(
    box: Sandbox, table: Table, phone: Phone, language: str
) -> None:
    await table.birch.click(await table.challenge(rules=RULES), WORDS[language][4])
    board = await table.board(1)
    for number, ply in enumerate(FORTY):
        move = ply.partition("x")[0]
        if number % 2:
            await table.typed(table.birch, move)
        else:
            points = tuple(move.split("-"))
            panel = await table.panel(table.deer, board, *points)
            await table.deer.click(panel, play_button(panel, points))
        board = await table.board(number + 2)
    await answered(box, table)
    for player in (table.deer, table.birch):
        await phone.open(box, player, table.where)
        assert await phone.height() < FEW_SCREENS


def reach(lesson: Lesson, man: str) -> int:
    """How many places there are for a man of a lesson to go to."""
    match = record_of(lesson, 0).match
    return len(match.game.choices(match.position, (man,)))


async def test_every_lesson_is_seen_whole_with_its_buttons(
    box: Sandbox, table: Table, phone: Phone, language: str
) -> None:
    """The board, and that with the man chosen who can go to the most squares."""
    who, words = table.deer, words_of(language)
    await phone.open(box, who, table.where)
    message = (await who.slash(table.where, "tablut learn")).message
    for lesson in lessons().values():
        message = (await who.click(message, words("lesson.all"))).message
        message = (await who.select(message, "k:lesson-at", lesson.name)).message
        assert await phone.height_of(message) <= VISIBLE, lesson.name
        men = {
            str(button.label).partition(" ")[0]: str(button.custom_id)
            for button in message.buttons
            if str(button.custom_id).startswith("k:lesson:")
        }
        farthest = men[max(men, key=partial(reach, lesson))]
        message = (await who.click(message, farthest)).message
        assert await phone.height_of(message) <= VISIBLE, lesson.name
        message = (await who.click(message, words("panel.back"))).message


async def test_the_puzzles_with_most_men_and_rules_of_their_own_are_seen_whole(
    table: Table, phone: Phone, language: str
) -> None:
    """Fifteen or sixteen men to choose from, by rules that are not the usual ones."""
    who = table.deer
    await phone.open(table.box, who, table.where)
    for number in (5, 207, 256, 323):
        message = (await who.slash(table.where, "tablut puzzle", number=number)).message
        assert await phone.height_of(message) <= VISIBLE, (number, language)


def destinations(match: Match, press: str) -> int:
    """How many places there are for the man of a button to go to."""
    *_, path = press.split(":")
    return len(match.game.choices(match.position, tuple(path.split("-"))))


@pytest.mark.parametrize("rules", NINE)
async def test_practice_on_nine_lines_is_seen_whole_with_its_buttons(
    table: Table, phone: Phone, language: str, rules: str
) -> None:
    """Either side's first turn, and that with the man chosen who can go to the most squares."""
    who = table.deer
    await phone.open(table.box, who, table.where)
    for side in Side:
        message = await practise(table, who, level=1, rules=rules, side=str(side))
        assert await phone.height_of(message) <= VISIBLE, (side, language)
        match = match_of(table, newest(table))
        men = [str(button.custom_id) for button in message.buttons]
        men = [press for press in men if press.startswith("k:to:")]
        farthest = max(men, key=partial(destinations, match))
        message = (await who.click(message, farthest)).message
        assert await phone.height_of(message) <= VISIBLE, (side, language)
