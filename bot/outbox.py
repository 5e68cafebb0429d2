"""Says what was decided and is not said yet: every post once, and in its order.

Law: knows no Discord and no SQL; a Poster sends, a Store remembers. Nothing is held across a send.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, Protocol

from bot.leaving import finish
from bot.service.model import Kind

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.service.model import Instant, Post
    from bot.service.ports import Store

log = logging.getLogger(__name__)

_AT_ONCE = 200  # posts under way; each waits mostly for Discord's limits
_IDLE = 60  # seconds between two looks when nobody rings: the machine's clock may have been set
_PATIENCE = 40  # tries, over more than a day
_LONGEST_WAIT = 3600
_REMEMBERED = 1000
_PAUSE = 1  # seconds, after the store has failed
_GRACE = 5  # seconds that a post under way is given when we are to end


class Trouble(Enum):
    """Why something cannot be said where it belongs."""

    NO_CHANNEL = auto()
    MAY_NOT_SEE = auto()
    MAY_NOT_SEND = auto()
    MAY_NOT_SEND_IN_THREADS = auto()
    MAY_NOT_ATTACH = auto()
    MAY_NOT_OPEN_THREADS = auto()
    GUEST = auto()  # nobody asked us anything there lately, and we may not speak up
    GIVEN_UP = auto()


class Undeliverable(Exception):
    """It cannot be said there, today or tomorrow."""

    def __init__(self, trouble: Trouble) -> None:
        self.trouble = trouble
        super().__init__(trouble.name)


@dataclass(frozen=True, slots=True)
class SentMessage:
    """Where a post now stands; the channel when it is not where the match was; what is amiss."""

    message: int | None
    channel: int | None = None
    trouble: Trouble | None = None


class Poster(Protocol):
    """Whoever speaks to Discord."""

    async def find(self, post: Post) -> SentMessage | None:
        """The message by which this post was already said, if it was."""
        ...

    async def post(self, post: Post) -> SentMessage:
        """Say it. Undeliverable when that can never be; anything else raised means: try again."""
        ...


class Outbox:
    """One task for all posts. `ring` it after a commit."""

    def __init__(self, store: Store, now: Callable[[], Instant]) -> None:
        self._store = store
        self._now = now
        self._bell = asyncio.Event()
        self._lanes: dict[str, asyncio.Task[None]] = {}
        self._outcomes: OrderedDict[tuple[int, int], Trouble | None] = OrderedDict()
        self._news = asyncio.Condition()
        self._inherited: int | None = None  # the newest post of earlier runs
        self._attempted: set[int] = set()

    def wake(self) -> None:
        """Something was committed that is to be said."""
        self._bell.set()

    async def run(self, poster: Poster) -> None:
        """Work until cancelled; then finish what is under way."""
        try:
            while True:
                self._bell.clear()
                await self._rest(await self._look_round(poster))
        finally:
            await self._finish()

    async def _look_round(self, poster: Poster) -> float:
        """Start what is due; in how many seconds to look again."""
        try:
            first = self._inherited is None
            if first:
                self._inherited = await self._store.newest_post()
            return await self._start_due(poster, _LONGEST_WAIT if first else 0)
        except Exception:  # a full disk, say: the next look may do better
            log.exception("could not look what is to be said")
            return _PAUSE

    async def _start_due(self, poster: Poster, late: int) -> float:
        """Start a task for every due post whose lane is free; in how many seconds one more is due.

        What was under way when the store was asked may be done when it answers. `late`: what an
        earlier run put off until so many seconds from now waits no longer.
        """
        busy, now = set(self._lanes), self._now()
        soonest = now + _IDLE
        for post in await self._store.due_posts(max(soonest, now + late), _AT_ONCE):
            if post.due > now + (late if self._is_inherited(post) else 0):
                soonest = min(soonest, post.due)
            elif post.lane not in busy and len(self._lanes) < _AT_ONCE:
                self._lanes[post.lane] = asyncio.create_task(self._deliver(poster, post))
        return max(1, soonest - now)

    def _is_inherited(self, post: Post) -> bool:
        return self._inherited is None or post.id <= self._inherited

    async def _rest(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):  # wait_for of 3.11 can miss that we are cancelled
                await self._bell.wait()

    async def _finish(self) -> None:
        """What is not done in time is left to the next run, which looks for it first."""
        await finish(tuple(self._lanes.values()), _GRACE)

    async def _deliver(self, poster: Poster, post: Post) -> None:
        try:
            await self._try(poster, post)
        except Exception:  # a full disk, say: it stays due, and will be looked for first
            log.exception("post %s could not be noted as done or failed", post.id)
            await asyncio.sleep(_PAUSE)
        finally:
            del self._lanes[post.lane]
            self.wake()

    async def _try(self, poster: Poster, post: Post) -> None:
        try:
            said = await self._said(poster, post) or await self._say(poster, post)
        except Undeliverable as undeliverable:
            await self._drop(post, undeliverable.trouble)
        except Exception as error:  # noqa: BLE001  whatever it was, the post must not be lost
            await self._fail(post, error)
        else:
            await self._store.post_done(post, said.message, said.channel)
            await self._settle(post, said.trouble)

    async def _said(self, poster: Poster, post: Post) -> SentMessage | None:
        """What an earlier run or try, or the answer to a command, may have said."""
        doubtful = (
            self._is_inherited(post) or post.id in self._attempted or post.kind is Kind.CHALLENGE
        )
        return await poster.find(post) if doubtful else None

    async def _say(self, poster: Poster, post: Post) -> SentMessage:
        self._attempted.add(post.id)
        return await poster.post(post)

    async def _fail(self, post: Post, error: Exception) -> None:
        if post.tries >= _PATIENCE:
            log.error("gave up post %s after %s tries", post.id, post.tries, exc_info=error)
            await self._drop(post, Trouble.GIVEN_UP)
            return
        wait = min(2**post.tries, _LONGEST_WAIT)
        trace = None if post.tries else error
        log.warning("post %s failed (%s), next try in %s s", post.id, error, wait, exc_info=trace)
        await self._store.retry_post(post.id, self._now() + wait)

    async def _drop(self, post: Post, trouble: Trouble) -> None:
        await self._store.drop_post(post.id)
        await self._settle(post, trouble)

    async def _settle(self, post: Post, trouble: Trouble | None) -> None:
        """Nothing more is to be done for it; whoever waits for a match's event may know."""
        self._attempted.discard(post.id)
        if post.match is None or post.kind in (Kind.STRIP, Kind.REMINDER):
            return
        async with self._news:
            self._outcomes[post.match, post.number] = trouble
            while len(self._outcomes) > _REMEMBERED:
                self._outcomes.popitem(last=False)
            self._news.notify_all()

    async def outcome(self, match: int, number: int, patience: float) -> Trouble | None:
        """What hindered saying this event of a match; None when nothing did, or not so far."""
        key = (match, number)
        try:
            async with asyncio.timeout(patience), self._news:
                await self._news.wait_for(lambda: key in self._outcomes)
        except TimeoutError:
            return None
        return self._outcomes[key]
