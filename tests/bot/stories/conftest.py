"""The bot on the sandbox, once per file of stories: in a world, or as a real process.

At the end of a file, all of the bot's requests to Discord are checked.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from bot.ui.words import languages
from sandbox.process import BotProcess, Command
from sandbox.sample import LONG_TABLE, Cast
from sandbox.server import Sandbox
from sandbox.waiting import PATIENCE
from sandbox.world import places
from sandbox.world.model import State
from tests.bot.stories.held import FATES, Killing
from tests.bot.stories.spoken import language_of
from tests.bot.stories.table import Table
from tests.bot.stories.test_moderation import at_home, choose
from tests.sandbox.conftest import check_record
from tests.world.life import usual
from tests.world.loop import WorldLoop
from tests.world.world import World, new_loop, start

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Generator, Iterator

    from sandbox.player import Player
    from tests.bot.stories.held import Tables
    from tests.world.life import Program


# Discord waits for three. `make bench` measures whether the bot answers in time; stories, on a
# machine that may be busy, only check that it answers.
ANSWER_SECONDS = PATIENCE
# Files about a real process, or a browser.
REAL = {"test_processes.py", "test_phone.py"}
_SHOWN = 8000  # characters
_UNANSWERED = {State.SENT, State.THINKING, State.FAILED}
FORGED = "a forged menu"  # a menu's placeholder, which Discord wouldn't refuse


def command(box: Sandbox, database: Path, program: Program = usual, **more: str) -> Command:
    """Return the command that starts Konakis on the sandbox. `program`: what a world runs."""
    environment = {
        "KONAKIS_API": box.api,
        "KONAKIS_GATEWAY": box.gateway,
        "KONAKIS_TOKEN": box.token,
        "KONAKIS_DATABASE": str(database),
        "KONAKIS_MAX_CHALLENGES": "1000",
        "KONAKIS_MAX_GAMES": "1000",
        "KONAKIS_CHALLENGE_PAUSE": "0",
        "KONAKIS_MAX_REQUESTS": "10000",  # stories are played fast
        **more,
    }
    line = [sys.executable, "-m", "bot"]
    return Command(line, environment, start=partial(start, program=program))


@asynccontextmanager
async def little_discord(*, rates: bool = False) -> AsyncGenerator[Sandbox]:
    """Run a sandbox that is patient with the bot; in memory if the story runs in a world."""
    if isinstance(asyncio.get_running_loop(), WorldLoop):
        async with World(rates=rates) as world:
            yield world.box
    else:
        async with Sandbox(cast=Cast("Konakis"), rates=rates, answer_seconds=ANSWER_SECONDS) as box:
            yield box


def pytest_asyncio_loop_factories(item: pytest.Item) -> dict[str, Callable[[], Any]]:
    """Run stories in a world, unless they are about a process."""
    return {"real": asyncio.SelectorEventLoop} if item.path.name in REAL else {"world": new_loop}


def check_log(box: Sandbox, process: BotProcess) -> None:
    """Check that the log names no person, by name or by ID."""
    people = (person for person in box.world.people.values() if not person.bot)
    named = [person for person in people if person.id in process.stderr]
    assert named == []


@pytest.fixture
def language(request: pytest.FixtureRequest) -> str:
    """The language of the story."""
    return language_of(request, languages())


@pytest.fixture
def speaker(box: Sandbox, language: str) -> Iterator[Player]:
    """Cairn, who speaks it for as long as the story is told."""
    person = box.player("cairn").person
    places.rename(box.world, replace(person, locale=language))
    yield box.player("cairn")
    places.rename(box.world, person)


@pytest.fixture(scope="module")
def database(empty: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bot's database."""
    return Path(shutil.copy(empty, tmp_path_factory.mktemp("data")))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def box() -> AsyncGenerator[Sandbox]:
    """A little Discord."""
    async with little_discord() as running:
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(box: Sandbox, database: Path) -> AsyncGenerator[BotProcess]:
    """Konakis on it, online; at the end it leaves well when it is told to."""
    async with box.process(command(box, database)) as process:
        yield process
        assert await process.terminate() == 0
    check_record(box)
    check_log(box, process)
    assert "could not read all of" not in process.stderr


@pytest_asyncio.fixture(loop_scope="module")
async def table(box: Sandbox, bot: BotProcess, database: Path) -> Table:
    """A channel of its own for each story."""
    assert bot.pid
    return Table(box, database, LONG_TABLE)


@pytest_asyncio.fixture(loop_scope="module")
async def lines(box: Sandbox, bot: BotProcess, database: Path) -> Table:
    """A channel in a server of its own, where lines stay of old boards."""
    assert bot.pid
    table = await at_home(box, database)
    await choose(table, "boards", "short")
    return table


@pytest_asyncio.fixture(loop_scope="module")
async def tables(box: Sandbox, bot: BotProcess, database: Path) -> Tables:
    """A channel for each fate of a request during which the bot is killed."""
    assert bot.pid
    return {fate: Table(box, database, LONG_TABLE) for fate in FATES}


@pytest_asyncio.fixture(loop_scope="module")
async def killing(box: Sandbox, bot: BotProcess) -> AsyncGenerator[Killing]:
    """Kills the bot while some of its requests are held back."""
    killing = Killing(box, bot)
    async with killing.acts:
        yield killing


@pytest_asyncio.fixture(loop_scope="module")
async def calm(box: Sandbox) -> AsyncGenerator[None]:
    """No answer is "did not respond" in such a story, nor "is thinking" at its end."""
    before = set(box.world.interactions)
    yield
    asked = [
        interaction for key, interaction in box.world.interactions.items() if key not in before
    ]
    assert [interaction for interaction in asked if interaction.state in _UNANSWERED] == []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Function) -> Generator[None, Any, Any]:
    """A story that fails shows what the bot wrote."""
    report = yield
    process = item.funcargs.get("bot")
    if report.failed and isinstance(process, BotProcess):
        report.sections.append(("the bot's log", process.stderr[-_SHOWN:]))
    return report


@pytest.fixture(scope="module")
def without_forged(box: Sandbox, bot: BotProcess) -> Iterator[None]:
    """Compare no answer with Discord's description that shows a menu which Discord would refuse."""
    assert bot.pid  # it compares them when it ends
    yield
    exchanges = box.record.exchanges
    others = [exchange for exchange in exchanges if FORGED not in str(exchange.answer)]
    exchanges.clear()
    exchanges.extend(others)
