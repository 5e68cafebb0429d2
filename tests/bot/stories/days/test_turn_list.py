"""A message says whose turn it is in a channel: posted once, edited silently, never doubled."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from bot.features.puzzles.model import MORNING
from sandbox.rest.faults import Trouble
from sandbox.rules.permissions import May
from sandbox.world import places, posting, user_actions
from sandbox.world.posting import PINNED
from tests.bot.stories.days.test_board_clocks import edits
from tests.bot.stories.days.test_tournaments import DASH, Tournaments
from tests.bot.stories.held import FATES, for_each
from tests.bot.stories.hours import DAY, HOUR
from tests.bot.stories.table import PATIENCE, Table
from tests.bot.stories.test_moderation import MANAGER, at_home, grant, settings
from tests.bot.ui.model import EN
from tests.together import until

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sandbox.message_view import MessageView
    from sandbox.player import Player
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox
    from sandbox.world.model import Message
    from tests.bot.stories.held import Fate, Killing
    from tests.bot.stories.hours import Hours

pytestmark = pytest.mark.asyncio(loop_scope="module")

MENU = "k:set-server:turn-lists"
TITLES = ("**Whose turn is it?**", "**À qui de jouer ici**")
SILENT = 1 << 12
WAITING = "SELECT due FROM post WHERE lane = ?"


@pytest_asyncio.fixture(loop_scope="module")
async def home(box: Sandbox, bot: BotProcess, database: Path) -> Table:
    assert bot.pid
    return await at_home(box, database)


@pytest_asyncio.fixture(loop_scope="module")
async def homes(box: Sandbox, bot: BotProcess, database: Path) -> Mapping[Fate, Table]:
    assert bot.pid
    return {fate: await at_home(box, database) for fate in FATES}


def lists(table: Table) -> list[MessageView]:
    """The turn lists that one sees in the channel."""
    return [message for message in table.sees() if message.text.startswith(TITLES)]


async def choose(table: Table, *channels: str, who: Player | None = None) -> MessageView:
    """The server's settings, after these channels were chosen to have a list."""
    shown = await settings(table, who)
    return (await (who or table.deer).select(shown, MENU, *channels)).message


async def on(table: Table) -> MessageView:
    """The same, with the table's channel alone."""
    return await choose(table, table.where)


def chosen(shown: MessageView) -> list[str]:
    """The channels that the menu shows as chosen."""
    (menu,) = [menu for menu in shown.menus if menu.custom_id == MENU]
    return [value["id"] for value in menu.raw.get("default_values", ())]


def hurried(table: Table, hours: Hours) -> bool:
    """Let what waits of the list be due now; whether nothing waited."""
    waiting = table.ask(WAITING, f"turn list {table.where}")
    hours.set(max([hours.now, *(int(str(due)) for (due,) in waiting)]))
    return not waiting


async def listed(table: Table, hours: Hours, *said: str) -> MessageView:
    """The one list of the channel, once it says all of that and nothing of it waits."""

    def look() -> MessageView | None:
        (one, *more) = lists(table) or [None]
        assert not more
        quiet = hurried(table, hours)
        return one if one and all(line in one.text for line in said) and quiet else None

    return await table.box.until(look)


async def none_is_on(table: Table, hours: Hours) -> None:
    """Wait until the channel has no list any more, and none is kept."""
    asked = "SELECT count(*) FROM turn_list WHERE channel = ?"

    def look() -> bool:
        hurried(table, hours)
        return not lists(table) and table.ask(asked, int(table.where)) == [(0,)]

    await until(look)


def turn(table: Table, *, deer: bool) -> str:
    """The line of the game, where Reindeer or Birch is to move."""
    one, other = (table.deer, table.birch) if deer else (table.birch, table.deer)
    return f"**<@{one.id}>** against <@{other.id}>"


