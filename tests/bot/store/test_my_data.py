"""All that is stored about one person, and that no byte of it outlasts erasure."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.model.challenges import Standing
from bot.model.people import FORMER, Person
from bot.model.personal_data import Dossier
from bot.model.posts import BoardPost, ChallengePost, EditChallenge, RenameThread, SentMessage
from bot.model.servers import Bar, Server
from bot.model.times import Vacation
from bot.store.changes import Change, Counted, Limit, Stale
from bot.store.check import check
from bot.store.store import open_store
from games.core import Side
from games.events import Created, Resigned
from tests.bot.store.extensions import EXTENSIONS, shown_of
from tests.bot.store.model import (
    ANNA,
    BEN,
    CARL,
    bar,
    begun,
    block,
    board,
    challenge,
    challenged,
    empty,
    following,
    keep_guild,
    keep_person,
    keep_vacation,
    log_of,
    match_of,
    moved,
    read,
    read_challenge,
    record,
)

if TYPE_CHECKING:
    from pathlib import Path

    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.store.store import Store

OLD = 81_384_788_765_712  # an id of six bytes

with empty() as database:
    NOTHING: dict[str, list[object]] = {name: [] for name in shown_of(database, 0)}


async def over(store: Store, dark: Player = BEN, light: Player = ANNA) -> Record:
    """A match of one move that dark gave up."""
    known = await begun(store, record(dark, light), board())
    known = replace(known, match=known.match.after(moved(known)))
    newest = known.match.log[-1]
    await store.commit(
        Change(record=known, events=(newest,), before=1, posts=(board(known.id, 2),))
    )
    await store.commit(following(known, Resigned(Side.DARK, 3000), posts=(board(known.id, 3),)))
    return await read(store, known.id)


async def declined(store: Store, by: Player, opponent: Player | None) -> int:
    """A challenge that came to nothing."""
    open_one = await challenged(store, challenge(by, opponent))
    closed = replace(open_one, standing=Standing.DECLINED, version=1)
    post = EditChallenge(open_one.id)
    await store.commit(Change(challenge=closed, posts=(post,)))
    return open_one.id


async def live(store: Store, player: Player) -> None:
    """All that can be stored about a person, nothing of it under way."""
    await over(store, player, CARL)
    await over(store, CARL, player)
    await declined(store, player, CARL)
    await declined(store, CARL, player)
    for draft in (challenge(player), challenge(CARL, player)):
        await store.commit(Change(challenge=replace(draft, standing=Standing.DRAFT)))
    await keep_person(store, Person(player, theme="slate"))
    await keep_vacation(store, Vacation(0, player, 100, 200), 100)
    await bar(store, 5, player)
    await block(store, player, CARL)
    await block(store, CARL, player, 40)


async def test_all_that_is_stored_about_a_person(store: Store) -> None:
    await live(store, ANNA)
    await over(store, BEN, CARL)
    running = await begun(store, record(ANNA, BEN))
    waiting = await challenged(store, challenge(BEN, ANNA))
    stored = await store.personal_data.of(ANNA)
    assert stored.person == Person(ANNA, theme="slate")
    assert stored.vacations == (Vacation(1, ANNA, 100, 200),)
    assert stored.barred == (5,)
    assert [(blocked.by, blocked.player) for blocked in stored.blocked] == [(ANNA, CARL)]
    assert stored.erased is None
    assert [challenge.id for challenge in stored.challenges] == [1, 2, 3, waiting.id]
    assert [(match.id, match.dark, match.light) for match in stored.matches] == [
        (1, ANNA, CARL),
        (2, CARL, ANNA),
        (running.id, ANNA, BEN),
    ]
    assert [match.winner for match in stored.matches] == [Side.LIGHT, Side.LIGHT, None]
    assert [match.reason for match in stored.matches] == ["resigned", "resigned", None]
    assert stored.matches[0].log == await log_of(store, 1)
    bare = await store.personal_data.of(ANNA, logs=False)
    assert bare.matches == tuple(replace(match, log=()) for match in stored.matches)
    assert isinstance(stored.matches[2].log[0], Created)


async def test_who_is_erased_stays_barred_and_blocked_without_their_number(store: Store) -> None:
    await live(store, ANNA)
    await bar(store, 5, BEN, 7)
    await store.personal_data.erase(ANNA, 9000)
    assert list(await store.servers.barred(5)) == [Bar(5, BEN, 7), Bar(5, None, 0)]
    (block,) = await store.people.blocked_by(CARL)
    assert (block.player, block.at) == (None, 40)
    assert await store.people.blocked_by(ANNA) == []
    held = (
        Limit(Counted.BARS, ANNA, 0, LookupError(), 5),
        Limit(Counted.BLOCKS, ANNA, 0, LookupError(), other=CARL),
    )
    for limit in held:
        with pytest.raises(LookupError):
            await store.commit(Change(challenge=challenge(ANNA, None), limits=(limit,)))
    await bar(store, 5, ANNA, 9100)  # named again, they are known again
    assert list(await store.servers.barred(5)) == [Bar(5, BEN, 7), Bar(5, ANNA, 0)]
    assert await store.servers.unbar(5, ANNA)
    assert await store.people.unblock(CARL, block.id)
    await store.commit(Change(challenge=challenge(ANNA, None), limits=held))


async def test_nothing_is_kept_of_a_stranger(store: Store) -> None:
    await live(store, ANNA)
    assert await store.personal_data.of(BEN) == Dossier(Person(BEN), features=NOTHING)


async def test_the_others_keep_their_games_against_a_former_player(store: Store) -> None:
    await live(store, ANNA)
    before = [await log_of(store, number) for number in (1, 2)]
    await store.personal_data.erase(ANNA, 9000)
    assert await store.personal_data.of(ANNA) == Dossier(
        Person(ANNA), barred=(5,), erased=9000, features=NOTHING
    )
    assert [await log_of(store, number) for number in (1, 2)] == before
    first, second = await read(store, 1), await read(store, 2)
    assert (first.dark, first.light) == (FORMER, CARL)
    assert (second.dark, second.light) == (CARL, FORMER)
    sent, received = await read_challenge(store, 1), await read_challenge(store, 2)
    assert (sent.by, sent.opponent) == (FORMER, CARL)
    assert (received.by, received.opponent) == (CARL, FORMER)
    assert [await store.challenges.challenge(number) for number in (3, 4)] == [None, None]  # drafts
    assert len((await store.personal_data.of(CARL)).matches) == 2
    await store.personal_data.erase(ANNA, 9000)
    assert (await read(store, 1)).dark == FORMER


async def test_the_threads_with_their_name_are_renamed_once_each(store: Store) -> None:
    for dark, light, over in ((ANNA, BEN, True), (CARL, ANNA, True), (BEN, CARL, True)):
        asked = await challenged(store)
        new = replace(record(dark, light), challenge=asked.id, thread=True, games=1)
        known = await begun(store, new, board())
        await store.posts.done(ChallengePost(asked.id), SentMessage(900 + known.id))
        await store.commit(Change(challenge=replace(asked, standing=Standing.DECLINED, version=1)))
        await store.posts.done(BoardPost(known.id, 1), SentMessage(50, 900 + known.id))
        if over:
            await store.commit(following(await read(store, known.id), Resigned(Side.DARK, 2000)))
    for post in await store.posts.due(9000, 99):
        await store.posts.drop(post.id)
    await store.personal_data.erase(ANNA, 9000)
    due = await store.posts.due(9000, 99)
    assert [(type(post), match_of(post)) for post in due] == [
        (RenameThread, 1),
        (RenameThread, 2),
    ]


async def test_a_thread_that_opens_while_its_player_is_erased_is_renamed(store: Store) -> None:
    known = await begun(store, replace(record(), thread=True), board())
    (post,) = await store.posts.due(0, 9)
    await store.commit(following(known, Resigned(Side.DARK, 2000)))
    await store.personal_data.erase(ANNA, 9000)
    for _ in range(2):
        await store.posts.done(post, SentMessage(50, 999))
    (rename,) = await store.posts.due(9000, 9)
    assert rename == RenameThread(known.id, id=rename.id)


@pytest.mark.parametrize("end", [Standing.DRAFT, Standing.WITHDRAWN, Standing.EXPIRED])
async def test_of_a_draft_that_came_to_nothing_only_its_maker_hears(
    store: Store, end: Standing
) -> None:
    draft = await challenged(store, replace(challenge(ANNA, BEN), standing=Standing.DRAFT))
    if end is not Standing.DRAFT:
        await store.commit(Change(challenge=replace(draft, standing=end, version=1)))
    assert [
        challenge.standing for challenge in (await store.personal_data.of(ANNA)).challenges
    ] == [end]
    assert (await store.personal_data.of(BEN)).challenges == ()


async def test_a_person_with_something_under_way_is_not_erased(store: Store) -> None:
    await live(store, ANNA)
    asked = await challenged(store, challenge(BEN, ANNA))
    before = await store.personal_data.of(ANNA)
    with pytest.raises(Stale):
        await store.personal_data.erase(ANNA, 9000)
    await store.commit(Change(challenge=replace(asked, standing=Standing.DECLINED, version=1)))
    game = await begun(store, record(BEN, ANNA))
    with pytest.raises(Stale):
        await store.personal_data.erase(ANNA, 9000)
    assert (await store.personal_data.of(ANNA)).person == before.person
    await store.commit(following(game, Resigned(Side.LIGHT, 2000)))
    await store.personal_data.erase(ANNA, 9000)


async def test_a_person_who_comes_back_is_a_new_one(store: Store) -> None:
    await live(store, ANNA)
    await store.personal_data.erase(ANNA, 9000)
    assert await store.people.person(ANNA) == Person(ANNA)
    await begun(store, record(ANNA, BEN))
    assert len((await store.personal_data.of(ANNA)).matches) == 1


def traces(path: Path, player: Player) -> list[str]:
    """Which of the database's files hold the number, as SQLite does or as text."""
    size = (player.bit_length() + 8) // 8
    size = size if size <= 4 else 6 if size <= 6 else 8
    forms = (player.to_bytes(size, "big"), row_number(player), str(player).encode())
    files = sorted(path.parent.glob(f"{path.name}*"))
    return [file.name for file in files if any(form in file.read_bytes() for form in forms)]


