"""The bot lacks permissions: the player who acts reads what is missing, and the game goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sandbox.rules.permissions import May
from tests.bot.stories.table import drawn, is_board

if TYPE_CHECKING:
    from sandbox.message_view import Form
    from tests.bot.stories.table import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]


async def test_no_challenge_where_the_bot_lacks_permissions(table: Table) -> None:
    for what, named in (
        ((May.SEND_MESSAGES,), ["Send Messages"]),
        ((May.ATTACH_FILES,), ["Attach Files"]),
        ((May.READ_MESSAGE_HISTORY,), ["Read Message History"]),
        ((May.SEND_MESSAGES, May.ATTACH_FILES), ["Send Messages", "Attach Files"]),
    ):
        table.deny(*what)
        refused = await table.challenge()
        assert refused.ephemeral
        for permission in named:
            assert f"*{permission}*" in refused.text
    assert table.ask("SELECT id FROM challenge WHERE channel = ?", int(table.where)) == []


async def test_a_thread_is_offered_only_where_one_can_be_played_in(table: Table) -> None:
    asked = await table.challenge()
    details = await table.details(table.deer, asked)
    for missing in ("Create Public Threads", "Send Messages in Threads"):
        table.deny()
        before = (await table.deer.click(details, "Change")).form
        assert "thread" in boxes(before)
        table.deny(May[missing.upper().replace(" ", "_")])
        assert "thread" not in boxes((await table.deer.click(details, "Change")).form)
        refused = await table.deer.submit(before, {"More": ["rated", "thread"]})
        assert f"*{missing}*" in refused.text
    await table.said()
    assert table.ask("SELECT thread, version FROM challenge WHERE id = ?", table.asked) == [(0, 0)]


def boxes(form: Form) -> list[str]:
    """Return the boxes to tick at the end of a challenge's form."""
    return [option["value"] for option in dict(form.fields())["More"]["options"]]


@pytest.mark.parametrize(
    ("what", "named"),
    [(May.SEND_MESSAGES, "*Send Messages*"), (May.VIEW_CHANNEL, "*View Channel*")],
)
async def test_the_bot_may_no_longer_write_there(table: Table, what: May, named: str) -> None:
    await table.begin()
    await table.said()
    table.deny(what)
    await table.typed(table.deer, "e2-f2")
    await table.hears(table.deer, named)
    await table.told(table.birch)
    await table.list_move(table.birch, "e4", "f4")
    await table.said()
    table.deny()
    await table.list_move(table.deer, "a4", "a3")
    await table.said()
    assert table.moves == ["e2-f2", "e4-f4", "a4-a3"]
    assert [is_board(message) for message in table.boards] == [False, True]
    assert "**a4-a3**" in table.boards[-1].text


async def test_a_board_in_a_private_message_can_be_played_from(table: Table) -> None:
    await table.begin()
    await table.said()
    table.deny(May.SEND_MESSAGES)
    await table.typed(table.deer, "e2-f2")
    told = await table.told(table.birch)
    panel = await table.panel(table.birch, told, "e4", "f4")
    assert "Played" in (await table.birch.click(panel, "f4")).text
    told = await table.told(table.deer)
    table.deer.reply(told, "a4-a3")
    await table.birch.wait_for(table.birch.dm(table.box.bot), "**a4-a3**")
    await table.birch.slash(
        table.birch.dm(table.box.bot), "tablut move", move="f4-g4", game=str(table.match)
    )
    await table.said()
    assert table.moves == ["e2-f2", "e4-f4", "a4-a3", "f4-g4"]


async def test_a_private_board_is_as_its_player_likes_it(table: Table) -> None:
    await table.begin()
    await table.said()
    mine = (await table.birch.slash(table.where, "tablut settings")).message
    mine = (await table.birch.select(mine, "k:set:page:", "privacy")).message
    await table.birch.select(mine, "k:set:language:", "fr")
    table.deny(May.SEND_MESSAGES)
    await table.typed(table.deer, "e2-f2")
    told = await table.birch.wait_for(table.birch.dm(table.box.bot), f"partie {table.match}")
    assert "à toi" in told.text
    private = (await table.opens(table.birch)).message
    assert drawn(told) == drawn(private)  # seen from his own side
    await table.birch.select(mine, "k:set:language:", "en")


async def test_pictures_are_no_longer_allowed(table: Table) -> None:
    await table.begin()
    await table.said()
    table.deny(May.ATTACH_FILES)
    await table.typed(table.deer, "e2-f2")
    await table.hears(table.deer, "*Attach Files*")
    board = await table.board(2)
    assert board.pictures == []
    assert "```" in board.text
    await table.check("e2-f2")
    await table.typed(table.birch, "e4-f4")
    await table.board(3)
    await table.check("e2-f2", "e4-f4")


async def test_the_result_comes_without_pictures_and_files_where_they_are_not_allowed(
    table: Table,
) -> None:
    await table.begin()
    await table.said()
    table.deny(May.ATTACH_FILES)
    asked = (await table.in_more(table.deer, "resign")).message
    await table.deer.click(asked, "Yes, I resign")
    await table.hears(table.deer, "*Attach Files*")
    await table.said()
    result = table.sees()[-1]
    assert "by resignation" in result.text
    assert [button.label for button in result.buttons] == ["Rematch", "Replay"]
    assert result.pings == {"birch"}


async def test_who_accepts_hears_that_the_board_cannot_be_posted(table: Table) -> None:
    asked = await table.challenge()
    table.deny(May.SEND_MESSAGES)
    await table.birch.click(asked, "Accept")
    await table.hears(table.birch, "*Send Messages*")
    await table.list_move(table.deer, "e2", "f2")


async def test_who_accepts_hears_that_no_thread_can_be_opened(table: Table) -> None:
    asked = await table.challenge(more=["rated", "thread"])
    table.deny(May.CREATE_PUBLIC_THREADS)
    await table.birch.click(asked, "Accept")
    await table.hears(table.birch, "*Create Public Threads*")
    await table.check()


async def test_none_is_opened_in_which_the_bot_may_not_write(table: Table) -> None:
    asked = await table.challenge(more=["rated", "thread"])
    table.deny(May.SEND_MESSAGES_IN_THREADS)
    await table.birch.click(asked, "Accept")
    await table.hears(table.birch, "the game stays in the channel")
    await table.check()
    assert asked.id not in table.box.world.channels


async def test_the_bot_may_no_longer_write_in_threads(table: Table) -> None:
    asked = await table.challenge(more=["rated", "thread"])
    await table.birch.click(asked, "Accept")
    thread = (await table.deer.wait_for(asked.id, is_board)).channel_id
    await table.said()
    table.deny(May.SEND_MESSAGES_IN_THREADS)
    await table.deer.slash(thread, "tablut move", move="e2-f2")
    await table.hears(table.deer, "*Send Messages in Threads*", thread)


async def test_who_moves_by_a_reply_hears_it_in_a_private_message(table: Table) -> None:
    board = await table.begin()
    await table.said()
    table.deny(May.SEND_MESSAGES)
    written = table.deer.reply(board, "e2-f2")
    dm = table.deer.dm(table.box.bot)
    await table.deer.wait_for(dm, "*Send Messages*", after=written)
    assert table.moves == ["e2-f2"]
