"""Other terms for a challenge: the person challenged changes them and sends it back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from sandbox.world import places
from tests.bot.stories.held import for_each
from tests.bot.stories.table import Table, is_board
from tests.together import together

if TYPE_CHECKING:
    from sandbox.server import Sandbox
    from tests.bot.stories.held import Killing, Tables

pytestmark = pytest.mark.asyncio(loop_scope="module")

SAID = {
    "en": ("Other terms", "answered", "suggests other terms", {"Your side": "l", "More": ["two"]}),
    "fr": (
        "Autres conditions",
        "a répondu au défi",
        "propose d\u2019autres conditions",
        {"Ton côté": "l", "Et aussi": ["two"]},
    ),
}


@pytest.mark.parametrize("language", SAID)
async def test_it_goes_back_with_other_terms_and_is_accepted(
    box: Sandbox, table: Table, language: str
) -> None:
    label, answered, suggests, filled = SAID[language]
    guild = box.world.guild(table.guild_id)
    places.alter(box.world, replace(guild, locale=language))
    places.rename(box.world, replace(table.birch.person, locale=language))
    try:
        asked = await table.challenge(days=3)
        form = (await table.birch.click(asked, label)).form
        changed = await table.birch.submit(form, filled)
        assert changed.message == asked
        assert answered in asked.text
        assert (asked.buttons, asked.pictures) == ([], [])
        await table.said()
        _, back = table.sees()
        assert suggests in back.text
        assert back.pings == {"reindeer"}
        await table.deer.click(back, f"k:accept:{table.asked}:0")
        await table.said()
        board = table.sees()[-1]
        assert is_board(board)
        assert board.pings == {"reindeer"}  # who has the attackers now as before
        assert table.ask('SELECT games, days FROM "match" WHERE id = ?', table.match) == [(2, 3)]
    finally:
        places.alter(box.world, replace(box.world.guild(table.guild_id), locale="en-US"))
        places.rename(box.world, replace(table.birch.person, locale="en-US"))


async def test_it_says_what_changed_old_and_new(table: Table) -> None:
    asked = await table.challenge(days=3)
    form = (await table.birch.click(asked, "Other terms")).form
    await table.birch.submit(form, {"Time for each move": "7", "More": []})
    await table.said()
    _, back = table.sees()
    changed = "-# Changed: **7 days a move** (was: 3 days a move) · **friendly** (was: rated)"
    assert changed in back.text.splitlines()


async def test_the_challenger_corrects_it_and_who_accepts_accepts_what_they_saw(
    table: Table,
) -> None:
    asked = await table.challenge(days=3)
    games = (await table.birch.slash(table.where, "tablut games")).message
    form = (await table.deer.click(await table.details(table.deer, asked), "Change")).form
    done = await table.deer.submit(form, {"Your side": "l", "Time for each move": "7"})
    assert "Your challenge now says" in done.text
    await table.said()
    assert "7 days a move" in asked.text
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
    assert "This challenge is taken" in late.text


async def test_corrected_and_accepted_at_once_the_game_is_as_it_was_seen(table: Table) -> None:
    asked = await table.challenge(days=3)
    form = (await table.deer.click(await table.details(table.deer, asked), "Change")).form
    await together(
        table.birch.click(asked, "Accept"), table.deer.submit(form, {"Time for each move": "7"})
    )
    await table.said()
    played = table.ask('SELECT days FROM "match" WHERE id = ?', table.match)
    assert played in ([], [(3,)])  # it was changed first, or accepted first
    assert ("7 days a move" in asked.text) == (played == [])


async def test_only_the_person_challenged_may_and_the_same_terms_are_none(table: Table) -> None:
    asked = await table.challenge()
    refused = await table.deer.click(asked, "Other terms")
    assert "This challenge is for" in refused.text
    form = (await table.birch.click(asked, "Other terms")).form
    same = await table.birch.submit(form, {})
    assert "These are the terms already" in same.text
    assert len(table.sees()) == 1


async def test_accepted_and_sent_back_at_once_it_is_one_of_both(table: Table) -> None:
    asked = await table.challenge()
    form = (await table.birch.click(asked, "Other terms")).form
    await together(table.birch.click(asked, "Accept"), table.birch.submit(form, {"Your side": "d"}))
    await table.said()
    ((accepted, count),) = table.ask(
        'SELECT sum("match" IS NOT NULL), count(*) FROM challenge WHERE channel = ?',
        int(table.where),
    )
    assert (accepted, count) in {(1, 1), (0, 2)}
    assert len(table.sees()) == 2


async def test_killed_while_it_is_corrected_its_message_says_the_newest(
    tables: Tables, killing: Killing
) -> None:
    for fate, table in tables.items():
        asked = await table.challenge(days=3)
        form = (await table.deer.click(await table.details(table.deer, asked), "Change")).form
        path = f"{table.path}/{asked.id}"
        act = table.deer.submit(form, {"Time for each move": "7"})
        await killing.at(fate, path, act, "PATCH")
    await killing.now()

    async def check(table: Table) -> None:
        await table.said()
        (asked,) = table.sees()
        assert "7 days a move" in asked.text
        await table.birch.click(asked, "Accept")
        assert (await table.board(1)).pings == {"reindeer"}

    await for_each(tables, check)


async def test_killed_while_it_is_posted_it_is_posted_once(
    tables: Tables, killing: Killing
) -> None:
    for fate, table in tables.items():
        asked = await table.challenge()
        form = (await table.birch.click(asked, "Other terms")).form
        await table.said()
        await killing.at(fate, table.path, table.birch.submit(form, {"Your side": "d"}))
    await killing.now()

    async def check(table: Table) -> None:
        await table.said()
        old, back = table.sees()
        assert "answered" in old.text
        assert back.pings == {"reindeer"}

    await for_each(tables, check)
