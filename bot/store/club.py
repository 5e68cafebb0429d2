"""Competitions in SQLite: what cups and team matches have in common. Each has tables of its own.

What is decided of one is decided on one version of it: whoever is later decides again.
"""

# ruff: noqa: S608  every word that a statement is made of stands in this package

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from bot.model.club import MOST_JOINED, MOST_OPEN, Competition, Seat, Status
from bot.model.people import FORMER
from bot.model.posts import OLD_EDIT, edit_wait
from bot.model.servers import Place
from bot.store import posts, rows, sql
from bot.store.changes import Stale

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Sequence

    from bot.model.people import Player
    from bot.model.posts import Post, SentMessage
    from bot.model.times import Instant
    from bot.store.changes import Committed
    from bot.store.database import Database

C = TypeVar("C", bound=Competition)
S = TypeVar("S", bound=Seat)

LIVE: Final = f"status IN ('{Status.OPEN}', '{Status.RUNNING}')"


class Statements:
    """The statements about one kind. `of`: the column by which seats and games name theirs."""

    def __init__(  # noqa: PLR0913, PLR0917  its tables and what is kept in them
        self,
        table: str,
        kind: type[Competition],
        seats: str,
        seat: type[Seat],
        games: str,
        link: type[object],
        of: str,
    ) -> None:
        columns = sql.but(rows.columns(kind), "id")
        once_more = sql.more("version")
        draft, seated = f"status = '{Status.DRAFT}'", f"{seats} JOIN {table} ON id = {seats}.{of}"
        one_seat = f"{of} = :{of} AND seat = :seat"
        self.one = f"SELECT * FROM {table} WHERE id = :id"
        self.insert = sql.insert(table, columns)
        self.update = sql.update(
            *(table, "id = :id AND version = :before", *sql.but(columns, "message", "version")),
            version=":before + 1",
        )
        self.live_in = f"SELECT * FROM {table} WHERE guild = :guild AND {LIVE}"
        self.count_begun = sql.count(table, f'guild = :guild AND {LIVE} AND "by" = :by')
        self.count_live = sql.count(table, f"guild = :guild AND {LIVE}")
        self.over_in = f"""
            SELECT * FROM {table} WHERE guild = :guild AND status = '{Status.OVER}'
            ORDER BY id DESC LIMIT :most"""
        self.due = f"SELECT id FROM {table} WHERE due <= :now ORDER BY due, id LIMIT :most"
        self.put_off = sql.update(table, "id = :id AND due <= :now", due=":later")
        self.mark = sql.update(table, "id = :id", "due", version=once_more)
        self.move_card = sql.update(
            *(table, "id = :id"),
            card_in=":card_in",
            channel="iif(channel = card_in, :card_in, channel)",
            version=once_more,
        )
        self.card_is = sql.update(table, "id = :id", "message")
        self.forget_card = sql.update(table, "id = :id AND message IS :seen", "message")
        self.delete_draft = f"DELETE FROM {table} WHERE id = :id AND {draft}"
        self.delete_drafts = f"""
            DELETE FROM {table} WHERE "by" = :by AND guild = :guild AND {draft}"""

        self.seats = f"SELECT * FROM {seats} WHERE {of} = :{of} ORDER BY {of}, seat"
        self.keep_seat = sql.keep(seats, rows.columns(seat))
        self.delete_seat = f"DELETE FROM {seats} WHERE {one_seat} AND player = :player"
        self.leave = sql.update(seats, one_seat, "left")
        self.seats_of = f"SELECT * FROM {seats} WHERE player = :player ORDER BY player, {of}"
        self.live_of = f"""
            SELECT {table}.* FROM {seated} WHERE player = :player AND {LIVE} AND "left" IS NULL"""
        self.count_joined = f"""
            SELECT count(*) AS count FROM {seated}
            WHERE player = :player AND {LIVE} AND "left" IS NULL"""
        self.one_link = f'SELECT * FROM {games} WHERE "match" = :match'
        self.insert_link = sql.insert(games, rows.columns(link))

        self.made_by = f'SELECT * FROM {table} WHERE "by" = :player'
        self.erase_seats = sql.update(seats, "player = :player", player=":former")
        self.erase_maker = sql.update(table, '"by" = :player', by=":former", version=once_more)
        self.erase_drafts = f'DELETE FROM {table} WHERE "by" = :player AND {draft}'
        # For files that no bot has open.
        self.people = f"SELECT DISTINCT player FROM {seats}"
        self.makers = f'SELECT DISTINCT "by" FROM {table}'
        self.guilds = f"SELECT DISTINCT guild FROM {table} WHERE guild > 0"
        of_server = f"{of} IN (SELECT id FROM {table} WHERE guild = :guild)"
        self.clear_games = f"DELETE FROM {games} WHERE {of_server}"
        self.clear_seats = f"DELETE FROM {seats} WHERE {of_server}"
        self.clear = f"DELETE FROM {table} WHERE guild = :guild"


