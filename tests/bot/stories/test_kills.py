"""The process is killed between click and post: nothing is lost, and everything is said once.

At each point a request is held, and the bot is killed meanwhile; then the request is lost, or
arrives late, or Discord has done its work already. One kill for many tables, each with its fate.
"""

from __future__ import annotations

import asyncio
import signal
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from sandbox.rules.permissions import May
from sandbox.sample import LONG_TABLE
from tests.bot.stories.held import FATES, Held, Killing, Tables
from tests.bot.stories.table import PATIENCE, Table, is_board, is_line, strangers
from tests.together import beside

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Sequence
    from pathlib import Path

    from sandbox.message_view import MessageView
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox

    At = Callable[[Table], Awaitable["Point"]]

pytestmark = pytest.mark.asyncio(loop_scope="module")

CALLBACK = "/interactions/*/callback"


async def test_at_the_click_before_anything_is_committed(table: Table, bot: BotProcess) -> None:
    panel = await table.panel(table.deer, await table.begin(), "e2", "f2")
    bot.send(signal.SIGSTOP)
    async with beside(table.deer.click(panel, "f2")):
        await asyncio.sleep(1)  # the click is waiting
        await bot.restart(kill=True)
    await table.check()
    assert "Played **e2-f2**" in (await table.deer.click(panel, "f2")).text
    await table.board(2)
    await table.check("e2-f2")


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
    """After a kill, the bot couldn't read the history when it looked for the first board."""
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


# At each point of a game


class Point(NamedTuple):
    """A request during which the bot is killed, with the act before and the sight after."""

    path: str
    act: Coroutine[Any, Any, object]
    check: Callable[[], Awaitable[object]]
    method: str = "POST"


async def answer_to_a_move(table: Table) -> Point:
    panel = await table.panel(table.deer, await table.begin(), "e2", "f2")
    await table.said()

    async def check() -> None:
        await table.board(2)
        await table.check("e2-f2")
        if "f2" in [button.label for button in panel.buttons]:  # no answer: they press again
            assert "Played **e2-f2**" in (await table.deer.click(panel, "f2")).text
        await table.play("e4-f4")
        await table.check("e2-f2", "e4-f4")

    return Point(CALLBACK, table.deer.click(panel, "f2"), check)


async def answer_that_is_the_challenge(table: Table) -> Point:
    async def check() -> None:
        asked = await table.deer.wait_for(table.where, lambda seen: bool(seen.buttons))
        await table.said()
        assert table.sees() == [asked]
        assert asked.pings == {table.birch.person.username}
        await table.birch.click(asked, "Accept")
        await table.board(1)
        await table.check()

    return Point(CALLBACK, table.challenge(opponent=table.birch), check)


async def answer_to_an_acceptance(table: Table) -> Point:
    asked = await table.challenge()
    await table.said()
    return Point(CALLBACK, table.birch.click(asked, "Accept"), partial(is_accepted, table))


async def change_of_an_accepted_challenge(table: Table) -> Point:
    asked = await table.challenge()
    await table.said()
    accept = table.birch.click(asked, "Accept")
    return Point(f"{table.path}/*", accept, partial(is_accepted, table), "PATCH")


async def first_board(table: Table) -> Point:
    asked = await table.challenge()
    await table.said()
    return Point(table.path, table.birch.click(asked, "Accept"), partial(is_accepted, table))


async def is_accepted(table: Table) -> None:
    await table.board(1)
    await table.check()
    first, _ = table.sees()
    assert " accepted " in first.text
    assert first.buttons == []


async def answer_to_customise(table: Table) -> Point:
    asked = await table.challenge(rules="larochelle")
    details = await table.details(table.deer, asked)
    boards = (await table.deer.click(details, "Customise rules")).message
    form = (await table.deer.click(boards, "Tablut")).form
    await table.said()

    async def check() -> None:
        await table.said()
        assert "**Board Game Arena**" in table.sees()[0].text

    return Point(CALLBACK, table.deer.submit(form, {"Rule set": "bga"}), check)


async def board_of_a_move(table: Table) -> Point:
    await table.begin()
    await table.said()

    async def check() -> None:
        await table.board(2)
        await table.check("e2-f2")
        await table.play("e4-f4")
        await table.check("e2-f2", "e4-f4")

    return Point(table.path, table.typed(table.deer, "e2-f2"), check)


