"""Finished matches: the contract of both stores."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.model.challenges import Standing
from bot.model.matches import Outcome, Past, Search, Tally
from bot.model.people import FORMER
from bot.store.changes import Change
from games.catalogue import game
from games.core import Reason, Side
from games.events import Answered, Created, Flagged, Moved, Offer, Offered, Resigned, Stopped
from games.match import begin
from tests.bot.store.model import (
    ANNA,
    BEN,
    CARL,
    begun,
    challenge,
    challenged,
    following,
    moved,
    read_challenge,
    record,
)

if TYPE_CHECKING:
    from bot.store.store import Store
    from games.events import Event

D, L = Side.DARK, Side.LIGHT
START = "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/9/3ttt3 l 0"


def resigned(by: Side, at: int) -> tuple[Event, ...]:
    return (Resigned(by, at),)


def agreed(at: int) -> tuple[Event, ...]:
    return (Offered(D, at, Offer.AGREE), Answered(L, at, accepted=True))


async def ended(
    store: Store, dark: int, light: int, *events: Event, rules: str = "larochelle"
) -> int:
    """A match of theirs, over by these events after four moves; its number."""
    lot = D if game(rules).data["first"] is None else None
    match = begin(Created(1000, game(rules).data, lot))
    for number in range(4):
        match = match.after(Moved(match.turn, 1001 + number, match.game.moves(match.position)[0]))
    known = await begun(store, replace(record(dark, light), match=match))
    await store.commit(following(known, *events))
    return known.id


@pytest.fixture
async def shelf(store: Store) -> Store:
    """Six of Anna's that are over, one that is not, one that is not hers."""
    await ended(store, ANNA, BEN, *resigned(L, 2001))  # 1: won with dark
    await ended(store, BEN, ANNA, *resigned(L, 2006), rules="larochelle+king-four")  # 2: lost
    await ended(store, ANNA, CARL, *agreed(2003), rules="ludens")  # 3: drawn
    await ended(store, CARL, ANNA, Stopped(2004))  # 4: no result
    await ended(store, BEN, ANNA, *resigned(D, 2005), rules="ludens")  # 5: won with light
    await ended(store, ANNA, FORMER, *resigned(L, 2006))  # 6: won
    await begun(store, record(ANNA, BEN))
    await ended(store, BEN, CARL, *resigned(L, 2007))
    return store


async def finished(store: Store, search: Search) -> list[int]:
    return [listing.id for listing in await store.matches.finished(search, 0, 99)]


async def test_a_line_says_who_which_rules_and_how_it_ended(store: Store) -> None:
    known = await begun(store)
    await store.commit(following(known, moved(known, 2000), Resigned(L, 3000)))
    (line,) = await store.matches.finished(Search(ANNA), 0, 9)
    assert line == Past(known.id, BEN, ANNA, "larochelle", 1, 3000, D, Reason.RESIGNED)
    assert (line.played_side(ANNA), line.outcome(ANNA)) == (L, Outcome.LOST)
    assert (line.played_side(BEN), line.outcome(BEN)) == (D, Outcome.WON)


async def test_a_match_from_a_position_is_marked_and_counted_by_itself(store: Store) -> None:
    terms = replace(challenge().terms, start=START)
    asked = await challenged(store, replace(challenge(), terms=terms))
    placed = begin(Created(1000, game("larochelle").data, start=START))
    known = await begun(store, replace(record(), match=placed, challenge=asked.id))
    await store.commit(following(known, Resigned(L, 3000)))
    usual = await ended(store, BEN, ANNA, Resigned(L, 3001))
    lines = await store.matches.finished(Search(ANNA), 0, 9)
    assert [(line.id, line.placed) for line in lines] == [(usual, False), (known.id, True)]
    tally = await store.matches.tally(Search(ANNA))
    assert (tally.of(), tally.of(Outcome.LOST), tally.of(Outcome.LOST, L)) == (1, 1, 1)
    assert (tally.listed(), tally.listed(Outcome.LOST), tally.listed(Outcome.WON)) == (2, 2, 0)


@pytest.mark.parametrize(
    ("events", "outcome", "counted"),
    [
        ((Resigned(L, 2001),), Outcome.WON, 0),
        ((Flagged(2001, D),), Outcome.LOST, 0),  # as a log of before has it
        (agreed(2001), Outcome.DRAWN, 0),
        ((Flagged(2001, D, void=True),), Outcome.VOID, 1),
        ((Stopped(2001),), Outcome.VOID, 1),
    ],
)
async def test_a_match_that_had_not_begun_is_listed_and_not_counted(
    store: Store, events: tuple[Event, ...], outcome: Outcome, counted: int
) -> None:
    """A game without a result is counted as that, never as a draw."""
    known = await begun(store, record(ANNA, BEN))
    await store.commit(following(known, *events))
    (line,) = await store.matches.finished(Search(ANNA), 0, 9)
    assert line.outcome(ANNA) is outcome
    assert await finished(store, Search(ANNA, outcome=outcome)) == [known.id]
    tally = await store.matches.tally(Search(ANNA))
    assert (tally.of(), tally.of(outcome), tally.listed(outcome)) == (counted, counted, 1)


