"""The commands of `konakis`: what they print, on which stream, and with which status."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.__main__ import main
from bot.store.store import open_store
from engine import progress
from sandbox.process import Command
from sandbox.sample import Cast
from sandbox.server import Sandbox
from tests.bot.ops.conftest import ask, held_games, names
from tests.bot.store.spoil import spoil, spoil_pages

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

ROOT = Path(__file__).parents[3]
UNREACHABLE = {
    "KONAKIS_TOKEN": "a.b.c",
    "KONAKIS_API": "http://127.0.0.1:1",
    "KONAKIS_GATEWAY": "ws://127.0.0.1:1",
}


@pytest.fixture(autouse=True)
def here(database: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The host's folder, beside the data, with default settings."""
    for name in [variable for variable in os.environ if variable.startswith("KONAKIS_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PYTHONSAFEPATH", "")  # the bot sets it for its processes
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 51, 3))  # whatever this machine has
    monkeypatch.setattr(progress, "FIRST", inf)  # however slow it is
    monkeypatch.chdir(database.parent.parent)
    return database.parent.parent


class Konakis:
    """The program, and what it prints."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def run(self, *arguments: str) -> tuple[int, Sequence[str], Sequence[str]]:
        """The status, and the lines of both streams."""
        status = main([*arguments])
        out, err = self._capsys.readouterr()
        return status, out.splitlines(), err.splitlines()


@pytest.fixture
def konakis(capsys: pytest.CaptureFixture[str]) -> Konakis:
    return Konakis(capsys)


def test_backup_check_restore(konakis: Konakis) -> None:
    assert konakis.run("backup", "copy.db") == (
        *(0, ["Backed up data/konakis.db to copy.db, and checked the copy."], []),
    )
    assert konakis.run("backup", "copy.db") == (
        *(1, [], ["copy.db is there already; name another file, or add --replace."]),
    )
    silent: tuple[int, list[str], list[str]] = (0, [], [])  # cron mails every line
    assert konakis.run("backup", "--replace", "--quiet", "copy.db") == silent
    assert konakis.run("check", "copy.db") == (0, ["copy.db is intact."], [])
    status, out, err = konakis.run("restore", "copy.db")
    assert (status, err) == (0, [])
    assert out[0] == "Restored data/konakis.db from copy.db."
    told = re.fullmatch(r"The old database is (.+); delete it when you're sure\.", out[1])
    assert told
    assert held_games(Path(told[1])) == 3
    assert konakis.run("check") == (0, ["data/konakis.db is intact."], [])


def test_a_check_names_an_sqlite_with_a_fault_only_if_something_is_wrong(
    database: Path, konakis: Konakis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 46, 1))
    assert konakis.run("check") == (0, ["data/konakis.db is intact."], [])
    ask(database, 'UPDATE "match" SET plies = 9 WHERE id = 2')
    status, out, err = konakis.run("check")
    assert (status, err) == (1, [])
    assert "update SQLite with your system" in out[-1]


def test_a_broken_game_is_named_with_what_to_do(database: Path, konakis: Konakis) -> None:
    ask(database, 'UPDATE "match" SET plies = 9 WHERE id = 2')
    broken = ["Game 2: its plies is 9, but its events say 1."]
    status, out, err = konakis.run("check")
    assert (status, out[:1], err) == (1, broken, [])
    assert out[2].startswith("Only what is named here is affected:")
    status, out, err = konakis.run("backup", "copy.db")
    assert (status, out) == (1, ["Backed up data/konakis.db to copy.db, and checked the copy."])
    assert err == [*broken, "The copy has these faults too."]


def test_a_copy_that_lacks_only_what_follows_from_the_games_is_a_success(
    database: Path, konakis: Konakis
) -> None:
    ask(database, "INSERT INTO counted VALUES (0, 'tablut', 7)")
    assert konakis.run("check")[0] == 1
    status, out, err = konakis.run("backup", "copy.db")
    assert (status, out) == (0, ["Backed up data/konakis.db to copy.db, and checked the copy."])
    assert err[-1] == "The copy has these faults too."
    assert konakis.run("repair")[0] == 0
    assert konakis.run("check")[0] == 0


def test_a_damaged_file_is_reported_with_what_to_do(database: Path, konakis: Konakis) -> None:
    spoil_pages(database, "event")  # the table itself
    status, out, _ = konakis.run("check")
    assert status == 1
    assert out[0].startswith("The file: ")
    assert "The file itself is damaged, usually" in " ".join(out)
    assert "konakis restore" in " ".join(out)


def test_a_damaged_index_is_reported_and_repaired(database: Path, konakis: Konakis) -> None:
    spoil_pages(database, "match_dark")
    status, out, err = konakis.run("check")
    told = "The file: an index is damaged: `konakis repair` makes it again."
    assert (status, out[0], err) == (1, told, [])
    status, _, err = konakis.run("backup", "copy.db")
    assert (status, err) == (1, [told, "The copy has these faults too."])
    assert konakis.run("repair")[0] == 0
    assert konakis.run("check")[0] == 0


def test_repair_keeps_a_copy_and_says_what_it_did(database: Path, konakis: Konakis) -> None:
    spoil(database, """UPDATE event SET data = '{' WHERE "match" = 2 AND number = 1""")
    spoil(database, """UPDATE "match" SET plies = 9 WHERE id = 3""")
    status, out, err = konakis.run("repair")
    assert (status, err) == (0, [])
    told = re.fullmatch(
        r"A copy of the database from before is (.+konakis-before-.+Z\.db)\.", out[0]
    )
    assert told
    assert held_games(Path(told[1])) == 3
    assert "row 2 of match: its events make no match: its data cannot be read." in out
    assert "row 3 of match: its plies did not follow from its events." in out
    assert out[-2].endswith(f"rows were saved in {Path(told[1]).with_suffix('.txt')}.")
    assert out[-1] == "data/konakis.db is intact."
    assert held_games(database) == 2
    assert konakis.run("check") == (0, ["data/konakis.db is intact."], [])


def test_repair_says_what_it_cannot(database: Path, konakis: Konakis) -> None:
    spoil_pages(database, "event")
    before = database.read_bytes()
    status, _, err = konakis.run("repair")
    assert status == 1
    assert "konakis restore FILE" in " ".join(err)
    assert database.read_bytes() == before


@pytest.mark.slow
async def test_check_and_backup_while_the_bot_runs(database: Path) -> None:
    async with open_store(database):
        for word in (["check", "--quiet"], ["backup", "--quiet", "copy.db"]):
            done = await run(*word)
            assert (done.returncode, done.stderr) == (0, "")
        for word in (["restore", "--quiet", "copy.db"], ["repair", "--quiet"]):
            done = await run(*word)
            assert done.returncode == 1
            assert done.stderr.startswith("Another Konakis is using ")
            assert done.stderr.endswith("; stop it first, or use another file.\n")


async def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The program as a process."""
    return subprocess.run(  # noqa: ASYNC221  the loop has nothing else to do
        [sys.executable, "-m", "bot", *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_a_database_there_is_one_sentence(konakis: Konakis, here: Path) -> None:
    (here / "data" / "konakis.db").unlink()
    nothing: tuple[int, list[str], list[str]] = (
        1,
        [],
        ["There is no database at data/konakis.db."],
    )
    assert konakis.run("check") == nothing
    assert konakis.run("backup", "copy.db") == nothing
    assert names(here) == ["data"]


def test_a_check_of_an_empty_file_says_so(konakis: Konakis, here: Path) -> None:
    (here / "empty.db").touch()
    assert konakis.run("check", "empty.db") == (
        *(1, [], ["empty.db is empty: no bot has ever started with it."]),
    )


@pytest.mark.parametrize("words", [["backup"], ["restore"], ["check"], ["backup", "--replace"]])
def test_a_name_that_the_system_refuses_gets_one_sentence(
    konakis: Konakis, words: Sequence[str], here: Path
) -> None:
    name = "x" * 300
    assert konakis.run(*words, name) == (1, [], [f"{name} cannot be used: File name too long."])
    assert konakis.run(*words, "data/konakis.db/x")[0] == 1
    assert names(here) == ["data"]


@pytest.mark.slow
def test_an_output_that_is_not_read_to_its_end_is_no_fault(database: Path) -> None:
    ask(database, 'UPDATE "match" SET plies = 9')
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "bot", "check", "--quiet"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=writer,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.parametrize("arguments", [["play"], ["backup"], ["check", "a", "b"], ["--loud"]])
def test_an_unknown_command_shows_the_usage(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith("usage: konakis ")


def test_every_command_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    for word in ([], ["backup"], ["restore"], ["check"], ["repair"], ["sync"], ["health"]):
        with pytest.raises(SystemExit) as ended:
            main([*word, "--help"])
        assert ended.value.code == 0
        assert len(capsys.readouterr().out) > 150


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert re.fullmatch(r"konakis \d+\.\d+\.\d+\n", capsys.readouterr().out)


def test_every_setting_is_shown_also_where_one_is_wrong(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KONAKIS_NONSENSE", "1")
    assert main(["settings"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("# Copy this file to .env")
    assert "\nKONAKIS_TOKEN=\n" in shown


def test_ctrl_c_leaves_no_traceback(monkeypatch: pytest.MonkeyPatch, konakis: Konakis) -> None:
    def interrupted(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("bot.ops.check.report", interrupted)
    assert konakis.run("check") == (130, [], [])


def test_ctrl_c_while_it_loads_leaves_no_traceback(
    monkeypatch: pytest.MonkeyPatch, konakis: Konakis
) -> None:
    class Impatient:
        def find_spec(self, name: str, *_: object) -> None:
            if name == "bot.ops.cli":
                raise KeyboardInterrupt

    monkeypatch.delitem(sys.modules, "bot.ops.cli")
    monkeypatch.setattr(sys, "meta_path", [Impatient(), *sys.meta_path])
    assert konakis.run() == (130, [], [])


@pytest.mark.slow
def test_the_way_in_loads_nothing_that_takes_time() -> None:
    line = (
        "import sys, bot.__main__; print(*{'discord', 'PIL', 'games', 'asyncio'} & {*sys.modules})"
    )
    done = subprocess.run(
        [sys.executable, "-c", line], env={"PYTHONPATH": str(ROOT)}, capture_output=True, check=True
    )
    assert done.stdout.strip() == b""


@pytest.mark.slow
def test_a_container_that_asks_for_its_health_loads_little() -> None:
    line = (
        "import sys, bot.__main__; status = bot.__main__.main(['health']); print(status, "
        "*{'discord', 'PIL', 'games', 'asyncio', 'bot.ops.backup'} & {*sys.modules})"
    )
    done = subprocess.run(
        [sys.executable, "-c", line], env={"PYTHONPATH": str(ROOT)}, capture_output=True, check=True
    )
    assert done.stdout.split() == [b"1"]


@pytest.mark.slow
def test_a_bot_with_a_token_never_loads_the_sandbox() -> None:
    line = "import sys, bot.composition; print(*{'sandbox'} & {*sys.modules})"
    done = subprocess.run(
        [sys.executable, "-c", line], env={"PYTHONPATH": str(ROOT)}, capture_output=True, check=True
    )
    assert done.stdout.strip() == b""


class Asked(BaseHTTPRequestHandler):
    """A bot that says how it is."""

    answers = iter((200, 503))

    def do_GET(self) -> None:
        """Answer /ready."""
        assert self.path == "/ready"
        self.send_response(next(self.answers))
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  its name there
        """Say nothing."""


@pytest.fixture
def port() -> Generator[int]:
    """The port of such a bot."""
    with HTTPServer(("127.0.0.1", 0), Asked) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def test_health_asks_the_bot(konakis: Konakis, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KONAKIS_METRICS_PORT", str(port))
    monkeypatch.setenv("KONAKIS_METRICS_HOST", "0.0.0.0")  # noqa: S104  a container's bot
    assert konakis.run("health") == (0, [], [])
    assert konakis.run("health") == (1, [], ["The bot is running, but not connected to Discord."])


def test_health_where_no_bot_is(konakis: Konakis, monkeypatch: pytest.MonkeyPatch) -> None:
    assert konakis.run("health") == (
        *(1, [], ["KONAKIS_METRICS_PORT is not set, so the bot's health can't be checked."]),
    )
    monkeypatch.setenv("KONAKIS_METRICS_PORT", "1")
    status, _, (sentence,) = konakis.run("health")
    assert status == 1
    assert sentence.startswith("No bot is answering on port 1 (")


@pytest.mark.slow
async def test_sync_sends_the_commands_though_discord_has_them() -> None:
    async with Sandbox(cast=Cast("Konakis")) as box:
        environment = {
            "KONAKIS_API": box.api,
            "KONAKIS_GATEWAY": box.gateway,
            "KONAKIS_TOKEN": box.token,
            "PYTHONPATH": str(ROOT),
        }
        for _ in range(2):
            process = box.process(
                Command([sys.executable, "-m", "bot", "sync"], environment, str(Path.cwd()))
            )
            await process.start(online=False)
            assert await process.wait() == 0
            menus = "Challenge to a game, Our games, My board, Replay from here"
            told = f"Registered /tablut, /tablut-mod, {menus}.\n"
            assert process.stderr == told
        assert len(box.record.exchanges_of("PUT", "/applications/{application_id}/commands")) == 2


def test_sync_that_cannot_reach_discord_says_why(
    konakis: Konakis, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert konakis.run("sync") == (
        *(1, [], ["KONAKIS_TOKEN is not set, so there is no bot whose commands to send."]),
    )
    for name, value in UNREACHABLE.items():
        monkeypatch.setenv(name, value)
    status, _, (sentence,) = konakis.run("sync")
    assert status == 1
    assert re.fullmatch(
        r"Discord did not take the commands \(Cannot connect to .+\); try again later\.",
        sentence,
    )