def row_number(number: int) -> bytes:
    """As the key of a table: seven bits a byte, the last one unmarked; a ninth byte has eight."""
    if number >= 2**56:
        marked, last = [number >> 8 + 7 * n for n in range(7, -1, -1)], number & 0xFF
    else:
        most = (number.bit_length() - 1) // 7
        marked, last = [number >> 7 * n for n in range(most, 0, -1)], number & 0x7F
    return bytes([*(group & 0x7F | 0x80 for group in marked), last])


@pytest.mark.slow
@pytest.mark.parametrize("player", [ANNA, OLD])
async def test_no_trace_of_the_number_is_left_in_the_files(path: Path, player: Player) -> None:
    chance = random.Random(1713)
    async with open_store(path, EXTENSIONS) as store:
        for _ in range(40):  # pages that split, and are written again among others
            for _ in range(4):
                await over(store, chance.getrandbits(60), chance.getrandbits(60))
            await over(store, *chance.sample([player, chance.getrandbits(60)], 2))
            await declined(store, chance.getrandbits(60), player)
        await live(store, player)
        await keep_guild(store, Server(5))
        for post in await store.posts.due(9**9, 30):
            await store.posts.done(post, SentMessage(2**61 + post.id))
        assert f"{path.name}-wal" in traces(path, player)
        await store.personal_data.erase(player, 9000)
        assert traces(path, player) == []
    assert traces(path, player) == []
    with closing(sqlite3.connect(path)) as db:
        db.execute("VACUUM")
        assert db.execute('SELECT count(*) FROM "match"').fetchone() == (202,)
    assert traces(path, player) == []
    assert [*check(path, EXTENSIONS)] == []


async def test_what_is_being_read_is_forgotten_when_the_reader_is_done(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_store(path, EXTENSIONS) as store:
        await live(store, ANNA)
        reader = sqlite3.connect(path)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM person").fetchone()

        async def rest(_: float) -> None:
            reader.close()

        monkeypatch.setattr("bot.store.personal_data.asyncio.sleep", rest)
        await store.personal_data.erase(ANNA, 9000)
        assert traces(path, ANNA) == []


async def test_the_log_of_a_killed_bot_is_gone_as_it_starts_again(path: Path) -> None:
    """Killed after the commit of an erasure, before the log was cut."""
    async with open_store(path, EXTENSIONS) as store:
        await live(store, ANNA)
        await store.notes.keep("last", "before")
        files = {file: file.read_bytes() for file in path.parent.glob(f"{path.name}*")}
    for file, content in files.items():
        file.write_bytes(content)
    assert f"{path.name}-wal" in traces(path, ANNA)
    async with open_store(path, EXTENSIONS) as store:
        assert path.with_name(f"{path.name}-wal").stat().st_size == 0
        assert await store.notes.read("last") == "before"