class Competitions(Generic[C, S]):
    """One kind as the store has it: what is written of it in one transaction, and its cards' posts.

    `of`: the field in which its seats and cards name it.
    """

    def __init__(  # noqa: PLR0913  what makes a kind
        self,
        kind: type[C],
        seat: type[S],
        *,
        statements: Statements,
        card: Callable[..., Post],
        of: str,
        too_many: Exception,
        too_many_joined: Exception,
    ) -> None:
        self.kind, self.seat, self.statements = kind, seat, statements
        self._card, self._of = card, of
        self._too_many, self._too_many_joined = too_many, too_many_joined

    # Read

    def one(self, db: sqlite3.Connection, number: int) -> C | None:
        """The one of that number."""
        return rows.one(self.kind, db, self.statements.one, id=number)

    def live_in(self, db: sqlite3.Connection, guild: int) -> Sequence[C]:
        """Those of a server that one may join or that are played."""
        return rows.many(self.kind, db, self.statements.live_in, guild=guild)

    def seats(self, db: sqlite3.Connection, number: int) -> list[S]:
        """Who is in it, in the order of joining."""
        return rows.many(self.seat, db, self.statements.seats, **{self._of: number})

    # Written

    def insert(self, db: sqlite3.Connection, new: C) -> int:
        """Write a new one; its number."""
        return sql.inserted(db.execute(self.statements.insert, rows.row_of(new)))

    def update(self, db: sqlite3.Connection, after: C) -> None:
        """Write one; Stale where it was changed since it was read."""
        row = {**rows.row_of(after), "before": after.version}
        if not db.execute(self.statements.update, row).rowcount:
            raise Stale

    def open(self, db: sqlite3.Connection, _: Committed, *, after: C) -> None:
        """Have people join it, unless the server has as many already as it may."""
        self.update(db, after)
        self.refuse_many(db, after.guild)

    def refuse_many(self, db: sqlite3.Connection, guild: int) -> None:
        """Refuse where a server has more than it may."""
        counted = sql.one(db, self.statements.count_live, {"guild": guild})
        if counted and counted["count"] > MOST_OPEN:
            raise self._too_many

    def count_begun(self, db: sqlite3.Connection, guild: int, by: Player) -> int:
        """How many of a server this person has begun that are not over."""
        counted = sql.one(db, self.statements.count_begun, {"guild": guild, "by": by})
        return counted["count"] if counted else 0

    def refuse_many_joined(self, db: sqlite3.Connection, player: Player) -> None:
        """Refuse where a person is in as many as they may."""
        joined = sql.one(db, self.statements.count_joined, {"player": player})
        if joined and joined["count"] >= MOST_JOINED:
            raise self._too_many_joined

    def keep_seats(self, db: sqlite3.Connection, seats: Iterable[S]) -> None:
        """Write these seats, new ones or as they are now."""
        db.executemany(self.statements.keep_seat, [rows.row_of(seat) for seat in seats])

    def give_up_seat(self, db: sqlite3.Connection, _: Committed, *, before: C, seat: S) -> None:
        """Take a person from one that has not begun; Stale where it has, or they are not in it."""
        now = self.one(db, before.id)
        if now is None or now.status is not Status.OPEN or not self._delete_seat(db, seat):
            raise Stale
        self.mark_at(db, before.id, before.closes)

    def _delete_seat(self, db: sqlite3.Connection, seat: S) -> bool:
        return db.execute(self.statements.delete_seat, rows.row_of(seat)).rowcount > 0

    def keep_step(
        self, db: sqlite3.Connection, _: Committed, *, after: C, seats: Iterable[S] = ()
    ) -> None:
        """Write one with these seats; Stale where it was changed meanwhile."""
        self.update(db, after)
        self.keep_seats(db, seats)

    def link_game(self, db: sqlite3.Connection, committed: Committed, *, link: object) -> None:
        """Note that the match that was just begun is this game."""
        row = {**rows.row_of(link), "match": committed.match}
        db.execute(self.statements.insert_link, row)

    def mark_at(self, db: sqlite3.Connection, number: int, due: Instant | None) -> None:
        """Look at it then. What was decided of it before is decided again."""
        db.execute(self.statements.mark, {"id": number, "due": due})

    def mark(self, db: sqlite3.Connection, number: int, now: Instant) -> None:
        """Have it looked at, and its card brought up to date."""
        if competition := self.one(db, number):
            self.mark_at(db, number, now if competition.is_live else competition.due)
            posts.write_post(db, self.card_of(competition, now))

    # Its card

    def card_of(self, competition: C, now: Instant) -> Post:
        """The post that brings its card up to date; a new one comes at once."""
        wait = 0 if competition.message is None else edit_wait(now - competition.made)
        return self._card(
            competition.id, due=now + wait, place=Place(competition.guild, competition.card_in)
        )

    def card_sent(self, db: sqlite3.Connection, post: Any, sent: SentMessage) -> None:  # noqa: ANN401  of its kind
        """The card was posted or edited. Where something changed meanwhile, once more."""
        competition = self.one(db, getattr(post, self._of))
        posts.told_all(db, post, post.changes, OLD_EDIT)
        if competition and competition.message is None and sent.message is not None:
            db.execute(self.statements.card_is, {"id": competition.id, "message": sent.message})

    def server_changed(self, db: sqlite3.Connection, guild: int) -> None:
        """It may have another language or look."""
        for competition in self.live_in(db, guild):
            posts.write_post(db, self.card_of(competition, competition.made))

    # Of one person or one server

    def retire(self, db: sqlite3.Connection, player: Player, now: Instant) -> None:
        """They leave what they are in, so that no game begins for them."""
        for competition in rows.many(self.kind, db, self.statements.live_of, player=player):
            for seat in self.seats(db, competition.id):
                if seat.player != player or seat.left is not None:
                    continue
                if competition.status is Status.OPEN:
                    self._delete_seat(db, seat)
                else:
                    db.execute(self.statements.leave, {**rows.row_of(seat), "left": now})
            self.mark(db, competition.id, now)

    def erase(self, db: sqlite3.Connection, player: Player, now: Instant) -> None:
        """Name them no more; the cards of what they were in say "a former player" now."""
        seats = rows.many(self.seat, db, self.statements.seats_of, player=player)
        statements = self.statements
        for statement in (statements.erase_seats, statements.erase_drafts, statements.erase_maker):
            db.execute(statement, {"player": player, "former": FORMER})
        for number in sorted({getattr(seat, self._of) for seat in seats}):
            self.mark(db, number, now)

    def seats_of(self, db: sqlite3.Connection, player: Player) -> Iterable[tuple[S, C]]:
        """What a person is or was in, each with their seat."""
        for seat in rows.many(self.seat, db, self.statements.seats_of, player=player):
            if competition := self.one(db, getattr(seat, self._of)):
                yield seat, competition

    def made_by(self, db: sqlite3.Connection, player: Player) -> Sequence[C]:
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
        statements = self.statements
        for statement in (statements.clear_games, statements.clear_seats, statements.clear):
            db.execute(statement, {"guild": guild})


