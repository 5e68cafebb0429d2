"""The outbox: sends every stored post once, and the posts of a lane in their order.

After a crash it first looks for a message that was already sent: see bot/ui/posting.

Invariant: it knows neither Discord nor SQL; a Poster sends, a Store remembers. No lock and no
transaction is held while a post is sent.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict
from contextlib import suppress
from dataclasses import replace
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from bot.model.posts import AboutEvent, Post, SentMessage, Trouble

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from bot.model.times import Instant
    from bot.store.store import Store

log = logging.getLogger(__name__)

T = TypeVar("T")
_Server = tuple[bool, int]
_Key = tuple[int, int]  # of a post that somebody may wait for: a match and its event
_CHALLENGES = 0  # in place of a match: the post with that number is a challenge's

# Limits of posts in progress: in all, in a channel and in a server; most wait for Discord's rate
# limits. Posts that change old messages are counted apart, so that they never delay new ones.
_AT_ONCE, _OLD_AT_ONCE = 200, 50
_IN_CHANNEL, _IN_SERVER = 5, 10
_IDLE = 60  # seconds between two looks if nothing wakes it: the clock may have been set
_SOON = 0.1  # seconds from the end of a post to the look for those that waited for it
_PATIENCE = 40  # tries, over more than a day
_LONGEST_WAIT = 3600
_REMEMBERED = 1000
_PAUSE = 1  # seconds, after the store has failed
_GRACE = 5  # seconds that posts in progress are given when the program ends
_CANCEL_AGAIN = 0.1  # seconds


class Undeliverable(Exception):
    """The post can never be sent; trying again wouldn't help. `later`: posts that replace it."""

    def __init__(self, trouble: Trouble, later: Sequence[Post] = ()) -> None:
        self.trouble = trouble
        self.later = later
        super().__init__(trouble.name)


class NotYet(Exception):
    """The post waits for something else: look again in this many seconds."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        super().__init__(f"not before {seconds} seconds from now")


class Poster(Protocol):
    """Sends posts to Discord."""

    async def find(self, post: Post) -> SentMessage | None:
        """Return the message of a post if it was already sent."""
        ...

    async def post(self, post: Post) -> SentMessage:
        """Send a post.

        Raises Undeliverable if that can never work, NotYet if it is too early; after any other
        error, try again.
        """
        ...


class Load:
    """Counts the posts in progress: in all, by server and by channel.

    Posts that change old messages are counted apart.
    """

    def __init__(self) -> None:
        self._all, self._servers, self._queues = Counter[bool](), Counter[_Server](), Counter[int]()

    def add(self, post: Post, count: int = 1) -> None:
        """Count a post in progress: in total, in its server and in its queue. -1: it has ended."""
        self._all[post.changes_old] += count
        _count(self._servers, _server(post), count)
        _count(self._queues, post.queue, count)

    def has_room(self, post: Post) -> bool:
        """Whether a further post may start there."""
        most = _OLD_AT_ONCE if post.changes_old else _AT_ONCE
        return (
            self._all[post.changes_old] < most
            and self._servers[_server(post)] < _IN_SERVER
            and self._queues[post.queue] < _IN_CHANNEL
        )

    def full(self) -> list[int]:
        """Return the queues with no room for more posts in progress."""
        return [queue for queue, count in self._queues.items() if count >= _IN_CHANNEL]

    def in_turn(self, posts: Iterable[Post]) -> list[Post]:
        """Return the posts in the order to start them, servers with the fewest posts first.

        The posts of a server keep their order.
        """
        under_way, turns = self._servers.copy(), list[tuple[int, Post]]()
        for post in posts:
            server = _server(post)
            turns.append((under_way[server], post))
            under_way[server] += 1
        return [post for _, post in sorted(turns, key=itemgetter(0))]


def _count(counter: Counter[T], key: T, more: int) -> None:
    """Add to a key's count, and forget the key when its count is zero."""
    counter[key] += more
    if not counter[key]:
        del counter[key]


def _server(post: Post) -> _Server:
    """Return a post's server; a DM counts as a server, and changes to old messages as another."""
    return post.changes_old, post.place.guild or post.place.channel


