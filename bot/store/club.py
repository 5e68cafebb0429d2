"""Competitions in SQLite: what cups and team matches have beside what all gatherings have."""

# ruff: noqa: S608  every word that a statement is made of stands in this package

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from bot.model.club import VOID_DAYS, Competition, Seat, Status
from bot.store import rows, sql
from bot.store.changes import Stale
from bot.store.gatherings import IS_LIVE, Gatherings, GatheringStatements, GatheringTables
from games.pace import DAY

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence

    from bot.model.people import Player
    from bot.model.times import Instant
    from bot.store.changes import Committed

C = TypeVar("C", bound=Competition)
S = TypeVar("S", bound=Seat)


class Statements(GatheringStatements):
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
        super().__init__(
            *(table, kind, seats, seat),
            of=of,
            held='"left" IS NULL',
            began="min(began, :now)",  # what began while the clock was ahead begins now
        )
        draft = f"status = '{Status.DRAFT}'"
        self.count_begun = sql.count(table, f'guild = :guild AND {IS_LIVE} AND "by" = :by')
        self.over_in = f"""
            SELECT * FROM {table} WHERE guild = :guild AND status = '{Status.OVER}'
            ORDER BY ended DESC, id DESC LIMIT :most"""
        self.count_opened = sql.count(
            table, f'"by" = :by AND made > :since AND made <= :now AND NOT ({draft})'
        )
        called_off = f"guild = :guild AND status = '{Status.CALLED_OFF}'"
        void = f"{called_off} AND began IS NULL AND ended <= :before AND due IS NULL"
        self.clear_void_seats = f"""
            DELETE FROM {seats} WHERE {of} IN (SELECT id FROM {table} WHERE {void})"""
        self.clear_void = f"DELETE FROM {table} WHERE {void}"
        self.move_card = sql.update(
            *(table, "id = :id"),
            card_in=":card_in",
            channel="iif(channel = card_in, :card_in, channel)",
            version=self.more,
        )
        self.delete_draft = f"DELETE FROM {table} WHERE id = :id AND {draft}"
        self.delete_drafts = f"""
            DELETE FROM {table} WHERE "by" = :by AND guild = :guild AND {draft}"""
        self.leave = sql.update(seats, self.one_seat, "left")
        self.live_of = f"SELECT {table}.* FROM {self.held_live} AND player = :player"
        self.one_link = f'SELECT * FROM {games} WHERE "match" = :match'
        self.insert_link = sql.insert(games, rows.columns(link))
        self.erase_drafts = f'DELETE FROM {table} WHERE "by" = :player AND {draft}'
        self.clear_games = f"DELETE FROM {games} WHERE {self.of_server}"


class Competitions(Gatherings[C, S, Statements]):
    """One kind as the store has it: what is written of it in one transaction."""

    def count_begun(self, db: sqlite3.Connection, guild: int, by: Player) -> int:
        """How many of a server this person has begun that are not over."""
        counted = sql.one(db, self.statements.count_begun, {"guild": guild, "by": by})
        return counted["count"] if counted else 0

    def count_opened(self, db: sqlite3.Connection, by: Player, since: Instant, now: Instant) -> int:
        """Count those that this person opened since then, in all servers."""
        values = {"by": by, "since": since, "now": now}
        counted = sql.one(db, self.statements.count_opened, values)
        return counted["count"] if counted else 0

    def clear_void(self, db: sqlite3.Connection, guild: int, now: Instant) -> None:
        """Delete those of a server that were called off long ago and never begun."""
        before = now - VOID_DAYS * DAY
        for statement in (self.statements.clear_void_seats, self.statements.clear_void):
            db.execute(statement, {"guild": guild, "before": before})

    def give_up_seat(self, db: sqlite3.Connection, _: Committed, *, before: C, seat: S) -> None:
        """Take a person from one that has not begun; Stale where it has, or they are not in it."""
        now = self.one(db, before.id)
        if now is None or now.status is not Status.OPEN or not self.delete_seat(db, seat):
            raise Stale
        self.mark_at(db, before.id, before.closes)

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

    def retire(self, db: sqlite3.Connection, player: Player, now: Instant) -> None:
        """They leave what they are in, so that no game begins for them."""
        for competition in rows.many(self.kind, db, self.statements.live_of, player=player):
            for seat in self.seats(db, competition.id):
                if seat.player != player or seat.left is not None:
                    continue
                if competition.status is Status.OPEN:
                    self.delete_seat(db, seat)
                else:
                    db.execute(self.statements.leave, {**rows.row_of(seat), "left": now})
            self.mark(db, competition.id, now)

    def erase(self, db: sqlite3.Connection, player: Player, now: Instant) -> None:
        """Name them no more, and forget their drafts."""
        db.execute(self.statements.erase_drafts, {"player": player})
        super().erase(db, player, now)

    def clear_server(self, db: sqlite3.Connection, guild: int) -> None:
        """Delete all of a server."""
        db.execute(self.statements.clear_games, {"guild": guild})
        super().clear_server(db, guild)


class CompetitionTables(GatheringTables[C, S, Statements]):
    """What is read of one kind, and what is written of it by itself: drafts, where its card is."""

    async def over_in(self, guild: int, most: int) -> Sequence[C]:
        """Up to so many of a server that are over, the last that ended first."""
        kind, statement = self._kind.kind, self._statements.over_in
        return await self._database.many(kind, statement, guild=guild, most=most)

    async def live_of(self, player: Player) -> Sequence[C]:
        """Those that a person is in and that are not over."""
        kind, statement = self._kind.kind, self._statements.live_of
        return await self._database.many(kind, statement, player=player)

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

    async def card_again(self, seen: C, card_in: int, now: Instant) -> None:
        """Post its card anew in that channel; its games go with it where they were in one."""

        def job(db: sqlite3.Connection) -> None:
            if card_in != seen.card_in:
                db.execute(self._statements.move_card, {"id": seen.id, "card_in": card_in})
            self._kind.card_anew(db, seen, now)

        await self._database.write(job)
