"""Notifies the bot's host of faults that only they can mend, by a DM to the application's owner.

Invariant: each fault is announced once, until all was well in between, and there is one message a
day at most. A message is committed as a post, with the note of what it announces. Only while the
disk is full is it sent without a commit: later it would be of no use.
"""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from bot.logs import log_event
from bot.model.host import Fault
from bot.model.posts import HostPost
from bot.service.faults import is_disk_full
from bot.store import rows
from games.pace import DAY

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Mapping

    from bot.model.people import Player
    from bot.model.times import Instant
    from bot.store.store import Store

log = logging.getLogger(__name__)

_NOTE = "host"
_TRIES = 36  # the outbox makes so many in a day
# Seconds without a fault after which all is well again; 0 for faults that last as they are seen.
_WELL_AFTER = {Fault.UNREADABLE_ROW: 7 * DAY, Fault.UNREADABLE_EVENT: 7 * DAY}
_DIRECT = 2**31 - 2  # the number of a post that can't be stored


@dataclass(frozen=True, slots=True)
class _Announced:
    """When the last message was sent, and when each fault that was announced was last seen."""

    at: Instant = -DAY
    seen: Mapping[Fault, Instant] = field(default_factory=dict[Fault, "Instant"])

    def text(self) -> str:
        """Return this as a note."""
        return json.dumps(
            {"at": self.at, "seen": {str(f.value): at for f, at in self.seen.items()}}
        )


def _read(note: str | None) -> _Announced:
    """Read a note; one that can't be read says nothing."""
    try:
        stored: dict[str, Any] = json.loads(note or "{}")
        seen = cast("dict[str, int]", stored["seen"])
        return _Announced(
            int(stored["at"]), {Fault(int(value)): int(at) for value, at in seen.items()}
        )
    except (ValueError, TypeError, LookupError, AttributeError):
        return _Announced()


class HostWatch:
    """Looks for faults while the bot runs. `lacks_backup`: whether none was made for a day."""

    def __init__(self, store: Store, now: Callable[[], Instant]) -> None:
        self.lacks_backup: Callable[[], bool] = lambda: False
        self._store = store
        self._now = now
        self._rows = len(rows.reported)
        self._unread = False  # an event came that couldn't be read
        self._announced: _Announced | None = None  # None: not read yet

    def note_unread(self) -> None:
        """Note that an event of Discord couldn't be read."""
        self._unread = True

    async def look(
        self, owner: Player, send_directly: Callable[[HostPost], Awaitable[object]]
    ) -> None:
        """Announce the faults that are new, unless the last message is less than a day old.

        `send_directly`: sends a post that can't be stored, unless it was sent within a day.
        """
        now, faults = self._now(), await self._faults()
        before = self._announced
        if before is None:
            before = _read(await self._store.notes.read(_NOTE))
        seen = {
            fault: now if fault in faults else at
            for fault, at in before.seen.items()
            if fault in faults or 0 <= now - at < _WELL_AFTER.get(fault, 0)
        }
        new = [fault for fault in faults if fault not in seen]
        if new and not 0 <= now - before.at < DAY:
            post = HostPost(owner, sum(fault.value for fault in new), due=now)
            after = _Announced(now, {**seen, **dict.fromkeys(new, now)})
            await self._announce(post, after, send_directly)
            log_event(log, "owner-notified", faults=",".join(map(_name, new)))
        elif seen.keys() != before.seen.keys() or any(
            seen[fault] - at >= DAY for fault, at in before.seen.items()
        ):
            after = _Announced(before.at, seen)
            await self._store.notes.keep(_NOTE, after.text())
        else:
            after = before
        self._announced = after
        if Fault.UNREADABLE_EVENT in after.seen:
            self._unread = False

    async def _faults(self) -> Collection[Fault]:
        """Return the faults there are now."""
        there = {
            Fault.NO_BACKUP: self.lacks_backup(),
            Fault.UNREADABLE_ROW: len(rows.reported) > self._rows,
            Fault.DISK_FULL: self._store.database.is_full,
            Fault.UNSENT_POST: await self._store.posts.is_stuck(_TRIES),
            Fault.UNREADABLE_EVENT: self._unread,
        }
        return [fault for fault, is_there in there.items() if is_there]

    async def _announce(
        self,
        post: HostPost,
        announced: _Announced,
        send_directly: Callable[[HostPost], Awaitable[object]],
    ) -> None:
        try:
            await self._store.notes.keep(_NOTE, announced.text(), post)
        except Exception as error:
            if not is_disk_full(error):
                raise
            await send_directly(HostPost(post.player, post.faults, id=_DIRECT, made=post.due - DAY))


def _name(fault: Fault) -> str:
    """Return a fault's name for the log."""
    return str(fault.name).lower().replace("_", "-")
