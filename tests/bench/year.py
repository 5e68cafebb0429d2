"""A year of a server with a hundred members: its news, whom it pings, what is stuck.

A tournament, a league, a game of the channel, challenges. Everyone has a life of their own: they
sleep, come often or seldom, are away for weeks, or leave for good. The use cases and the chores are
the real ones; what they want to say is counted, and not sent.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections import Counter
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bot.feature_list import EXTENSIONS, load_features
from bot.features.tournaments import cases as tournaments
from bot.features.tournaments.forms import form_of
from bot.features.tournaments.model import Status
from bot.features.vote_games import cases as votes
from bot.model import posts
from bot.model.challenges import Terms
from bot.model.people import CHANNEL, Player
from bot.model.servers import Place, Server, WritablePlace
from bot.service import due_matches, play
from bot.service.challenges import accept, expire_challenges, make_challenge
from bot.service.refusals import Refusal
from bot.store.changes import Stale
from bot.store.check import check
from bot.store.store import open_store
from bot.ui.pages import board, offers
from games.pace import DAY, Pace
from tests.bench.verdicts import verdict
from tests.bot.features.tournaments.hall import GUILD, NEWS, ROOM, Hall

if TYPE_CHECKING:
    from bot.store.store import Store

Row = tuple[str, str, str, str]

MEMBERS = range(101, 201)
START, DAYS = 1_893_456_000, 365  # 1 January 2030
MOST_NEWS, MOST_PINGS = 10, 3  # a week
HERE, USUAL = WritablePlace(Place(GUILD, ROOM)), Terms("bga", None, Pace(3))


class Year:
    """A year of events, and the bot's posts about them."""

    def __init__(self, store: Store) -> None:
        self.store, self.hall, self.lot = store, Hall(store), random.Random(1)
        self.hall.time = START
        self.services = self.hall.services
        self.habits = {who: self.lot.choice((0.9, 0.5, 0.3, 0.1)) for who in MEMBERS}  # a day
        self.back = dict.fromkeys(MEMBERS, 0)  # the day from which on each is there
        self.chores = load_features().chores
        self.day = self.messages = 0
        self.cards = set[str]()
        self.news, self.kinds = Counter[int](), Counter[str]()  # by the week; pings for no turn
        self.turns, self.others = Counter[int](), Counter[int]()  # pings, by the person

    async def passes(self) -> None:
        """A day, in two halves: each member sleeps in one of them."""
        for half in range(2):
            for member in self.lot.sample(MEMBERS, len(MEMBERS)):
                awake = self.back[member] <= self.day and member % 2 == half
                if awake and self.lot.random() < self.habits[member]:
                    await self._act(member)
                    await self._said()
            self.hall.time += DAY // 2
            await self._time()
            await self._said()
        self.day += 1

    async def _act(self, member: Player) -> None:
        """Accept, move, vote, and now and then challenge somebody or go away."""
        for challenge in await self.store.challenges.open_of(member):
            if challenge.opponent == member:
                with suppress(Refusal):
                    await accept(self.services, challenge.id, member)
        for listing in await self.store.matches.running(member):
            if listing.turn is listing.side(member):
                await self._move(listing.id, member)
        await self._vote(member)
        if self.lot.random() < 0.01:
            with suppress(Refusal):
                await make_challenge(self.services, HERE, member, self._other(), USUAL)
        if self.lot.random() < 0.01:
            self.back[member] = self.day + self.lot.choice([7, 14, 21, 21, 21, 999])

    def _other(self) -> Player:
        return self.lot.choice(MEMBERS)

    async def _move(self, number: int, member: Player) -> None:
        record = await self.services.record(number)
        with suppress(Refusal):
            if len(record.match.plies) > 3 and self.lot.random() < 0.06:
                await play.resign(self.services, number, member)
            else:
                moves = [*record.match.game.moves(record.match.position)]
                await play.make_move(self.services, number, member, self.lot.choice(moves))

    async def _vote(self, member: Player) -> None:
        """In the channel's game, as one in three does; where there is none, ask for one."""
        with suppress(Refusal):
            running = await votes.tables(self.services).live_in(GUILD)
            if not running:
                ask = partial(votes.propose, self.services, HERE, member)
                await ask(self._other(), rules="bga", side=None, level=0, pace=Pace(3))
            elif self.lot.random() < 1 / 3:
                record = await self.services.record(running[0].match)
                if record.player(record.match.turn) == CHANNEL:
                    move = self.lot.choice([*record.match.game.moves(record.match.position)])
                    await votes.vote_typed(self.services, record, member, move, None)

    async def _time(self) -> None:
        """Do the clock's work, and have some of the people join whatever is open."""
        now = self.hall.time
        await self.services.keep_note("alive", str(now))
        for number in await self.store.matches.due(now, 999):
            with suppress(Stale):
                await due_matches.process_due_match(self.services, number, now)
        await expire_challenges(self.services)
        for chore in self.chores:
            await chore.run(self.services)
        for tournament in await self.hall.tables.live_in(GUILD):
            for member in self.lot.sample(MEMBERS, 3 if tournament.status is Status.OPEN else 1):
                state = await self.hall.state(tournament.id)
                inside = sum(not state.is_out(entry.seat) for entry in state.entries)
                if (
                    form_of(tournament).takes_in(tournament)
                    and inside < 18
                    and self.back[member] <= self.day
                ):
                    with suppress(Refusal):
                        await tournaments.join(self.services, tournament.id, GUILD, member)

    async def _said(self) -> None:
        """Count the waiting posts as if they had been sent."""
        while due := await self.store.posts.due(self.hall.time, 999):
            for post in due:
                if post.is_news and not (post.changes_old and post.lane in self.cards):
                    self.cards.add(post.lane)
                    self.news[self.day // 7] += 1
                await self._count(post)
                self.messages += 1
                if post.changes_old:
                    await self.store.posts.drop(post.id)
                else:
                    sent = posts.SentMessage(self.messages, findable=False)
                    await self.store.posts.done(post, sent)

    async def _count(self, post: posts.Post) -> None:
        """Whom a post pings, and whether for their turn."""
        count, called = self.others, tuple[Player, ...]()
        if isinstance(post, posts.AboutEvent):
            record = await self.services.record(post.match)
            is_notice = isinstance(post, posts.NoticePost)
            called = offers.pinged(record) if is_notice else board.pinged(record)
            if isinstance(post, posts.BoardPost) and not record.match.verdict:
                count = self.turns
        elif isinstance(post, posts.ChallengePost | posts.ChallengeOver):
            challenge = await self.services.challenge(post.challenge)
            is_over = isinstance(post, posts.ChallengeOver)
            called = (challenge.by if is_over else challenge.opponent or 0,)
        for player in {*called} & {*MEMBERS}:
            count[player] += 1
            self.kinds[post.kind] += count is self.others


def run() -> list[Row]:
    """The rows of the table."""
    return asyncio.run(measured())


async def measured(days: int = DAYS) -> list[Row]:
    """The same, of so many days."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "konakis.db"
        async with open_store(path, EXTENSIONS) as store:
            await store.servers.change(GUILD, lambda _: Server(GUILD, news=NEWS))
            year = Year(store)
            await year.hall.opened("league", size=32, round_days=14)
            for _ in range(days):
                await year.passes()
        broken = len([*check(path, EXTENSIONS)])  # what nobody looks at again is among these
    weeks = days / 7
    turns, usual = (count.total() / weeks / len(MEMBERS) for count in (year.turns, year.others))
    most, news = max(year.others.values()) / weeks, max(year.news.values())
    kinds = ", ".join(f"{count} {kind}" for kind, count in year.kinds.most_common())
    figures = [
        ("messages in the news, the fullest week", news, MOST_NEWS),
        ("other pings a person a week", round(usual, 2), MOST_PINGS),
        ("the same, who has most", round(most, 2), MOST_PINGS),
        ("what a check finds stuck or broken", broken, 0),
    ]
    return [
        *((f"a year: {name}", f"{n}", "", verdict(n, at_most, "")) for name, n, at_most in figures),
        ("a year: pings for their turn, and for what others", f"{turns:.2f}", "", kinds),
    ]