async def test_it_says_whose_turn_it_is_and_pings_no_one(home: Table, hours: Hours) -> None:
    await on(home)
    empty = await listed(
        home, hours, "No games in progress here. Start one with `/tablut challenge`"
    )
    board = await home.begin(days=2)
    shown = await listed(home, hours, turn(home, deer=True), f"/{home.where}/{board.id})")
    assert shown == empty
    assert "⏱ <t:" in shown.text
    newest = await home.play("e2-f2")
    await listed(
        home, hours, turn(home, deer=False), "[La Rochelle + attackers first ·", f"/{newest.id})"
    )
    await home.in_more(home.birch, "draw")
    deer, birch = home.deer.id, home.birch.id
    await listed(home, hours, f"**<@{deer}>** to answer <@{birch}>'s offer")
    assert (shown.pings, shown.message.flags & SILENT) == (set(), SILENT)
    asked = (await home.in_more(home.deer, "resign")).message
    await home.deer.click(asked, "Yes, I resign")
    assert await listed(home, hours, "No games in progress here.") == empty


async def test_games_in_threads_of_the_channel_are_listed_in_its_language(
    home: Table, hours: Hours
) -> None:
    places.alter(home.box.world, replace(home.box.world.guild(home.guild_id), locale="fr"))
    await on(home)
    await listed(home, hours, "Aucune partie en cours ici.")
    asked = await home.challenge(more=["rated", "thread"])
    await home.birch.click(asked, "Accepter")
    deer, birch = home.deer.id, home.birch.id
    await listed(home, hours, f"**<@{deer}>** contre <@{birch}>", f"/{asked.id}/")


async def test_chosen_twice_it_is_posted_once_and_off_it_goes(home: Table, hours: Hours) -> None:
    shown = await settings(home)
    for _ in range(2):
        await home.deer.select(shown, MENU, home.where)
    one = await listed(home, hours)
    assert chosen(await choose(home)) == []
    await none_is_on(home, hours)
    assert one.gone
    await home.begin()
    await home.play("e2-f2")
    await home.said()
    assert lists(home) == []


async def test_it_is_chosen_from_any_channel_for_any_other(home: Table, hours: Hours) -> None:
    other = Table(home.box, home.database, home.guild_id)
    assert chosen(await choose(other, home.where)) == [home.where]
    one = await listed(home, hours)
    assert lists(other) == []
    assert chosen(await choose(home, home.where, other.where)) == [home.where, other.where]
    await listed(other, hours)
    assert await listed(home, hours) == one
    await choose(home, other.where)
    await none_is_on(home, hours)


async def test_it_may_stand_in_a_thread(home: Table, hours: Hours) -> None:
    asked = await home.challenge(more=["rated", "thread"])
    await home.birch.click(asked, "Accept")
    await home.said()
    assert chosen(await choose(home, asked.id)) == [asked.id]

    def there() -> MessageView | None:
        hurried(home, hours)
        return next(
            (seen for seen in home.deer.sees(asked.id) if seen.text.startswith(TITLES)), None
        )

    assert await home.box.until(there, PATIENCE)


async def test_only_who_manages_the_server_chooses(home: Table) -> None:
    grant(home, home.birch, MANAGER)
    shown = await settings(home, home.birch)
    grant(home, home.birch)
    assert "*Manage Server*" in (await home.birch.select(shown, MENU, home.where)).text
    assert home.ask("SELECT 1 FROM turn_list WHERE guild = ?", int(home.guild_id)) == []


# Pinned


def allow_pins(table: Table) -> None:
    """The bot may pin messages there."""
    places.overwrite(table.box.world, table.channel, table.box.bot.id, allow=May.PIN_MESSAGES)


def requests(table: Table, method: str) -> list[str]:
    """The paths of what was asked so."""
    exchanges = table.box.record.exchanges
    return [exchange.path for exchange in exchanges if exchange.method == method]


async def until_settled(table: Table, hours: Hours) -> None:
    """Wait until nothing of the list waits."""
    await table.box.until(lambda: hurried(table, hours), PATIENCE)


def lines_of_pins(table: Table) -> list[Message]:
    """Return the channel's messages about new pins."""
    return [seen for seen in table.box.world.messages(table.where) if seen.kind == PINNED]


