"""Use cases for tests: a store of their own, a clock that stands, lots as the test wants."""

from __future__ import annotations

from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import pytest

from bot.model.challenges import Terms
from bot.model.posts import DeleteChallenge, Post, SentMessage
from bot.model.servers import Place, WritablePlace
from bot.service.challenges import accept, make_challenge
from bot.service.limits import Limits
from bot.service.play import make_move
from bot.service.refusals import AnyNo, Refusal
from bot.service.services import Services
from bot.store.changes import Stale
from bot.store.database import open_database
from bot.store.folded import FoldedMatches
from bot.store.store import Store
from games.core import Side
from games.errors import Illegal, Why
from games.pace import Pace
from tests.bot.store.extensions import EXTENSIONS
from tests.bot.store.tables import Tables

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable
    from pathlib import Path

    from bot.model.challenges import Challenge
    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.model.posts import Post
    from bot.model.times import Vacation
    from bot.store.changes import Change, Committed
    from bot.store.database import Database

ANNA, BEN, CARL = 101, 102, 103
HERE = WritablePlace(Place(guild=1, channel=11))
THERE = WritablePlace(Place(guild=1, channel=12))
ELSEWHERE = WritablePlace(Place(guild=2, channel=21))
TERMS = Terms("ludens", None, Pace())
NOON = 43_200
WEEK = 604_800  # seconds
D, L = Side.DARK, Side.LIGHT
# ludens, in which the attackers begin: the second move takes c4.
MOVES = (("a4", "c4"), ("e3", "c3"), ("d1", "d2"), ("c3", "c2"))


class Contested(Store):
    """A store before which others may be faster: `first` happens before the next commit."""

    def __init__(self, database: Database) -> None:
        super().__init__(database, EXTENSIONS)
        self.outdated = 0  # so many commits come too late: another change was first
        self.first: Callable[[], Awaitable[object]] | None = None
        self.commits = 0

    async def commit(self, change: Change, *more: Change) -> Committed:
        """As ever, but perhaps too late."""
        self.commits += 1
        first, self.first = self.first, None
        if first:
            await first()
        if self.outdated:
            self.outdated -= 1
            raise Stale
        return await super().commit(change, *more)


@dataclass
class Parlour:
    """Use cases over a store, and all that is stored."""

    store: Contested
    tables: Tables
    time: int = NOON
    lots: list[Side] = field(default_factory=list[Side])  # the next ones; then always dark
    limits: Limits = field(default_factory=Limits)

    @property
    def services(self) -> Services:
        """As the use cases want it."""
        return Services(self.store, lambda: self.time, self._lot, self.limits)

    def _lot(self) -> Side:
        return self.lots.pop(0) if self.lots else D

    @property
    def posts(self) -> dict[int, Post]:
        """The posts that wait."""
        return self.tables.posts

    @property
    def challenges(self) -> dict[int, Challenge]:
        """Every challenge."""
        return self.tables.challenges

    @property
    def records(self) -> dict[int, Record]:
        """Every match."""
        return self.tables.records

    @property
    def vacations(self) -> dict[int, Vacation]:
        """Every vacation."""
        return self.tables.vacations

    def put(self, record: Record) -> None:
        """Have this match there, in the place of one of that number."""
        self.tables.put_record(record)
        self.store.database.folded = FoldedMatches(1000)  # which knows that logs only grow

    def said(self) -> list[Post]:
        """Return the posts added since the last look, without numbers, but no late deletions."""
        return [replace(post, id=0) for post in self._taken()]

    def told(self) -> list[Post]:
        """The same without their times."""
        return [replace(post, id=0, due=0) for post in self._taken()]

    def _taken(self) -> list[Post]:
        posts = [post for post in self.posts.values() if not isinstance(post, DeleteChallenge)]
        self.hush()
        return posts

    def hush(self) -> None:
        """All posts that are due are sent."""
        self.tables.db.execute("DELETE FROM post")

    async def challenged(
        self, by: Player = ANNA, opponent: Player | None = BEN, terms: Terms | None = None
    ) -> Challenge:
        """A challenge whose message is out, number 500."""
        challenge, number = await make_challenge(
            self.services, HERE, by, opponent, terms or of("ludens")
        )
        await self.store.posts.done(self.posts[number], SentMessage(500))
        self.hush()
        return await self.services.challenge(challenge.id)

    async def asked(
        self, by: Player, opponent: Player | None = None, place: Place = HERE
    ) -> Challenge:
        """A challenge that is posted, of TERMS."""
        challenge, _ = await make_challenge(
            self.services, WritablePlace(place), by, opponent, TERMS
        )
        self.hush()
        return challenge

    async def begun(
        self,
        dark: Player = ANNA,
        light: Player = BEN,
        rules: str = "ludens",
        moves: int = 0,
        place: Place = HERE,
    ) -> Record:
        """A match after so many of MOVES; all of it was said."""
        terms = replace(of(rules), side=D)
        challenge, _ = await make_challenge(self.services, WritablePlace(place), dark, light, terms)
        record = await accept(self.services, challenge.id, light)
        for path in MOVES[:moves]:
            await make_move(self.services, record.id, record.player(record.match.turn), path)
            record = await self.services.record(record.id)
        self.hush()
        return await self.services.record(record.id)

    async def unchanged(self, act: Awaitable[object]) -> Refusal | Illegal | ValueError:
        """Return the refusal of an act; check that nothing was written or posted."""
        before = self.state()
        with pytest.raises((Refusal, ValueError)) as refused:
            await act
        assert self.state() == before
        assert isinstance(refused.value, (Refusal, ValueError))
        return refused.value

    def state(self) -> object:
        """All that is kept, to be compared."""
        return self.challenges, self.records, self.posts

    async def no(self, act: Awaitable[object]) -> AnyNo:
        """Why the house refused it; nothing changed."""
        refused = await self.unchanged(act)
        assert isinstance(refused, Refusal)
        return refused.no

    async def why(self, act: Awaitable[object]) -> Why:
        """Why the rules of play refused it; nothing changed."""
        refused = await self.unchanged(act)
        assert isinstance(refused, Illegal)
        return refused.why


@asynccontextmanager
async def open_parlour(path: Path) -> AsyncGenerator[Parlour]:
    """Use cases over the store in this file."""
    with closing(Tables(path)) as tables:
        async with open_database(path) as database:
            yield Parlour(Contested(database), tables)


def of(rules: str) -> Terms:
    """Terms that ask for nothing but these rules."""
    return Terms(rules, None, Pace())
