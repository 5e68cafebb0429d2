"""Rows <-> values: challenges, matches, events, posts. A row has its table's columns by name."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from bot.service.model import (
    Challenge,
    Filed,
    Kind,
    Listing,
    Place,
    Post,
    Record,
    Standing,
    Terms,
)
from games.core import Side
from games.events import from_data, to_data
from games.pace import Clock, Pace

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping

    from games.events import Event
    from games.match import Match

    Row = sqlite3.Row
    Values = Mapping[str, Any]

_COLUMNS = ("kind", "by", "at")  # of an event, beside the JSON


def challenge_row(challenge: Challenge) -> Values:
    """Every column of a challenge."""
    terms = challenge.terms
    return {
        "id": challenge.id,
        "version": challenge.version,
        **_place_row(challenge.place),
        "by": challenge.by,
        "opponent": challenge.opponent,
        "rules": terms.rules,
        "side": terms.side,
        **asdict(terms.pace),
        "thread": terms.thread,
        "games": terms.games,
        "start": terms.start,
        "made": challenge.made,
        "until": challenge.until,
        "standing": challenge.standing,
        "message": challenge.message,
        "match": challenge.match,
        "rematch_of": challenge.rematch_of,
    }


def challenge(row: Row) -> Challenge:
    """The challenge of a row."""
    return Challenge(
        id=row["id"],
        place=_place(row),
        by=row["by"],
        opponent=row["opponent"],
        terms=Terms(
            rules=row["rules"],
            side=_side(row["side"]),
            pace=_pace(row),
            thread=bool(row["thread"]),
            games=row["games"],
            start=row["start"],
        ),
        made=row["made"],
        until=row["until"],
        standing=Standing(row["standing"]),
        version=row["version"],
        message=row["message"],
        match=row["match"],
        rematch_of=row["rematch_of"],
    )


def record_row(record: Record) -> Values:
    """Every column of a match."""
    return {
        "id": record.id,
        **_place_row(record.place),
        "dark": record.dark,
        "light": record.light,
        "challenge": record.challenge,
        **asdict(record.pace),
        "thread": record.thread,
        "message": record.message,
        "games": record.games,
        "first": record.first,
        **snapshot(record.match),
        **time_row(record),
    }


def time_row(record: Record) -> Values:
    """What a match's row knows of time."""
    clock = record.clock
    return {
        "clock_since": clock and clock.since,
        "clock_total": clock and clock.total,
        "clock_reserve": clock and clock.reserve,
        "due": record.due,
        "reminded": record.reminded,
    }


def snapshot(match: Match) -> Values:
    """What a match's row repeats of its events, for listings."""
    return {
        "version": len(match.log),
        "rules": match.game.name,
        "turn": match.turn,
        "plies": len(match.plies),
        "offer_by": match.offer and match.offer.by,
        "since": match.log[-1].at,
        "shelved": match.shelved,
        "winner": match.verdict and match.verdict.winner,
        "reason": match.verdict and match.verdict.reason,
    }


def record(row: Row, match: Match, earlier: Match | None = None) -> Record:
    """The record of a match's row and its fold, and the first game's if there was one."""
    return Record(
        id=row["id"],
        place=_place(row),
        dark=row["dark"],
        light=row["light"],
        match=match,
        pace=_pace(row),
        challenge=row["challenge"],
        thread=bool(row["thread"]),
        message=row["message"],
        games=row["games"],
        first=row["first"],
        earlier=earlier,
        clock=_clock(row),
        due=row["due"],
        reminded=bool(row["reminded"]),
    )


def listing(row: Row) -> Listing:
    """The line of a match in a list."""
    return Listing(
        id=row["id"],
        place=_place(row),
        dark=row["dark"],
        light=row["light"],
        rules=row["rules"],
        turn=Side(row["turn"]),
        plies=row["plies"],
        offer_by=_side(row["offer_by"]),
        since=row["since"],
        message=row["message"],
        shelved=bool(row["shelved"]),
        clock=_clock(row),
    )


def filed(row: Row) -> Filed:
    """The match of a row, without its log."""
    return Filed(
        id=row["id"],
        place=_place(row),
        dark=row["dark"],
        light=row["light"],
        pace=_pace(row),
        challenge=row["challenge"],
        games=row["games"],
        first=row["first"],
        winner=_side(row["winner"]),
        reason=row["reason"],
    )


def event_row(match: int, number: int, event: Event) -> Values:
    """Every column of an event."""
    data = to_data(event)
    columns = {name: data.pop(name, None) for name in _COLUMNS}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return {"match": match, "number": number, "data": text, **columns}


def event(row: Row) -> Event:
    """The event of a row; Unreadable where it is none."""
    columns = {name: row[name] for name in _COLUMNS if row[name] is not None}
    return from_data(columns | json.loads(row["data"]))


def post_row(post: Post) -> Values:
    """Every column of a post."""
    return {
        "lane": post.lane,
        "kind": post.kind,
        "challenge": post.challenge,
        "match": post.match,
        "number": post.number,
        "message": post.message,
        "due": post.due,
        "tries": post.tries,
    }


def post(row: Row) -> Post:
    """The post of a row."""
    return Post(
        kind=Kind(row["kind"]),
        challenge=row["challenge"],
        match=row["match"],
        number=row["number"],
        message=row["message"],
        due=row["due"],
        id=row["id"],
        tries=row["tries"],
    )


def _place_row(place: Place) -> Values:
    return asdict(place)


def _place(row: Row) -> Place:
    return Place(row["guild"], row["channel"], remote=bool(row["remote"]))


def _pace(row: Row) -> Pace:
    return Pace(row["days"], row["reserve"], weekends=bool(row["weekends"]))


def _clock(row: Row) -> Clock | None:
    if row["clock_since"] is None:
        return None
    return Clock(
        side=Side(row["turn"]),
        since=row["clock_since"],
        total=row["clock_total"],
        reserve=row["clock_reserve"],
        rests=(),
        weekends=bool(row["weekends"]),
    )


def _side(text: str | None) -> Side | None:
    return text if text is None else Side(text)