def _key(post: Post) -> _Key | None:
    """Return the key of a post that somebody may wait for."""
    if isinstance(post, AboutEvent):
        return (post.match, post.events) if post.awaited else None
    return (_CHALLENGES, post.id) if post.sent_by_answer else None


class Outbox:
    """The task that sends all posts. Each commit that writes a post wakes it."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], Instant],
        soon: float = _SOON,
    ) -> None:
        self._store = store
        self._alarm = store.alarms.posts
        self._soon = soon
        self._waking_soon: asyncio.TimerHandle | None = None
        self._now = now
        self._under_way: dict[int, asyncio.Task[None]] = {}
        self._lanes: set[str] = set()  # of the posts under way
        self._load = Load()
        self._outcomes: OrderedDict[_Key, Trouble | None] = OrderedDict()
        # Set when the post of that match and event is sent or given up. An entry whose waiter has
        # gone stays until then, or until there are too many.
        self._awaited: OrderedDict[_Key, asyncio.Event] = OrderedDict()
        self._inherited: int | None = None  # the newest post of earlier runs
        self._late = _LONGEST_WAIT  # the time by which earlier runs delayed the posts that failed
        self._resumed: set[int] = set()  # ids of such posts that this run has tried
        self._attempted: set[int] = set()

    def _wake_soon(self) -> None:
        """Look for waiting posts soon, once for all posts that end until then."""
        if self._waking_soon is None:
            loop = asyncio.get_running_loop()
            self._waking_soon = loop.call_later(self._soon, self._wake_now)

    def _wake_now(self) -> None:
        self._waking_soon = None
        self._alarm.ring()

    async def prepare(self) -> None:
        """Note the newest post of earlier runs, before new posts can be made.

        Older ones may have been sent already; newer ones were not.
        """
        self._inherited = await self._store.posts.newest()

    async def run(self, poster: Poster) -> None:
        """Work until cancelled; then finish the posts in progress."""
        try:
            while True:
                self._alarm.reset()
                await self._alarm.sleep(await self._look(poster), self._now)
        finally:
            await self._finish()

    async def _look(self, poster: Poster) -> float:
        """Start the due posts; return the seconds until the next look."""
        try:
            if self._inherited is None:
                await self.prepare()
            return await self._start_due(poster)
        except Exception:  # perhaps a full disk: the next look may succeed
            log.exception("could not read due posts")
            return _PAUSE

    async def _start_due(self, poster: Poster) -> float:
        """Start the due posts whose turn it is; return the seconds until the next look."""
        now, full = self._now(), self._load.full()
        posts = await self._store.posts.due(now + self._late, _IN_CHANNEL, [*self._under_way], full)
        put_off = {post.id for post in posts if self._is_put_off(post)}
        for post in self._load.in_turn(posts):
            is_early = post.due > now and post.id not in put_off
            if not is_early and post.lane not in self._lanes and self._load.has_room(post):
                self._lanes.add(post.lane)
                self._load.add(post)
                self._under_way[post.id] = asyncio.create_task(self._deliver(poster, post))
                self._resumed |= put_off & {post.id}
        if not put_off and not full:
            self._late = 0
        return await self._store.posts.next_due(now, now + _IDLE) - now

    def _is_put_off(self, post: Post) -> bool:
        """Whether a previous run failed to send a post and this run hasn't retried it yet.

        A challenge waits to be posted by the answer to its command; after a restart nothing
        answers.
        """
        waited = post.tries > 0 or post.sent_by_answer
        return waited and self._is_inherited(post) and post.id not in self._resumed

    def _is_inherited(self, post: Post) -> bool:
        return self._inherited is None or post.id <= self._inherited

    async def _finish(self) -> None:
        """Give the posts in progress a moment; the next run first looks for the rest on Discord."""
        await finish_tasks([*self._under_way.values()], _GRACE)

    async def _deliver(self, poster: Poster, post: Post) -> None:
        """Try to send a post, then free its lane."""
        try:
            await self._try(poster, post)
        except Exception:  # perhaps a full disk: it stays due, and is looked for before it is sent
            log.exception("could not record whether post %s was sent", post.id)
            await asyncio.sleep(_PAUSE)
        finally:
            del self._under_way[post.id]
            self._lanes.discard(post.lane)
            self._load.add(post, -1)
            self._wake_soon()

    async def _try(self, poster: Poster, post: Post) -> None:
        """Find or send a post, and note the outcome: done, dropped, put off or failed."""
        try:
            sent = await self._find(poster, post) or await self._send(poster, post)
        except Undeliverable as undeliverable:
            await self._drop(post, undeliverable.trouble, undeliverable.later)
        except NotYet as early:
            await self._store.posts.put_off(post.id, self._now() + early.seconds)
        except Exception as error:  # noqa: BLE001  the post must not be lost
            await self._fail(post, error)
        else:
            self._notify(post, sent.trouble)
            await self._store.posts.done(post, replace(sent, at=self._now()))
            self._attempted.discard(post.id)

    async def _find(self, poster: Poster, post: Post) -> SentMessage | None:
        """Return the message if an earlier run or try, or the answer to a command, has sent it."""
        attempted = post.id in self._attempted or post.sent_by_answer
        return await poster.find(post) if attempted or self._is_inherited(post) else None

    async def _send(self, poster: Poster, post: Post) -> SentMessage:
        self._attempted.add(post.id)
        return await poster.post(post)

    async def _fail(self, post: Post, error: Exception) -> None:
        """Note that a post failed: retry later, or give up after many tries."""
        if post.tries >= _PATIENCE:
            log.error("gave up on post %s after %s tries", post.id, post.tries, exc_info=error)
            await self._drop(post, Trouble.GIVEN_UP)
            return
        wait = min(2**post.tries, _LONGEST_WAIT)
        trace = None if post.tries else error
        log.warning("post %s failed (%s); retrying in %s s", post.id, error, wait, exc_info=trace)
        await self._store.posts.retry(post.id, self._now() + wait)

    async def _drop(self, post: Post, trouble: Trouble, later: Sequence[Post] = ()) -> None:
        """Give up on a post, adding the posts that replace it."""
        if later:
            await self._store.posts.done(post, SentMessage(None, later=later))
        else:
            changes = getattr(post, "changes", None) if post.merges else None
            await self._store.posts.drop(post.id, changes)
        self._attempted.discard(post.id)
        self._notify(post, trouble)

    def _notify(self, post: Post, trouble: Trouble | None) -> None:
        """Notify whoever waits for the post of a match's event, or of a challenge, how it went."""
        key = _key(post)
        if key is None:
            return
        self._outcomes[key] = trouble
        if len(self._outcomes) > _REMEMBERED:
            self._outcomes.popitem(last=False)
        if awaited := self._awaited.pop(key, None):
            awaited.set()

    async def outcome(self, match: int, number: int, patience: float) -> Trouble | None:
        """Return why a match's event couldn't be posted; None if it was, or hasn't been tried."""
        await self._wait_for((match, number), patience)
        return self._outcomes.get((match, number))

    async def is_posted(self, post: int, patience: float) -> bool:
        """Whether the post of a challenge was sent, after waiting so long for it."""
        key = (_CHALLENGES, post)
        await self._wait_for(key, patience)
        return key in self._outcomes and self._outcomes[key] is None

    async def _wait_for(self, key: _Key, patience: float) -> None:
        """Wait until the outcome of a post is known, but only so long."""
        if key not in self._outcomes:
            awaited = self._awaited.setdefault(key, asyncio.Event())
            if len(self._awaited) > _REMEMBERED:
                self._awaited.popitem(last=False)
            with suppress(TimeoutError):
                async with asyncio.timeout(patience):
                    await awaited.wait()


async def finish_tasks(tasks: Collection[asyncio.Task[Any]], seconds: float) -> None:
    """Give tasks some seconds to finish, then cancel them until they end.

    Cancelling once isn't enough: discord.py waits out its rate limits even in a cancelled request.
    """
    late = set(tasks)
    while late:
        _, late = await asyncio.wait(late, timeout=seconds)
        for task in late:
            task.cancel()
        seconds = _CANCEL_AGAIN
    await asyncio.gather(*tasks, return_exceptions=True)
