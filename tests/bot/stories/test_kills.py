"""The process is killed between click and post: nothing is lost, and everything is said once.

At each point a request is held, and the bot is killed meanwhile; then the request is lost, or
arrives late, or Discord has done its work already. One kill for three tables, each with its fate.
"""

from __future__ import annotations

import asyncio
import os
import signal
from typing import TYPE_CHECKING

import pytest

from sandbox.rules.permissions import May
from tests.bot.stories.held import Held, Killing, Tables, for_each
from tests.bot.stories.table import PATIENCE, Table, is_board, is_line
from tests.together import beside

if TYPE_CHECKING:
    from sandbox.message_view import MessageView
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox

pytestmark = pytest.mark.asyncio(loop_scope="module")

CALLBACK = "/interactions/*/callback"


# A move


async def test_at_the_click_before_anything_is_committed(table: Table, bot: BotProcess) -> None:
    panel = await table.panel(table.deer, await table.begin(), "e2", "f2")
    assert bot.pid
    os.kill(bot.pid, signal.SIGSTOP)
    async with beside(table.deer.click(panel, "f2")):
        await asyncio.sleep(0)  # the click is on its way
        await bot.restart(kill=True)
    await table.check()
    assert "Played **e2-f2**" in (await table.deer.click(panel, "f2")).text
    await table.board(2)
    await table.check("e2-f2")


async def test_after_the_commit_before_the_answer(tables: Tables, killing: Killing) -> None:
    panels: dict[Table, MessageView] = {}
    for fate, table in tables.items():
        panel = panels[table] = await table.panel(table.deer, await table.begin(), "e2", "f2")
        await table.said()
        await killing.at(fate, CALLBACK, table.deer.click(panel, "f2"))
    await killing.now()

    async def check(table: Table) -> None:
        await table.board(2)
        await table.check("e2-f2")
        offered = [button.label for button in panels[table].buttons]
        if "f2" in offered:  # they had no answer, and press again
            assert "Played **e2-f2**" in (await table.deer.click(panels[table], "f2")).text
        await table.play("e4-f4")
        await table.check("e2-f2", "e4-f4")

    await for_each(tables, check)


async def test_at_the_board_of_a_move(tables: Tables, killing: Killing) -> None:
    for fate, table in tables.items():
        await table.begin()
        await table.said()
        await killing.at(fate, table.path, table.typed(table.deer, "e2-f2"))
    await killing.now()

    async def check(table: Table) -> None:
        await table.board(2)
        await table.check("e2-f2")
        await table.play("e4-f4")
        await table.check("e2-f2", "e4-f4")

    await for_each(tables, check)


async def test_as_an_old_board_goes(tables: Tables, killing: Killing) -> None:
    for fate, table in tables.items():
        await table.begin()
        await table.said()
        await killing.at(fate, f"{table.path}/*", table.typed(table.deer, "e2-f2"), "DELETE")
    await killing.now()
    await for_each(tables, lambda table: table.check("e2-f2"))


async def test_a_board_that_arrives_only_after_the_next_run_has_said_it(
    box: Sandbox, table: Table, bot: BotProcess
) -> None:
    await table.begin()
    await table.said()
    held = Held("POST", table.path)
    box.faults.add(held)
    await table.typed(table.deer, "e2-f2")
    await held.came()
    await bot.restart(kill=True)
    await table.check("e2-f2")
    held.let_go()
    await table.play("e4-f4")
    await table.check("e2-f2", "e4-f4")


# A challenge, and its acceptance


async def test_at_the_answer_that_is_the_challenge(tables: Tables, killing: Killing) -> None:
    for fate, table in tables.items():
        await killing.at(fate, CALLBACK, table.challenge())
    await killing.now()

    async def check(table: Table) -> None:
        asked = await table.deer.wait_for(table.where, lambda seen: bool(seen.buttons))
        await table.said()
        assert table.sees() == [asked]
        assert asked.pings == {"birch"}
        await table.birch.click(asked, "Accept")
        await table.board(1)
        await table.check()

    await for_each(tables, check)


