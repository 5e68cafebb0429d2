"""The bot is killed while it posts: whatever the kind of the post, it is there once.

Discord has done its work and the bot has not heard so; meanwhile an hour goes by there, in which
Discord forgets every nonce. So the next run has to find each kind of post where it stands. What
becomes of a request that is lost, or late, is the same for all: see test_kills of the stories.
"""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from sandbox.sample import LONG_TABLE
from sandbox.world import places
from tests.bot.stories.days.telling import in_private, reminders, results
from tests.bot.stories.days.test_nudges import nudges
from tests.bot.stories.days.test_onlookers import MOVES, follow
from tests.bot.stories.days.test_turn_list import MENU, lists
from tests.bot.stories.held import Held
from tests.bot.stories.hours import DAY, HOUR
from tests.bot.stories.table import Table, pressing, strangers
from tests.bot.stories.test_moderation import at_home, settings
from tests.together import beside, together

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from pathlib import Path

    from sandbox.message_view import MessageView
    from sandbox.player import Player
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox
    from tests.bot.stories.hours import Hours

pytestmark = pytest.mark.asyncio(loop_scope="module")


class Posting(NamedTuple):
    """A post that is on its way: where to, what has it posted, and what is seen of it."""

    path: str
    seen: Callable[[], list[MessageView]]
    act: Coroutine[Any, Any, object] | None = None  # else time has it posted


class Kinds:
    """Has a post of each kind be due at the same moment, in a channel and for people of its own."""

    def __init__(self, box: Sandbox, database: Path, hours: Hours) -> None:
        self.box, self.database, self.hours = box, database, hours
        self.posting: dict[str, Posting] = {}

    def table(self, guild: str = LONG_TABLE) -> Table:
        """A channel with two who have done nothing yet."""
        two = [one.person.username for one in strangers(self.box, guild, 2)]
        return Table(self.box, self.database, guild, *two)

    def inbox(self, who: Player) -> tuple[str, Callable[[], list[MessageView]]]:
        """Return the path of the bot's messages to a person, and a function that reads them."""
        dm = who.dm(self.box.bot)
        return f"/channels/{dm.id}/messages", lambda: who.sees(dm)

    def person(self, who: Player, **when: int) -> None:
        """Have a person want to be pinged so."""
        columns, marks = ", ".join(when), ", ".join("?" * len(when))
        self.hours.tell(
            f"INSERT OR REPLACE INTO person (id, {columns}) VALUES (?, {marks})",  # noqa: S608
            int(who.id),
            *when.values(),
        )

    async def waits_for(self, who: str, table: Table, **options: object) -> None:
        """A game begins in which that one is to move."""
        await table.begin(**options)
        if who == "birch":
            await table.play("e2-f2")

    async def sixty_days_before(self) -> None:
        """A game without a pace."""
        table = self.table()
        await self.waits_for("deer", table)
        self.posting["put aside"] = Posting(
            table.path, lambda: [seen for seen in table.sees() if "**paused**" in seen.text]
        )

    async def three_days_and_some_hours_before(self) -> None:
        """A game of one who wants one message a day, which tells of it first."""
        table = self.table()
        path, seen = self.inbox(table.birch)
        self.person(table.birch, digest=8)
        await self.waits_for("birch", table, days=14)
        self.posting["still waits"] = Posting(
            path, lambda: [one for one in seen() if "still waiting for you" in one.text]
        )

    async def three_days_before(self) -> None:
        """A game without a pace."""
        table = self.table()
        await self.waits_for("deer", table)
        self.posting["nudge"] = Posting(table.path, lambda: nudges(table.sees()))

    async def a_day_and_a_half_before(self) -> None:
        """A game of a day, which nobody begins."""
        table = self.table()
        await self.waits_for("deer", table, days=1)
        self.posting["result"] = Posting(table.path, lambda: results(table))

    async def twenty_seven_hours_before(self) -> None:
        """Games of a day; in one of them, the reminder is to come in private."""
        here, there = self.table(), self.table()
        in_private(self.hours, there)
        for table in (here, there):
            await self.waits_for("deer", table, days=1)
        path, seen = self.inbox(there.deer)
        self.posting["reminder"] = Posting(here.path, lambda: reminders(here.sees()))
        self.posting["reminder in private"] = Posting(path, lambda: reminders(seen()))

    async def in_their_quiet_hours(self) -> None:
        """Two hours before: one person has a game that waits, and another one two."""
        table = self.table()
        birch = table.birch.person.username
        self.person(table.birch, quiet_from=0, quiet_until=8)
        await self.waits_for("birch", table)
        self.posting["late ping"] = Posting(
            table.path, lambda: [seen for seen in table.sees() if birch in seen.pings]
        )
        one = self.table()
        self.person(one.birch, quiet_from=0, quiet_until=8)
        two = [player.person.username for player in (one.deer, one.birch)]
        for waiting in (one, Table(self.box, self.database, LONG_TABLE, *two)):
            await self.waits_for("birch", waiting)
        self.posting["digest"] = Posting(*self.inbox(one.birch))

    async def two_minutes_before(self) -> None:
        """A call in a game that one follows, which waits two minutes for the game's end."""
        followed = self.table()
        (onlooker,) = strangers(self.box, LONG_TABLE, 1)
        await followed.begin()
        await follow(followed, onlooker)
        await followed.play(*MOVES[:4])
        self.posting["what one follows"] = Posting(*self.inbox(onlooker))

    async def by_settings(self) -> None:
        """In servers of their own."""
        daily = await at_home(self.box, self.database)
        await daily.deer.select(await settings(daily), "k:set-server:daily", daily.where)
        self.posting["puzzle of the day"] = Posting(
            daily.path, lambda: [seen for seen in daily.sees() if "Puzzle of the day" in seen.text]
        )
        listed = await at_home(self.box, self.database)
        choosing = listed.deer.select(await settings(listed), MENU, listed.where)
        self.posting["turn list"] = Posting(listed.path, lambda: lists(listed), choosing)
        guild = places.open_guild(self.box.world, "A home", listed.deer.id)
        greeted = Table(self.box, self.database, guild.id)
        self.posting["greeting"] = Posting(greeted.path, greeted.sees, self.join(greeted))

    async def join(self, table: Table) -> None:
        """Somebody adds the bot to that server."""
        places.join(self.box.world, table.guild_id, self.box.bot.id)

    async def by_players(self) -> None:
        """Make the players' requests at that moment."""
        table = self.table()
        deer = table.deer.person.username
        asked = await table.challenge()
        form = (await table.birch.click(asked, pressing(asked, "counter"))).form
        self.posting["challenge that is sent back"] = Posting(
            table.path,
            lambda: [seen for seen in table.sees() if deer in seen.pings],
            table.birch.submit(form, {"Your side": "d"}),
        )
        showing = self.table()
        await self.waits_for("birch", showing)
        replay = (await showing.deer.slash(showing.where, "tablut replay")).message
        self.posting["what one shows"] = Posting(
            showing.path,
            lambda: [seen for seen in showing.sees() if "Shared by" in seen.text],
            showing.deer.click(replay, pressing(replay, "show")),
        )


