"""An outbox for tests, with a store that can fail and a clock that stands."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from bot.model.posts import CloseOffer, EditChallenge, Post, SentMessage, ShrinkBoard
from bot.model.servers import Place
from bot.outbox import Outbox, Poster
from bot.store.changes import Change
from bot.store.database import open_database
from bot.store.posts import Posts
from bot.store.store import Store
from tests.bot.store.extensions import EXTENSIONS
from tests.bot.store.model import begun, challenged
from tests.bot.store.tables import Tables

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Sequence
    from pathlib import Path

    from bot.model.times import Instant
    from bot.store.database import Database

T = TypeVar("T")
NOON = 43_200


class Life:
    """So many steps are left to it; then nothing goes on, as after `kill -9`."""

    def __init__(self, steps: float = float("inf")) -> None:
        self.left = steps
        self.over = asyncio.Event()

    async def step(self) -> None:
        """One more, or never again."""
        if self.left <= 0:
            self.over.set()
            await asyncio.Event().wait()
        self.left -= 1


class FailingStore(Store):
    """A store whose posts are asked for through a count; they fail when told to, and can die."""

    def __init__(self, database: Database) -> None:
        super().__init__(database, EXTENSIONS)
        self.posts = FailingPosts(self)
        self.asked = Counter[str]()
        self.busy = 0  # calls under way
        self.failing: dict[str, int] = {}  # so many calls of it fail
        self.life = Life()
        self.dawdling: asyncio.Event | None = None  # what was read is handed over when it is set

    async def do(self, name: str, work: Callable[[], Awaitable[T]]) -> T:
        """Do it, between two steps of a life."""
        self.asked[name] += 1
        await self.life.step()
        if self.failing.get(name):
            self.failing[name] -= 1
            raise OSError(name)
        self.busy += 1
        try:
            result = await work()
        finally:
            self.busy -= 1
        if self.dawdling and name == "due":
            await self.dawdling.wait()
        await self.life.step()
        return result


class FailingPosts(Posts):
    """The posts of such a store."""

    def __init__(self, store: FailingStore) -> None:
        super().__init__(store.database, EXTENSIONS)
        self._store = store

    async def due(
        self,
        now: Instant,
        per_queue: int,
        busy_posts: Collection[int] = (),
        full_queues: Collection[int] = (),
    ) -> Sequence[Post]:
        """As ever, but perhaps late."""
        asked = now, per_queue, busy_posts, full_queues
        return await self._store.do("due", lambda: Posts.due(self, *asked))

    async def next_due(self, after: Instant, until: Instant) -> Instant:
        """As ever."""
        return await self._store.do("next_due", lambda: Posts.next_due(self, after, until))

    async def newest(self) -> int:
        """As ever."""
        return await self._store.do("newest_post", super().newest)

    async def done(self, post: Post, sent: SentMessage) -> None:
        """As ever."""
        await self._store.do("done", lambda: Posts.done(self, post, sent))

    async def retry(self, post: int, due: Instant) -> None:
        """As ever."""
        await self._store.do("again", lambda: Posts.retry(self, post, due))

    async def put_off(self, post: int, due: Instant) -> None:
        """As ever."""
        await self._store.do("put_off", lambda: Posts.put_off(self, post, due))

    async def drop(self, post: int, changes: int | None = None) -> None:
        """As ever."""
        await self._store.do("drop", lambda: Posts.drop(self, post, changes))


class Channel(Poster):
    """The channel as people see it: the posts in the order in which they came."""

    def __init__(self) -> None:
        self.posts: list[int] = []
        self.looked: list[int] = []
        self.tried: list[int] = []
        self.life = Life()
        self.hindrance: Callable[[Post], Exception | None] = lambda _: None
        self.hiccup: Callable[[Post], Exception | None] = lambda _: None  # after it is out
        self.waiting: dict[int, asyncio.Event] = {}

    async def find(self, post: Post) -> SentMessage | None:
        """Find it among the others."""
        self.looked.append(post.id)
        await self.life.step()
        await asyncio.sleep(0)
        return self._said(post) if post.id in self.posts else None

    async def post(self, post: Post) -> SentMessage:
        """Add it, unless something is in the way."""
        self.tried.append(post.id)
        await self.life.step()
        if post.id in self.waiting:
            await self.waiting[post.id].wait()
        if error := self.hindrance(post):
            raise error
        self.posts.append(post.id)
        await self.life.step()
        if error := self.hiccup(post):
            raise error
        return self._said(post)

    def _said(self, post: Post) -> SentMessage:
        if isinstance(post, ShrinkBoard):
            return SentMessage(post.message)
        return SentMessage(500 if isinstance(post, EditChallenge) else 1000 + post.id)


class Room:
    """A store, a channel, a clock that stands, and an outbox."""

    def __init__(self, store: FailingStore, tables: Tables) -> None:
        self.store = store
        self.tables = tables
        self.channel = Channel()
        self.time = NOON
        self.outbox = Outbox(self.store, lambda: self.time, soon=0)

    @asynccontextmanager
    async def speaking(self) -> AsyncGenerator[None]:
        """Meanwhile the outbox is at work; it has begun."""
        work = asyncio.create_task(self.outbox.run(self.channel))
        try:
            await self.settled()
            yield
            assert not work.done()
        finally:
            for event in self.channel.waiting.values():
                event.set()
            work.cancel()
            with suppress(asyncio.CancelledError):
                await work

    @property
    def posts(self) -> dict[int, Post]:
        """The posts that wait."""
        return self.tables.posts

    def place(self, match: int, server: int, channel: int) -> None:
        """Have a match there, where none was."""
        self.tables.put_record(
            replace(self.tables.record(1), id=match, place=Place(server, channel))
        )

    def hold(self, *posts: int) -> None:
        """Discord takes its time with these."""
        self.channel.waiting.update({number: asyncio.Event() for number in posts})

    def release(self) -> None:
        """Discord answers all that it held."""
        for event in self.channel.waiting.values():
            event.set()

    async def add(self, *posts: Post) -> None:
        """Commit posts to send."""
        await self.store.commit(Change(posts=posts))

    def wake(self) -> None:
        """Have the outbox look: its clock was set."""
        self.store.alarms.posts.ring()

    async def silent(self) -> None:
        """All was said."""
        await self.settled()
        assert self.posts == {}

    async def settled(self) -> None:
        """Nothing moves any more: fifty turns of the loop in which the store is not asked."""
        quiet, last = 0, self.store.asked.total()
        most = last + 10_000
        while quiet < 50:
            await asyncio.sleep(0)
            now = self.store.asked.total()
            still = now == last and not self.store.busy
            quiet, last = (quiet + 1 if still else 0), now
            assert now < most, "the outbox spins"


@asynccontextmanager
async def furnished(path: Path) -> AsyncGenerator[Room]:
    """One with matches 1 to 3 and a challenge, and nothing to be said."""
    with closing(Tables(path)) as tables:
        async with open_database(path) as database:
            room = Room(FailingStore(database), tables)
            for _ in range(3):
                await begun(room.store)
            await challenged(room.store)
            yield room


def notices(match: int, *numbers: int) -> list[Post]:
    """Return notices of a match, one after the other."""
    return [CloseOffer(match, events) for events in numbers]