async def test_a_challenge_made_while_the_bot_starts_is_posted_once(
    box: Sandbox, tables: Tables, killing: Killing
) -> None:
    """Its answer is slow; meanwhile the outbox sends what was left from before."""
    before, table = tables["lost"], tables["late"]
    await before.begin()
    await before.said()
    await killing.at("lost", before.path, before.typed(before.deer, "e2-f2"))
    await killing.now()
    held = Held("POST", CALLBACK)
    box.faults.add(held)
    async with beside(table.challenge()) as asking:
        await held.came()
        await before.board(2)
        await before.play("e4-f4")  # the outbox has looked again, more than once
        held.let_go()
        asked = await asking
    await table.said()
    assert table.sees() == [asked]


async def test_a_board_is_found_however_much_was_written_since(
    box: Sandbox, table: Table, bot: BotProcess
) -> None:
    """Also when Discord has forgotten its nonce."""
    await table.begin()
    await table.said()
    held = Held("POST", table.path, after=True)
    box.faults.add(held)
    await table.typed(table.deer, "e2-f2")
    await held.came()
    await bot.kill()
    held.lose()
    box.clock.advance(3600)
    for number in range(230):
        table.deer.send(table.where, f"word {number}")
    await bot.start()
    await table.check("e2-f2")
    await table.play("e4-f4")
    await table.check("e2-f2", "e4-f4")


async def test_a_second_board_goes_once_the_channel_can_be_read_again(
    box: Sandbox, table: Table, bot: BotProcess
) -> None:
    """Where the history was closed when the bot looked for the first one, after a kill."""
    await table.begin()
    await table.said()
    held = Held("POST", table.path, after=True)
    box.faults.add(held)
    await table.typed(table.deer, "e2-f2")
    await held.came()
    await bot.kill()
    held.lose()
    box.clock.advance(3600)  # Discord has forgotten the nonce
    table.deny(May.READ_MESSAGE_HISTORY)
    await bot.start()
    await box.until(lambda: len(live(table, "e2-f2")) == 2 or None, PATIENCE)
    await bot.restart(kill=True)
    assert len(live(table, "e2-f2")) == 2
    table.deny()
    await table.said()
    assert len(live(table, "e2-f2")) == len(table.standing) == 1
    await table.typed(table.birch, "e4-f4")
    await table.said()
    assert [is_board(board) for board in table.standing] == [True]


def live(table: Table, move: str) -> list[MessageView]:
    """The boards after that move that still have their buttons."""
    return [message for message in table.boards if is_board(message) and move in message.text]


@pytest.mark.parametrize("at", ["answer", "change", "board"])
async def test_at_the_acceptance(tables: Tables, killing: Killing, at: str) -> None:
    for fate, table in tables.items():
        asked = await table.challenge()
        path, method = {
            "answer": (CALLBACK, "POST"),
            "change": (f"{table.path}/*", "PATCH"),
            "board": (table.path, "POST"),
        }[at]
        await table.said()
        await killing.at(fate, path, table.birch.click(asked, "Accept"), method)
    await killing.now()

    async def check(table: Table) -> None:
        await table.board(1)
        await table.check()
        first, _ = table.sees()
        assert " accepted " in first.text
        assert first.buttons == []

    await for_each(tables, check)