async def test_whatever_is_posted_is_there_once(
    box: Sandbox, bot: BotProcess, database: Path, hours: Hours
) -> None:
    kinds = Kinds(box, database, hours)
    moment = hours.now - hours.now % DAY + 61 * DAY + 8 * HOUR
    for earlier, prepare in (
        (60 * DAY, kinds.sixty_days_before),
        (3 * DAY + 6 * HOUR, kinds.three_days_and_some_hours_before),
        (3 * DAY, kinds.three_days_before),
        (36 * HOUR, kinds.a_day_and_a_half_before),
        (27 * HOUR, kinds.twenty_seven_hours_before),
        (2 * HOUR, kinds.in_their_quiet_hours),
        (HOUR, kinds.by_settings),
        (120, kinds.two_minutes_before),
        (1, kinds.by_players),
    ):
        await hours.pass_(moment - earlier - hours.now)
        await prepare()
        await hours.heard()
    held = {name: Held("POST", kind.path, after=True) for name, kind in kinds.posting.items()}
    for request in held.values():
        box.faults.add(request)
    async with AsyncExitStack() as acts:
        hours.set(moment)
        for kind in kinds.posting.values():
            if kind.act:
                await acts.enter_async_context(beside(kind.act))
        await together(*(came(name, request) for name, request in held.items()))
        await bot.kill()
        for request in held.values():
            request.lose()
    box.clock.advance(HOUR)
    await hours.start(bot)
    await hours.pass_(HOUR)
    await hours.until(lambda: hours.ask("SELECT 1 FROM post WHERE due <= ?", hours.now) == [])
    there = {name: len(kind.seen()) for name, kind in kinds.posting.items()}
    assert there == dict.fromkeys(held, 1)


async def came(name: str, request: Held) -> None:
    """Wait until a request comes; if it doesn't, name its kind."""
    try:
        await request.came()
    except TimeoutError as error:
        error.add_note(name)
        raise
