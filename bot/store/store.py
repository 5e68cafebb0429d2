"""The store: SQLite behind the protocol that the use cases know."""

from __future__ import annotations

import json
from contextlib import ExitStack, asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from bot.service.lookup import urgency
from bot.service.model import Challenge, Guild, Kind, Person, Vacation
from bot.service.refusals import Bar, Block
from bot.store import history, jobs, match_cache, my_data, puzzles, rows, sql, turn_list
from bot.store.connection import LeftOut, Table, reading, writing
from bot.store.errors import refusing
from bot.store.lock import held
from bot.store.match_cache import MatchCache, SettingsCache, read_record, read_unfinished
from bot.store.migrations import steps
from bot.store.ratings import StoredRatings
from bot.store.review import StoredReviews
from bot.store.standings import StoredStandings
from bot.store.writer import Writer

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import AsyncGenerator, Callable, Collection, Sequence
    from pathlib import Path

    from bot.service.model import Instant, Kept, Listing, Past, Player, Post, Record, Search, Tally
    from bot.service.my_data import Dossier
    from bot.service.ports import Change, Committed
    from bot.store.connection import Connection
    from bot.store.match_cache import Hold

    Job = Callable[[sqlite3.Connection], "T"]

T = TypeVar("T")

_KEPT = 40_000  # events of folded matches: about 25 MB
_SETTINGS = 2000  # people and servers


@asynccontextmanager
async def open_store(path: Path) -> AsyncGenerator[SqliteStore]:
    """Open the store in this file, made with its folder if missing; StoreError where it cannot be.

    No other process may have it open meanwhile. All that was begun is written before it closes.
    """
    script = steps()
    with refusing(path):
        _make(path)
    with held(path):
        async with writing(path, script) as pen, reading(path, len(script)) as eyes:
            writer = Writer(pen, jobs.noting_numbers)
            try:
                yield SqliteStore(writer, eyes)
            finally:
                await writer.close()