@pytest.mark.parametrize("hours", [0, 1])
@pytest.mark.parametrize("at", ["thread", "board"])
async def test_at_the_thread_of_a_match(
    box: Sandbox, tables: Tables, killing: Killing, at: str, hours: int
) -> None:
    """After an hour Discord has forgotten every nonce."""
    threads: dict[Table, str] = {}
    for fate, table in tables.items():
        asked = await table.challenge(more=["rated", "thread"])
        await table.said()
        threads[table] = asked.id
        path = {"thread": f"{table.path}/*/threads", "board": f"/channels/{asked.id}/messages"}[at]
        await killing.at(fate, path, table.birch.click(asked, "Accept"))
    box.clock.advance(3600 * hours)
    await killing.now()

    async def check(table: Table) -> None:
        await table.said()
        thread = table.deer.channel(threads[table])

        def shown() -> list[MessageView]:
            messages = table.deer.sees(thread)
            return [message for message in messages if message.text and not message.ephemeral]

        assert [is_board(message) for message in shown()] == [True]
        assert [message.pings for message in shown()] == [{"reindeer"}]
        assert not any(map(is_board, table.sees()))
        await table.deer.slash(thread, "tablut move", move="e2-f2")
        await table.birch.wait_for(thread, "**e2-f2**")
        await table.said()
        before, board = shown()
        assert is_line(before)
        assert is_board(board)
        assert [picture.name for picture in board.pictures] == ["board.png"]

    await for_each(tables, check)


async def test_at_the_answer_to_customise(tables: Tables, killing: Killing) -> None:
    for fate, table in tables.items():
        asked = await table.challenge(rules="larochelle")
        details = await table.details(table.deer, asked)
        boards = (await table.deer.click(details, "Customise rules")).message
        form = (await table.deer.click(boards, "Tablut")).form
        await table.said()
        await killing.at(fate, CALLBACK, table.deer.submit(form, {"Rule set": "bga"}))
    await killing.now()
    other = await tables["done"].challenge(rules="bga")

    async def check(table: Table) -> None:
        await table.said()
        asked, *_ = table.sees()
        assert asked.text == other.text

    await for_each(tables, check)


# Offers and the end


@pytest.mark.parametrize("at", ["answer", "notice"])
async def test_at_an_offer(tables: Tables, killing: Killing, at: str) -> None:
    for fate, table in tables.items():
        await table.begin()
        await table.said()
        path = {"answer": CALLBACK, "notice": table.path}[at]
        more = await table.more(table.deer)
        await killing.at(fate, path, table.deer.click(more, "Offer a draw"))
    await killing.now()

    async def check(table: Table) -> None:
        await table.said()
        assert [kind for kind, _ in table.log] == ["created", "offered"]
        (notice,) = [message for message in table.sees() if "offers a **draw**" in message.text]
        assert notice.pings == {"birch"}
        await table.birch.click(notice, "Accept")
        await table.said()
        assert "agreed" in table.sees()[-1].text

    await for_each(tables, check)


async def test_at_a_day_that_is_given(tables: Tables, killing: Killing) -> None:
    for fate, table in tables.items():
        await table.begin(days=3)
        await table.said()
        given = table.in_more(table.birch, "give")
        await killing.at(fate, table.path, given)
    await killing.now()

    async def check(table: Table) -> None:
        await table.said()
        _, board, given = table.sees()
        assert board.pings == {"reindeer"}
        assert "an extra day" in given.text
        assert given.pings == set()

    await for_each(tables, check)


@pytest.mark.parametrize("at", ["answer", "result"])
async def test_at_the_result(tables: Tables, killing: Killing, at: str) -> None:
    for fate, table in tables.items():
        await table.begin()
        await table.said()
        asked = (await table.in_more(table.deer, "resign")).message
        path = {"answer": CALLBACK, "result": table.path}[at]
        await killing.at(fate, path, table.deer.click(asked, "Yes, I resign"))
    await killing.now()

    async def check(table: Table) -> None:
        await table.said()
        assert [kind for kind, _ in table.log] == ["created", "resigned"]
        *_, board, result = table.sees()
        assert board.buttons == []
        assert result.pings == {"birch"}
        assert [button.label for button in result.buttons] == ["Rematch", "Replay"]
        await table.birch.click(result, "Rematch")
        await table.said()
        assert table.sees()[-1].pings == {"reindeer"}

    await for_each(tables, check)
