"""The cache of folded matches: the latest used, never an older one, within its bound."""

from __future__ import annotations

from bot.store.folded import FoldedMatches
from games import catalogue
from games.core import Side
from games.events import Created, Offer, Offered, Withdrawn
from games.match import Match, fold


def match(events: int) -> Match:
    """A match of so many events: a draw offered and taken back."""
    begun = fold([Created(0, catalogue.game("bga").data)])
    offers = (Offered(Side.DARK, 1, Offer.AGREE), Withdrawn(Side.DARK, 1))
    return begun.after(*(offers[number % 2] for number in range(events - 1)))


def kept(cache: FoldedMatches, numbers: range) -> list[int]:
    return [number for number in numbers if cache.find(number)]


def test_the_latest_used_stay_and_each_weighs_eight_events_more_than_it_has() -> None:
    cache, short = FoldedMatches(90), match(1)  # room for ten
    for number in range(10):
        cache.keep(number, short)
    assert kept(cache, range(10)) == [*range(10)]
    cache.find(0)
    cache.keep(10, short)
    assert kept(cache, range(11)) == [0, *range(2, 11)]


def test_one_that_would_take_the_room_of_many_is_not_kept() -> None:
    cache = FoldedMatches(80)
    cache.keep(1, match(12))
    cache.keep(2, match(13))  # more than a quarter
    assert kept(cache, range(3)) == [1]


def test_a_match_that_has_gone_on_takes_the_place_of_what_it_was() -> None:
    cache, older, newer = FoldedMatches(90), match(1), match(4)
    cache.keep(1, older)
    cache.keep(1, newer)
    cache.keep(1, older)
    assert cache.find(1) is newer
    for number in range(2, 10):
        cache.keep(number, older)
    assert kept(cache, range(11)) == [*range(1, 10)]  # 12 and 8 times 9: within the bound
    cache.keep(10, older)
    assert kept(cache, range(11)) == [*range(2, 11)]
