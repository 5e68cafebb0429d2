"""Gatherings in SQLite: what competitions and games of four have in common. Each has its tables.

What is decided of one is decided on one version of it: whoever is later decides again.
"""

# ruff: noqa: S608  every word that a statement is made of stands in this package

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from bot.model.club import DELETED, MOST_JOINED, MOST_OPEN, Gathering
from bot.model.people import FORMER
from bot.model.posts import OLD_EDIT, edit_wait
from bot.store import posts, rows, sql
from bot.store.changes import Stale

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Sequence

    from bot.model.people import Player
    from bot.model.posts import Post, SentMessage
    from bot.model.servers import Bar
    from bot.model.times import Instant
    from bot.store.database import Database

G = TypeVar("G", bound=Gathering)
S = TypeVar("S")

IS_LIVE: Final = "status = 'open'"


class GatheringStatements:
    """The statements about one kind.

    `of`: the column by which its seats name it; `held`: that somebody has a seat; `set_right`: what
    else changes, besides when they are due, when a clock is set right.
    """

    def __init__(  # noqa: PLR0913  its tables and what is kept in them
        self,
        table: str,
        kind: type[Gathering],
        seats: str,
        seat: type[object],
        *,
        of: str,
        held: str,
        number: str = "seat",
        **set_right: str,
    ) -> None:
        columns = sql.but(rows.columns(kind), "id")
        self.more = sql.more("version")
        self.held_live = f"{seats} JOIN {table} ON id = {seats}.{of} WHERE {IS_LIVE} AND {held}"
        self.one = f"SELECT * FROM {table} WHERE id = :id"
        self.insert = sql.insert(table, columns)
        self.update = sql.update(
            *(table, "id = :id AND version = :before", *sql.but(columns, "message", "version")),
            version=":before + 1",
        )
        self.live_in = f"SELECT * FROM {table} WHERE guild = :guild AND {IS_LIVE}"
        self.count_live = sql.count(table, f"guild = :guild AND {IS_LIVE}")
        self.due = f"SELECT id FROM {table} WHERE due <= :now ORDER BY due, id LIMIT :most"
        self.put_off = sql.update(table, "id = :id AND due <= :now", due=":later")
        self.mark = sql.update(table, "id = :id", "due", version=self.more)
        self.mark_all = sql.update(
            *(table, f"due > :now AND {IS_LIVE}"), due=":now", version=self.more, **set_right
        )
        self.card_is = sql.update(table, "id = :id", "message")
        self.forget_card = sql.update(table, "id = :id AND message IS :seen", "message")

        self.seats = f"SELECT * FROM {seats} WHERE {of} = :{of} ORDER BY {of}, {number}"
        self.keep_seat = sql.keep(seats, rows.columns(seat))
        self.one_seat = f"{of} = :{of} AND {number} = :{number}"
        self.delete_seat = f"DELETE FROM {seats} WHERE {self.one_seat} AND player = :player"
        self.seats_of = f"SELECT * FROM {seats} WHERE player = :player ORDER BY player, {of}"
        self.count_joined = f"SELECT count(*) AS count FROM {self.held_live} AND player = :player"

        self.made_by = f'SELECT * FROM {table} WHERE "by" = :player'
        self.erase_seats = sql.update(seats, "player = :player", player=":former")
        self.erase_maker = sql.update(table, '"by" = :player', by=":former", version=self.more)
        # For files that no bot has open.
        self.people = f"SELECT DISTINCT player FROM {seats}"
        self.makers = f'SELECT DISTINCT "by" FROM {table}'
        self.guilds = f"SELECT DISTINCT guild FROM {table} WHERE guild > 0"
        self.of_server = f"{of} IN (SELECT id FROM {table} WHERE guild = :guild)"
        self.clear_seats = f"DELETE FROM {seats} WHERE {self.of_server}"
        self.clear = f"DELETE FROM {table} WHERE guild = :guild"


T = TypeVar("T", bound=GatheringStatements)


