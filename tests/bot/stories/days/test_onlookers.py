"""Onlookers: who follows a game is told of it in private, once, when they want to hear."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from sandbox.rules.permissions import May
from sandbox.sample import LONG_TABLE
from sandbox.world import places
from tests.bot.stories.hours import DAY, HOUR
from tests.bot.stories.table import Table

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from sandbox.message_view import MessageView
    from sandbox.player import Player
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox
    from tests.bot.stories.hours import Hours

pytestmark = [pytest.mark.asyncio(loop_scope="module")]

# Raichi after the fourth move, tuichi after the sixth.
MOVES = ("d9-c9", "d5-d4", "i6-i9", "e5-d5", "f1-f3", "d5-d8")
WORDS = {
    "en-US": ("Follow", "Unfollow", "You're following", "You're no longer following", " wins** as"),
    "fr": ("Suivre", "Ne plus suivre", "Tu suis la partie", "Tu ne suis plus", " gagne** avec"),
}


def inbox(table: Table, who: Player) -> list[MessageView]:
    """Return the bot's messages to a person."""
    return [seen for seen in who.sees(who.dm(table.box.bot)) if not seen.ephemeral]


def about(table: Table, who: Player) -> list[str]:
    """Return the bot's messages to a person about this table's newest game."""
    return [seen.text for seen in inbox(table, who) if f"game {table.match}" in seen.text]


async def follow(table: Table, who: Player) -> MessageView:
    answer = await who.click(table.boards[-1], "Follow")
    assert answer.ephemeral
    assert f"You're following game {table.match}." in answer.text
    return answer.message


@asynccontextmanager
async def set_up(hours: Hours, who: Player, **settings: int) -> AsyncGenerator[None]:
    """Have a person want to hear at these hours."""
    columns, marks = ", ".join(settings), ", ".join("?" * len(settings))
    hours.tell(
        f"INSERT OR REPLACE INTO person (id, {columns}) VALUES (?, {marks})",  # noqa: S608
        int(who.id),
        *settings.values(),
    )
    yield
    hours.tell("DELETE FROM person WHERE id = ?", int(who.id))


async def test_three_games_are_followed_for_a_month_and_each_raichi_is_told_once(
    box: Sandbox, bot: BotProcess, database: Path, hours: Hours
) -> None:
    assert bot.pid
    cairn = box.player("cairn")
    tables = [Table(box, database, LONG_TABLE) for _ in range(3)]
    for table in tables:
        await table.begin()
        await follow(table, cairn)
        await follow(table, cairn)  # pressed twice
    before = len(inbox(tables[0], cairn))
    for day, move in enumerate(MOVES):
        for table in tables:
            await table.play(move)
            await hours.heard()
            await hours.pass_(DAY)
        if day == 3:  # the first raichi was told: a kill tells it no second time
            await bot.kill()
            await hours.start(bot)
    await hours.pass_(12 * DAY)
    for table in tables:
        raichi, tuichi = about(table, cairn)
        assert "4. e5-d5" in raichi
        assert "**Raichi!**" in raichi
        assert "**Tuichi!**" in tuichi
        assert table.deer.mention in raichi
        assert table.sees()[-1].pings == {"reindeer"}  # no other message came there
        await table.in_more(table.deer, "resign")
    assert len(inbox(tables[0], cairn)) == before + 6
    for table in tables:
        more = (await table.in_more(table.deer, "resign")).message
        await table.deer.click(more, more.buttons[0].custom_id or "")
    await hours.heard()
    await hours.pass_(DAY)
    for table in tables:
        *_, end = about(table, cairn)
        assert f"**{table.birch.mention} wins** as the defenders" in end
    assert hours.ask("SELECT 1 FROM following") == []
    assert len(inbox(tables[0], cairn)) == before + 7  # what ended together is told together


async def test_unfollow_under_what_was_told_and_under_what_was_answered(
    table: Table, hours: Hours
) -> None:
    cairn, riviere = table.box.player("cairn"), table.box.player("riviere")
    board = await table.begin()
    answer = await riviere.click(board, "Follow")
    stopped = await riviere.click(answer.message, "Ne plus suivre")
    assert "Tu ne suis plus" in stopped.text
    await follow(table, cairn)
    await table.play(*MOVES[:4])
    await hours.heard()
    await hours.pass_(HOUR)
    *_, told = inbox(table, cairn)
    stopped = await cairn.click(told, "Unfollow")
    assert stopped.text == f"You're no longer following game {table.match}."
    assert (await cairn.click(told, "Unfollow")).text == stopped.text
    await table.play(*MOVES[4:])
    await hours.heard()
    await hours.pass_(HOUR)
    assert len(about(table, cairn)) == 1
    assert [seen for seen in inbox(table, riviere) if str(table.match) in seen.text] == []


