"""What a challenge and the rules say of how a rule set leans, and how it is evened out in one tap.

The real process, with a table of its own instead of engine/balance.json.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from sandbox.sample import LONG_TABLE
from sandbox.world import places
from tests.bot.stories.conftest import check_log, command
from tests.bot.stories.spoken import language_of

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from sandbox.process import BotProcess
    from sandbox.server import Sandbox
    from tests.bot.stories.table import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]

MEASURED = """
from engine import balance
balance.table = lambda: {
    "larochelle": balance.Balance(0.78, 0.05, 60),
    "larochelle+king-four": balance.Balance(0.68, 0.06, 60),
    "larochelle+goal-corners": balance.Balance(0.48, 0.06, 60),
}
from bot.__main__ import main
main()
"""
SAID = {
    "en-US": (
        "Favours the king, about 4 games in 5.",
        "Customise rules",
        "Make it even: goal in the corners",
        "La Rochelle + goal in the corners",
        "About even.",
        "La Rochelle · favours the king",
        "In 60 games against myself",
    ),
    "fr": (
        "Avantage au roi, environ 4 parties sur 5.",
        "Personnaliser les règles",
        "Équilibrer\N{NO-BREAK SPACE}: but dans les coins",
        "La Rochelle + but dans les coins",
        "À peu près égal.",
        "La Rochelle · avantage au roi",
        "En 60 parties contre moi-même",
    ),
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(box: Sandbox, database: Path) -> AsyncGenerator[BotProcess]:
    """Konakis with this table."""
    started = replace(command(box, database), line=[sys.executable, "-c", MEASURED])
    async with box.process(started) as process:
        yield process
        assert await process.terminate() == 0
    check_log(box, process)


@pytest.fixture
def said(box: Sandbox, table: Table, request: pytest.FixtureRequest) -> tuple[str, ...]:
    """What is said, in a language that the server and both players speak."""
    language = language_of(request, SAID)
    places.alter(box.world, replace(box.world.guild(LONG_TABLE), locale=language))
    for player in (table.deer, table.birch):
        places.rename(box.world, replace(player.person, locale=language))
    return SAID[language]


async def test_a_challenge_that_leans_is_evened_out_in_one_tap(
    table: Table, said: tuple[str, ...]
) -> None:
    balance, customise, even_out, evened, even, label, _ = said
    asked = await table.challenge(rules="larochelle")
    details = await table.details(table.deer, asked)
    assert balance in details.text
    boards = (await table.deer.click(details, customise)).message
    assert balance in boards.text
    form = (await table.deer.click(boards, "Tablut")).form
    assert label in str(form.raw)
    changed = await table.deer.click(boards, even_out)
    assert evened in changed.text
    await table.said()
    (seen,) = table.sees()
    assert evened in seen.text
    assert even in changed.text
    again = (await table.deer.click(changed.message, customise)).message
    assert even_out not in [button.label for button in again.buttons]
