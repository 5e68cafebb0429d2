"""Write down a database of today's format, to test that later versions can open it.

`python -m tests.bot.store.keep_version` writes kept.sql. Run it whenever the schema has changed.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from bot.features.lessons.model import Taken
from bot.features.lessons.tables import LessonTables
from bot.features.puzzles.tables import SEARCH_MATCH, DailyTables, PuzzleTables
from bot.features.review.model import Review
from bot.features.review.tables import ReviewTables
from bot.features.think.model import Thought, at_game, with_kept, with_move
from bot.features.think.tables import ThoughtTables
from bot.model.challenges import Standing
from bot.model.people import Challengers, Person
from bot.model.posts import ChallengePost, NoticePost, ReminderPost, SentMessage
from bot.model.servers import Server
from bot.model.times import Vacation
from bot.store.changes import Change
from bot.store.notes import PSEUDONYMS
from bot.store.store import open_store
from games.catalogue import game
from games.core import Side
from games.events import Created, Moved, Offer, Offered, Resigned
from games.match import begin
from games.pace import Clock
from tests.bot.features.puzzles.kept import found_puzzle
from tests.bot.store.extensions import EXTENSIONS
from tests.bot.store.model import (
    ANNA,
    BEN,
    CARL,
    bar,
    beginning,
    begun,
    block,
    board,
    challenge,
    challenged,
    following,
    keep_person,
    keep_vacation,
    moved,
    read,
    record,
)

if TYPE_CHECKING:
    from bot.store.store import Store

DORA, EVA = 8, 9
DAY = 86_400  # seconds
CLOCK = Clock(Side.DARK, since=1000, total=13 * DAY, reserve=10 * DAY, rests=())
KEPT = Path(__file__).with_name("kept.sql")


async def story(path: Path) -> None:
    """A bit of everything that can be stored."""
    async with open_store(path, EXTENSIONS) as store:
        await store.notes.keep(PSEUDONYMS, "key")  # so that each time the same is written
        await keep_person(store, Person(BEN, confirm=False, theme="nuit ☾", locale="fr"))
        await store.notes.keep("commands", "abc")
        known = await challenged(store)
        await store.posts.done(ChallengePost(known.id), SentMessage(5001))
        new = record()
        accepted = replace(known, standing=Standing.ACCEPTED, version=1)
        await store.commit(Change(accepted, new, new.match.log, posts=(board(),)))
        await store.posts.done(replace(board(1), id=1), SentMessage(5002, channel=4001))
        first = await read(store, 1)
        events = (moved(first), Offered(Side.DARK, 2001, Offer.TAKEBACK))
        await store.commit(following(first, *events, posts=(board(1, 2), board(1, 3, due=60))))
        await store.posts.retry(2, 30)
        begun = begin(Created(1000, game("tabal").data, lot=Side.LIGHT))
        second = replace(record(), match=begun, thread=True)
        await store.commit(Change(record=second, events=begun.log))
        move = Moved(Side.LIGHT, 1500, begun.game.moves(begun.position)[0])
        second = await read(store, 2)
        await store.commit(following(second, move, Resigned(Side.DARK, 1600)))
        await challenged(store, replace(challenge(BEN, ANNA), rematch_of=2))
        await _days(store)
        await _apart(store)
        await ReviewTables(store.database).keep(2, Review(1, (500, 1000), ()))
        await _thought(store)
        await _puzzles(store)
        await LessonTables(store.database).keep(Taken(BEN, "take", 1700))
        await LessonTables(store.database).keep(Taken(BEN, "raichi"))
        await store.database.execute("UPDATE post SET made = 3400")  # each time the same


async def _thought(store: Store) -> None:
    """A thinking board with a line that was kept, and one that was tried."""
    match = (await read(store, 4)).match
    start = at_game(Thought(0, 4, CARL), match)
    one, other, *_ = match.game.moves(match.position)
    known = with_kept(with_move(start, match, one), match, 3000)
    tried = with_move(replace(known, moves=()), match, other)
    await ThoughtTables(store.database).add(tried)


async def _apart(store: Store) -> None:
    """Blocks, bars, those who were erased, which servers were left, and a reminder."""
    await store.people.change(
        DORA, lambda person: replace(person, challengers=Challengers.PLAYED), 0
    )
    await block(store, CARL, DORA, 3100)
    await block(store, CARL, EVA, 3100)
    await bar(store, 6, EVA, 3100)
    await store.personal_data.erase(EVA, 3200, "by letter")
    await store.servers.note_presence((), (6,), 3300)
    await store.posts.done(ReminderPost(4, 1, 5), SentMessage(5003))


async def _puzzles(store: Store) -> None:
    """Puzzles that were tried and solved, and the daily one of a server."""
    await PuzzleTables(store.database).choose(20_773, 1)
    await PuzzleTables(store.database).change_attempt(
        BEN, 1, lambda attempt: replace(attempt, tries=2, solved=1700, day=20_773, guild=5)
    )
    await PuzzleTables(store.database).change_attempt(
        ANNA, 2, lambda attempt: replace(attempt, tries=1, shown=True)
    )
    await DailyTables(store.database).decide(
        5, lambda daily: (replace(daily, channel=4001, due=9000), None)
    )
    for number in (1, 2):
        await store.database.execute(SEARCH_MATCH, match=number)
    await PuzzleTables(store.database).keep_found(1, found_puzzle())


async def _days(store: Store) -> None:
    """Store vacations, outages, servers, and two games."""
    away = await keep_vacation(store, Vacation(0, CARL, 1200, 9000), 1200)
    await keep_vacation(store, Vacation(away, CARL, 1200, 1900), 1500)
    await store.times.keep_outage(2100, 2400)
    await store.servers.change(5, lambda _: Server(5, "fr", days=3, channels=(4001, 4002)))
    await bar(store, 5, CARL)
    terms = replace(challenge().terms, start="9 d 0", games=2)
    for standing in (Standing.DRAFT, Standing.WITHDRAWN):
        closed = replace(challenge(CARL, DORA), terms=terms, standing=standing)
        await store.commit(Change(challenge=closed))
    timed = replace(record(CARL, DORA), games=2, clock=CLOCK, due=1000 + 3 * DAY)
    first = await begun(store, timed)
    over = following(replace(first, clock=None, due=None), Resigned(Side.DARK, 3000))
    again = begin(Created(3000, game("larochelle").data, lot=Side.DARK))
    clock = replace(CLOCK, since=3000)
    second = replace(timed, dark=DORA, light=CARL, match=again, first=first.id, clock=clock)
    await store.posts.done(NoticePost(first.id, 1), SentMessage(5003))
    await store.commit(over, beginning(replace(second, due=3000 + 3 * DAY, reminded=True)))


def dump(path: Path) -> str:
    """The whole file as SQL, its format's number included."""
    db = sqlite3.connect(path)
    numbers = [
        f"PRAGMA {name} = {db.execute(f'PRAGMA {name}').fetchone()[0]};"
        for name in ("application_id", "user_version")
    ]
    lines = [*numbers, *db.iterdump()]
    db.close()
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the file."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "konakis.db"
        asyncio.run(story(path))
        KEPT.write_text(dump(path), "utf-8")
    sys.stdout.write(f"{KEPT}\n")


if __name__ == "__main__":
    main()
