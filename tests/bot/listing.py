"""A match as the lists of the store have it, worked out from the match itself."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

from bot.model.matches import Listing, Snapshot

if TYPE_CHECKING:
    from bot.model.matches import Record


def listing_of(record: Record) -> Listing:
    """A match as a line of a list."""
    snapshot = Snapshot.of(record.match)
    return Listing(
        id=record.id,
        place=record.place,
        dark=record.dark,
        light=record.light,
        message=record.message,
        clock=record.clock,
        level=record.level,
        away_days=record.pace.away_days,
        dark_partner=record.dark_partner,
        light_partner=record.light_partner,
        **{column.name: getattr(snapshot, column.name) for column in fields(Snapshot)},
    )
