"""Who plays a match and its server, read with it: each hand-over to the database costs as much."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.model.matches import SEATS
from bot.store.people import read_person
from bot.store.servers import read_guild

if TYPE_CHECKING:
    import sqlite3

    from bot.model.around import Around


def read_around(around: Around, db: sqlite3.Connection, match: sqlite3.Row) -> None:
    """Read what belongs to the row of a match."""
    for seat in SEATS:
        if isinstance(player := match[seat], int):
            around.people[player] = read_person(db, player)
    if isinstance(guild := match["guild"], int):
        around.servers[guild] = read_guild(db, guild)
