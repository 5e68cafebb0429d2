"""Players' settings of time: the pace, vacations, an extra day, reminders; and what they see.

Invariant: it is today. Stories in which time passes are where the clock can be set: see days/.
"""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from sandbox.sample import LONG_TABLE
from tests.bot.stories.table import Table

if TYPE_CHECKING:
    from datetime import date
    from pathlib import Path

    from sandbox.message_view import MessageView
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]

DAY = 86_400
SLACK = 60  # seconds that the bot may take for a request


def today() -> date:
    return datetime.fromtimestamp(time.time(), UTC).date()


def times(text: str) -> list[int]:
    """The moments of a text that Discord counts down."""
    return [int(moment) for moment in re.findall(r"<t:(\d+):R>", text)]


def runs_out(board: MessageView) -> float:
    """How many days from now the board says that time runs out."""
    (line,) = [text for text in board.text.split("\n") if text.startswith("Time runs out")]
    return (times(line)[0] - time.time()) / DAY


@pytest.fixture
def home(box: Sandbox, bot: BotProcess, database: Path) -> Table:
    """A table without vacations yet; north-wind has closed his direct messages."""
    assert bot.pid
    return Table(box, database, LONG_TABLE, "cairn", "north-wind")


async def test_the_pace_is_agreed_with_the_challenge_and_stands_below_every_board(
    table: Table,
) -> None:
    asked = await table.challenge(days=3, reserve="7", more=["free"])
    assert "3 days per move, 7 extra, weekends off" in asked.text
    await table.birch.click(asked, "Accept")
    board = await table.board(1)
    assert board.text.endswith("3 days per move, 7 extra, weekends off")
    assert times(board.text)
    row = table.ask('SELECT days, reserve, weekends FROM "match" WHERE id = ?', table.match)
    assert row == [(3, 7, 0)]


async def test_without_a_pace_there_is_no_reserve_and_no_weekend_is_free(table: Table) -> None:
    asked = await table.challenge(reserve="3", more=["free"])
    assert "no time limit · " in asked.text
    assert "reserve" not in asked.text
    assert "weekends" not in asked.text


async def test_a_day_is_given_and_the_deadline_follows(table: Table) -> None:
    board = await table.begin(days=2)
    assert runs_out(board) == pytest.approx(2, abs=SLACK / DAY)
    (before,) = times(board.text)
    more = (await table.birch.click(board, "More")).message
    given = await table.birch.click(more, "Give a day")
    assert "your opponent has an extra day" in given.text
    notice = await table.deer.wait_for(table.where, "an extra day.")
    assert (notice.pings, times(notice.text)) == (set(), [])
    private = (await table.opens(table.deer)).message
    assert runs_out(private) == pytest.approx(3, abs=SLACK / DAY)
    answer = await table.in_more(table.deer, "give")
    assert "your opponent has an extra day" in answer.text
    await table.deer.wait_for(table.where, "an extra day, starting with their next turn")
    await table.said()
    assert len(table.boards) == 1
    assert times(board.text) == [before + DAY]  # edited where it stands
    board = await table.play("e2-f2")
    assert runs_out(board) == pytest.approx(3, abs=SLACK / DAY)


async def test_a_player_goes_away_is_seen_to_be_and_comes_back(home: Table) -> None:
    cairn, wind = home.deer, home.birch
    await home.begin(days=5)
    choices = await cairn.autocomplete(home.where, "tablut vacation", "until", "2 weeks")
    last = today() + timedelta(days=14)
    assert [choice.value for choice in choices] == [last.isoformat()]
    assert f"{last.day} " in choices[0].name
    assert str(last.year) in choices[0].name

    gone = await cairn.slash(home.where, "tablut vacation", until="7 days")
    assert gone.ephemeral
    end = int(datetime.combine(today() + timedelta(days=8), datetime.min.time(), UTC).timestamp())
    noon = end - DAY // 2
    assert f"**You're away** until <t:{noon}:D>." in gone.text
    board = (await home.opens(wind)).message
    assert f"<@{cairn.id}> is away until <t:{noon}:D>; the clock is stopped." in board.text
    games = (await wind.slash(home.where, "tablut games")).message
    assert f"⏸ <@{cairn.id}> is away until <t:{noon}:D>" in games.text
    board = await home.play("e2-f2")
    assert "\nTime runs out" in board.text
    assert f"\n<@{cairn.id}> is away until <t:{noon}:D>." in board.text
    assert board.pings == {"north-wind"}

    stands = (await cairn.slash(home.where, "tablut vacation")).message
    assert f"until <t:{noon}:D>." in stands.text
    back = await cairn.click(stands, "I'm back")
    assert "**Welcome back!**" in back.text
    # Today counts, unless he came back within the very second.
    assert re.search("You have (29|30) days of vacation left this year", back.text)
    board = (await home.opens(wind)).message
    assert "is away" not in board.text
    here = (await cairn.slash(home.where, "tablut vacation")).message
    assert [button.label for button in here.buttons] == ["3 days", "7 days"]
    gone = (await cairn.click(here, "7 days")).message
    assert f"until <t:{noon}:D>." in gone.text
    await cairn.click(gone, "I'm back")


@pytest.mark.parametrize(
    ("until", "reason"),
    [
        ("yesterday", "I don't understand the day `yesterday`."),
        ("2020-02-02", "That day has passed."),
        ("9 weeks", "That's too long: with 30 days a year"),
    ],
)
async def test_a_day_that_cannot_be_is_refused_with_what_can(
    home: Table, until: str, reason: str
) -> None:
    refused = await home.birch.slash(home.where, "tablut vacation", until=until)
    assert refused.ephemeral
    assert refused.text.startswith(reason)
    assert home.ask("SELECT * FROM vacation WHERE player = ?", int(home.birch.id)) == []


async def test_the_game_whose_time_runs_out_first_stands_first(home: Table) -> None:
    await home.begin(days=14)
    await home.begin(days=1)
    long, short = sorted(
        home.ask('SELECT id, days FROM "match" WHERE channel = ?', int(home.where)),
        key=lambda row: -int(str(row[1])),
    )
    games = (await home.deer.slash(home.where, "tablut games")).message
    assert games.text.index(f"Game {short[0]}*") < games.text.index(f"Game {long[0]}*")


async def test_reminders_are_set_in_words(table: Table) -> None:
    page = (await table.deer.slash(table.where, "tablut settings")).message
    page = (await table.deer.select(page, "k:set:page:", "Notifications")).message
    assert "Remind me of my turn" in page.text
    page = (await table.deer.select(page, "k:set:remind:", "With half the time left")).message
    page = (await table.deer.select(page, "k:set:remind-where:", "By DM")).message
    options = [option for menu in page.menus for option in menu.raw["options"]]
    chosen = [option["label"] for option in options if option.get("default")]
    assert {"With half the time left", "By DM"} <= set(chosen)
    stored = "SELECT remind, remind_dm FROM person WHERE id = ?"
    assert table.ask(stored, int(table.deer.id)) == [(50, 1)]
    await table.deer.select(page, "k:set:remind:", "Never")
    assert table.ask(stored, int(table.deer.id)) == [(0, 1)]