async def test_it_is_not_told_at_night_and_by_morning_in_one_message(
    box: Sandbox, bot: BotProcess, database: Path, hours: Hours
) -> None:
    assert bot.pid
    cairn = box.player("cairn")
    tables = [Table(box, database, LONG_TABLE) for _ in range(2)]
    hours.set(hours.now - hours.now % DAY + DAY + 21 * HOUR)
    async with set_up(hours, cairn, quiet_from=20, quiet_until=6):
        for table in tables:
            await table.begin()
            await follow(table, cairn)
            await table.play(*MOVES)
        await hours.heard()
        await hours.pass_(9 * HOUR - 1)
        assert [about(table, cairn) for table in tables] == [[], []]
        await hours.pass_(3)
        (one,), (other,) = (about(table, cairn) for table in tables)
        assert one == other
        assert one.count("**Raichi!**") == 2
        assert one.count("**Tuichi!**") == 2


async def test_who_wants_one_message_a_day_reads_it_in_that(
    box: Sandbox, bot: BotProcess, database: Path, hours: Hours
) -> None:
    assert bot.pid
    own, seen = Table(box, database, LONG_TABLE, "birch", "cairn"), Table(box, database, LONG_TABLE)
    cairn = own.birch
    hours.set(hours.now - hours.now % DAY + DAY + 12 * HOUR)
    async with set_up(hours, cairn, digest=18):
        await own.begin()
        await own.play("e2-f2")
        await seen.begin()
        await follow(seen, cairn)
        await seen.play(*MOVES[:4])
        await hours.heard()
        before = len(inbox(own, cairn))
        await hours.pass_(6 * HOUR - 1)
        assert len(inbox(own, cairn)) == before
        await hours.pass_(3)
        *_, told = inbox(own, cairn)
        assert len(inbox(own, cairn)) == before + 1
        assert f"Game {own.match}" in told.text
        assert "**Games you follow**" in told.text
        assert "**Raichi!**" in told.text
        await seen.play(*MOVES[4:])
        await hours.heard()
        await hours.pass_(DAY)
        *_, told = inbox(own, cairn)
        assert len(inbox(own, cairn)) == before + 2
        assert "**Tuichi!**" in told.text
        assert f"Game {own.match}" in told.text  # which waits all the while, and is seen with it
        await hours.pass_(DAY)
        assert len(inbox(own, cairn)) == before + 2


async def test_nothing_is_told_of_a_channel_that_one_sees_no_more(
    table: Table, hours: Hours
) -> None:
    cairn, riviere = table.box.player("cairn"), table.box.player("riviere")
    await table.begin()
    await follow(table, cairn)
    await riviere.click(table.boards[-1], "Follow")
    world = table.box.world
    places.overwrite(world, world.channel(table.where), cairn.id, deny=May.VIEW_CHANNEL)
    places.leave(world, LONG_TABLE, riviere.id)
    try:
        await table.play(*MOVES)
        await hours.heard()
        await hours.pass_(DAY)
        assert about(table, cairn) == []
        assert [seen for seen in inbox(table, riviere) if str(table.match) in seen.text] == []
        assert table.ask("SELECT 1 FROM post WHERE kind = 'followed'") == []
    finally:
        places.join(world, LONG_TABLE, riviere.id)


async def test_whoever_plays_it_or_closed_their_messages_is_answered(
    table: Table, hours: Hours
) -> None:
    north = table.box.player("north-wind")
    board = await table.begin()
    assert "You're playing in this game" in (await table.birch.click(board, "Follow")).text
    await follow(table, north)
    await table.play(*MOVES[:4])
    await hours.heard()
    await hours.pass_(HOUR)
    assert table.ask("SELECT 1 FROM post WHERE kind = 'followed'") == []
    assert len([seen for seen in table.sees() if not seen.gone]) == 2  # a challenge, a board
