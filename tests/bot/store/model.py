"""Challenges and matches for tests to keep, and the moves of a short game."""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from bot.model.challenges import Challenge, Terms
from bot.model.matches import Record
from bot.model.people import Block
from bot.model.posts import AboutChallenge, AboutMatch, BoardPost, Post
from bot.model.servers import Bar, Place
from bot.store.changes import Change
from bot.store.migrations import steps
from games.catalogue import game
from games.core import Side
from games.events import Created, Moved
from games.match import begin
from games.pace import Pace

if TYPE_CHECKING:
    from collections.abc import Generator

    from bot.model.people import Person
    from bot.model.servers import Server
    from bot.model.times import Vacation
    from bot.store.store import Store
    from games.events import Event

ANNA, BEN, CARL = 2**62 + 1, 2**62 + 2, 7  # as large as a Discord id can become, and a small one
PLACE = Place(guild=81_384_788_765_712_384, channel=381_870_553_235_193_857)
MOVES = (("d1", "d3"), ("e4", "c4"), ("d3", "b3"), ("c4", "c2"))  # dark begins


def challenge(by: int = ANNA, opponent: int | None = BEN, until: int = 700) -> Challenge:
    """A new one."""
    return Challenge(
        id=0,
        place=PLACE,
        by=by,
        opponent=opponent,
        terms=Terms("larochelle+king-four", Side.LIGHT, Pace(3, 10, weekends=False), thread=True),
        made=100,
        until=until,
    )


def record(dark: int = BEN, light: int = ANNA, at: int = 1000) -> Record:
    """A new match that has just begun, dark to move."""
    match = begin(Created(at, game("larochelle").data, lot=Side.DARK))
    return Record(id=0, place=PLACE, dark=dark, light=light, match=match, pace=Pace(3, 10))


def beginning(new: Record, *posts: Post) -> Change:
    """The change that begins it."""
    return Change(record=new, events=new.match.log, posts=posts)


def following(known: Record, *events: Event, posts: tuple[Post, ...] = ()) -> Change:
    """The change by which these happen next."""
    after = replace(known, match=known.match.after(*events))
    return Change(record=after, events=events, before=len(known.match.log), posts=posts)


def moved(known: Record, at: int = 2000) -> Moved:
    """The next of MOVES."""
    return Moved(known.match.turn, at, MOVES[len(known.match.plies)])


def board(match: int = 0, number: int = 1, due: int = 0) -> Post:
    """The post of a new turn."""
    return BoardPost(match, number, due=due)


def match_of(post: Post) -> int | None:
    """The match that a post is about, if it is about one."""
    return post.match if isinstance(post, AboutMatch) else None


def challenge_of(post: Post) -> int | None:
    """The challenge that a post is about, if it is about one."""
    return post.challenge if isinstance(post, AboutChallenge) else None


@contextmanager
def empty() -> Generator[sqlite3.Connection]:
    """A database of today's format in memory, without rows."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        db.row_factory = sqlite3.Row
        db.deserialize(_empty())
        yield db


@cache
def _empty() -> bytes:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        for step in steps():
            step.take(db)
            db.commit()
        return db.serialize()


async def begun(store: Store, new: Record | None = None, *posts: Post) -> Record:
    """A match that is stored."""
    committed = await store.commit(beginning(new or record(), *posts))
    assert committed.match
    return await read(store, committed.match)


async def keep_person(store: Store, person: Person) -> None:
    """Have a person set all of this, now that nothing depends on it."""
    await store.people.change(person.id, lambda _: person, 0)


async def bar(store: Store, guild: int, player: int, at: int = 0) -> None:
    """Have a person barred in a server."""
    await store.commit(Change(bar=Bar(guild, player, at)))


async def block(store: Store, by: int, player: int, at: int = 0) -> None:
    """Have a person blocked by another."""
    await store.commit(Change(block=Block(by, player, at)))


async def keep_vacation(store: Store, vacation: Vacation, now: int) -> int:
    """Have a person be away then; the vacation's number."""
    vacations = await store.times.change_vacations(vacation.player, lambda _: [vacation], now)
    return vacation.id or max(stored.id for stored in vacations)


async def keep_guild(store: Store, guild: Server) -> None:
    """Have a server set all of this."""
    await store.servers.change(guild.id, lambda _: guild)


async def read(store: Store, number: int) -> Record:
    """A match that must be there."""
    record = await store.matches.record(number)
    assert record
    return record


async def log_of(store: Store, number: int) -> tuple[Event, ...]:
    """Those of a match, in order."""
    return (await read(store, number)).match.log


async def read_challenge(store: Store, number: int) -> Challenge:
    """A challenge that must be there."""
    challenge = await store.challenges.challenge(number)
    assert challenge
    return challenge


async def challenged(store: Store, new: Challenge | None = None) -> Challenge:
    """A challenge that is stored."""
    committed = await store.commit(Change(challenge=new or challenge()))
    assert committed.challenge
    return await read_challenge(store, committed.challenge)