class CompetitionTables(Generic[C, S]):
    """What is read of one kind, and what is written of it by itself: drafts, when to look."""

    def __init__(self, database: Database, kind: Competitions[C, S]) -> None:
        self._database, self._kind, self._statements = database, kind, kind.statements

    async def one(self, number: int) -> C | None:
        """The one of that number."""
        return await self._database.read(lambda db: self._kind.one(db, number))

    async def live_in(self, guild: int) -> Sequence[C]:
        """Those of a server that one may join or that are played, the oldest first."""
        live = await self._database.read(lambda db: self._kind.live_in(db, guild))
        return sorted(live, key=lambda competition: competition.id)

    async def over_in(self, guild: int, most: int) -> Sequence[C]:
        """Up to so many of a server that are over, the newest first."""
        kind, statement = self._kind.kind, self._statements.over_in
        return await self._database.many(kind, statement, guild=guild, most=most)

    async def live_of(self, player: Player) -> Sequence[C]:
        """Those that a person is in and that are not over."""
        kind, statement = self._kind.kind, self._statements.live_of
        return await self._database.many(kind, statement, player=player)

    async def due(self, now: Instant, most: int) -> Sequence[int]:
        """The numbers of up to so many that are to be looked at."""
        due = await self._database.rows(self._statements.due, now=now, most=most)
        return [row["id"] for row in due]

    async def put_off(self, number: int, now: Instant, later: Instant) -> None:
        """Look only later at one at which nobody can look now, so that it hides no other."""
        await self._database.execute(self._statements.put_off, id=number, now=now, later=later)

    async def new_draft(self, draft: C) -> C:
        """Keep a draft in the place of those that its maker has in that server."""

        def job(db: sqlite3.Connection) -> C | None:
            db.execute(self._statements.delete_drafts, {"by": draft.by, "guild": draft.guild})
            return self._kind.one(db, self._kind.insert(db, draft))

        stored = await self._database.write(job)
        assert stored
        return stored

    async def delete_draft(self, number: int) -> None:
        """Forget a draft."""
        await self._database.execute(self._statements.delete_draft, id=number)

    async def change(self, after: C) -> None:
        """Write one; Stale where it was changed since it was read."""
        await self._database.write(partial(self._kind.update, after=after))

    async def mark(self, number: int, now: Instant) -> None:
        """Look at it, and bring its card up to date, as soon as can be."""
        await self._database.write(lambda db: self._kind.mark(db, number, now))

    async def move_card(self, number: int, card_in: int) -> None:
        """Its card is to be in that channel, and its games too where they were in one with it."""
        await self._database.execute(self._statements.move_card, id=number, card_in=card_in)

    async def forget_card(self, seen: C, message: int | None) -> None:
        """Its card is gone for good (0), or to be posted anew (None), if it is still that one."""
        values = {"id": seen.id, "seen": seen.message, "message": message}
        await self._database.execute(self._statements.forget_card, **values)
