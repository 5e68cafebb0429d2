"""Before a newer version brings the database up to date, it is backed up as it was.

Law: without that backup it is not brought up to date, unless the host wants no backups.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from bot.ops.backup import back_up
from bot.ops.rotation import name
from bot.store.copying import is_older
from bot.store.errors import StoreError, refusing

if TYPE_CHECKING:
    from pathlib import Path

    from bot.service.model import Instant

log = logging.getLogger(__name__)


def keep_older(database: Path, folder: Path | None, now: Instant) -> None:
    """Make today's backup of a database of an older format, or make it anew."""
    if folder is None or not is_older(database):
        return
    made = folder / name(database.stem, datetime.fromtimestamp(now, UTC).date())
    try:
        with refusing(folder):
            folder.mkdir(parents=True, exist_ok=True)
        back_up(database, made, replace=True)
    except StoreError as error:
        raise StoreError(
            f"{error} Without a backup the database is not brought up to date; "
            "KONAKIS_BACKUPS=off does it all the same."
        ) from error
    log.info("backed up as %s, before the database is brought up to date", made)
