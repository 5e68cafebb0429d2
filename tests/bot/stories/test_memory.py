"""Completion offers finished games; drafts are offered to their players alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.bot.stories.table import ELSEWHERE

if TYPE_CHECKING:
    from tests.bot.stories.table import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]

BARE = "3ttt3/4t4/9/t7t/tt2K2tt/t7t/9/4t4/3ttt3 d 7"  # a king by himself


async def test_a_draft_is_in_no_list(table: Table) -> None:
    asked = {"position": BARE, "rules": "larochelle"}
    shown = (await table.deer.slash(table.where, "tablut import", **asked)).message
    (button,) = shown.buttons
    number = (button.custom_id or "").split(":")[2]
    assert table.ask("SELECT standing FROM challenge WHERE id = ?", int(number)) == [("draft",)]
    games = (await table.deer.slash(ELSEWHERE, "tablut games")).message
    assert f"Challenge {number}" not in games.text


async def test_what_is_over_is_offered_where_there_is_something_to_be_done_with_it(
    table: Table,
) -> None:
    await table.begin()
    await table.play("e8-f8")
    number = str(table.match)
    resigned = (await table.in_more(table.birch, "resign")).message
    await table.birch.click(resigned, "Yes, I resign")
    await table.said()
    for command in ("replay", "games"):
        choices = await table.deer.autocomplete(table.where, f"tablut {command}", "game", number)
        assert choices[0].value == number
        assert choices[0].name.startswith(f"{number} · finished · Birch · La Rochelle")
    assert await table.deer.autocomplete(table.where, "tablut move", "game", number) == []
