"""Quiet hours and the daily digest: when a person can be pinged, by their local time.

Invariant: in quiet hours nothing pings. Messages are posted silently then, and the ping follows
when the quiet hours end; a person who wants a digest gets one message a day about everything that
waits.

>>> from bot.model.people import Person
>>> night = Person(7, zone="Europe/Paris", quiet_from=22, quiet_until=7)
>>> noon = 1_780_000_200  # 28 May 2026, 22:30 in Paris
>>> (quiet_end(night, noon) - noon) / 3600
8.5
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from bot.model.posts import (
    AboutEvent,
    ChallengeDigest,
    ChallengeOver,
    Digest,
    LateChallengePing,
    LatePing,
    NudgePost,
    ReminderPost,
)
from games.pace import DAY, HOUR

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.model.matches import Record
    from bot.model.people import Person, Player
    from bot.model.posts import AboutChallenge, LaterPing
    from bot.model.times import Instant
    from bot.service.services import Services
    from games.match import Match

# One zone for each time that people's clocks show now or half a year from now. At any moment they
# show at most 25 times, which is the limit of a menu.
ZONES = (
    *("Pacific/Honolulu", "America/Anchorage", "America/Los_Angeles", "America/Phoenix"),
    *("America/Denver", "America/Mexico_City", "America/Chicago", "America/Bogota"),
    *("America/New_York", "America/Caracas", "America/Halifax", "America/Santiago"),
    *("America/St_Johns", "America/Sao_Paulo", "Atlantic/Azores", "Africa/Abidjan"),
    *("Europe/London", "Africa/Lagos", "Europe/Paris", "Africa/Johannesburg", "Europe/Athens"),
    *("Africa/Nairobi", "Europe/Moscow", "Asia/Tehran", "Asia/Dubai", "Asia/Karachi"),
    *("Asia/Kolkata", "Asia/Dhaka", "Asia/Jakarta", "Asia/Kuala_Lumpur", "Asia/Tokyo"),
    *("Australia/Brisbane", "Australia/Sydney", "Pacific/Auckland"),
)
_STILL_WAITS = 3 * DAY  # seconds from a digest to the next one without news
_DAYS = 3  # days in which every hour of the day comes at least once


@cache
def zone_of(name: str) -> tzinfo:
    """Return the zone of a name; UTC if it is empty or unknown to this machine."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # ZoneInfoNotFoundError is a KeyError
        return UTC


def local(person: Person, now: Instant) -> datetime:
    """Return a person's local time."""
    return datetime.fromtimestamp(now, zone_of(person.zone))


def quiet_end(person: Person, now: Instant) -> Instant | None:
    """Return the end of a person's quiet hours if they are in progress; otherwise None."""
    start, end = person.quiet_from, person.quiet_until
    if start is None or end is None or start == end:
        return None
    hour = local(person, now).hour
    within = start <= hour < end if start < end else hour >= start or hour < end
    return next_hour(person, end, now) if within else None


def next_hour(person: Person, hour: int, now: Instant) -> Instant:
    """Return when an hour next comes for a person; an hour that the clocks skip comes at once."""
    today = local(person, now).replace(minute=0, second=0)
    times = (
        int((today + timedelta(days=days)).replace(hour=hour, fold=fold).timestamp())
        for days in range(_DAYS)
        for fold in (0, 1)
    )
    return next(at for at in sorted(times) if at > now)


def ping_at(person: Person, now: Instant) -> Instant:
    """Return when a person can be pinged: now, or when their quiet hours end."""
    return quiet_end(person, now) or now


def late_pings(
    services: Services, post: AboutEvent | AboutChallenge, persons: Iterable[Person]
) -> Sequence[LaterPing]:
    """Return the posts that ping people about a post later, for those who can't be pinged now."""
    posts = (_late_ping(post, person, services.now()) for person in persons)
    return [late for late in posts if late]


def _late_ping(post: AboutEvent | AboutChallenge, person: Person, now: Instant) -> LaterPing | None:
    """Return the post that pings a person later: with their digest or after quiet hours."""
    if person.digest is not None and not isinstance(post, ReminderPost):
        due = ping_at(person, next_hour(person, person.digest, now))
        # A challenge that is over waits for nothing, so it is in no digest.
        return ping_for(post, person.id, due, in_digest=not isinstance(post, ChallengeOver))
    if due := quiet_end(person, now):
        return ping_for(post, person.id, due)
    return None


def still_waits_at(person: Person, said: Instant) -> Instant | None:
    """Return when a digest's contents are repeated to a person with digests."""
    if person.digest is None:
        return None
    return ping_at(person, next_hour(person, person.digest, said + _STILL_WAITS - HOUR))


def ping_for(
    post: AboutEvent | AboutChallenge, player: Player, due: Instant, *, in_digest: bool = False
) -> LaterPing:
    """Return the post that pings a player later about another post's subject."""
    if isinstance(post, AboutEvent):
        if in_digest:
            return Digest(post.match, post.events, player, due=due)
        nudge = 1 + post.asked if isinstance(post, NudgePost) else 0
        return LatePing(post.match, post.events, player, nudge, due=due)
    kind = ChallengeDigest if in_digest else LateChallengePing
    return kind(post.challenge, player, due=due)


def zones_by_time(now: Instant) -> dict[str, list[str]]:
    """Return the zones by their present time, such as 19:30, in the order of the day."""
    zones: dict[tuple[timedelta, str], list[str]] = {}
    for name in ZONES:
        there = datetime.fromtimestamp(now, zone_of(name))
        offset = there.utcoffset() or timedelta()
        zones.setdefault((offset, f"{there:%H:%M}"), []).append(name)
    return {shown: zones[offset, shown] for offset, shown in sorted(zones)}


def still_waits(then: Match, newest: Record, player: Player) -> bool:
    """Whether a late ping is still needed: the same turn, the same offer, or a result."""
    now = newest.match
    if then.verdict or now.verdict:
        return bool(then.verdict)
    if newest.player(now.turn) == player and now.turns == then.turns:
        return True
    return now.offer is not None and now.offer == then.offer
