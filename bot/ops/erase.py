"""`konakis erase`: erases a person who asked the host to, even while the bot runs.

Invariant: a running bot does this itself, as for a player: it finds the request in the database,
and continues after a restart if it was killed. It's done only once no byte of the person's ID is in
the file and its write-ahead log.
"""

from __future__ import annotations

import asyncio
import re
import time
from contextlib import closing
from enum import Enum, auto
from typing import TYPE_CHECKING

from bot.feature_list import EXTENSIONS
from bot.service import erasure
from bot.service.balance import all_counted
from bot.service.services import Services
from bot.store import rows, sql
from bot.store.connection import beside
from bot.store.errors import StoreError, refusing
from bot.store.personal_data import ERASURES, KEEP_ERASURE, Erasure
from bot.store.store import open_store
from games.core import Side

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from bot.service.limits import Limits

_LEAST, _LARGEST = 2**22, 2**63  # the range of Discord IDs
_PATIENCE = 90  # seconds: three heartbeats of the bot
_READERS_PATIENCE = 60  # seconds in which a reader such as a backup should be done
_LOOK, _LOOK_IN_FILES = 0.2, 1  # seconds
_CHUNK = 1024 * 1024  # bytes of a file in memory
_LONGEST = 200  # characters
_ID = re.compile(r"[0-9]{15,}")


class Erasing(Enum):
    """The outcome: how far an erasure has got."""

    DONE = auto()
    REQUESTED = auto()  # the running bot has yet to do it
    IN_FILES = auto()  # done, but a reader keeps SQLite from overwriting the old data


def erase(database: Path, limits: Limits, player: str, asked_by: str) -> Erasing:
    """Erase the person with this number, and look whether a file still has it."""
    if not player.isascii() or not player.isdecimal() or not _LEAST <= int(player) < _LARGEST:
        raise StoreError(f"{player} is not a Discord user ID.")
    if not database.exists():
        raise StoreError(f"There is no database at {database}.")
    wish = Erasure(int(player), _ID.sub("[id]", asked_by)[:_LONGEST], int(time.time()))
    try:
        asyncio.run(_erase(database, limits, wish))
    except StoreError:  # a running bot has it open
        if not _ask(database, wish):
            return Erasing.REQUESTED
    return Erasing.DONE if _is_gone(database, wish.player) else Erasing.IN_FILES


async def _erase(database: Path, limits: Limits, wish: Erasure) -> None:
    async with open_store(database, EXTENSIONS) as store:
        services = Services(
            *(store, lambda: int(time.time()), lambda: Side.DARK, limits),
            counted=all_counted(),
        )
        await erasure.erase(services, wish.player, wish.asked_by)


def _ask(database: Path, wish: Erasure) -> bool:
    """Ask the running bot to erase a person, and wait a while for that."""
    with refusing(database), closing(beside(database)) as db:
        db.execute(KEEP_ERASURE, rows.row_of(wish))
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            waiting = sql.many(db, ERASURES, {})
            if wish.player not in [row["player"] for row in waiting]:
                return True
            time.sleep(_LOOK)
    return False


def _is_gone(database: Path, player: int) -> bool:
    """Whether the database's files have no byte of a user ID, after a while at the latest."""
    forms, path = _stored_forms(player), database.resolve()
    end = time.monotonic() + _READERS_PATIENCE
    while any(_holds(file, forms) for file in (path, path.with_name(f"{path.name}-wal"))):
        if time.monotonic() >= end:
            return False
        time.sleep(_LOOK_IN_FILES)
    return True


def _holds(file: Path, forms: Collection[bytes]) -> bool:
    """Whether a file has any of these byte strings in it."""
    before = b""
    try:
        with file.open("rb") as stream:
            while chunk := stream.read(_CHUNK):
                text = before + chunk
                if any(form in text for form in forms):
                    return True
                before = text[-max(map(len, forms)) :]
    except FileNotFoundError:  # no program has the database open
        pass
    return False


def _stored_forms(number: int) -> tuple[bytes, bytes, bytes]:
    """Return how SQLite stores a number: as a value, as the key of a row, and in a text."""
    size = next(size for size in (3, 4, 6, 8) if number < 1 << (8 * size - 1))
    longest = number >= 1 << 56  # seven bits a byte, but a ninth byte has eight
    count = 8 if longest else (number.bit_length() - 1) // 7
    rest, last = (number >> 8, number & 0xFF) if longest else (number >> 7, number & 0x7F)
    groups = (rest >> 7 * place & 0x7F for place in reversed(range(count)))
    key = bytes([*(group | 0x80 for group in groups), last])
    return number.to_bytes(size, "big"), key, str(number).encode()
