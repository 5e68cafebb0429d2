"""Settings of persons and servers, and who is barred: the contract of both stores."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.model.people import Person
from bot.model.servers import Bar, Server
from bot.store.store import open_store
from tests.bot.store.extensions import EXTENSIONS
from tests.bot.store.model import (
    ANNA,
    BEN,
    CARL,
    bar,
    begun,
    block,
    keep_guild,
    keep_person,
    record,
)

if TYPE_CHECKING:
    from pathlib import Path

    from bot.store.store import Store


async def test_a_person_who_never_said_plays_by_default(store: Store) -> None:
    assert await store.people.person(ANNA) == Person(ANNA)


async def test_how_a_person_plays_is_remembered(store: Store) -> None:
    for person in (
        Person(ANNA, confirm=False, text=True, seat="dark", theme="nuit d'été ☾", locale="fr"),
        Person(ANNA, picture=False),
        Person(BEN, seat="light"),
    ):
        await keep_person(store, person)
        assert await store.people.person(person.id) == person
    assert await store.people.person(ANNA) == Person(ANNA, picture=False)


async def test_the_settings_of_a_server(store: Store) -> None:
    assert await store.servers.guild(5) == Server(5)
    liked = Server(5, "fr", "slate", True, "tabal", 3, False, (11, 12))  # noqa: FBT003  all of it
    await keep_guild(store, liked)
    assert await store.servers.guild(5) == liked


async def test_who_is_barred_where(store: Store) -> None:
    for at, (guild, player) in enumerate(((5, ANNA), (5, BEN), (6, ANNA), (5, ANNA), (5, CARL))):
        await bar(store, guild, player, at)
    assert await store.servers.unbar(5, BEN)
    assert not await store.servers.unbar(5, BEN)
    assert not await store.servers.unbar(7, ANNA)
    assert list(await store.servers.barred(5)) == [Bar(5, CARL, 4), Bar(5, ANNA, 0)]
    assert list(await store.servers.barred(6)) == [Bar(6, ANNA, 2)]


async def test_whom_a_person_has_blocked(store: Store) -> None:
    for at, (by, player) in enumerate(((ANNA, BEN), (ANNA, CARL), (BEN, ANNA), (ANNA, BEN))):
        await block(store, by, player, at)
    mine = await store.people.blocked_by(ANNA)
    assert [(blocked.player, blocked.at) for blocked in mine] == [(CARL, 1), (BEN, 0)]
    assert not await store.people.unblock(BEN, mine[0].id)  # which is not theirs
    assert await store.people.unblock(ANNA, mine[0].id)
    assert not await store.people.unblock(ANNA, mine[0].id)
    assert [blocked.player for blocked in await store.people.blocked_by(ANNA)] == [BEN]
    assert [blocked.player for blocked in await store.people.blocked_by(BEN)] == [ANNA]


async def test_how_a_person_wants_to_be_reminded(store: Store) -> None:
    assert (await store.people.person(ANNA)).remind == 25
    await keep_person(store, Person(ANNA, remind=0, remind_dm=True))
    assert await store.people.person(ANNA) == Person(ANNA, remind=0, remind_dm=True)


async def test_a_change_of_settings_returns_what_they_are_then(store: Store) -> None:
    await keep_person(store, Person(ANNA, theme="slate"))
    changed = await store.people.change(ANNA, lambda person: replace(person, text=True), 0)
    assert changed == await store.people.person(ANNA) == Person(ANNA, text=True, theme="slate")
    await keep_guild(store, Server(5, "fr"))
    server = await store.servers.change(5, lambda server: replace(server, days=3))
    assert server == await store.servers.guild(5) == Server(5, "fr", days=3)


async def test_of_two_changes_of_settings_at_once_neither_is_lost(store: Store) -> None:
    await asyncio.gather(
        store.people.change(ANNA, lambda person: replace(person, text=True), 0),
        store.people.change(ANNA, lambda person: replace(person, theme="slate"), 0),
        store.servers.change(5, lambda server: replace(server, locale="fr")),
        store.servers.change(5, lambda server: replace(server, days=4)),
    )
    assert await store.people.person(ANNA) == Person(ANNA, text=True, theme="slate")
    assert await store.servers.guild(5) == Server(5, "fr", days=4)


async def test_a_change_that_is_refused_changes_nothing(store: Store) -> None:
    def refuse(_: Person) -> Person:
        raise LookupError

    await keep_person(store, Person(ANNA, text=True))
    with pytest.raises(LookupError):
        await store.people.change(ANNA, refuse, 0)
    assert await store.people.person(ANNA) == Person(ANNA, text=True)


async def test_matches_are_due_with_another_reminder_and_with_nothing_else(store: Store) -> None:
    await begun(store, replace(record(dark=ANNA, light=CARL), due=70))
    await begun(store, replace(record(dark=CARL, light=ANNA), due=40))
    await begun(store, replace(record(dark=CARL, light=BEN), due=70))
    await store.people.change(ANNA, lambda person: replace(person, theme="slate"), 50)
    assert await store.matches.due(50, 9) == [2]
    await store.people.change(ANNA, lambda person: replace(person, remind=50), 50)
    assert await store.matches.due(50, 9) == [2, 1]


async def test_a_reminder_is_kept_with_the_deadlines_due_from_it_or_not_at_all(path: Path) -> None:
    async with open_store(path, EXTENSIONS) as store:
        await begun(store, replace(record(), due=70))
        with closing(sqlite3.connect(path)) as db:
            db.execute(
                'CREATE TRIGGER refuse BEFORE UPDATE ON "match"'
                " BEGIN SELECT RAISE(ABORT, 'refused'); END"
            )
        with pytest.raises(sqlite3.IntegrityError):
            await store.people.change(ANNA, lambda person: replace(person, remind=50), 50)
        assert await store.people.person(ANNA) == Person(ANNA)


async def test_a_server_with_settings_or_bars_is_known(store: Store) -> None:
    for guild in (9, 5):
        await keep_guild(store, Server(guild))
    for guild, player in ((9, ANNA), (9, BEN), (7, ANNA), (3, ANNA)):
        await bar(store, guild, player)
    assert list(await store.servers.stored()) == [3, 5, 7, 9]
