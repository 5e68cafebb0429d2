"""Ends of seasons: titles, one post, each server once; who is erased or not listed."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from bot.features.ratings.cases import end_seasons
from bot.features.ratings.model import Family
from bot.features.ratings.standings import SeasonPost, Table, Title
from bot.features.ratings.standings_tables import StandingTables
from bot.model.seasons import season_of, starts
from bot.model.servers import Place, Server
from bot.service.play import resign
from bot.store.check import check
from bot.store.store import open_store
from games.pace import DAY
from tests.bot.features.ratings.test_tables import ANNA, BEN, CARL, HERE, Club
from tests.bot.store.extensions import EXTENSIONS
from tests.bot.store.model import keep_guild, keep_person

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from bot.store.store import Store

MARCH = int(datetime(2030, 3, 31, 23, tzinfo=UTC).timestamp())
APRIL = int(datetime(2030, 4, 1, tzinfo=UTC).timestamp())
SPRING = 2030 * 4  # its first three months
SERVER, NEWS = HERE.guild or 0, 4700  # where they are told, which is not where they play


async def titles_of_spring(club: Club) -> Sequence[Title]:
    """By family and place."""
    asked = "SELECT * FROM title WHERE guild = :guild AND season = :season"
    titles = await club.store.database.many(Title, asked, guild=SERVER, season=SPRING)
    return sorted(titles, key=lambda title: ([*Family].index(title.family), title.place))


@pytest.fixture
async def club(store: Store) -> Club:
    """A server with seasons: Ben won three times in March, and Anna lost as often."""
    club = Club(store)
    await keep_guild(store, Server(SERVER, news=NEWS))
    club.time = MARCH
    await end_seasons(club.services)
    for loser in (201, 202, ANNA):
        await club.won(BEN, loser)
    for winner in (203, CARL):
        await club.won(winner, ANNA)
    return club


async def told(club: Club) -> list[SeasonPost]:
    """The posts about seasons, once all else is posted."""
    while others := [
        post
        for post in await club.store.posts.due(club.time + 10**6, 99)
        if not isinstance(post, SeasonPost)
    ]:
        for post in others:
            await club.store.posts.drop(post.id)
    due = await club.store.posts.due(club.time, 99)
    return [post for post in due if isinstance(post, SeasonPost)]


async def test_seasons_go_on_where_the_newest_one_cannot_be_read(club: Club) -> None:
    await club.store.notes.keep("season", "x")
    await end_seasons(club.services)
    club.time = APRIL
    await end_seasons(club.services)
    assert await titles_of_spring(club)


async def test_when_it_is_over_there_are_titles_and_one_post(club: Club) -> None:
    await end_seasons(club.services)
    assert await told(club) == []
    club.time = APRIL
    await end_seasons(club.services)
    titles = await titles_of_spring(club)
    assert [(title.family, title.place, title.player, title.games) for title in titles] == [
        (Family.TABLUT, 1, BEN, 3),
        (Family.TABLUT, 2, ANNA, 3),
    ]
    assert titles[0].rating == (await club.rating(BEN)).strength.rating
    assert await StandingTables(club.store.database).titles_of(ANNA) == [titles[1]]
    (post,) = await told(club)
    assert post == SeasonPost(SPRING, id=post.id)
    assert (post.place, post.lane) == (Place(SERVER, NEWS), f"season {SERVER}")
    await end_seasons(club.services)
    assert not await StandingTables(club.store.database).end_season(SERVER, SPRING)
    assert await told(club) == [post]


async def test_three_friends_have_titles_too_and_are_told(store: Store) -> None:
    friends = Club(store)
    await keep_guild(store, Server(SERVER, news=NEWS))
    friends.time = MARCH
    await end_seasons(friends.services)
    for winner, loser in ((ANNA, BEN), (ANNA, CARL), (BEN, CARL)) * 2:
        await friends.won(winner, loser)
    friends.time = APRIL
    await end_seasons(friends.services)
    titles = await titles_of_spring(friends)
    assert [(title.place, title.player) for title in titles] == [(1, ANNA), (2, BEN), (3, CARL)]
    assert len(await told(friends)) == 1


async def test_killed_before_it_was_noted_it_is_told_once_all_the_same(club: Club) -> None:
    club.time = APRIL
    await end_seasons(club.services)
    await club.store.notes.keep("season", str(SPRING))
    await end_seasons(club.services)
    assert len(await told(club)) == 1


async def test_a_game_counts_where_it_ends(club: Club) -> None:
    begun = await club.begin(CARL, ANNA)
    club.time = APRIL
    await end_seasons(club.services)
    titles = await titles_of_spring(club)
    assert CARL not in [title.player for title in titles]
    assert (await club.store.matches.record(begun.id) or begun).match.verdict is None


@pytest.mark.parametrize(("at", "season"), [(APRIL - 1, SPRING), (APRIL, SPRING + 1)])
async def test_the_second_in_which_a_season_begins_is_of_it(
    club: Club, at: int, season: int
) -> None:
    record = await club.begin(CARL, BEN)
    club.time = at
    await resign(club.services, record.id, BEN)
    own = Table(SERVER, Family.TABLUT, season)
    games = {SPRING: 4, SPRING + 1: 0}  # Ben's; with under three games one stands in no table
    standing = (await StandingTables(club.store.database).standing(own, BEN, None, 10)).own
    assert (standing.games if standing else 0) == games[season]


@pytest.mark.parametrize("at", [MARCH, APRIL - 400 * DAY, 0])
async def test_a_clock_that_is_set_back_ends_no_season_twice(club: Club, at: int) -> None:
    club.time = APRIL
    await end_seasons(club.services)
    titles = await titles_of_spring(club)
    club.time = at
    await end_seasons(club.services)
    await club.won(CARL, ANNA)
    club.time = APRIL
    await end_seasons(club.services)
    assert await titles_of_spring(club) == titles
    assert len(await told(club)) == 1


async def test_a_season_without_a_table_is_told_where_the_next_one_begins_after_it(
    club: Club,
) -> None:
    club.time = starts(SPRING + 4)  # the bot was away for nine months
    await end_seasons(club.services)
    (first,) = await told(club)
    await club.store.posts.drop(first.id)
    (last,) = await told(club)
    await club.store.posts.drop(last.id)
    assert (first.season, last.season, await told(club)) == (SPRING, SPRING + 3, [])
    assert not await StandingTables(club.store.database).end_season(SERVER, SPRING + 1)


async def test_servers_without_seasons_have_no_titles(club: Club) -> None:
    await keep_guild(club.store, Server(SERVER))
    club.time = APRIL
    await end_seasons(club.services)
    assert await titles_of_spring(club) == []
    assert await told(club) == []


async def test_who_is_not_listed_has_no_title(club: Club) -> None:
    await keep_person(club.store, replace(await club.store.people.person(BEN), listed=False))
    club.time = APRIL
    await end_seasons(club.services)
    titles = await titles_of_spring(club)
    assert [title.player for title in titles] == [ANNA]


async def test_a_title_goes_with_the_person_and_stands_in_their_dossier(club: Club) -> None:
    club.time = APRIL
    await end_seasons(club.services)
    (title,) = (await club.store.personal_data.of(BEN)).features["titles"]
    assert title["place"] == 1
    await club.store.personal_data.erase(BEN, club.time)
    titles = await titles_of_spring(club)
    assert [(title.place, title.player) for title in titles] == [(2, ANNA)]


async def test_a_check_knows_them(path: Path) -> None:
    async with open_store(path, EXTENSIONS) as store:
        club = Club(store)
        await keep_guild(store, Server(SERVER, news=NEWS))
        club.time = MARCH
        for _ in range(3):
            await club.won(BEN, ANNA)
        assert await StandingTables(store.database).end_season(SERVER, season_of(MARCH))
    assert [*check(path, EXTENSIONS)] == []