async def test_where_it_may_the_bot_pins_it_once_and_says_nothing_of_it(
    home: Table, hours: Hours
) -> None:
    allow_pins(home)
    await on(home)
    shown = await listed(home, hours)
    assert shown.message.pinned
    assert lines_of_pins(home) == []
    assert "Pin this message" not in shown.text
    user_actions.pin(home.box.world, home.deer.id, shown.message, pinned=False)
    await home.begin()
    shown = await listed(home, hours, turn(home, deer=True), "[La Rochelle + attackers first](")
    assert not shown.message.pinned


async def test_where_it_may_not_it_says_how_until_a_person_has_pinned_it(
    home: Table, hours: Hours
) -> None:
    places.overwrite(home.box.world, home.channel, home.box.bot.id, allow=May.MANAGE_MESSAGES)
    await on(home)
    shown = await listed(home, hours, "Pin this message (press and hold it), or give me")
    await home.begin()
    await listed(home, hours, turn(home, deer=True), f"· game {home.match}]")
    user_actions.pin(home.box.world, home.deer.id, shown.message)
    await home.play("e2-f2")

    def hint_is_gone() -> bool:
        hurried(home, hours)
        return "Pin this" not in shown.text and "· game" not in shown.text

    await home.box.until(hint_is_gone, PATIENCE)
    assert len(lines_of_pins(home)) == 1


async def test_it_is_pinned_once_it_may_be_and_stays_where_that_is_taken_back(
    home: Table, hours: Hours
) -> None:
    await on(home)
    shown = await listed(home, hours, "Pin this message")
    allow_pins(home)
    await home.begin()
    await home.box.until(lambda: hurried(home, hours) or shown.message.pinned, PATIENCE)
    shown = await listed(home, hours, turn(home, deer=True))
    assert shown.message.pinned
    home.deny(May.SEND_MESSAGES, May.VIEW_CHANNEL)
    await home.typed(home.deer, "e2-f2")
    await until_settled(home, hours)
    home.deny()
    await home.typed(home.birch, "e4-f4")
    again = await listed(home, hours, turn(home, deer=True))
    assert again == shown


async def test_a_channel_with_all_its_pins_costs_one_try(home: Table, hours: Hours) -> None:
    allow_pins(home)
    for number in range(posting.MOST_PINS):
        said = user_actions.write(
            home.box.world, home.deer.id, home.channel, user_actions.NewMessage(str(number))
        )
        posting.touch(home.box.world, replace(said, pinned=True))
    await on(home)
    shown = await listed(home, hours)
    await home.begin()
    await listed(home, hours, turn(home, deer=True))
    tries = [path for path in requests(home, "PUT") if path.endswith(f"/pins/{shown.id}")]
    assert len(tries) == 1


@pytest.mark.nightly
async def test_killed_while_it_is_pinned_it_is_pinned(
    killing: Killing, homes: Mapping[Fate, Table], hours: Hours
) -> None:
    for fate, home in homes.items():
        allow_pins(home)
        shown = await settings(home)
        choosing = home.deer.select(shown, MENU, home.where)
        await killing.at(fate, f"{home.path}/pins/*", choosing, "PUT")
    await killing.now()

    async def check(home: Table) -> None:
        shown = await listed(home, hours)
        await home.begin()
        assert await listed(home, hours, turn(home, deer=True)) == shown
        assert shown.message.pinned

    await for_each(homes, check)


# What else goes on


async def test_a_raichi_is_worth_watching_until_it_is_answered(home: Table, hours: Hours) -> None:
    await on(home)
    await home.begin()
    await home.play("a4-a1", "e4-g4", "a1-a2", "e5-e4", "a2-a1", "e4-f4", "a1-a2", "f4-f2")
    deer, birch = home.deer.id, home.birch.id
    shown = await listed(home, hours, "**Worth watching**", f"· <@{deer}> {DASH} <@{birch}>")
    assert f"/{home.boards[-1].id}) · <@{deer}>" in shown.text
    sure = (await home.in_more(home.deer, "resign")).message
    await home.deer.click(sure, "Yes, I resign")
    shown = await listed(home, hours, "No games in progress here.")
    assert "Worth watching" not in shown.text


