"""A channel that stays readable: one board of a game, or lines, and what goes with the next."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from sandbox.rest.faults import Trouble
from sandbox.world import user_actions
from tests.bot.stories.held import FATES
from tests.bot.stories.table import Table, is_board, is_invitation, is_line
from tests.bot.stories.test_moderation import at_home, choose
from tests.games.test_playthroughs import RECORDS

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.message_view import MessageView
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox
    from tests.bot.stories.held import Killing

pytestmark = pytest.mark.asyncio(loop_scope="module")

LONG = next(record for record in RECORDS if len(record.plies) == 77)
RULES = f"{LONG.rules}+attackers-first"
FORTY = [ply.split()[0] for ply in LONG.plies[:40]]


@pytest_asyncio.fixture(loop_scope="module")
async def home(box: Sandbox, bot: BotProcess, database: Path) -> Table:
    """A table in a server of its own, greeted by the bot, whose settings the friends may change."""
    assert bot.pid
    return await at_home(box, database)


def shown(table: Table) -> list[MessageView]:
    """Return the bot's messages in the channel, except the challenge and the greeting."""
    return [message for message in table.sees() if not is_invitation(message)][1:]


async def test_forty_moves_are_twenty_lines_and_one_board(lines: Table) -> None:
    await lines.begin(rules=RULES)
    await lines.play(*FORTY)
    await lines.said()
    *left, board = shown(lines)
    assert len(left) == 20
    seats = f"-# {lines.deer.mention} \N{EN DASH} {lines.birch.mention} "
    assert all(line.text.startswith(f"{seats}[{2 * n + 1}. ") for n, line in enumerate(left))
    told = re.findall(r"[0-9]+\. ([a-i][0-9]\S*?)[\s\]]", "\n".join(e.text + " " for e in left))
    assert told == FORTY[:39]
    calls = [line.text.count("**") // 2 for line in left]
    by_two = [LONG.plies[n : min(n + 2, 39)] for n in range(0, 40, 2)]
    assert calls == [sum("ichi" in ply for ply in plies) for plies in by_two]
    assert any(calls)
    assert "\n" not in "".join(line.text for line in left)
    for line, following in zip(left, [*left[1:], board], strict=True):
        assert f'/{lines.where}/{following.id} "' in line.text  # each leads on
    assert [picture.name for picture in board.pictures] == ["board.png"]
    assert sum(len(message.message.files) for message in shown(lines)) == 1


async def test_a_move_taken_back_is_told_on_a_line(lines: Table) -> None:
    await lines.begin()
    await lines.play("e2-f2", "e4-f4", "f2-e2")
    await lines.in_more(lines.deer, "takeback")
    await lines.said()
    await lines.birch.click(lines.sees()[-1], "Accept")
    await lines.said()
    await lines.typed(lines.deer, "f2-g2")
    await lines.said()
    *left, board = [message.text for message in shown(lines)]
    told = [line.partition("[")[2].partition("]")[0] for line in left]
    assert told == ["1. e2-f2", "3. f2-e2", "A move was taken back"]
    assert "2. e4-f4" in left[0]
    assert "f2-g2" in board


async def test_the_line_before_it_deleted_by_a_moderator_a_board_has_its_own(lines: Table) -> None:
    await lines.begin()
    await lines.play("e2-f2", "e4-f4")
    await lines.said()
    (line,) = filter(is_line, lines.boards)
    user_actions.erase(lines.box.world, lines.deer.id, line.message)
    await lines.play("f2-e2")
    await lines.said()
    (line,) = filter(is_line, lines.boards)
    assert "[2. e4-f4]" in line.text


@pytest.mark.nightly
async def test_lines_are_whole_where_the_bot_is_killed(
    lines: Table, database: Path, killing: Killing
) -> None:
    """At the edit of the line before it, and as the board goes."""
    tables: list[Table] = []
    for method in ("PATCH", "DELETE"):
        for fate in FATES:
            table = Table(lines.box, database, lines.guild_id)
            tables.append(table)
            await table.begin()
            await table.play("e2-f2")
            await table.said()
            moving = table.typed(table.birch, "e4-f4")
            await killing.at(fate, f"{table.path}/*", moving, method)
    await killing.now()
    for table in tables:
        await table.said()
        await table.play("f2-e2")
        await table.said()
        (line,) = filter(is_line, table.boards)
        assert "[1. e2-f2]" in line.text
        assert line.text.endswith(" · 2. e4-f4")
        assert [is_board(board) for board in table.standing] == [False, True]


async def test_what_was_said_of_a_turn_goes_when_it_is_played(table: Table) -> None:
    await table.begin(days=2)
    await table.in_more(table.birch, "give")
    await table.in_more(table.birch, "draw")
    await table.said()
    first, gift, offer = shown(table)
    assert (gift.pings, offer.pings) == (set(), {"reindeer"})
    await table.deer.click(offer, "Decline")
    await table.said()
    assert shown(table) == [first, gift, offer]  # nobody is pinged again
    assert offer.text.splitlines()[1] == "-# Declined."
    assert offer.buttons == []
    await table.play("e2-f2")
    await table.check("e2-f2")
    assert len(shown(table)) == 1
    await table.play("e4-f4")
    await table.check("e2-f2", "e4-f4")


async def test_where_the_offer_is_gone_a_refusal_is_told_by_itself(table: Table) -> None:
    board = await table.begin()
    await table.in_more(table.birch, "draw")
    await table.said()
    first, offer = shown(table)
    more = (await table.deer.click(board, "More")).message
    user_actions.erase(table.box.world, table.deer.id, offer.message)
    await table.deer.click(more, "Decline")
    await table.said()
    assert first == board
    (refusal,) = [message for message in shown(table) if message != first]
    assert "no draw this time" in refusal.text
    assert refusal.pings == {"birch"}


async def test_a_server_may_keep_its_boards(home: Table) -> None:
    await choose(home, "boards", "keep")
    await home.begin(days=2)
    await home.in_more(home.birch, "give")
    await home.play("e2-f2")
    await home.said()
    first, gift, board = shown(home)
    assert "gave" in gift.text
    assert ":R>" in board.text
    assert [message for message in (first, gift) if "<t:" in message.text] == []
    assert [[file.name for file in message.pictures] for message in (first, board)] == [
        ["board.png"]
    ] * 2
    assert (first.buttons, is_board(board)) == ([], True)


async def test_in_a_thread_lines_are_left(table: Table) -> None:
    asked = await table.challenge(more=["rated", "thread"])
    await table.birch.click(asked, "Accept")
    await table.deer.wait_for(asked.id, is_board)
    await table.said()
    for who, move in ((table.deer, "e2-f2"), (table.birch, "e4-f4"), (table.deer, "f2-e2")):
        await who.slash(asked.id, "tablut move", move=move)
        await table.deer.wait_for(asked.id, f"**{move}**")
    await table.said()
    seen = table.deer.sees(asked.id)
    left = [message for message in seen if message.text and not message.ephemeral]
    assert [is_line(message) for message in left] == [True, False]
    assert "[1. e2-f2]" in left[0].text


async def check_single(table: Table, *moves: str) -> None:
    """These moves, and one board, which pings who is to move."""
    await table.said()
    assert table.moves == list(moves)
    (board,) = shown(table)
    assert is_board(board)
    assert f"**{moves[-1]}**" in board.text
    assert board.pings == {("reindeer", "birch")[len(moves) % 2]}


async def test_where_the_board_is_deleted_by_a_moderator_it_goes_on(table: Table) -> None:
    board = await table.begin()
    await table.said()
    user_actions.erase(table.box.world, table.deer.id, board.message)
    await table.typed(table.deer, "e2-f2")
    await check_single(table, "e2-f2")
    await table.typed(table.birch, "e4-f4")
    await check_single(table, "e2-f2", "e4-f4")


@pytest.mark.parametrize("after", [False, True])
async def test_one_board_where_discord_fails_to_delete(
    box: Sandbox, table: Table, *, after: bool
) -> None:
    """Neither the board that is over nor a notice beside it, at first."""
    await table.begin(days=2)
    await table.typed(table.deer, "e2-f2")
    await table.in_more(table.deer, "give")
    await table.said()
    assert len(shown(table)) == 2
    trouble = box.faults.add(Trouble(503, "DELETE", f"{table.path}/*", after=after, times=2))
    await table.typed(table.birch, "e4-f4")
    await check_single(table, "e2-f2", "e4-f4")
    assert trouble.hits == 2


async def test_a_notice_that_a_moderator_deleted_is_not_missed(table: Table) -> None:
    await table.begin(days=2)
    await table.in_more(table.birch, "give")
    await table.said()
    user_actions.erase(table.box.world, table.deer.id, shown(table)[-1].message)
    await table.play("e2-f2")
    await table.check("e2-f2")