class Gatherings(Generic[G, S, T]):
    """One kind as the store has it: what is written of it in one transaction, and its cards' posts.

    `of`: the field in which its seats and cards name it.
    """

    def __init__(  # noqa: PLR0913  what makes a kind
        self,
        kind: type[G],
        seat: type[S],
        *,
        statements: T,
        card: Callable[..., Post],
        of: str,
        too_many: Exception,
        too_many_joined: Exception,
    ) -> None:
        self.kind, self.seat, self.statements = kind, seat, statements
        self._card, self._of = card, of
        self._too_many, self._too_many_joined = too_many, too_many_joined

    # Read

    def one(self, db: sqlite3.Connection, number: int) -> G | None:
        """The one of that number."""
        return rows.one(self.kind, db, self.statements.one, id=number)

    def live_in(self, db: sqlite3.Connection, guild: int) -> Sequence[G]:
        """Those of a server that one may join or that are played."""
        return rows.many(self.kind, db, self.statements.live_in, guild=guild)

    def seats(self, db: sqlite3.Connection, number: int) -> list[S]:
        """Who is in it, in the order of joining."""
        return rows.many(self.seat, db, self.statements.seats, **{self._of: number})

    # Written

    def insert(self, db: sqlite3.Connection, new: G) -> int:
        """Write a new one; its number."""
        return sql.inserted(db.execute(self.statements.insert, rows.row_of(new)))

    def update(self, db: sqlite3.Connection, after: G) -> None:
        """Write one; Stale where it was changed since it was read."""
        row = {**rows.row_of(after), "before": after.version}
        if not db.execute(self.statements.update, row).rowcount:
            raise Stale

    def refuse_many(self, db: sqlite3.Connection, guild: int, room: int = 0) -> None:
        """Refuse where a server has more than it may; `room`: so many fewer."""
        counted = sql.one(db, self.statements.count_live, {"guild": guild})
        if counted and counted["count"] + room > MOST_OPEN:
            raise self._too_many

    def refuse_many_joined(self, db: sqlite3.Connection, player: Player) -> None:
        """Refuse where a person is in as many as they may."""
        joined = sql.one(db, self.statements.count_joined, {"player": player})
        if joined and joined["count"] >= MOST_JOINED:
            raise self._too_many_joined

    def keep_seats(self, db: sqlite3.Connection, seats: Iterable[S]) -> None:
        """Write these seats, new ones or as they are now."""
        db.executemany(self.statements.keep_seat, [rows.row_of(seat) for seat in seats])

    def delete_seat(self, db: sqlite3.Connection, seat: S) -> bool:
        """Take a seat away; whether that person had it."""
        return db.execute(self.statements.delete_seat, rows.row_of(seat)).rowcount > 0

    def mark_at(self, db: sqlite3.Connection, number: int, due: Instant | None) -> None:
        """Look at it then. What was decided of it before is decided again."""
        db.execute(self.statements.mark, {"id": number, "due": due})

    def mark(self, db: sqlite3.Connection, number: int, now: Instant) -> None:
        """Have it looked at, and its card brought up to date."""
        if gathering := self.one(db, number):
            self.mark_at(db, number, now if gathering.status.value == "open" else gathering.due)
            posts.write_post(db, self.card_of(gathering, now))

    def mark_all(self, db: sqlite3.Connection, now: Instant) -> None:
        """Look now at all under way that were to be looked at later: the clock has changed."""
        sql.run_each(db, self.statements.mark_all, {"now": now})

    def barred(self, db: sqlite3.Connection, bar: Bar) -> None:
        """They give up the seats that they have in that server where people still join."""
        for seat, gathering in [*self.seats_of(db, bar.player or FORMER)]:
            if gathering.guild == bar.guild and gathering.status.value == "open":
                self.delete_seat(db, seat)
                self.mark(db, gathering.id, bar.at)

    # Its card

    def card_of(self, gathering: G, now: Instant) -> Post:
        """The post that brings its card up to date; a new one comes at once."""
        wait = 0 if gathering.message is None else edit_wait(now - gathering.made)
        return self._card(gathering.id, due=now + wait, place=gathering.card_place)

    def card_anew(self, db: sqlite3.Connection, seen: G, now: Instant) -> None:
        """Post its card anew where it is to be now, unless it is another than was seen already."""
        self.forget_card(db, seen, None)
        if gathering := self.one(db, seen.id):
            self.mark_at(db, seen.id, now if gathering.status.value == "open" else gathering.due)
            posts.write_moved(db, self.card_of(gathering, now))

    def forget_card(self, db: sqlite3.Connection, seen: G, message: int | None) -> None:
        """Its card is gone for good (0), or to be posted anew (None), if it is still that one."""
        values = {"id": seen.id, "seen": seen.message, "message": message}
        db.execute(self.statements.forget_card, values)

    def card_sent(self, db: sqlite3.Connection, post: Any, sent: SentMessage) -> None:  # noqa: ANN401  of its kind
        """The card was posted or edited. Where something changed meanwhile, once more.

        One that is to stand elsewhere by now is not taken for it.
        """
        gathering = self.one(db, getattr(post, self._of))
        posts.told_all(db, post, post.changes, OLD_EDIT)
        if gathering is None or gathering.card_place != post.place:
            return
        if gathering.message is None and sent.message is not None:
            db.execute(self.statements.card_is, {"id": gathering.id, "message": sent.message})

    def server_changed(self, db: sqlite3.Connection, guild: int) -> None:
        """It may have another language or look."""
        for gathering in self.live_in(db, guild):
            posts.write_post(db, self.card_of(gathering, gathering.made))

    # Of one person or one server

    def erase(self, db: sqlite3.Connection, player: Player, now: Instant) -> None:
        """Name them no more; the cards of what they were in say "a former player" now."""
        numbers = {gathering.id for _, gathering in self.seats_of(db, player)}
        for statement in (self.statements.erase_seats, self.statements.erase_maker):
            db.execute(statement, {"player": player, "former": FORMER})
        for number in sorted(numbers):
            self.mark(db, number, now)

    def seats_of(self, db: sqlite3.Connection, player: Player) -> Iterable[tuple[S, G]]:
        """What a person is or was in, each with their seat."""
        for seat in rows.many(self.seat, db, self.statements.seats_of, player=player):
            if gathering := self.one(db, getattr(seat, self._of)):
                yield seat, gathering

    def made_by(self, db: sqlite3.Connection, player: Player) -> Sequence[G]:
        """Those that a person has made."""
        return rows.many(self.kind, db, self.statements.made_by, player=player)

    def people(self, db: sqlite3.Connection) -> list[Player]:
        """All whom its tables name."""
        seated = [row["player"] for row in sql.many(db, self.statements.people, {})]
        return [*seated, *(row["by"] for row in sql.many(db, self.statements.makers, {}))]

    def servers(self, db: sqlite3.Connection) -> list[int]:
        """The same of servers."""
        return [row["guild"] for row in sql.many(db, self.statements.guilds, {})]

    def clear_server(self, db: sqlite3.Connection, guild: int) -> None:
        """Delete all of a server."""
        for statement in (self.statements.clear_seats, self.statements.clear):
            db.execute(statement, {"guild": guild})


