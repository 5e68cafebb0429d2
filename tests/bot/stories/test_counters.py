"""Other terms for a challenge: the person challenged changes them and sends it back."""

from __future__ import annotations

import pytest

from tests.bot.stories.table import Table, is_board

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_it_goes_back_with_other_terms_and_is_accepted(table: Table) -> None:
    asked = await table.challenge(days=3)
    form = (await table.birch.click(asked, "Suggest changes")).form
    changed = await table.birch.submit(form, {"Your side": "l", "More": ["two"]})
    assert changed.message == asked
    assert "suggested changes" in asked.text
    assert (asked.buttons, asked.pictures) == ([], [])
    await table.said()
    _, back = table.sees()
    assert "suggests some changes" in back.text
    assert back.pings == {"reindeer"}
    await table.deer.click(back, f"k:accept:{table.asked}:0")
    await table.said()
    board = table.sees()[-1]
    assert is_board(board)
    assert board.pings == {"reindeer"}  # who has the attackers now as before
    assert table.ask('SELECT games, days FROM "match" WHERE id = ?', table.match) == [(2, 3)]


async def test_the_challenger_corrects_it_and_who_accepts_accepts_what_they_saw(
    table: Table,
) -> None:
    asked = await table.challenge(days=3)
    games = (await table.birch.slash(table.where, "tablut games")).message
    form = (await table.deer.click(await table.details(table.deer, asked), "Change")).form
    done = await table.deer.submit(form, {"Your side": "l", "Time per move": "7"})
    assert "Your challenge now says" in done.text
    await table.said()
    assert "7 days per move" in asked.text
    assert "plays the defenders" in asked.text
    assert [message.id for message in table.sees()] == [asked.id]
    early = await table.birch.click(games, f"k:accept:{table.asked}:0")
    await table.hears(table.birch, "This challenge has just changed")
    assert early.ephemeral
    assert table.match is None
    later = (await table.deer.click(done.message, "Change")).form
    await table.birch.click(asked, "Accept")
    await table.board(1)
    assert table.ask('SELECT light, days FROM "match" WHERE id = ?', table.match) == [
        (int(table.deer.id), 7)
    ]
    late = await table.deer.submit(later, {"Your side": "d"})
    assert "This challenge has been accepted" in late.text


async def test_only_the_person_challenged_may_and_the_same_terms_are_none(table: Table) -> None:
    asked = await table.challenge()
    refused = await table.deer.click(asked, "Suggest changes")
    assert "This challenge is for" in refused.text
    form = (await table.birch.click(asked, "Suggest changes")).form
    same = await table.birch.submit(form, {})
    assert "That's the same as the challenge" in same.text
    assert len(table.sees()) == 1