def _make(path: Path) -> None:
    """Make the file readable by its owner alone; SQLite gives its log the same rights."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600)


_challenge = Table("challenge", partial(rows.read, Challenge))
_listing = Table("match", rows.listing)
_post = Table("post", rows.post)
_guild = Table("guild", partial(rows.read, Guild))
_person = Table("person", partial(rows.read, Person))
_vacation = Table("vacation", partial(rows.read, Vacation))
_outage = Table("outage", partial(rows.read, rows.Outage))
_note = Table("note", partial(rows.read, rows.Note))
_bar = Table("barred", partial(rows.read, Bar))
_block = Table("blocked", partial(rows.read, Block))
_erasure = Table("erasure", partial(rows.read, rows.Erasure))


class SqliteStore:
    """The store of bot.service.ports, in SQLite. Reading never waits for writing."""

    def __init__(self, writer: Writer, reader: Connection) -> None:
        self._writer = writer
        self._reader = reader
        self._matches = MatchCache(_KEPT)
        self._settings = SettingsCache(_SETTINGS)
        self._left_out = LeftOut()
        self.turn_lists = turn_list.stored(writer, reader)
        self.ratings = StoredRatings(writer, reader)
        self.reviews = StoredReviews(writer, reader)
        self.standings = StoredStandings(writer, reader)
        self.puzzles = puzzles.StoredPuzzles(writer, reader)
        self.daily = puzzles.StoredDaily(writer, reader)

    async def commit(self, change: Change, *more: Change) -> Committed:
        """Write all of it or nothing; raises Stale where any of it is outdated.

        Once begun it is carried out, even if the caller is cancelled.
        """
        for each in (change, *more):
            jobs.verify(each)

        def job(db: sqlite3.Connection) -> tuple[Committed, sqlite3.Row | None]:
            committed = jobs.commit(db, (change, *more))
            return committed, match_cache.row(db, committed.match)

        hold = self._matches.hold_records(*(each.record for each in (change, *more) if each.record))
        committed, row = await self._writer.write(job, hold.end, first=hold.begin)
        if change.record and committed.match:
            self._matches.keep(committed.match, change.record.match)
        self._matches.keep_row(row, hold.since)
        return committed

    async def keep_plan(self, record: Record, planned: str) -> None:
        """Store the plan of a match; Stale where that or the match is not as it was read."""
        hold = self._matches.hold(record.id)
        job = partial(jobs.keep_plan, record=record, planned=planned)
        await self._writer.write(job, hold.end, first=hold.begin)

    async def challenge(self, number: int) -> Challenge | None:
        """One challenge."""
        return await self._one(_challenge, sql.CHALLENGE, id=number)

    async def record(self, number: int) -> Record | None:
        """One match."""
        return await read_record(self._read_match, self._matches, number)

    async def _read_match(
        self, number: int, after: int
    ) -> tuple[sqlite3.Row | None, list[sqlite3.Row]]:
        return await self._reader.run(lambda db: match_cache.match_and_events(db, number, after))

    async def newest_in(self, channel: int) -> Record | None:
        """The match that began last in this channel."""
        row = await self._row(sql.NEWEST_IN, channel=channel)
        return await self.record(row["id"]) if row else None

    async def record_at(self, message: int) -> Record | None:
        """The match whose newest board is this message."""
        row = await self._row(sql.MATCH_AT, message=message)
        found = await self.record(row["id"]) if row else None
        return found if found and found.message == message else None

    async def open_challenges(self, player: Player) -> Sequence[Challenge]:
        """Open challenges made by this player or addressed to them, newest first."""
        found = await self._many(_challenge, sql.OPEN_CHALLENGES, player=player)
        return sorted(found, key=lambda each: each.id, reverse=True)

    async def drafts(self, player: Player) -> Sequence[Challenge]:
        """The drafts of this player, oldest first."""
        return await self._many(_challenge, sql.DRAFTS, player=player)

    async def expired(self, now: Instant) -> Sequence[Challenge]:
        """Open challenges and drafts whose time is over."""
        return await self._many(_challenge, sql.EXPIRED, now=now)

    async def running(self, player: Player) -> Sequence[Listing]:
        """The player's matches that are not over, the most urgent first, shelved ones last."""
        read = partial(self._many, _listing, sql.RUNNING, player=player)
        found = await read_unfinished(read, self._matches, player)
        return sorted(found, key=lambda each: urgency(each, player))

    async def running_in(self, guild: int, most: int) -> Sequence[Listing]:
        """Up to `most` matches of a server that are not over, newest first."""
        return await self._many(_listing, sql.RUNNING_IN, guild=guild, most=most)

    async def finished(self, search: Search, skip: int, most: int) -> Sequence[Past]:
        """Up to `most` finished matches, newest first, after skipping the first `skip`."""
        return await self._reader.run(lambda db: history.finished(db, search, skip, most))

    async def tally(self, search: Search) -> Tally:
        """How the matches of this search went; the outcome searched for is ignored."""
        return await self._reader.run(lambda db: history.tally(db, search))

    async def due_matches(self, now: Instant, most: int) -> Sequence[Listing]:
        """Up to `most` matches that are due, the longest due first."""
        return await self._next(_listing, sql.DUE_MATCHES, now=now, most=most)

    async def next_deadline(self) -> Instant | None:
        """When the next match is due."""
        row = await self._row(sql.NEXT_DEADLINE, left_out=self._left_out.listed("match"))
        return row["due"] if row else None

    async def engine_to_move(self) -> Sequence[int]:
        """The numbers of the matches that wait for a move of the engine, in no order."""
        found = await self._reader.run(lambda db: sql.many(db, sql.ENGINE_TO_MOVE, {}))
        return [row["id"] for row in found]

    async def vacations(self, players: Sequence[Player], since: Instant) -> Sequence[Vacation]:
        """The vacations of these players that end after `since`, in no order."""
        listed = json.dumps(sorted(set(players)))
        return await self._many(_vacation, sql.VACATIONS, players=listed, since=since)

    async def vacations_of(self, player: Player) -> Sequence[Vacation]:
        """All vacations of one player, newest first."""
        return await self._many(_vacation, sql.VACATIONS_OF, player=player)

    async def change_vacations(
        self,
        player: Player,
        change: Callable[[Sequence[Vacation]], Sequence[Vacation]],
        now: Instant,
    ) -> Sequence[Vacation]:
        """Store what `change` makes of the player's vacations as they are at that moment."""
        job = partial(jobs.change_vacations, player=player, change=change, now=now)
        return await self._write_of_player(player, job)

    async def outages(self, since: Instant) -> Sequence[tuple[Instant, Instant]]:
        """From when and up to when the bot was offline; the outages that end after `since`."""
        found = await self._many(_outage, sql.OUTAGES, since=since)
        return [(each.start, each.end) for each in found]

    async def keep_outage(self, start: Instant, end: Instant) -> None:
        """Store an outage."""
        await self._write(sql.KEEP_OUTAGE, start=start, end=end)

    async def clock_set_back(self, now: Instant) -> None:
        """The clock was ahead: cut outages off at now, and mark all that is due later due now."""
        await self._change(lambda db: jobs.clock_set_back(db, now))

    async def guild(self, number: int) -> Guild:
        """The settings of a server; the defaults where none are stored."""

        async def read() -> Guild:
            return await self._one(_guild, sql.GUILD, id=number) or Guild(number)

        return await self._settings.get(Guild, number, read)

    async def change_guild(self, number: int, change: Callable[[Guild], Guild]) -> Guild:
        """Change the settings of a server as they are at that moment."""
        job = partial(jobs.change_guild, guild=number, change=change)
        return await self._writer.write(job, partial(self._settings.forget, Guild, number))

    async def barred(self, guild: int) -> Sequence[Bar]:
        """The people who may not begin games there, the newest first."""
        found = await self._many(_bar, sql.BARRED, guild=guild)
        return sorted(found, key=lambda each: each.at, reverse=True)

    async def unbar(self, guild: int, player: Player) -> bool:
        """Let a person begin games in a server again; whether they were barred."""
        return await self._writer.write(lambda db: jobs.unbar(db, guild, player))

    async def blocked(self, player: Player) -> Sequence[Block]:
        """The people that a person has blocked, the newest first."""
        found = await self._many(_block, sql.BLOCKED, player=player)
        return sorted(found, key=lambda each: each.id, reverse=True)

    async def unblock(self, by: Player, number: int) -> bool:
        """Delete that block of this person; whether it was there."""
        return await self._write(sql.UNBLOCK, player=by, id=number) > 0

    async def stored_guilds(self) -> Sequence[int]:
        """The servers whose settings or bars are stored."""
        found = await self._reader.run(lambda db: sql.many(db, sql.GUILDS, {}))
        return sorted({row["guild"] for row in found if isinstance(row["guild"], int)})

    async def note_guilds(
        self, joined: Collection[int], left: Collection[int], now: Instant
    ) -> None:
        """The bot is in these servers, and in those no longer."""
        await self._writer.write(lambda db: jobs.note_guilds(db, joined, left, now))

    async def clear(self, kept: Kept, most: int) -> bool:
        """Delete up to `most` of each kind of what is older; whether there may be more."""
        job = partial(jobs.clear, kept=kept, most=most)
        return await self._writer.write(job, partial(self._settings.forget_all, Guild))

    async def erasures(self) -> Sequence[tuple[Player, str]]:
        """The people who are still to be erased, each with who asked for it."""
        return [(each.player, each.asked_by) for each in await self._many(_erasure, sql.ERASURES)]

    async def dossier(self, player: Player, *, logs: bool = True) -> Dossier:
        """All that is stored about a person, oldest first; without events it is much faster."""
        return await my_data.dossier(self._reader, player, logs=logs)

    async def erase(self, player: Player, now: Instant, asked_by: str = "") -> None:
        """Put FORMER in place of the player and delete what is theirs; Stale while they play."""
        await self._change(lambda db: my_data.erase(db, player, now, asked_by))
        await my_data.scrub(self._writer)

    async def person(self, player: Player) -> Person:
        """The settings of a person; the defaults where none are stored."""

        async def read() -> Person:
            return await self._one(_person, sql.PERSON, id=player) or Person(player)

        return await self._settings.get(Person, player, read)

    async def change_person(
        self, player: Player, change: Callable[[Person], Person], now: Instant
    ) -> Person:
        """Change the settings of a person as they are at that moment."""
        job = partial(jobs.change_person, player=player, change=change, now=now)
        return await self._write_of_player(player, job)

    async def note(self, name: str) -> str | None:
        """A text that the program stored about itself."""
        found = await self._one(_note, sql.NOTE, name=name)
        return found and found.text

    async def keep_note(self, name: str, text: str) -> None:
        """Store a text that the program needs again."""
        await self._write(sql.KEEP_NOTE, name=name, text=text)

    async def due_posts(
        self, now: Instant, each: int, busy: Collection[int] = (), full: Collection[int] = ()
    ) -> Sequence[Post]:
        """Up to `each` posts of each queue that are due and not busy, the longest due first."""
        but = {"busy": sql.listed(busy), "full": sql.listed(full)}
        found = await self._next(_post, sql.DUE_POSTS, now=now, each=each, **but)
        return sorted(found, key=lambda post: (post.due, post.id))

    async def newest_post(self) -> int:
        """The highest number any post ever had; 0 when there was none."""
        row = await self._row(sql.NEWEST_POST)
        return row["seq"] if row else 0

    async def post_done(
        self,
        post: Post,
        message: int | None,
        channel: int | None = None,
        ping: int | None = None,
        later: Sequence[Post] = (),
    ) -> None:
        """The post was sent, as this message; a BOARD's becomes its match's newest board.

        With a channel: the match moves there (its thread was opened), and the second game with it.
        That a board was sent may be written a little later: after a kill it is found in the
        channel, or by its nonce for some minutes. Not where the bot is a guest and finds nothing.
        """

        def job(db: sqlite3.Connection) -> sqlite3.Row | None:
            puzzles.post_done(db, post, message, channel, ping, later)
            return None if post.is_old_board else match_cache.row(db, post.match)

        if post.is_old_board or post.match is None:  # it changes no match
            await self._writer.write(job, has_time=post.is_old_board)
            return
        hold = self._matches.hold(post.match)
        has_time = post.kind is Kind.BOARD and not post.place.remote
        row = await self._writer.write(job, hold.end, first=hold.begin, has_time=has_time)
        self._matches.keep_row(row, hold.since)

    async def retry_post(self, post: int, due: Instant) -> None:
        """The post failed; try it again at that time."""
        await self._write(sql.POST_AGAIN, id=post, due=due)

    async def drop_post(self, post: int) -> None:
        """The post can never be sent."""
        await self._writer.write(lambda db: db.execute(sql.DELETE_POST, {"id": post}))

    async def counts(self, now: Instant) -> rows.Counts:
        """How much there is to do."""
        row = await self._row(sql.COUNTS, now=now)
        assert row
        return rows.read(rows.Counts, row, writes=self._writer.waiting)

    async def _one(self, table: Table[T], statement: str, **values: object) -> T | None:
        """The only row, if there is one that can be read."""
        row = await self._row(statement, **values)
        return None if row is None else self._left_out.read(table, row)

    async def _many(self, table: Table[T], statement: str, **values: object) -> list[T]:
        """All rows that can be read."""
        found = await self._reader.run(lambda db: sql.many(db, statement, values))
        values_read = (self._left_out.read(table, row) for row in found)
        return [each for each in values_read if each is not None]

    async def _next(self, table: Table[T], statement: str, **values: object) -> list[T]:
        """The next rows that can be read, however many stand before them that cannot."""
        while True:
            left_out = self._left_out.listed(table.name)
            found = await self._many(table, statement, left_out=left_out, **values)
            if left_out == self._left_out.listed(table.name):
                return found

    async def _row(self, statement: str, **values: object) -> sqlite3.Row | None:
        return await self._reader.run(lambda db: sql.one(db, statement, values))

    async def _write(self, statement: str, **values: object) -> int:
        """Write something that is never kept in memory."""
        return await self._writer.write(lambda db: db.execute(statement, values).rowcount)

    async def _write_of_player(self, player: Player, job: Job[T]) -> T:
        """Write what may change a person's settings and rows of their matches, and no others."""
        forget = partial(self._settings.forget, Person, player)
        return await self._write_under(self._matches.hold_matches_of(player), job, forget)

    async def _change(self, job: Job[T]) -> T:
        """Write what may change anything: all that was read is forgotten."""
        return await self._write_under(self._matches.hold_all(), job, self._settings.forget_all)

    async def _write_under(self, hold: Hold, job: Job[T], forget: Callable[[], None]) -> T:
        """Write under a hold. `forget`: what else is forgotten when it ends."""
        over = ExitStack()
        over.callback(hold.end)
        over.callback(forget)
        return await self._writer.write(job, over.close, first=hold.begin)