class GatheringTables(Generic[G, S, T]):
    """What is read of one kind, and what is written of it by itself: when to look, its card."""

    def __init__(self, database: Database, kind: Gatherings[G, S, T]) -> None:
        self._database, self._kind, self._statements = database, kind, kind.statements

    async def one(self, number: int) -> G | None:
        """The one of that number."""
        return await self._database.read(lambda db: self._kind.one(db, number))

    async def live_in(self, guild: int) -> Sequence[G]:
        """Those of a server that one may join or that are played, the oldest first."""
        live = await self._database.read(lambda db: self._kind.live_in(db, guild))
        return sorted(live, key=lambda gathering: gathering.id)

    async def due(self, now: Instant, most: int) -> Sequence[int]:
        """The numbers of up to so many that are to be looked at."""
        due = await self._database.rows(self._statements.due, now=now, most=most)
        return [row["id"] for row in due]

    async def put_off(self, number: int, now: Instant, later: Instant) -> None:
        """Look only later at one at which nobody can look now, so that it hides no other."""
        await self._database.execute(self._statements.put_off, id=number, now=now, later=later)

    async def change(self, after: G) -> None:
        """Write one; Stale where it was changed since it was read."""
        await self._database.write(partial(self._kind.update, after=after))

    async def card_anew(self, seen: G, now: Instant) -> None:
        """Post its card anew, as soon as can be."""
        await self._database.write(lambda db: self._kind.card_anew(db, seen, now))

    async def card_is_gone(self, seen: G) -> None:
        """Its card is gone for good, if it is still that one."""
        await self._database.write(lambda db: self._kind.forget_card(db, seen, DELETED))
