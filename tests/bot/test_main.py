"""The program as its host meets it: started, told to end, and wrongly set up."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import pytest

from bot import composition
from bot.__main__ import main
from bot.config import read
from bot.service.workers import own_process
from sandbox.process import Command
from sandbox.rest.faults import Trouble
from sandbox.sample import GAMES, Cast
from sandbox.server import Sandbox
from tests.ports import free_port
from tests.sandbox.tab import Page

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from sandbox.process import BotProcess
    from tests.bot.fake_systemd import FakeSystemd

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
UNKNOWN = "Discord does not know this token. Copy it again into your settings, such as .env."
WRONG = {"KONAKIS_TOKEN": "a.b.c"}
UNREACHABLE = "http://127.0.0.1:1"  # no program listens there


@pytest.fixture
async def box() -> AsyncGenerator[Sandbox]:
    """A little Discord."""
    async with Sandbox(0, cast=Cast("Konakis")) as running:
        yield running


@asynccontextmanager
async def started(box: Sandbox, folder: Path, **more: str) -> AsyncGenerator[BotProcess]:
    """The program, pointed at the sandbox; gone in the end."""
    environment = {
        "KONAKIS_API": box.api,
        "KONAKIS_GATEWAY": box.gateway,
        "KONAKIS_TOKEN": box.token,
        "PYTHONPATH": str(ROOT),
        **more,
    }
    process = box.process(Command([sys.executable, "-m", "bot"], environment, str(folder)))
    try:
        await process.start(online=False)
        yield process
    finally:
        await process.kill()


def test_its_processes_do_without_the_token(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str | None] = []

    async def run(_: object, **_machine: object) -> None:
        with own_process() as process:
            seen.append(process.submit(os.getenv, "KONAKIS_TOKEN").result())

    monkeypatch.setenv("KONAKIS_TOKEN", WRONG["KONAKIS_TOKEN"])
    monkeypatch.setenv("PYTHONSAFEPATH", "")  # the bot sets it for its processes
    monkeypatch.setattr(composition, "run", run)
    monkeypatch.setattr("bot.logs.start", Mock())
    composition.run_bot(read(WRONG))
    assert seen == [None]


def test_garbage_is_collected_once_it_is_loaded() -> None:
    code = """
import gc
from bot.__main__ import Loading
with Loading():
    from bot.composition import Machine
    assert not gc.isenabled()
    Machine().tune()
    assert gc.isenabled()
"""
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


async def test_it_waits_for_discord_and_leaves_when_told_to(box: Sandbox, tmp_path: Path) -> None:
    box.faults.add(Trouble(503, path="/users/@me"))
    async with started(box, tmp_path) as process:
        await process.wait_for_log("ready in 1 server\n")
        assert await process.terminate() == 0
    assert process.stderr.count("can't reach Discord (503 ") == 1
    (link,) = re.findall(r"to add the bot to a server, open (\S+)", process.stderr)
    assert f"client_id={box.bot.id}&scope=bot+applications.commands&permissions=" in link
    assert "Traceback" not in process.stderr
    assert (tmp_path / "data" / "konakis.db").exists()


async def test_systemd_hears_that_it_is_ready_once_discord_is_reached(
    box: Sandbox, tmp_path: Path, systemd: FakeSystemd
) -> None:
    outage = Trouble(503, path="/users/@me", times=1_000_000)
    box.faults.add(outage)
    async with started(box, tmp_path, NOTIFY_SOCKET=systemd.address) as process:
        await process.wait_for_log("can't reach Discord")
        assert {*systemd.heard()} == {"EXTEND_TIMEOUT_USEC=60000000"}
        box.faults.clear()
        await process.wait_for_log("ready in 1 server\n")
        assert "STOPPING=1" not in systemd.heard()
        assert await process.terminate() == 0
    assert systemd.heard()[-1] == "STOPPING=1"


async def test_a_gateway_that_refuses_is_one_line(box: Sandbox, tmp_path: Path) -> None:
    """The next try is discord.py's, ten seconds later; one may leave meanwhile."""
    box.wire.refuse = 1
    async with started(box, tmp_path, KONAKIS_LOG="warning") as process:
        await process.wait_for_log("Failed to connect for shard_id: 0. Retrying... (503, ")
        assert await process.terminate() == 0
    assert len(lines(process)) == 1


async def test_a_network_that_is_not_there_yet_is_one_line(box: Sandbox, tmp_path: Path) -> None:
    async with started(box, tmp_path, KONAKIS_API="http://discord.invalid/api") as process:
        await process.wait_for_log(
            "can't reach Discord (Cannot connect to host discord.invalid:80 "
        )
        assert await process.terminate() == 0
    assert len(lines(process)) == 1


async def test_it_leaves_while_it_waits(box: Sandbox, tmp_path: Path) -> None:
    async with started(box, tmp_path, KONAKIS_API=UNREACHABLE) as process:
        await process.wait_for_log("can't reach Discord (Cannot connect to host 127.0.0.1:1 ")
        assert await process.terminate(signal.SIGINT) == 0
    assert "Traceback" not in process.stderr


