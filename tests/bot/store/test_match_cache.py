"""Matches that are kept folded: as many as agreed, and never an older one in place of a newer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.store import match_cache
from bot.store.match_cache import MatchCache
from bot.store.store import open_store
from games.events import Offer, Offered, Withdrawn
from tests.bot.store.model import begun, following, moved, record

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import pytest

    from games.events import Event
    from games.match import Match


def long(events: int) -> Match:
    """A match of so many events."""
    match = record().match
    for at in range(1, events):
        event = Offered if at % 2 else Withdrawn
        arguments = (Offer.AGREE,) if at % 2 else ()
        match = match.after(event(match.turn, at, *arguments))
    return match


def test_the_longest_unused_is_forgotten_first() -> None:
    folded = MatchCache(most=4 * (10 + 8))
    for number in (1, 2, 3, 4):
        folded.keep(number, long(10))
    assert folded.find(1)
    folded.keep(5, long(10))
    assert [number for number in (1, 2, 3, 4, 5) if folded.find(number)] == [1, 3, 4, 5]


def test_a_match_grows_in_its_place() -> None:
    folded = MatchCache(most=3 * (10 + 8) + 2 * (5 + 8))
    for number, events in ((1, 10), (2, 5), (3, 10), (4, 10), (5, 3)):
        folded.keep(number, long(events))
    folded.keep(2, long(7))
    assert folded.find(1)
    assert folded.find(3)
    assert folded.find(4)
    folded.keep(2, long(8))
    assert [number for number in (1, 2, 3, 4, 5) if folded.find(number)] == [1, 2, 3, 4]


def test_one_that_would_take_the_room_of_many_is_not_kept() -> None:
    folded = MatchCache(most=4 * (10 + 8))
    for number in (1, 2, 3, 4):
        folded.keep(number, long(10))
    folded.keep(5, long(11))
    folded.keep(5, long(100))
    folded.keep(4, long(100))
    assert [number for number in (1, 2, 3, 4, 5) if folded.find(number)] == [1, 2, 3, 4]


def test_an_older_one_does_not_replace_a_newer_one() -> None:
    folded = MatchCache(most=100)
    folded.keep(1, long(5))
    folded.keep(1, long(3))
    found = folded.find(1)
    assert found
    assert len(found.log) == 5


async def test_a_move_does_not_fold_the_match_anew(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refold(log: Sequence[Event]) -> Match:
        raise AssertionError(log)

    async with open_store(path) as store:
        known = await begun(store)
        monkeypatch.setattr(match_cache, "fold", refold)
        for _ in range(4):
            await store.commit(following(known, moved(known)))
            found = await store.record(known.id)
            assert found
            assert len(found.match.log) == len(known.match.log) + 1
            known = found