async def test_a_line_says_which_of_two_games_it_is(store: Store) -> None:
    one = await begun(store, replace(record(), games=2))
    await store.commit(following(one, Resigned(L, 3000)))
    two = await begun(store, replace(record(ANNA, BEN), games=2, first=one.id))
    await store.commit(following(two, Resigned(L, 3001)))
    lines = await store.matches.finished(Search(ANNA), 0, 9)
    assert [(line.id, line.games, line.first) for line in lines] == [
        (two.id, 2, one.id),
        (one.id, 2, None),
    ]


async def test_the_newest_comes_first_of_two_at_once_the_later_one(shelf: Store) -> None:
    assert await finished(shelf, Search(ANNA)) == [6, 2, 5, 4, 3, 1]
    assert await finished(shelf, Search(CARL)) == [8, 4, 3]


@pytest.mark.parametrize(
    ("search", "numbers"),
    [
        (Search(ANNA, opponent=BEN), [2, 5, 1]),
        (Search(ANNA, opponent=FORMER), [6]),
        (Search(ANNA, rules="larochelle"), [6, 2, 4, 1]),
        (Search(ANNA, rules="larochelle+king-four"), [2]),
        (Search(ANNA, rules="ludens"), [5, 3]),
        (Search(ANNA, outcome=Outcome.WON), [6, 5, 1]),
        (Search(ANNA, outcome=Outcome.DRAWN), [3]),
        (Search(ANNA, outcome=Outcome.LOST), [2]),
        (Search(ANNA, outcome=Outcome.VOID), [4]),
        (Search(ANNA, BEN, "larochelle", Outcome.WON), [1]),
        (Search(ANNA, opponent=ANNA), []),
    ],
)
async def test_a_search(shelf: Store, search: Search, numbers: list[int]) -> None:
    assert await finished(shelf, search) == numbers
    assert (await shelf.matches.tally(search)).of(search.outcome) == len(numbers)


@pytest.mark.parametrize("event", [Stopped(2004), Flagged(2004, D, void=True)])
async def test_a_game_without_a_result_is_no_draw(store: Store, event: Event) -> None:
    """As its line says, so say the search and the tally."""
    number = await ended(store, ANNA, BEN, event)
    (line,) = await store.matches.finished(Search(ANNA), 0, 9)
    assert line.outcome(ANNA) is Outcome.VOID
    assert await finished(store, Search(ANNA, outcome=Outcome.VOID)) == [number]
    assert await finished(store, Search(ANNA, outcome=Outcome.DRAWN)) == []
    tally = await store.matches.tally(Search(ANNA))
    assert (tally.of(Outcome.VOID), tally.of(Outcome.DRAWN)) == (1, 0)


async def test_page_by_page(shelf: Store) -> None:
    pages = [await shelf.matches.finished(Search(ANNA), skip, 4) for skip in (0, 4, 8)]
    assert [[listing.id for listing in page] for page in pages] == [[6, 2, 5, 4], [3, 1], []]


async def test_the_tally_is_by_side_and_ignores_the_outcome_searched_for(shelf: Store) -> None:
    tally = await shelf.matches.tally(Search(ANNA, opponent=BEN, outcome=Outcome.LOST))
    assert [tally.of(how) for how in Outcome] == [2, 0, 1, 0]
    assert (tally.of(Outcome.WON, D), tally.of(Outcome.WON, L)) == (1, 1)
    assert (tally.of(side=D), tally.of(side=L), tally.of()) == (1, 2, 3)
    assert (await shelf.matches.tally(Search(7777))).of() == Tally().of() == 0


async def test_drafts_are_their_makers_alone_until_they_are_opened(store: Store) -> None:
    first = await challenged(store, replace(challenge(), standing=Standing.DRAFT))
    second = await challenged(store, replace(challenge(), standing=Standing.DRAFT))
    await challenged(store)
    assert list(await store.challenges.drafts_of(ANNA)) == [first, second]
    assert list(await store.challenges.drafts_of(BEN)) == []
    opened = replace(first, standing=Standing.OPEN, version=1)
    await store.commit(Change(challenge=opened))
    assert await read_challenge(store, first.id) == opened
    assert list(await store.challenges.drafts_of(ANNA)) == [second]
