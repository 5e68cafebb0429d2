"""Every command that can take long says how far it is, and so does the first start of an update."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING

import pytest

from bot import composition
from bot.__main__ import main
from bot.config import read
from engine import progress
from tests.bot.ops.test_backup import kept

if TYPE_CHECKING:
    from pathlib import Path

# What is run, and the last that is said of how far it is.
COMMANDS: dict[tuple[str, ...], str] = {
    ("backup", "copy.db"): "3 of 3 games read",
    ("check",): "3 of 3 games read",
    ("restore", "backup.db"): "3 of 3 games read",
    ("repair",): "3 of 3 games read",
    ("ratings", "rebuild"): "writing what the games say",
}


@pytest.fixture(autouse=True)
def here(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Path:
    """The host's folder, beside the data."""
    for name in [variable for variable in os.environ if variable.startswith("KONAKIS_")]:
        monkeypatch.delenv(name)
    folder = database.parent.parent
    monkeypatch.chdir(folder)
    kept(folder / "old.db")
    assert main(["backup", "--quiet", "backup.db"]) == 0
    monkeypatch.setattr(progress, "FIRST", 0)  # as if each took long
    monkeypatch.setattr(progress, "REPEATED", 0)
    monkeypatch.setattr(progress, "RENEWED", 600)  # no line twice, however slow the machine is
    capsys.readouterr()
    return folder


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_command_says_how_far_it_is(
    command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    main([*command])
    lines = capsys.readouterr().err.splitlines()
    assert COMMANDS[command] in lines[-1]


def test_a_few_long_games_are_counted_one_by_one(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check"])
    said = [line.partition(" games read")[0] for line in capsys.readouterr().err.splitlines()]
    assert said[-4:] == ["0 of 3", "1 of 3", "2 of 3", "3 of 3"]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_it_does_not_where_a_host_wants_none(
    command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    main([*command, "--quiet"])
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("next_version")
def test_the_first_start_after_an_update_says_how_far_it_is(
    here: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def connected(*_: object) -> None:
        """Nothing needs to be known of Discord."""

    monkeypatch.setattr(composition, "stay_connected", connected)
    settings = read({"KONAKIS_TOKEN": "a.b.c", "KONAKIS_DATABASE": str(here / "old.db")})
    with caplog.at_level("INFO", "bot.composition"):
        asyncio.run(composition.run(settings))
    said = "\n".join(caplog.messages)
    assert "copying old.db" in said
    assert "bringing the file up to date: step 1 of " in said
