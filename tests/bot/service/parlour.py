"""Use cases for tests: a store in memory, a clock that stands, lots as the test wants."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import pytest

from bot.service.challenges import accept, challenge
from bot.service.house import House
from bot.service.limits import Limits
from bot.service.model import Place, Terms
from bot.service.play import make_move
from bot.service.ports import Stale
from bot.service.refusals import No, Refusal
from games.core import Side
from games.errors import Illegal, Why
from games.pace import Pace
from tests.bot.store.memory import MemoryStore

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.service.model import Challenge, Player, Post, Record
    from bot.service.ports import Change, Committed

ANNA, BEN, CARL = 101, 102, 103
HERE, THERE = Place(guild=1, channel=11), Place(guild=1, channel=12)
ELSEWHERE = Place(guild=2, channel=21)
TERMS = Terms("ludens", None, Pace())
NOON = 43_200
WEEK = 604_800  # seconds
D, L = Side.DARK, Side.LIGHT
# ludens, in which the attackers begin: the second move takes c4.
MOVES = (("a4", "c4"), ("e3", "c3"), ("d1", "d2"), ("c3", "c2"))


class Contested(MemoryStore):
    """A store before which others may be faster: `first` happens before the next commit."""

    def __init__(self) -> None:
        super().__init__()
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
    """The house, and what happens in it."""

    store: Contested = field(default_factory=Contested)
    time: int = NOON
    lots: list[Side] = field(default_factory=list[Side])  # the next ones; then always dark
    rung: int = 0
    limits: Limits = field(default_factory=Limits)

    def wake(self) -> None:
        """Count it."""
        self.rung += 1

    @property
    def house(self) -> House:
        """As the use cases want it."""
        return House(self.store, self, lambda: self.time, self._lot, self.limits)

    def _lot(self) -> Side:
        return self.lots.pop(0) if self.lots else D

    def said(self) -> list[Post]:
        """What is to be said since the last look, without numbers; and there was a bell for it."""
        posts = [replace(post, id=0) for post in self.store.posts.values()]
        assert bool(self.rung) is bool(posts)
        self.hush()
        return posts

    def hush(self) -> None:
        """All posts that are due are sent."""
        self.store.posts.clear()
        self.rung = 0

    async def challenged(
        self, by: Player = ANNA, opponent: Player | None = BEN, terms: Terms | None = None
    ) -> Challenge:
        """A challenge whose message is out, number 500."""
        made, number = await challenge(self.house, HERE, by, opponent, terms or of("ludens"))
        await self.store.post_done(self.store.posts[number], 500)
        self.hush()
        return await self.house.challenge(made.id)

    async def asked(
        self, by: Player, opponent: Player | None = None, place: Place = HERE
    ) -> Challenge:
        """A challenge that is posted, of TERMS."""
        made, _ = await challenge(self.house, place, by, opponent, TERMS)
        self.hush()
        return made

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
        made, _ = await challenge(self.house, place, dark, light, terms)
        record = await accept(self.house, made.id, light)
        for path in MOVES[:moves]:
            await make_move(self.house, record.id, record.player(record.match.turn), path)
            record = await self.house.record(record.id)
        self.hush()
        return await self.house.record(record.id)

    async def unchanged(self, act: Awaitable[object]) -> Refusal | Illegal | ValueError:
        """What the act was refused with; nothing was written and nothing is to be said."""
        before = self.state()
        with pytest.raises((Refusal, ValueError)) as refused:
            await act
        assert self.state() == before
        assert isinstance(refused.value, (Refusal, ValueError))
        return refused.value

    def state(self) -> object:
        """All that is kept, to be compared."""
        return (
            dict(self.store.challenges),
            dict(self.store.records),
            dict(self.store.posts),
            self.rung,
        )

    async def no(self, act: Awaitable[object]) -> No:
        """Why the house refused it; nothing changed."""
        refused = await self.unchanged(act)
        assert isinstance(refused, Refusal)
        return refused.no

    async def why(self, act: Awaitable[object]) -> Why:
        """Why the rules of play refused it; nothing changed."""
        refused = await self.unchanged(act)
        assert isinstance(refused, Illegal)
        return refused.why


def of(rules: str) -> Terms:
    """Terms that ask for nothing but these rules."""
    return Terms(rules, None, Pace())
