"""Following a game: permissions, limits, the news of each move, and the end."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.features.onlookers.cases import follow, unfollow
from bot.features.onlookers.model import CALL_WAITS, FollowedPost, told_at
from bot.features.onlookers.refusals import OnlookerNo
from bot.features.onlookers.tables import OnlookerTables
from bot.model.people import Person
from bot.model.posts import SentMessage
from bot.model.servers import Place
from bot.service.challenges import accept, make_challenge
from bot.service.erasure import erase
from bot.service.play import make_move, resign
from bot.service.second_game import start_second
from bot.store.check import check
from games.errors import Why
from tests.bot.service.parlour import ANNA, BEN, CARL, HERE, NOON, D, Parlour, of
from tests.bot.store.extensions import EXTENSIONS
from tests.bot.store.model import bar, block
from tests.bot.store.test_repair import repaired

if TYPE_CHECKING:
    from pathlib import Path

    from bot.model.matches import Record
    from bot.model.people import Player

# Of `larochelle+attackers-first`: raichi after the fourth move, tuichi after the sixth.
QUICK = "larochelle+attackers-first"
MOVES = ("d9-c9", "d5-d4", "i6-i9", "e5-d5", "f1-f3", "d5-d8")


async def followers(parlour: Parlour) -> list[tuple[int, Player]]:
    asked = 'SELECT "match", player FROM following ORDER BY "match", player'
    return [tuple(row) for row in parlour.tables.db.execute(asked)]


async def play(parlour: Parlour, record: Record, *moves: str) -> list[FollowedPost]:
    """Play these moves; return the posts to the followers of the game."""
    for move in moves:
        record = await parlour.services.record(record.id)
        await make_move(
            parlour.services, record.id, record.player(record.match.turn), tuple(move.split("-"))
        )
    return told(parlour)


def told(parlour: Parlour) -> list[FollowedPost]:
    posts = [post for post in parlour.posts.values() if isinstance(post, FollowedPost)]
    parlour.hush()
    return [replace(post, id=0) for post in posts]


def news(game: int, events: int, player: Player, waits: int = CALL_WAITS) -> FollowedPost:
    return FollowedPost(game, events, NOON, player, due=NOON + waits)


async def test_it_is_told_of_each_callout_and_of_the_end_once(parlour: Parlour) -> None:
    record = await parlour.begun(rules=QUICK)
    for _ in range(2):
        await follow(parlour.services, record, CARL)
    assert await play(parlour, record, *MOVES[:3]) == []
    assert await play(parlour, record, MOVES[3]) == [news(record.id, 5, CARL)]
    assert await play(parlour, record, *MOVES[4:]) == [news(record.id, 7, CARL)]
    await resign(parlour.services, record.id, ANNA)
    assert told(parlour) == [news(record.id, 8, CARL, waits=1)]
    assert await followers(parlour) == []


async def test_a_call_that_waits_is_told_with_the_end(parlour: Parlour) -> None:
    record = await parlour.begun(rules=QUICK)
    await follow(parlour.services, record, CARL)
    for move in MOVES:
        newest = await parlour.services.record(record.id)
        mover = newest.player(newest.match.turn)
        await make_move(parlour.services, record.id, mover, tuple(move.split("-")))
    await resign(parlour.services, record.id, ANNA)
    assert {post.due for post in told(parlour)} == {NOON + 1}


async def test_it_waits_apart_from_the_boards_of_every_channel(parlour: Parlour) -> None:
    record = await parlour.begun(rules=QUICK)
    await follow(parlour.services, record, CARL)
    (post,) = await play(parlour, record, *MOVES[:4])
    assert post.place == Place(None, CARL)
    assert post.lane == f"digest {CARL}"


async def test_who_plays_is_barred_or_was_blocked_does_not_follow(parlour: Parlour) -> None:
    record = await parlour.begun()
    for player in (ANNA, BEN):
        assert await parlour.no(follow(parlour.services, record, player)) is OnlookerNo.PLAYS_IT
    await bar(parlour.store, 1, CARL)
    assert await parlour.no(follow(parlour.services, record, CARL)) is OnlookerNo.MAY_NOT_LOOK_ON
    for player, onlooker in ((ANNA, 104), (BEN, 105)):
        await block(parlour.store, player, onlooker)
        asked = follow(parlour.services, record, onlooker)
        assert await parlour.no(asked) is OnlookerNo.NOT_WITH_THEM
    await block(parlour.store, 106, ANNA)
    await follow(parlour.services, record, 106)
    assert await followers(parlour) == [(record.id, 106)]


async def test_only_a_game_of_two_people_in_a_server_that_goes_on_is_followed(
    parlour: Parlour,
) -> None:
    record = await parlour.begun()
    for changed in (
        replace(record, level=3),
        replace(record, place=Place(None, 11)),
        replace(record, place=replace(HERE, remote=True)),
    ):
        assert await parlour.no(follow(parlour.services, changed, CARL)) is OnlookerNo.NO_ONLOOKERS
    await resign(parlour.services, record.id, ANNA)
    parlour.hush()
    assert await parlour.why(follow(parlour.services, record, CARL)) is Why.OVER
    over = await parlour.services.record(record.id)
    assert await parlour.why(follow(parlour.services, over, CARL)) is Why.OVER


async def test_a_person_follows_25_games_and_a_game_has_100_followers(parlour: Parlour) -> None:
    record, other = await parlour.begun(), await parlour.begun()
    rows = [(record.id, player, NOON) for player in range(1000, 1100)]
    rows += [(number, CARL, NOON) for number in range(100, 125)]
    parlour.tables.db.execute("PRAGMA foreign_keys = OFF")
    parlour.tables.db.executemany("INSERT INTO following VALUES (?, ?, ?)", rows)
    asked = follow(parlour.services, other, CARL)
    assert await parlour.no(asked) is OnlookerNo.TOO_MANY_FOLLOWED
    asked = follow(parlour.services, record, 2000)
    assert await parlour.no(asked) is OnlookerNo.TOO_MANY_FOLLOWERS
    await follow(parlour.services, record, 1000)  # who does already
    await unfollow(parlour.services, record.id, 1000)
    await unfollow(parlour.services, record.id, 1000)
    await follow(parlour.services, record, 2000)
    await unfollow(parlour.services, 100, CARL)
    await follow(parlour.services, other, CARL)


async def test_who_follows_the_first_of_two_games_follows_the_second(
    parlour: Parlour, tmp_path: Path
) -> None:
    terms = replace(of("ludens"), side=D, games=2)
    challenge, _ = await make_challenge(parlour.services, HERE, ANNA, BEN, terms)
    first = await accept(parlour.services, challenge.id, BEN)
    await follow(parlour.services, first, CARL)
    parlour.hush()
    await resign(parlour.services, first.id, ANNA)
    assert told(parlour) == [news(first.id, 2, CARL, waits=1)]
    assert [*check(tmp_path / "parlour.db", EXTENSIONS)] == []
    await start_second(parlour.services, first.id, BEN)
    assert await followers(parlour) == [(first.id + 1, CARL)]
    await resign(parlour.services, first.id + 1, ANNA)
    assert told(parlour) == [news(first.id + 1, 2, CARL, waits=1)]
    assert await followers(parlour) == []


async def test_nobody_follows_a_game_once_its_second_never_starts(
    parlour: Parlour, tmp_path: Path
) -> None:
    terms = replace(of("ludens"), side=D, games=2)
    challenge, _ = await make_challenge(parlour.services, HERE, ANNA, BEN, terms)
    first = await accept(parlour.services, challenge.id, BEN)
    await follow(parlour.services, first, CARL)
    await erase(parlour.services, ANNA)
    assert await followers(parlour) == []
    assert [*check(tmp_path / "parlour.db", EXTENSIONS)] == []


async def test_who_is_erased_follows_nothing_and_is_told_nothing(
    parlour: Parlour, tmp_path: Path
) -> None:
    record = await parlour.begun(rules=QUICK)
    await follow(parlour.services, record, CARL)
    stored = (await parlour.store.personal_data.of(CARL)).features["followed"]
    assert stored == [{"match": record.id, "since": "1970-01-01T12:00:00Z"}]
    for move in MOVES[:4]:
        record = await parlour.services.record(record.id)
        await make_move(
            parlour.services, record.id, record.player(record.match.turn), tuple(move.split("-"))
        )
    await parlour.store.personal_data.erase(CARL, NOON)
    assert told(parlour) == []
    assert await followers(parlour) == []
    assert [*check(tmp_path / "parlour.db", EXTENSIONS)] == []


async def test_all_that_is_due_is_told_at_once_and_what_comes_later_stays(
    parlour: Parlour,
) -> None:
    record, tables = await parlour.begun(rules=QUICK), OnlookerTables(parlour.store.database)
    await follow(parlour.services, record, CARL)
    for at, moves in ((NOON, MOVES[:4]), (NOON + 9, MOVES[4:])):
        parlour.time = at
        for move in moves:
            record = await parlour.services.record(record.id)
            await make_move(
                parlour.services,
                record.id,
                record.player(record.match.turn),
                tuple(move.split("-")),
            )
    first, second = await tables.news(CARL, NOON + CALL_WAITS + 9)
    assert (first.events, second.events) == (5, 7)
    assert [post.events for post in await tables.news(CARL, NOON + CALL_WAITS)] == [5]
    for _ in range(2):
        await parlour.store.posts.done(first, SentMessage(900))
    assert [post.events for post in await tables.news(CARL, NOON + CALL_WAITS + 9)] == [7]
    await parlour.store.posts.done(replace(second, due=NOON + 199), SentMessage(None))
    assert await tables.news(CARL, NOON + 199) == []


async def test_check_names_who_follows_what_is_over_and_repair_ends_it(
    parlour: Parlour, tmp_path: Path
) -> None:
    over, own, right = [await parlour.begun() for _ in range(3)]
    await resign(parlour.services, over.id, ANNA)
    rows = [(over.id, CARL, 1), (own.id, BEN, 1), (right.id, CARL, 1)]
    parlour.tables.db.executemany("INSERT INTO following VALUES (?, ?, ?)", rows)
    wrong = [broken.sentence for broken in check(tmp_path / "parlour.db", EXTENSIONS)]
    assert sorted(wrong) == [
        f"match {number} is followed by one who is told nothing of it"
        for number in (over.id, own.id)
    ]
    assert repaired(tmp_path / "parlour.db") == []
    assert await followers(parlour) == [(right.id, CARL)]


@pytest.mark.parametrize(
    ("person", "at"),
    [
        (Person(CARL), NOON),
        (Person(CARL, quiet_from=10, quiet_until=14), NOON + 2 * 3600),
        (Person(CARL, digest=11), NOON + 23 * 3600),
        (Person(CARL, digest=18), NOON + 6 * 3600),
        (Person(CARL, digest=18, quiet_from=17, quiet_until=20), NOON + 8 * 3600),
    ],
)
def test_it_is_told_when_the_person_wants_to_hear(person: Person, at: int) -> None:
    assert told_at(person, NOON, NOON) == at
