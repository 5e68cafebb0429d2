"""Says what was decided and is not said yet: every post once, and in its order.

Law: knows no Discord and no SQL; a Poster sends, a Store remembers. Nothing is held across a send.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, Protocol

from bot.service.values import Kind

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.service.ports import Store
    from bot.service.values import Instant, Post

log = logging.getLogger(__name__)

_AT_ONCE = 200  # posts under way; each waits mostly for Discord's limits
_IDLE = 60  # seconds between two looks when nobody rings: the machine's clock may have been set
_PATIENCE = 40  # tries, over about a day and a half
_LONGEST_WAIT = 3600
_REMEMBERED = 1000
_PAUSE = 1


class Trouble(Enum):
    """Why something cannot be said where it belongs."""

    NO_CHANNEL = auto()
    MAY_NOT_SEE = auto()
    MAY_NOT_SEND = auto()
    MAY_NOT_ATTACH = auto()
    MAY_NOT_OPEN_THREADS = auto()
    GIVEN_UP = auto()


class Unsayable(Exception):
    """It cannot be said there, today or tomorrow."""

    def __init__(self, trouble: Trouble) -> None:
        self.trouble = trouble
        super().__init__(trouble.name)


@dataclass(frozen=True, slots=True)
class Said:
    """Where a post now stands; the channel when it is not where the match was."""

    message: int | None
    channel: int | None = None


class Poster(Protocol):
    """Whoever speaks to Discord."""

    async def look(self, post: Post) -> Said | None:
        """The message by which this post was already said, if it was."""
        ...

    async def say(self, post: Post) -> Said:
        """Say it. Unsayable when that can never be; anything else raised means: try again."""
        ...


class Outbox:
    """One task for all posts. `ring` it after a commit."""

    def __init__(self, store: Store, now: Callable[[], Instant]) -> None:
        self._store = store
        self._poster: Poster | None = None
        self._now = now
        self._bell = asyncio.Event()
        self._lanes: dict[str, asyncio.Task[None]] = {}
        self._outcomes: OrderedDict[tuple[int | None, int], Trouble | None] = OrderedDict()
        self._news = asyncio.Condition()
        self._inherited = 0
        self._attempted: set[int] = set()

    def ring(self) -> None:
        """Something was committed that is to be said."""
        self._bell.set()

    async def run(self, poster: Poster) -> None:
        """Work until cancelled; then finish what is under way."""
        self._poster = poster
        self._inherited = await self._store.newest_post()
        try:
            while True:
                self._bell.clear()
                await self._start_due()
                await self._rest()
        finally:
            if self._lanes:
                await asyncio.wait(self._lanes.values(), timeout=5)

    async def _start_due(self) -> None:
        """Start a task for every due post whose match or challenge has none under way."""
        for post in await self._store.due(self._now(), _AT_ONCE):
            if post.lane not in self._lanes and len(self._lanes) < _AT_ONCE:
                self._lanes[post.lane] = asyncio.create_task(self._deliver(post))

    async def _rest(self) -> None:
        due = await self._store.next_due()
        wait = _IDLE if due is None else min(_IDLE, max(1, due - self._now()))
        try:
            await asyncio.wait_for(self._bell.wait(), wait)
        except TimeoutError:
            return

    async def _deliver(self, post: Post) -> None:
        try:
            await self._try(post)
        except Exception:  # a full disk, say: it stays due, and will be looked for first
            log.exception("post %s could not be noted as done or failed", post.id)
            await asyncio.sleep(_PAUSE)
        finally:
            del self._lanes[post.lane]
            self.ring()

    async def _try(self, post: Post) -> None:
        try:
            said = await self._look(post) or await self._say(post)
        except Unsayable as unsayable:
            await self._store.drop(post.id)
            await self._settle(post, unsayable.trouble)
        except Exception as error:  # noqa: BLE001  whatever it was, the post must not be lost
            await self._fail(post, error)
        else:
            await self._store.done(post, said.message, said.channel)
            self._attempted.discard(post.id)
            await self._settle(post, None)

    async def _look(self, post: Post) -> Said | None:
        """Look for what an earlier run or try, or the answer to a command, may have said."""
        doubtful = (
            post.id <= self._inherited or post.id in self._attempted or post.kind is Kind.CHALLENGE
        )
        return await self._poster.look(post) if doubtful else None

    async def _say(self, post: Post) -> Said:
        self._attempted.add(post.id)
        return await self._poster.say(post)

    async def _fail(self, post: Post, error: Exception) -> None:
        if post.tries >= _PATIENCE:
            log.error("gave up post %s after %s tries", post.id, post.tries, exc_info=error)
            await self._store.drop(post.id)
            await self._settle(post, Trouble.GIVEN_UP)
            return
        wait = min(2**post.tries, _LONGEST_WAIT)
        log.warning("post %s failed, next try in %s s", post.id, wait, exc_info=error)
        await self._store.again(post.id, self._now() + wait)

    async def _settle(self, post: Post, trouble: Trouble | None) -> None:
        async with self._news:
            self._outcomes[post.match or post.challenge, post.number] = trouble
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
