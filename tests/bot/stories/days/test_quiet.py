"""Quiet hours and the daily message: nothing pings before they end, and nothing twice."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from bot.ui.pages.settings import page_of
from sandbox.sample import LONG_TABLE
from sandbox.world import events, places
from tests.bot.stories.days.telling import IN_FRENCH, reminders
from tests.bot.stories.hours import DAY, HOUR
from tests.bot.stories.spoken import language_of
from tests.bot.stories.table import Table, is_board

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping
    from pathlib import Path

    from sandbox.message_view import MessageView
    from sandbox.player import Player
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox
    from sandbox.world.events import Event
    from tests.bot.stories.hours import Hours

pytestmark = [pytest.mark.asyncio(loop_scope="module")]

WORDS = {
    "en-US": {
        "quiet": "No pings from 20:00 to 6:00",
        "accept": "Accept",
        "decline": "Decline",
        "move": "Move",
        "offers": "offers a draw",
        "challenges": "challenges you",
        "reminds": "Your time runs out",
        "game": "Game",
        "still": "still waiting for you",
    },
    "fr": {
        "quiet": "Aucune notification de 20:00 à 6:00",
        "accept": "Accepter",
        "decline": "Refuser",
        "move": "Jouer",
        "offers": "propose la nulle",
        "challenges": "te défie",
        "reminds": IN_FRENCH,
        "game": "Partie",
        "still": "attendent toujours",
    },
}


async def choose(who: Player, table: Table, **values: str) -> MessageView:
    """Set these values, each on its page of the settings; return the last page."""
    shown = (await who.slash(table.where, "tablut settings")).message
    for key, value in values.items():
        setting = key.replace("_", "-")
        shown = (await who.select(shown, "k:set:page:", page_of(setting, value))).message
        shown = (await who.select(shown, f"k:set:{setting}:", value)).message
    return shown


@pytest.fixture
def said(box: Sandbox, request: pytest.FixtureRequest) -> Generator[Mapping[str, str]]:
    """The sentences that the server and the players read."""
    language = language_of(request, WORDS)
    people = [box.player(name).person for name in ("reindeer", "birch", "cairn", "riviere")]
    guild = box.world.guild(LONG_TABLE)
    places.alter(box.world, replace(guild, locale=language))
    for person in people:
        places.rename(box.world, replace(person, locale=language))
    yield WORDS[language]
    places.alter(box.world, replace(box.world.guild(LONG_TABLE), locale=guild.locale))
    for person in people:
        places.rename(box.world, person)


@pytest_asyncio.fixture(loop_scope="module")
async def night(
    box: Sandbox, bot: BotProcess, database: Path, hours: Hours, said: Mapping[str, str]
) -> Table:
    """It is 21:00 in UTC; cairn, who is challenged here, sleeps from 20:00 to 6:00."""
    assert bot.pid
    table = Table(box, database, LONG_TABLE, "birch", "cairn")
    hours.set(hours.now - hours.now % DAY + DAY + 12 * HOUR)
    shown = await choose(table.birch, table, digest="off", quiet_from="20:00", quiet_until="6:00")
    assert said["quiet"] in shown.text
    hours.set(hours.now + 9 * HOUR)
    await hours.heard()
    return table


def silent(message: MessageView) -> bool:
    """Whether it made no sound."""
    return bool(message.message.flags & 1 << 12)


async def test_a_board_makes_no_sound_at_night_and_its_ping_follows_once(
    night: Table, hours: Hours, said: Mapping[str, str]
) -> None:
    asked = await night.challenge()
    assert (asked.pings, silent(asked)) == (set(), True)
    await night.birch.click(asked, said["accept"])
    first = await night.board(1)
    assert (first.pings, silent(first)) == ({"birch"}, False)
    await night.typed(night.deer, "e2-f2")
    board = await night.board(2)
    assert is_board(board)
    assert (board.pings, silent(board)) == (set(), True)
    await hours.pass_(9 * HOUR - 1)
    assert night.sees()[-1] == board
    await hours.pass_(1)
    call = night.sees()[-1]
    assert call.pings == {"cairn"}
    assert "**e2-f2**" in call.text
    assert f"/{board.id})" in call.text
    await hours.pass_(DAY)
    assert night.sees()[-1] == call
    await night.birch.click(call, said["move"])
    await night.typed(night.birch, "e4-f4")
    await night.board(3)
    await hours.heard()
    assert call.gone
    assert night.boards[-1].pings == {"birch"}


async def test_a_ping_that_is_a_day_late_waits_for_the_morning(
    night: Table, hours: Hours, said: Mapping[str, str]
) -> None:
    await night.birch.click(await night.challenge(), said["accept"])
    await night.board(1)
    await night.typed(night.deer, "e2-f2")
    board = await night.board(2)
    await hours.jump(hours.now + DAY)
    assert night.sees()[-1] == board
    await hours.pass_(10 * HOUR)
    call = night.sees()[-1]
    assert call.pings == {"cairn"}
    assert "**e2-f2**" in call.text


async def test_an_offer_at_night_is_told_in_the_morning(
    night: Table, hours: Hours, said: Mapping[str, str]
) -> None:
    asked = await night.challenge()
    await night.birch.click(asked, said["accept"])
    await night.board(1)
    await night.in_more(night.deer, "draw")
    await hours.heard()
    offer = night.sees()[-1]
    assert (offer.pings, silent(offer)) == (set(), True)
    await hours.pass_(9 * HOUR)
    call = night.sees()[-1]
    assert (call.pings, said["offers"] in call.text) == ({"cairn"}, True)


async def test_a_challenge_at_night_is_told_in_the_morning(
    night: Table, hours: Hours, said: Mapping[str, str]
) -> None:
    asked = await night.challenge()
    await hours.pass_(9 * HOUR)
    call = night.sees()[-1]
    assert call != asked
    assert (call.pings, said["challenges"] in call.text) == ({"cairn"}, True)
    await night.birch.click(asked, said["decline"])


async def test_a_reminder_waits_until_the_morning(
    night: Table, hours: Hours, said: Mapping[str, str]
) -> None:
    asked = await night.challenge(days=1)
    await night.birch.click(asked, said["accept"])
    await night.board(1)
    await night.typed(night.deer, "e2-f2")
    await night.board(2)
    await hours.pass_(9 * HOUR)  # it is 6:00, and they are called
    await hours.pass_(24 * HOUR)  # three quarters of 36 hours are over at midnight
    (told,) = reminders(night.sees(), said["reminds"])
    assert told.pings == {"cairn"}


def no_nudges(hours: Hours) -> None:
    """None comes in the games of other stories, which go on."""
    hours.tell('UPDATE "match" SET nudged = ?', hours.now + 99 * DAY)


async def moved_at_night(table: Table, said: Mapping[str, str]) -> MessageView:
    """A game in which the one who sleeps is to move since."""
    await table.birch.click(await table.challenge(), said["accept"])
    await table.board(1)
    await table.typed(table.deer, "e2-f2")
    return await table.board(2)


async def test_in_the_morning_one_message_tells_of_all_games(
    night: Table, hours: Hours, said: Mapping[str, str]
) -> None:
    other = Table(night.box, night.database, LONG_TABLE, "birch", "cairn")
    asking = Table(night.box, night.database, LONG_TABLE, "birch", "cairn")
    tables = (night, other)
    for table in tables:
        assert silent(await moved_at_night(table, said))
    no_nudges(hours)
    asked = await asking.challenge()
    dm = night.birch.dm(night.box.bot)
    before = len(night.birch.sees(dm))
    await hours.pass_(9 * HOUR - 1)
    assert len(night.birch.sees(dm)) == before
    await hours.pass_(1)
    *_, told = night.birch.sees(dm)
    assert len(night.birch.sees(dm)) == before + 1
    assert told.pings == {"cairn"}
    assert all(f"{said['game']} {table.match}" in told.text for table in tables)
    await hours.pass_(DAY)
    assert len(night.birch.sees(dm)) == before + 1
    for table in (*tables, asking):
        assert not any(message.pings == {"cairn"} for message in table.sees())
    await asking.birch.click(asked, said["decline"])
    for table in tables:
        await table.typed(night.birch, "e4-f4")
        await table.board(3)
        await table.said()
        assert is_board(table.standing[-1])


async def test_one_message_a_day_tells_of_all_that_waits(
    box: Sandbox, bot: BotProcess, database: Path, hours: Hours, said: Mapping[str, str]
) -> None:
    assert bot.pid
    tables = [Table(box, database, LONG_TABLE, "reindeer", "riviere") for _ in range(2)]
    first, second = tables
    riviere = first.birch
    hours.set(hours.now - hours.now % DAY + DAY + 12 * HOUR)
    await choose(riviere, first, quiet_from="off", digest="18:00")
    try:
        boards: list[MessageView] = []
        for table in tables:
            await riviere.click(await table.challenge(), said["accept"])
            await table.board(1)
            await table.typed(table.deer, "e2-f2")
            boards.append(await table.board(2))
        assert [(message.pings, silent(message)) for message in boards] == [(set(), True)] * 2
        dm = riviere.dm(box.bot)
        before = len(riviere.sees(dm))
        await hours.pass_(6 * HOUR - 1)
        assert len(riviere.sees(dm)) == before
        await hours.pass_(1)
        *_, told = riviere.sees(dm)
        assert len(riviere.sees(dm)) == before + 1
        assert all(f"{said['game']} {table.match}" in told.text for table in tables)
        await hours.pass_(2 * DAY)
        assert len(riviere.sees(dm)) == before + 1  # nothing new waits
        await second.typed(riviere, "e4-f4")
        await second.board(3)
        await second.typed(second.deer, "a4-a3")
        await second.board(4)
        await hours.heard()  # it is noted that this is for the next message
        await hours.pass_(DAY)
        assert len(riviere.sees(dm)) == before + 2
        await hours.pass_(3 * DAY - 1)
        assert len(riviere.sees(dm)) == before + 2
        await hours.pass_(1)
        *_, reminded = riviere.sees(dm)
        assert len(riviere.sees(dm)) == before + 3
        assert said["still"] in reminded.text
        assert reminded.pings == {"riviere"}
        await hours.pass_(5 * DAY)
        assert len(riviere.sees(dm)) == before + 3  # it was said once
    finally:
        await choose(riviere, first, digest="off")


async def test_who_wants_one_message_a_day_is_pinged_by_nothing_else_in_a_game(
    bot: BotProcess, hours: Hours, box: Sandbox, database: Path, said: Mapping[str, str]
) -> None:
    assert bot.pid
    table = Table(box, database, LONG_TABLE, "reindeer", "riviere")
    deer, riviere = table.deer, table.birch
    hours.set(hours.now - hours.now % DAY + DAY + 12 * HOUR)
    await choose(riviere, table, quiet_from="off", digest="18:00")
    pinged: dict[str, list[str]] = {deer.id: [], riviere.id: []}

    def note(event: Event) -> None:
        if isinstance(event, events.Posted):
            for person in event.message.pings:
                pinged[person].append(event.message.channel_id)

    stop = box.world.subscribe(note)
    try:
        await riviere.click(await table.challenge(), said["accept"])
        await table.board(1)
        await table.play("e2-f2", "e4-f4", "a4-a3", "f4-g4", "a3-a2")
        await table.in_more(deer, "draw")
        await hours.heard()
        sure = (await table.in_more(deer, "resign")).message
        await deer.click(sure, sure.buttons[0].custom_id or "")
        await hours.heard()
        await hours.pass_(DAY)
        assert {*pinged[riviere.id]} <= {riviere.dm(box.bot).id}  # what waits in other games
        assert pinged[deer.id] == [table.where] * 3
    finally:
        stop()
        await choose(riviere, table, digest="off")
