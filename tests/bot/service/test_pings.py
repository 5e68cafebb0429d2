"""Quiet hours and digests, by the clock where a person lives: also when summer time begins."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import available_timezones

import pytest

from bot.model.people import Person
from bot.model.posts import (
    BoardPost,
    ChallengeOver,
    Digest,
    LateChallengePing,
    LatePing,
    ReminderPost,
)
from bot.service import pings
from games.core import Side
from games.events import Answered, Moved, Offer, Offered, Resigned
from tests.bot.service.parlour import ANNA, BEN, Parlour
from tests.bot.ui.model import DARK, LIGHT, record
from tests.every import for_every

NIGHT = Person(BEN, zone="Europe/Paris", quiet_from=22, quiet_until=7)
NOON = Person(BEN, zone="Europe/Paris", quiet_from=12, quiet_until=14)
DIGEST = Person(BEN, zone="America/New_York", digest=18)


def at(text: str) -> int:
    """A moment in UTC."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


@for_every(
    ("person", "now", "end"),
    [
        (NIGHT, "2026-01-15 20:59", None),  # 21:59 in Paris
        (NIGHT, "2026-01-15 21:00", "2026-01-16 06:00"),
        (NIGHT, "2026-01-16 00:30", "2026-01-16 06:00"),
        (NIGHT, "2026-01-16 05:59", "2026-01-16 06:00"),
        (NIGHT, "2026-01-16 06:00", None),
        (NIGHT, "2026-07-15 20:00", "2026-07-16 05:00"),  # in summer an hour earlier
        (NIGHT, "2026-03-28 21:30", "2026-03-29 05:00"),  # the night that is an hour shorter
        (NIGHT, "2026-10-24 20:30", "2026-10-25 06:00"),  # the night that is an hour longer
        (NOON, "2026-01-15 11:00", "2026-01-15 13:00"),
        (NOON, "2026-01-15 13:00", None),
        (NOON, "2026-01-15 23:00", None),
        # An hour that is skipped: 2:00 in that night is 3:00.
        (replace(NIGHT, quiet_until=2), "2026-03-29 00:30", "2026-03-29 01:00"),
        # An hour that comes twice: quiet hours end when it comes first.
        (replace(NIGHT, quiet_until=2), "2026-10-24 23:30", "2026-10-25 00:00"),
        # It begins in the hour that comes twice: both are quiet.
        (replace(NIGHT, quiet_from=2, quiet_until=4), "2026-10-25 01:30", "2026-10-25 03:00"),
        (replace(NIGHT, quiet_from=7), "2026-01-15 06:30", None),  # from and until are the same
        (replace(NIGHT, quiet_from=None), "2026-01-15 23:00", None),
        (replace(NIGHT, zone=""), "2026-01-15 21:59", None),  # in UTC
        (replace(NIGHT, zone=""), "2026-01-15 22:00", "2026-01-16 07:00"),
        (replace(NIGHT, zone="Mars/Olympus"), "2026-01-15 22:00", "2026-01-16 07:00"),
        (replace(NIGHT, zone="Asia/Kolkata"), "2026-01-15 16:30", "2026-01-16 01:30"),
    ],
)
def test_nothing_pings_before_the_quiet_hours_end(
    person: Person, now: str, end: str | None
) -> None:
    quiet_end = pings.quiet_end(person, at(now))
    assert quiet_end == (None if end is None else at(end))
    assert pings.ping_at(person, at(now)) == (quiet_end or at(now))
    if quiet_end:
        assert pings.quiet_end(person, quiet_end) is None


@pytest.mark.parametrize(
    ("now", "due"),
    [
        ("2026-01-15 22:59", "2026-01-15 23:00"),  # 18:00 in New York
        ("2026-01-15 23:00", "2026-01-16 23:00"),
        ("2026-03-07 23:30", "2026-03-08 22:00"),  # summer time begins there
        ("2026-10-31 22:30", "2026-11-01 23:00"),  # and ends
    ],
)
def test_a_digest_comes_once_a_day_at_its_hour(now: str, due: str) -> None:
    assert pings.next_hour(DIGEST, 18, at(now)) == at(due)


def test_every_zone_is_known_and_fits_into_a_menu_on_every_day() -> None:
    assert set(pings.ZONES) <= available_timezones()
    assert len(set(pings.ZONES)) == len(pings.ZONES)
    for day in range(366):
        now = at("2026-01-01 12:34") + int(timedelta(days=day).total_seconds())
        zones = pings.zones_by_time(now)
        assert sorted(name for names in zones.values() for name in names) == sorted(pings.ZONES)
        assert 1 < len(zones) <= 25
        assert all(len(names) <= 25 for names in zones.values())


def test_the_zones_stand_by_what_clocks_show_from_west_to_east() -> None:
    zones = pings.zones_by_time(at("2026-01-15 12:00"))
    assert list(zones)[:3] == ["02:00", "03:00", "04:00"]
    assert zones["13:00"] == ["Africa/Lagos", "Europe/Paris"]
    assert zones["17:30"] == ["Asia/Kolkata"]


async def test_what_may_not_ping_is_told_later_or_once_a_day(parlour: Parlour) -> None:
    parlour.time = at("2026-01-15 23:30")
    post = BoardPost(3, 5, id=9)
    people = [Person(ANNA), NIGHT, replace(DIGEST, id=103)]
    call, digest = pings.late_pings(parlour.services, post, people)
    assert call == LatePing(3, 5, BEN, due=at("2026-01-16 06:00"))
    assert digest == Digest(3, 5, 103, due=at("2026-01-16 23:00"))
    assert (call.lane, digest.lane) == (f"late ping {BEN}", "digest 103")
    (late,) = pings.late_pings(parlour.services, ReminderPost(3, 0, 101), people)
    assert (type(late), late.player) == (LatePing, BEN)  # a reminder waits for no digest
    *_, over = pings.late_pings(parlour.services, ChallengeOver(7), people)
    # No digest lists a challenge that was declined.
    assert over == LateChallengePing(7, 103, due=at("2026-01-16 23:00"))


def test_what_waited_is_told_while_it_is_still_so() -> None:
    begun = record("bga", "e2-d2")  # Light is to move
    then = begun.match
    assert pings.still_waits(then, begun, LIGHT)
    assert not pings.still_waits(then, begun, DARK)
    moved = replace(begun, match=then.after(Moved(Side.LIGHT, 4000, ("e3", "d3"))))
    assert not pings.still_waits(then, moved, LIGHT)
    over = replace(begun, match=then.after(Resigned(Side.LIGHT, 4000)))
    assert not pings.still_waits(then, over, LIGHT)
    assert pings.still_waits(over.match, over, LIGHT)


def test_an_offer_is_told_of_while_it_stands_itself() -> None:
    offers = record("bga", "e2-d2")
    then = offers.match.after(Offered(Side.LIGHT, 4000, Offer.AGREE))  # to Dark, not on turn
    assert pings.still_waits(then, replace(offers, match=then), DARK)
    declined = then.after(Answered(Side.DARK, 5000, accepted=False))
    assert not pings.still_waits(then, replace(offers, match=declined), DARK)
    answered = declined.after(Moved(Side.LIGHT, 6000, ("e3", "d3")))
    again = answered.after(Offered(Side.DARK, 7000, Offer.AGREE))
    assert not pings.still_waits(then, replace(offers, match=again), DARK)