async def old_board(table: Table) -> Point:
    await table.begin()
    await table.said()
    moving = table.typed(table.deer, "e2-f2")
    return Point(f"{table.path}/*", moving, lambda: table.check("e2-f2"), "DELETE")


async def answer_to_an_offer(table: Table) -> Point:
    point = await notice_of_an_offer(table)
    return point._replace(path=CALLBACK)


async def notice_of_an_offer(table: Table) -> Point:
    await table.begin()
    await table.said()
    more = await table.more(table.deer)

    async def check() -> None:
        await table.said()
        assert [kind for kind, _ in table.log] == ["created", "offered"]
        (notice,) = [message for message in table.sees() if "offers a **draw**" in message.text]
        assert notice.pings == {table.birch.person.username}
        await table.birch.click(notice, "Accept")
        await table.said()
        assert "agreed" in table.sees()[-1].text

    return Point(table.path, table.deer.click(more, "Offer a draw"), check)


async def answer_to_a_resignation(table: Table) -> Point:
    point = await result(table)
    return point._replace(path=CALLBACK)


async def result(table: Table) -> Point:
    await table.begin()
    await table.said()
    asked = (await table.in_more(table.deer, "resign")).message

    async def check() -> None:
        await table.said()
        assert [kind for kind, _ in table.log] == ["created", "resigned"]
        *_, board, result = table.sees()
        assert board.buttons == []
        assert result.pings == {table.birch.person.username}
        assert [button.label for button in result.buttons] == ["Rematch", "Replay"]
        await table.birch.click(result, "Rematch")
        await table.said()
        assert table.sees()[-1].pings == {table.deer.person.username}

    return Point(table.path, table.deer.click(asked, "Yes, I resign"), check)


async def thread_of_a_match(table: Table) -> Point:
    asked = await table.challenge(more=["rated", "thread"])
    await table.said()
    accept = table.birch.click(asked, "Accept")
    return Point(f"{table.path}/*/threads", accept, partial(is_in_a_thread, table, asked))


async def board_in_a_thread(table: Table) -> Point:
    point = await thread_of_a_match(table)
    return point._replace(path=f"/channels/{table.sees()[0].id}/messages")


async def is_in_a_thread(table: Table, asked: MessageView) -> None:
    await table.said()
    thread = table.deer.channel(asked.id)

    def shown() -> list[MessageView]:
        messages = table.deer.sees(thread)
        return [message for message in messages if message.text and not message.ephemeral]

    assert [is_board(message) for message in shown()] == [True]
    assert [message.pings for message in shown()] == [{table.deer.person.username}]
    assert not any(map(is_board, table.sees()))
    await table.deer.slash(thread, "tablut move", move="e2-f2")
    await table.birch.wait_for(thread, "**e2-f2**")
    await table.said()
    before, board = shown()
    assert is_line(before)
    assert is_board(board)
    assert [picture.name for picture in board.pictures] == ["board.png"]


ANSWERS = (
    *(answer_to_a_move, answer_that_is_the_challenge, answer_to_an_acceptance),
    *(answer_to_customise, answer_to_an_offer, answer_to_a_resignation),
    change_of_an_accepted_challenge,
)
# Of one server, ten messages are on their way at a time; old ones have places of their own.
MESSAGES = (board_of_a_move, notice_of_an_offer, result, old_board)
THREADS = (thread_of_a_match, board_in_a_thread, first_board)


@pytest.mark.parametrize(
    ("points", "hours"),
    [
        pytest.param(ANSWERS, 0, id="answers"),
        pytest.param(MESSAGES, 0, id="messages"),
        pytest.param(THREADS, 1, id="threads"),  # after an hour Discord has forgotten every nonce
    ],
)
async def test_at_each_point_of_a_game_nothing_is_lost_and_nothing_doubled(
    box: Sandbox, database: Path, killing: Killing, points: Sequence[At], hours: int
) -> None:
    """Each point and fate has two people of its own: a person's requests wait for each other."""
    killed: list[tuple[str, Point]] = []
    for point in points:
        for fate in FATES:
            two = [one.person.username for one in strangers(box, LONG_TABLE, 2)]
            at = await point(Table(box, database, LONG_TABLE, *two))
            await killing.at(fate, at.path, at.act, at.method)
            killed.append((f"{point.__name__}: the request was {fate}", at))
    box.clock.advance(3600 * hours)
    await killing.now()
    for name, at in killed:
        try:
            await at.check()
        except BaseException as error:
            error.add_note(name)
            raise
