"""An outbox for tests, with a store that can fail and a clock that stands."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from bot.outbox import Outbox, Poster, SentMessage
from bot.service.model import Kind, Place, Post
from bot.service.ports import Change
from tests.bot.store.memory import MemoryStore
from tests.bot.store.model import begun, challenged

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Sequence

    from bot.service.model import Instant

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


class FailingStore(MemoryStore):
    """A store that counts what it is asked, fails when told to, and can die."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = Counter[str]()
        self.failing: dict[str, int] = {}  # so many calls of it fail
        self.life = Life()
        self.dawdling: asyncio.Event | None = None  # what was read is handed over when it is set

    async def _do(self, name: str, work: Callable[[], Awaitable[T]]) -> T:
        self.asked[name] += 1
        await self.life.step()
        if self.failing.get(name):
            self.failing[name] -= 1
            raise OSError(name)
        result = await work()
        await self.life.step()
        return result

    async def due_posts(
        self, now: Instant, each: int, busy: Collection[int] = (), full: Collection[int] = ()
    ) -> Sequence[Post]:
        """As ever, but perhaps late."""

        async def read() -> Sequence[Post]:
            found = await MemoryStore.due_posts(self, now, each, busy, full)
            if self.dawdling:
                await self.dawdling.wait()
            return found

        return await self._do("due", read)

    async def newest_post(self) -> int:
        """As ever."""
        return await self._do("newest_post", super().newest_post)

    async def post_done(
        self,
        post: Post,
        message: int | None,
        channel: int | None = None,
        ping: int | None = None,
        later: Sequence[Post] = (),
    ) -> None:
        """As ever."""
        await self._do(
            "done", lambda: MemoryStore.post_done(self, post, message, channel, ping, later)
        )

    async def retry_post(self, post: int, due: Instant) -> None:
        """As ever."""
        await self._do("again", lambda: MemoryStore.retry_post(self, post, due))

    async def drop_post(self, post: int) -> None:
        """As ever."""
        await self._do("drop", lambda: MemoryStore.drop_post(self, post))


class Channel(Poster):
    """What people see: the posts in the order in which they came."""

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
        edits = post.kind in (Kind.STRIP, Kind.CHALLENGE_CHANGED)
        return SentMessage(post.message if edits else 1000 + post.id)


class Room:
    """A store, a channel, a clock that stands, and an outbox."""

    def __init__(self) -> None:
        self.store = FailingStore()
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

    def place(self, match: int, server: int, channel: int) -> None:
        """Have a match there, where none was."""
        found = replace(self.store.records[1], id=match, place=Place(server, channel))
        self.store.records[match] = found

    def hold(self, *posts: int) -> None:
        """Discord takes its time with these."""
        self.channel.waiting.update({number: asyncio.Event() for number in posts})

    def release(self) -> None:
        """Discord answers all that it held."""
        for event in self.channel.waiting.values():
            event.set()

    async def add(self, *posts: Post) -> None:
        """Something is decided that is to be said."""
        await self.store.commit(Change(posts=posts))
        self.outbox.wake()

    async def silent(self) -> None:
        """All was said."""
        await self.settled()
        assert self.store.posts == {}

    async def settled(self) -> None:
        """Nothing moves any more: fifty turns of the loop in which the store is not asked."""
        quiet, last = 0, self.store.asked.total()
        most = last + 10_000
        while quiet < 50:
            await asyncio.sleep(0)
            now = self.store.asked.total()
            quiet, last = (quiet + 1, last) if now == last else (0, now)
            assert now < most, "the outbox spins"


async def furnished() -> Room:
    """One with matches 1 to 3 and a challenge, and nothing to be said."""
    room = Room()
    for _ in range(3):
        await begun(room.store)
    await challenged(room.store)
    return room


def notices(match: int, *numbers: int) -> list[Post]:
    """What is told of a match, one after the other."""
    return [Post(Kind.NOTICE, match=match, number=number) for number in numbers]
