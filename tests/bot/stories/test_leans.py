"""Challenges and rules say how a rule set leans, and even it out in one tap.

These stories use a table of their own instead of engine/balance.json.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.service import balance as counted
from engine import balance
from sandbox.sample import LONG_TABLE
from sandbox.world import places
from tests.bot.stories.spoken import language_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sandbox.server import Sandbox
    from tests.bot.stories.table import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]

MEASURED = {
    "larochelle": balance.Balance(0.8, 0.05, 60),
    "larochelle+king-four": balance.Balance(0.68, 0.06, 60),
    "larochelle+goal-corners": balance.Balance(0.48, 0.06, 60),
}
SAID = {
    "en-US": (
        "Konakis against itself: about 8 games in 10 go to the defenders.",
        "Customise rules",
        "Make it even: king to a corner",
        "La Rochelle + king to a corner",
        "Konakis against itself: about even.",
        "La Rochelle · Konakis against itself: about 8 games in 10 go to the defenders",
        "Score for the defenders: Konakis against itself 80% of 60 games.",
    ),
    "fr": (
        (
            "Konakis contre lui-même\N{NO-BREAK SPACE}: environ 8 parties sur 10 "
            "sont gagnées par les défenseurs."
        ),
        "Personnaliser les règles",
        "Équilibrer\N{NO-BREAK SPACE}: but dans les coins",
        "La Rochelle + but dans les coins",
        "Konakis contre lui-même\N{NO-BREAK SPACE}: à peu près égal.",
        "La Rochelle · Konakis contre lui-même",
        "Konakis contre lui-même 80\N{NO-BREAK SPACE}% sur 60 parties.",
    ),
}


@pytest.fixture(scope="module", autouse=True)
def _measured() -> Iterator[None]:
    """Give the bot these measurements."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (balance, counted):
            patch.setattr(module, "table", lambda: MEASURED)
        yield


@pytest.fixture
def said(box: Sandbox, table: Table, request: pytest.FixtureRequest) -> tuple[str, ...]:
    """The sentences, in a language that the server and both players speak."""
    language = language_of(request, SAID)
    places.alter(box.world, replace(box.world.guild(LONG_TABLE), locale=language))
    for player in (table.deer, table.birch):
        places.rename(box.world, replace(player.person, locale=language))
    return SAID[language]


async def test_a_challenge_that_leans_is_evened_out_in_one_tap(
    table: Table, said: tuple[str, ...]
) -> None:
    leans, customise, even_out, evened, even, label, figures = said
    asked = await table.challenge(rules="larochelle")
    details = await table.details(table.deer, asked)
    assert leans in details.text
    boards = (await table.deer.click(details, customise)).message
    assert leans in boards.text
    assert figures in boards.text
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
