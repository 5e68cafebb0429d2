"""The entries of a tournament: new ones, seeded ones, and replacements for unreadable ones."""

from __future__ import annotations

import hashlib
import math
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.features.tournaments.model import Entry
from bot.model.people import FORMER

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.features.tournaments.model import Pairing, Tournament
    from bot.model.people import Player
    from bot.model.times import Instant


def new_entry(
    tournament: Tournament, known: Sequence[Entry], player: Player, now: Instant
) -> Entry:
    """Return the entry of a player who joins for the first time."""
    seat = max((entry.seat for entry in known), default=0) + 1
    return Entry(tournament=tournament.id, seat=seat, player=player, joined=now)


def seeded(entries: Sequence[Entry], ratings: Mapping[Player, float]) -> tuple[Entry, ...]:
    """Return the entries with seeds: rated players by rating, then the others at random."""

    def order(entry: Entry) -> tuple[float, bytes]:
        return -ratings.get(entry.player, -math.inf), _lot(entry)

    ranked = sorted(entries, key=order)
    return tuple(replace(entry, seed=seed) for seed, entry in enumerate(ranked, 1))


def _lot(entry: Entry) -> bytes:
    """Return a random text that is always the same for this seat of this tournament."""
    return hashlib.sha256(f"{entry.tournament} {entry.seat}".encode()).digest()


def completed(
    tournament: int, entries: Sequence[Entry], pairings: Sequence[Pairing]
) -> tuple[Entry, ...]:
    """Return the entries, with a former player for each unreadable one, so that places stay."""
    pools = {seat: pairing.pool for pairing in pairings for seat in pairing.seats}
    lost = sorted(pools.keys() - {entry.seat for entry in entries})
    seeds = {entry.seed for entry in entries if entry.seed}
    gaps = sorted({*range(1, max(seeds, default=0) + 1)} - seeds)
    first = max(seeds, default=0) + 1  # replacements for the last seeds
    places = [*gaps, *range(first, first + len(lost) - len(gaps))]
    seats = [*lost, *(-seed for seed in gaps[len(lost) :])]  # not yet in any pairing
    restored = (
        Entry(
            tournament=tournament,
            seat=seat,
            player=FORMER,
            joined=0,
            seed=seed,
            left=0,
            pool=pools.get(seat, 0),
        )
        for seat, seed in zip(seats, places, strict=True)
    )
    return (*entries, *restored)