async def test_the_puzzle_the_season_and_a_tournament_stand_in_it(
    home: Table, hours: Hours
) -> None:
    await on(home)
    empty = await listed(home, hours)
    assert "Puzzle of the day" not in empty.text
    assert "season ends" not in empty.text
    news = Table(home.box, home.database, home.guild_id)
    page = await settings(home)
    await home.deer.select(page, "k:set-server:news:", news.where)
    await listed(home, hours, "The season ends <t:")
    await puzzle_comes(home, news, hours)
    (posted,) = news.sees()
    await listed(home, hours, "[Puzzle of the day ", f"/{news.where}/{posted.id}) · ")
    await Tournaments(home, hours).open(EN)
    shown = await listed(home, hours, "**[Spring Cup](", "**: 0 of 16, starts <t:")
    card = news.sees()[-1]
    assert f"/{news.where}/{card.id})**" in shown.text
    assert shown == empty


async def test_each_day_what_is_said_of_days_is_brought_up_to_date(
    home: Table, hours: Hours
) -> None:
    await hours.jump(hours.now - hours.now % DAY + DAY + HOUR)
    await on(home)
    await puzzle_comes(home, Table(home.box, home.database, home.guild_id), hours)
    await listed(home, hours, "[Puzzle of the day ")
    hours.tell("UPDATE daily SET due = NULL WHERE guild = ?", int(home.guild_id))
    await hours.jump(hours.now + 3 * DAY)
    shown = await listed(home, hours)

    def puzzle_is_gone() -> bool:
        hurried(home, hours)
        return "Puzzle of the day" not in shown.text

    await home.box.until(puzzle_is_gone, PATIENCE)


async def puzzle_comes(home: Table, where: Table, hours: Hours) -> None:
    """Reindeer has the puzzle of the day posted there, and the next morning comes."""
    await home.deer.select(await settings(home), "k:set-server:daily", where.where)
    await hours.pass_((MORNING - hours.now) % DAY or DAY)


async def test_whoever_is_away_costs_the_list_one_edit(home: Table, hours: Hours) -> None:
    await on(home)
    for _ in range(3):
        await home.begin(days=2)
    shown = await listed(home, hours, "⏱ <t:")
    before = edits(home, shown)
    await home.deer.slash(home.where, "tablut vacation", until="3 days")
    await listed(home, hours, "is away until")
    assert edits(home, shown) - before <= 2


# Deleted, killed, erased


async def test_deleted_by_hand_it_is_posted_once_more_and_then_off(
    home: Table, hours: Hours
) -> None:
    await on(home)
    first = await listed(home, hours)
    user_actions.erase(home.box.world, home.deer.id, first.message)
    await home.begin()
    second = await listed(home, hours, turn(home, deer=True))
    assert second != first
    user_actions.erase(home.box.world, home.deer.id, second.message)
    await home.play("e2-f2")
    await none_is_on(home, hours)
    assert chosen(await settings(home)) == []


async def test_where_the_bot_may_not_post_it_says_so_and_nothing_is_on(
    home: Table, hours: Hours
) -> None:
    shown = await settings(home)
    home.deny(May.SEND_MESSAGES)
    answer = await home.deer.select(shown, MENU, home.where)
    home.deny()
    assert "Send Messages" in answer.text
    await none_is_on(home, hours)


async def test_it_is_posted_and_edited_once_where_discord_fails(home: Table, hours: Hours) -> None:
    posting = home.box.faults.add(Trouble(503, "POST", home.path, after=True))
    await on(home)
    await listed(home, hours)
    editing = home.box.faults.add(Trouble(503, "PATCH", f"{home.path}/*"))
    await home.begin()
    await listed(home, hours, turn(home, deer=True))
    assert (posting.hits, editing.hits) == (1, 1)


async def test_no_number_of_an_erased_person_stays_in_it(home: Table, hours: Hours) -> None:
    await on(home)
    await home.begin()
    await listed(home, hours, turn(home, deer=True))
    asked = (await home.birch.slash(home.where, "tablut my-data")).message
    shown = (await home.birch.click(asked, "k:mydata:ask")).message
    shown = (await home.birch.click(shown, "k:mydata:sure")).message
    await home.birch.click(shown, "k:mydata:erase")
    assert home.birch.id not in (await listed(home, hours, "No games in progress here.")).text
