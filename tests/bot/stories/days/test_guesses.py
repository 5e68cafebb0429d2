"""Who wins?: onlookers guess it under the board, which counts them; and who was right is told."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle
from typing import TYPE_CHECKING

import pytest

from bot.ui.words import languages
from sandbox.sample import LONG_TABLE
from sandbox.world import places
from tests.bot.stories.days.test_board_clocks import all_edited, edits, live
from tests.bot.stories.held import FATES, Held, kill_at
from tests.bot.stories.hours import HOUR
from tests.bot.stories.test_forged import button, forged
from tests.together import together

if TYPE_CHECKING:
    from bot.ui.words import Words
    from sandbox.message_view import MessageView
    from sandbox.process import BotProcess
    from tests.bot.stories.held import Fate
    from tests.bot.stories.hours import Hours
    from tests.bot.stories.table import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module")]

MOVES = ("d9-c9", "d5-d4", "i6-i9", "e5-d5", "f1-f3", "d5-d8")


def press(table: Table, side: str) -> str:
    return f"k:guess:{table.match}:{side}"


def labels(board: MessageView) -> list[str]:
    return [button.label for button in board.buttons if "k:guess:" in (button.custom_id or "")]


async def resign(table: Table) -> MessageView:
    """The attackers give up; the result."""
    before = len(table.boards)
    sure = (await table.in_more(table.deer, "resign")).message
    await table.deer.click(sure, sure.buttons[0].custom_id or "")
    return await table.board(before + 1)


async def test_guesses_are_counted_on_the_board_and_told_with_the_result(
    table: Table, hours: Hours
) -> None:
    cairn, riviere, north = map(table.box.player, ("cairn", "riviere", "north-wind"))
    board = await table.begin()
    await hours.heard()
    assert labels(board) == ["Attackers? 0", "Defenders? 0"]
    answer = await cairn.click(board, press(table, "d"))
    assert answer.ephemeral
    assert answer.text.startswith(f"Your guess in game {table.match}: the attackers win.")
    await together(
        *(who.click(board, press(table, "l")) for who in (riviere, north, riviere, riviere))
    )
    assert "only those who look on" in (await table.birch.click(board, press(table, "l"))).text
    assert labels(live(table)) == ["Attackers? 0", "Defenders? 0"]
    await all_edited(hours)
    assert labels(live(table)) == ["Attackers? 1", "Defenders? 2"]
    assert edits(table, board) == 1
    assert live(table).pings == board.pings
    assert cairn.mention not in live(table).text
    await cairn.click(live(table), press(table, "l"))
    await table.play(*MOVES[:5])
    await all_edited(hours)
    assert labels(live(table)) == ["Attackers? 0", "Defenders? 3"]
    last = live(table)
    await table.play(MOVES[5])
    await hours.heard()
    assert labels(live(table)) == []
    closed = await cairn.click(forged(table, button(press(table, "d"))), "Forged")
    assert "until move 6" in closed.text
    assert last.gone
    await cairn.click(forged(table, button(press(table, "x"))), "Forged")
    assert "**3 of 3** guessed right." in (await resign(table)).text
    assert table.ask('SELECT count(*) FROM guess WHERE "match" = ? AND correct', table.match) == [
        (3,)
    ]


@pytest.mark.parametrize("fate", FATES)
async def test_killed_while_the_board_is_edited_it_counts_all_in_the_end(
    table: Table, bot: BotProcess, hours: Hours, fate: Fate
) -> None:
    cairn, riviere = table.box.player("cairn"), table.box.player("riviere")
    board = await table.begin()
    await hours.heard()
    held = Held("PATCH", f"{table.path}/{board.id}", after=fate == "done")
    await cairn.click(board, press(table, "d"))

    async def a_moment_later() -> None:
        hours.set(hours.now + 4)

    await kill_at(table.box, bot, held, a_moment_later(), late=fate == "late")
    await hours.start(bot)
    await riviere.click(board, press(table, "d"))
    await all_edited(hours)
    assert labels(live(table)) == ["Attackers? 2", "Defenders? 0"]
    await table.play(MOVES[0])
    await hours.pass_(HOUR)
    assert labels(live(table)) == ["Attackers? 2", "Defenders? 0"]


@pytest.mark.parametrize(
    ("words", "rules"),
    list(zip(languages().values(), cycle(["larochelle+attackers-first", "tabal"]), strict=False)),
    ids=str,
)
async def test_in_the_language_of_the_server(
    table: Table, hours: Hours, words: Words, rules: str
) -> None:
    world, cairn = table.box.world, table.box.player("cairn")
    guild = world.guild(LONG_TABLE)
    locale = words.raw("language.locales").split(",")[0]
    places.alter(world, replace(guild, locale=locale))
    try:
        asked = await table.challenge(rules=rules)
        await table.birch.click(asked, asked.buttons[0].custom_id or "")
        board = await table.board(1)
        await hours.heard()
        family = "tabal" if rules == "tabal" else "tablut"
        dark = words.raw(f"side.{family}.d.name")
        assert dark in labels(board)[0]
        await cairn.click(board, press(table, "l"))
        await all_edited(hours)
        assert labels(live(table))[1].endswith(" 1")
        result = await resign(table)
        said = words("guess.right", right=1, count=1)
        assert said in result.text
    finally:
        places.alter(world, replace(world.guild(LONG_TABLE), locale=guild.locale))
