"""Quiet hours and the daily digest: when a person may be pinged, by the clock where they live.

Law: in quiet hours nothing pings. What would have pinged is posted silently, and the ping follows
when they end; for a person who wants a digest, one message a day tells of all that waits.

>>> from bot.service.model import Person
>>> night = Person(7, zone="Europe/Paris", quiet_from=22, quiet_until=7)
>>> noon = 1_780_000_200  # 28 May 2026, 22:30 in Paris
>>> (quiet_end(night, noon) - noon) / 3600
8.5
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from bot.service.model import Kind, Post

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.service.house import House
    from bot.service.model import Instant, Person, Player, Record
    from games.match import Match

# One for each time that people's clocks show now, or will show half a year from now. At no moment
# do they show more than 25 times, as many as a menu holds.
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
_DAYS = 3  # days ahead in which an hour of the day comes in any case


@cache
def zone_of(name: str) -> tzinfo:
    """The zone of that name; UTC where it is empty, or where this machine does not know it."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # ZoneInfoNotFoundError is a KeyError
        return UTC


def local(person: Person, now: Instant) -> datetime:
    """What the clock shows where they live."""
    return datetime.fromtimestamp(now, zone_of(person.zone))


def quiet_end(person: Person, now: Instant) -> Instant | None:
    """When their quiet hours end, if it is within them now."""
    start, end = person.quiet_from, person.quiet_until
    if start is None or end is None or start == end:
        return None
    hour = local(person, now).hour
    within = start <= hour < end if start < end else hour >= start or hour < end
    return next_hour(person, end, now) if within else None


def next_hour(person: Person, hour: int, now: Instant) -> Instant:
    """When their clock next shows that hour, after now. An hour that is skipped comes at once."""
    today = local(person, now).replace(minute=0, second=0)
    found = (
        int((today + timedelta(days=days)).replace(hour=hour, fold=fold).timestamp())
        for days in range(_DAYS)
        for fold in (0, 1)
    )
    return next(at for at in sorted(found) if at > now)


def ping_at(person: Person, now: Instant) -> Instant:
    """When they may be pinged of one thing: now, or when their quiet hours end."""
    return quiet_end(person, now) or now


def later(house: House, post: Post, persons: Iterable[Person]) -> Sequence[Post]:
    """The later posts that ping those of these persons who may not be pinged now."""
    now = house.now()
    found: list[Post] = []
    for person in persons:
        about = Post(Kind.CALL, post.challenge, post.match, post.number, player=person.id)
        if person.digest is not None and post.kind is not Kind.REMINDER:
            due = ping_at(person, next_hour(person, person.digest, now))
            over = post.kind is Kind.NOTICE and post.match is None  # a challenge waits no longer
            found.append(replace(about, kind=Kind.CALL if over else Kind.DIGEST, due=due))
        elif due := quiet_end(person, now):
            found.append(replace(about, due=due))
    return found


def zones_by_time(now: Instant) -> dict[str, list[str]]:
    """The zones by what their clocks show now, such as 19:30, in the order of the day."""
    found: dict[tuple[timedelta, str], list[str]] = {}
    for name in ZONES:
        there = datetime.fromtimestamp(now, zone_of(name))
        offset = there.utcoffset() or timedelta()
        found.setdefault((offset, f"{there:%H:%M}"), []).append(name)
    return {shown: found[offset, shown] for offset, shown in sorted(found)}


def still_waits(then: Match, newest: Record, player: Player) -> bool:
    """Whether what a player was to hear is still so: their turn, an offer to them, the result."""
    now = newest.match
    if then.verdict or now.verdict:
        return bool(then.verdict)
    if newest.player(now.turn) == player and now.turns == then.turns:
        return True
    return now.offer is not None and now.offer == then.offer
