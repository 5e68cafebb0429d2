"""Posts that waited in an earlier format are sent as before: none is lost, in any lane or queue."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.feature_list import EXTENSIONS
from bot.features.puzzles.model import DailyPuzzle, ShrinkPuzzle
from bot.features.ratings.standings import SeasonPost
from bot.features.turn_list.model import DeleteTurnList, TurnListPost
from bot.model.posts import (
    BoardPost,
    ChallengeDigest,
    ChallengeOver,
    ChallengePost,
    CloseOffer,
    DeleteChallengeCopies,
    DeleteCopies,
    DeleteMessage,
    DeleteReminder,
    Digest,
    EditChallenge,
    LateChallengePing,
    LatePing,
    NoticePost,
    Post,
    ReminderPost,
    RenameThread,
    ShrinkBoard,
)
from bot.model.servers import Place
from bot.store.store import open_store
from tests.bot.store.keep_version import VERSIONS

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

KEPT = sorted(VERSIONS.glob("*.sql"))
GUILD, CHANNEL, BEN = 81_384_788_765_712_384, 4001, 7  # where match 1 is played; a player
MADE_IN = 381_870_553_235_193_857  # the channel of challenge 1

# What stood in a row, with the post that it becomes, its lane and its queue.
OLD: list[tuple[dict[str, Any], Post, str, int]] = [
    (
        {"kind": "challenge", "lane": "challenge 1", "challenge": 1, "number": 0},
        ChallengePost(1),
        *("challenge 1", MADE_IN),
    ),
    (
        {"kind": "challenge-changed", "lane": "challenge 1", "challenge": 1, "message": 5001},
        EditChallenge(1),
        *("challenge 1", MADE_IN),
    ),
    (
        {"kind": "notice", "lane": "challenge 1", "challenge": 1},
        ChallengeOver(1),
        *("challenge 1", MADE_IN),
    ),
    (
        {"kind": "board", "lane": "match 1", "match": 1, "number": 2},
        BoardPost(1, 2),
        *("match 1", CHANNEL),
    ),
    (
        {"kind": "notice", "lane": "match 1", "match": 1, "number": 3},
        NoticePost(1, 3),
        *("match 1", CHANNEL),
    ),
    (
        {"kind": "strip", "lane": "match 1", "match": 1, "number": 3},
        CloseOffer(1, 3),
        *("match 1", CHANNEL),
    ),
    (
        {"kind": "reminder", "lane": "match 1", "match": 1, "number": 2},
        ReminderPost(1, 2),
        *("match 1", CHANNEL),
    ),
    (
        {"kind": "strip", "lane": "strip 1", "match": 1, "number": 1, "message": 5002},
        ShrinkBoard(1, 1, 5002),
        *("old messages 1", -CHANNEL),
    ),
    (
        {"kind": "clear", "lane": "strip 1", "match": 1, "number": 2, "message": 5003},
        DeleteMessage(1, 5003),
        *("old messages 1", -CHANNEL),
    ),
    (
        {"kind": "reminded", "lane": "strip 1", "match": 1, "number": 2, "message": 5004},
        DeleteReminder(1, 2, 5004),
        *("old messages 1", -CHANNEL),
    ),
    (
        {"kind": "call", "lane": "call 7", "match": 1, "number": 2, "player": BEN},
        LatePing(1, 2, BEN),
        *("late ping 7", CHANNEL),
    ),
    (
        {"kind": "call", "lane": "call 7", "challenge": 1, "player": BEN},
        LateChallengePing(1, BEN),
        *("late ping 7", MADE_IN),
    ),
    (
        {"kind": "digest", "lane": "digest 7", "match": 1, "number": 2, "player": BEN},
        Digest(1, 2, BEN),
        *("digest 7", CHANNEL),
    ),
    (
        {"kind": "digest", "lane": "digest 7", "challenge": 1, "player": BEN},
        ChallengeDigest(1, BEN),
        *("digest 7", MADE_IN),
    ),
    (
        {"kind": "copies", "lane": "copies 1", "match": 1, "number": 2, "message": 5005},
        DeleteCopies(1, 2, 5005),
        *("copies 1", CHANNEL),
    ),
    (
        {"kind": "copies", "lane": "copies 1", "challenge": 1, "message": 5006},
        DeleteChallengeCopies(1, 5006),
        *("challenge copies 1", MADE_IN),
    ),
    (
        {"kind": "thread", "lane": "thread 1", "match": 1},
        RenameThread(1),
        *("thread 1", CHANNEL),
    ),
    (
        {"kind": "season", "lane": "season 1", "match": 1, "number": 8105},
        SeasonPost(8105),
        *(f"season {GUILD}", CHANNEL),
    ),
    (
        {"kind": "turn-list", "lane": "turn-list 55", "number": 3, "guild": 5, "queue": -55},
        TurnListPost(changes=3),
        *("turn list 55", -55),
    ),
    (
        {"kind": "turn-list", "lane": "turn-list 55", "message": 5007, "guild": 5, "queue": -55},
        DeleteTurnList(5007),
        *("turn list 55", -55),
    ),
    (
        {"kind": "puzzle", "lane": "puzzle 5", "number": 20_773, "guild": 5, "queue": 56},
        DailyPuzzle(20_773),
        *("puzzle 5", 56),
    ),
    (
        {
            "kind": "puzzle-past",
            "lane": "puzzle 5",
            "number": 20_772,
            "message": 5008,
            "guild": 5,
            "queue": 56,
        },
        ShrinkPuzzle(20_772, 5008),
        *("puzzle 5", 56),
    ),
]


def place_of(row: dict[str, Any]) -> dict[str, Any]:
    """Where a row of a match or challenge stands in the queues, as the store wrote it."""
    if "queue" in row:
        return row
    channel = CHANNEL if "match" in row else MADE_IN
    sign = -1 if row["lane"].startswith("strip ") else 1
    return {**row, "guild": GUILD, "queue": sign * channel}


def add(db: sqlite3.Connection, row: dict[str, Any]) -> int | None:
    """Have a post wait as it would have in that format; None where there was no such post yet."""
    columns = {name for _, name, *_ in db.execute("PRAGMA table_info(post)")}
    values = {"number": 0, "message": None, "due": 50, "tries": 3, **row}
    if "queue" in columns:
        values = place_of(values)
    if not columns.issuperset(values):
        return None
    names = ", ".join(f'"{name}"' for name in values)
    marks = ", ".join(f":{name}" for name in values)
    return db.execute(f"INSERT INTO post ({names}) VALUES ({marks})", values).lastrowid  # noqa: S608  names as above


def prepared(path: Path, version: str, rows: Iterable[dict[str, Any]]) -> list[int | None]:
    """Write a database of that format in which these posts wait; their numbers."""
    with closing(sqlite3.connect(path)) as db:
        db.executescript((VERSIONS / version).read_text("utf-8"))
        db.execute("DELETE FROM post")
        numbers = [add(db, row) for row in rows]
        db.commit()
    return numbers


@pytest.mark.slow
@pytest.mark.parametrize("version", [script.name for script in KEPT if script.name < "0020"])
async def test_every_kind_that_waited_is_still_to_be_sent(tmp_path: Path, version: str) -> None:
    path = tmp_path / "konakis.db"
    numbers = prepared(path, version, [row for row, *_ in OLD])
    waited = {number: old[1:] for number, old in zip(numbers, OLD, strict=True) if number}
    assert len(waited) >= 14
    sent = list[int]()
    async with open_store(path, EXTENSIONS) as store:
        while due := await store.posts.due(60, 9):
            for post in due:
                expected, lane, queue = waited[post.id]
                assert post == replace(expected, id=post.id, due=50, tries=3)
                assert stored(path, post.id) == (lane, queue) == (post.lane, post.queue)
                assert post.place == Place(GUILD if abs(queue) > 100 else 5, abs(queue))
                await store.posts.drop(post.id)
                sent.append(post.id)
    assert sorted(sent) == sorted(waited)


def stored(path: Path, number: int) -> tuple[str, int]:
    """The lane and the queue in which a post waits."""
    with closing(sqlite3.connect(path)) as db:
        return db.execute("SELECT lane, queue FROM post WHERE id = ?", (number,)).fetchone()


async def test_a_damaged_post_stops_no_other(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "konakis.db"
    board = {"kind": "board", "lane": "match 1", "match": 1, "number": 2}
    damaged = ({"number": b"\xff"}, {"number": "x"}, {"kind": "whatever"})
    *spoilt, whole = prepared(path, "0019.sql", [board | damage for damage in (*damaged, {})])
    async with open_store(path, EXTENSIONS) as store:
        assert [post.id for post in await store.posts.due(60, 9)] == [whole]
    columns = ("events", "events", "kind")
    assert [line for line in caplog.messages if "of post is left out" in line] == [
        f"row {number} of post is left out: its {column} cannot be read"
        for number, column in zip(spoilt, columns, strict=True)
    ]
