"""A bot's life as a process: killed, restarted, cut off, told to go, spread over shards."""

import signal
import sys

import pytest

from sandbox.process import BotFailed, BotProcess, Command
from sandbox.rest.faults import Trouble
from sandbox.sample import LONG_TABLE
from sandbox.server import Sandbox
from sandbox.waiting import PATIENCE
from sandbox.world import places
from tests.sandbox.conftest import check_record, command


async def test_a_lasting_button_outlives_the_process(box: Sandbox, bot: BotProcess) -> None:
    deer, birch = box.player("reindeer"), box.player("birch")
    message = (await deer.slash("games", "count")).message
    await deer.click(message, "Count 0")
    first = bot.pid
    await bot.restart(kill=True)
    assert bot.pid != first
    await birch.click(message, "Count 1")
    assert message.text == "2"


async def test_a_layouts_button_outlives_a_polite_restart(box: Sandbox, bot: BotProcess) -> None:
    deer = box.player("reindeer")
    message = (await deer.slash("games", "card")).message
    await bot.restart(kill=False)
    await deer.click(message, "Count 1")
    assert message.text == "Card 2"


async def test_a_cut_connection_is_resumed_with_what_was_missed(
    box: Sandbox, bot: BotProcess
) -> None:
    deer = box.player("reindeer")
    box.wire.cut()
    await box.until(lambda: None if box.world.online else True)
    deer.send(deer.dm(box.bot), "while you were away")
    assert await deer.wait_for(deer.dm(box.bot), "read: 'while you were away'")
    await bot.wait_for_log("resumed")
    assert box.wire.opened == 2


async def test_op_7_makes_it_come_back_and_resume(box: Sandbox, bot: BotProcess) -> None:
    box.wire.ask_to_reconnect()
    await bot.wait_for_log("resumed")
    assert (await box.player("birch").slash("games", "say", text="back")).text == "back"


async def test_an_invalid_session_makes_it_identify_anew(box: Sandbox, bot: BotProcess) -> None:
    (old,) = box.wire.sessions
    box.wire.invalidate()
    new = await box.until(
        lambda: next((session for session in box.wire.sessions if session.id != old.id), None)
    )
    assert new.id != old.id
    assert "resumed" not in bot.stderr


async def test_being_thrown_out_of_a_guild(box: Sandbox, bot: BotProcess) -> None:
    places.leave(box.world, LONG_TABLE, box.bot.id)
    await bot.wait_for_log("left The Long Table")


async def test_two_shards(box: Sandbox) -> None:
    box.deadlines.seconds = PATIENCE
    async with box.process(command(box, SANDBOX_SHARDS="2")):
        await box.until(lambda: True if len(box.wire.sessions) == 2 else None)
        deer = box.player("reindeer")
        assert (await deer.slash("games", "say", text="one")).text == "one"
        answer = await deer.slash(deer.dm(box.bot), "grove plant", tree="ash")
        assert answer.text.startswith("ash")
    check_record(box)


async def test_an_answer_that_was_given_but_lost_is_repeated_and_refused(
    box: Sandbox, bot: BotProcess
) -> None:
    """discord.py repeats after a 502 and meets 40060, though the player has their answer."""
    box.faults.add(Trouble(502, "POST", "/interactions/*/callback", after=True))
    answer = await box.player("birch").slash("games", "say", text="once")
    assert answer.text == "once"
    await bot.wait_for_log("already been acknowledged")
    assert [message.text for message in box.player("birch").sees("games")] == ["once"]


async def test_a_nonce_makes_one_message_of_a_repeated_request(
    box: Sandbox, bot: BotProcess
) -> None:
    birch = box.player("birch")
    trouble = box.faults.add(Trouble(500, "POST", "/channels/*/messages", after=True))
    await box.player("reindeer").slash("games", "ping", who=birch)
    await birch.wait_for("games", "still not you")
    assert trouble.hits == 1
    assert sum(message.text.startswith("your turn") for message in birch.sees("games")) == 1
    assert bot.pid


async def test_it_ends_when_it_is_told_to(box: Sandbox, bot: BotProcess) -> None:
    assert await bot.terminate() == -signal.SIGTERM
    assert not box.world.online


async def test_a_wrong_token_ends_it_and_says_so(box: Sandbox) -> None:
    process = box.process(command(box, SANDBOX_TOKEN="wrong"))  # noqa: S106  (a wrong one)
    with pytest.raises(BotFailed, match="LoginFailure"):
        await process.start()
    assert box.record.exchanges[0].status == 401


async def test_a_process_that_never_comes_online_shows_what_it_wrote(box: Sandbox) -> None:
    line = [sys.executable, "-c", "import sys; sys.exit('no bot at all')"]
    with pytest.raises(BotFailed, match="no bot at all"):
        await box.process(Command(line)).start()