async def test_an_unknown_token_gets_one_sentence(box: Sandbox, tmp_path: Path) -> None:
    async with started(box, tmp_path, **WRONG, KONAKIS_LOG="error") as process:
        assert await process.wait() == 3
    assert lines(process) == [UNKNOWN]


@pytest.mark.parametrize("code", [4004, 4013, 4014])
async def test_a_token_or_an_intent_that_is_refused_later_ends_it_too(
    box: Sandbox, tmp_path: Path, code: int
) -> None:
    async with started(box, tmp_path, KONAKIS_LOG="error") as process:
        refusing = asyncio.create_task(_refuse(box, code))
        assert await process.wait() == 3
        refusing.cancel()
    (sentence,) = lines(process)
    assert (sentence == UNKNOWN) == (code == 4004)


async def _refuse(box: Sandbox, code: int) -> None:
    """Close every connection, as Discord does: a code that is lost with one comes with the next."""
    while True:
        await box.until(lambda: box.world.online or None)
        await box.wire.close(code)
        await box.until(lambda: not box.world.online or None)


async def test_without_a_token_it_brings_its_own_discord(box: Sandbox, tmp_path: Path) -> None:
    nowhere = dict.fromkeys(("KONAKIS_TOKEN", "KONAKIS_API", "KONAKIS_GATEWAY"), "")
    async with started(box, tmp_path, **nowhere, KONAKIS_PORT=str(free_port())) as process:
        await process.wait_for_log("No token set. Open http://127.0.0.1:")
        assert await process.terminate() == 0
    assert len(process.stderr.splitlines()) == 1
    assert names(tmp_path) == []  # its games are forgotten with it


async def test_on_the_chat_page_a_week_passes_in_a_minute(box: Sandbox, tmp_path: Path) -> None:
    """An open challenge is over after a week, and the page sees what becomes of it."""
    nowhere = dict.fromkeys(("KONAKIS_TOKEN", "KONAKIS_API", "KONAKIS_GATEWAY"), "")
    port = free_port()
    async with started(box, tmp_path, **nowhere, KONAKIS_PORT=str(port)) as process:
        await process.wait_for_log("No token set")
        async with Page(f"http://127.0.0.1:{port}") as page:
            await page.event("message")  # the greeting: the bot is there
            listed = (await page.do("commands", channel=GAMES))["commands"]
            (tablut,) = [command for command in listed if command["name"] == "tablut"]
            to_all: list[object] = [{"name": "challenge", "type": 1, "options": []}]
            await page.do("invoke", channel=GAMES, command=tablut["id"], options=to_all)
            # A busy machine is told before that the challenge is coming.
            while (count := buttons(challenge := await page.event("message"))) < 2:
                pass
            for _ in range(8):
                await page.do("advance", step="day")
            over = await page.event("message_update")
            while over["message"]["id"] != challenge["message"]["id"]:
                over = await page.event("message_update")
            assert buttons(over) < count
        assert await process.terminate() == 0


def buttons(told: dict[str, Any]) -> int:
    """How many buttons the message has that a tab is told of."""
    return str(told["message"]["components"]).count("'type': 2")


def lines(process: BotProcess) -> list[str]:
    """Return the process's lines, without the warning about SQLite, which a first start logs."""
    return [line for line in process.stderr.splitlines() if " bot.ops.health: " not in line]


def names(folder: Path) -> list[str]:
    """Return the names of a folder's files."""
    return [file.name for file in folder.iterdir()]


def test_what_is_wrong_is_said_in_sentences_and_nothing_is_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text("KONAKIS_PORT=all\nKONAKIS_LOG=loud\n", encoding="utf-8")
    monkeypatch.setenv("KONAKIS_LOG", "info")  # the environment has the last word
    monkeypatch.setenv("KONAKIS_TOKNE", "x")
    assert main([]) == 1
    assert capsys.readouterr().err.splitlines() == [
        "KONAKIS_TOKNE isn't a Konakis setting; `konakis settings` lists them.",
        "KONAKIS_PORT is a number from 1 to 65535, not 'all'.",
    ]
    assert names(tmp_path) == [".env"]


def test_a_file_that_is_no_text_gets_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_bytes(b"KONAKIS_TOKEN=\xff\xfe")
    assert main([]) == 1
    assert capsys.readouterr().err == ".env cannot be read: it is not UTF-8 text.\n"


def test_a_font_that_cannot_be_used_is_named_before_anything_is_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "letter.ttf").write_text("Dear Anna")
    monkeypatch.setenv("KONAKIS_FONTS", "letter.ttf")
    monkeypatch.setenv("PYTHONSAFEPATH", "")  # the bot sets it for its processes
    assert main([]) == 1
    assert capsys.readouterr().err == (
        "KONAKIS_FONTS names letter.ttf, which is missing or not a usable font.\n"
    )
    assert names(tmp_path) == ["letter.ttf"]
