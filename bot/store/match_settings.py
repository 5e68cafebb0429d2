"""Reads a match's settings together with the match: a second trip to the database costs as much."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.model.match_settings import MatchSettings
from bot.model.matches import SEATS
from bot.store.people import read_person
from bot.store.servers import read_guild

if TYPE_CHECKING:
    import sqlite3


def read_match_settings(db: sqlite3.Connection, match: sqlite3.Row) -> MatchSettings:
    """Read the settings that go with a match's row, as part of a job."""
    players = [player for seat in SEATS if isinstance(player := match[seat], int)]
    guild = match["guild"]
    return MatchSettings(
        {player: read_person(db, player) for player in players},
        read_guild(db, guild) if isinstance(guild, int) else None,
    )
