"""Two against two in SQLite: who has which seat until the game begins, and the cards' posts.

Law: a seat is given in the transaction that counts them. What is decided of a foursome is decided
on one version of it: whoever is later decides again.
"""

# ruff: noqa: S608  every word that a statement is made of stands in this package

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from bot.features.partners.model import Company, Foursome, FoursomeCard, Results, Seat, Status
from bot.model.club import MOST_JOINED, MOST_OPEN
from bot.model.people import FORMER
from bot.model.personal_data import moment_text
from bot.model.posts import OLD_EDIT, edit_wait
from bot.model.servers import Place
from bot.service.refusals import No, Refusal
from bot.store import posts, rows, servers, sql
from bot.store.changes import Committed, Stale
from bot.store.extension import Extension, PostKind
from games.core import WITHOUT_RESULT

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping, Sequence

    from bot.model.people import Player
    from bot.model.posts import SentMessage
    from bot.model.times import Instant
    from bot.store.database import Database

FOURSOME = rows.columns(Foursome)
_VOID = ", ".join(f"'{reason}'" for reason in sorted(WITHOUT_RESULT))
_OPEN = f"status = '{Status.OPEN}'"

ONE_FOURSOME: Final = "SELECT * FROM foursome WHERE id = :id"
INSERT_FOURSOME: Final = sql.insert("foursome", sql.but(FOURSOME, "id"))
UPDATE_FOURSOME: Final = sql.update(
    "foursome",
    "id = :id AND version = :before",
    *("status", "due", "match"),
    version=":before + 1",
)
OPEN_FOURSOMES: Final = f"SELECT * FROM foursome WHERE guild = :guild AND {_OPEN}"
DUE_FOURSOMES: Final = "SELECT id FROM foursome WHERE due <= :now ORDER BY due, id LIMIT :most"
PUT_OFF_FOURSOME: Final = sql.update("foursome", "id = :id AND due <= :now", due=":later")
FOURSOME_CARD_IS: Final = sql.update("foursome", "id = :id", "message")
FORGET_FOURSOME_CARD: Final = sql.update("foursome", "id = :id AND message IS :seen", "message")
ASKED_HERE: Final = f"""
    SELECT * FROM foursome WHERE guild = :guild AND {_OPEN} AND "by" = :by
    AND rematch_of IS NULL"""
OPEN_REMATCH: Final = f"SELECT * FROM foursome WHERE rematch_of = :match AND {_OPEN}"
NEWEST_REMATCH: Final = """
    SELECT * FROM foursome WHERE rematch_of = :match AND "match" IS NOT NULL
    ORDER BY id DESC LIMIT 1"""

FOURSOME_SEATS: Final = """
    SELECT * FROM foursome_seat WHERE foursome = :foursome ORDER BY foursome, number"""
KEEP_SEAT: Final = sql.keep("foursome_seat", rows.columns(Seat))
DELETE_SEAT: Final = "DELETE FROM foursome_seat WHERE foursome = :foursome AND number = :number"
SEATS_OF: Final = """
    SELECT * FROM foursome_seat WHERE player = :player ORDER BY player, foursome"""
OPEN_FOURSOMES_OF: Final = f"""
    SELECT foursome.* FROM foursome_seat JOIN foursome ON foursome.id = foursome
    WHERE player = :player AND {_OPEN}"""
COUNT_SEATS_JOINED: Final = f"""
    SELECT count(*) AS count FROM foursome_seat AS s JOIN foursome AS f ON f.id = s.foursome
    WHERE s.player = :player AND s.joined IS NOT NULL AND f.status = '{Status.OPEN}'"""

# Of a person: a match with a winner is theirs, or is not.
RESULTS_OF: Final = f"""
    SELECT count(*) FILTER (WHERE m.winner = s.side) AS won,
        count(*) FILTER (WHERE m.winner IS NULL) AS drawn,
        count(*) FILTER (WHERE m.winner <> s.side) AS lost
    FROM foursome_seat AS s JOIN foursome AS f ON f.id = s.foursome
    JOIN "match" AS m ON m.id = f."match"
    WHERE s.player = :player AND m.reason NOT IN ({_VOID})"""


class PartnerTables:
    """What is read of foursomes."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def company(self, number: int) -> Company | None:
        """A foursome with its seats, as one moment has them."""
        return await self._database.read(partial(read_company, number))

    async def open_in(self, guild: int) -> Sequence[Foursome]:
        """Those of a server that can be joined, the oldest first."""
        foursomes = await self._database.many(Foursome, OPEN_FOURSOMES, guild=guild)
        return sorted(foursomes, key=lambda foursome: foursome.id)

    async def rematch_of(self, match: int) -> Foursome | None:
        """The open rematch of a match; else the newest that has begun."""
        open_one = await self._database.one(Foursome, OPEN_REMATCH, match=match)
        return open_one or await self._database.one(Foursome, NEWEST_REMATCH, match=match)

    async def asked_in(self, guild: int, by: Player) -> Foursome | None:
        """The open one that this person has asked for in that server, if there is one."""
        return await self._database.one(Foursome, ASKED_HERE, guild=guild, by=by)

    async def results_of(self, player: Player) -> Results:
        """How the games of four of a person ended."""
        return await self._database.one(Results, RESULTS_OF, player=player) or Results()

    async def due(self, now: Instant, most: int) -> Sequence[int]:
        """The numbers of up to so many that are to be looked at."""
        return [row["id"] for row in await self._database.rows(DUE_FOURSOMES, now=now, most=most)]

    async def put_off(self, number: int, now: Instant, later: Instant) -> None:
        """Look only later at one at which nobody can look now, so that it hides no other."""
        await self._database.execute(PUT_OFF_FOURSOME, id=number, now=now, later=later)

    async def change(self, after: Foursome) -> None:
        """Write a foursome; Stale where it was changed since it was read."""
        await self._database.write(partial(update, after=after))

    async def card_again(self, foursome: Foursome) -> None:
        """Post its card anew, which was deleted."""

        def job(db: sqlite3.Connection) -> None:
            forgotten = {"id": foursome.id, "seen": foursome.message, "message": None}
            if db.execute(FORGET_FOURSOME_CARD, forgotten).rowcount:
                posts.write_post(db, card_of(foursome, foursome.made))

        await self._database.write(job)

    async def card_is_gone(self, foursome: Foursome) -> None:
        """A person has deleted the card: it is not posted again by itself."""
        values = {"id": foursome.id, "seen": foursome.message, "message": 0}
        await self._database.execute(FORGET_FOURSOME_CARD, **values)


def read_company(number: int, db: sqlite3.Connection) -> Company | None:
    """A foursome with its seats."""
    foursome = rows.one(Foursome, db, ONE_FOURSOME, id=number)
    if foursome is None:
        return None
    seats = tuple(rows.many(Seat, db, FOURSOME_SEATS, foursome=number))
    barred = servers.barred_among(db, foursome.guild, [seat.player for seat in seats])
    return Company(foursome, seats, barred)


# Writing, as parts of jobs


def update(db: sqlite3.Connection, after: Foursome) -> None:
    """Write how far a foursome is; Stale where it was changed since it was read."""
    if not db.execute(UPDATE_FOURSOME, {**rows.row_of(after), "before": after.version}).rowcount:
        raise Stale


def make(db: sqlite3.Connection, foursome: Foursome, seats: Iterable[Seat]) -> int:
    """Write a new foursome with these seats, unless there are as many already as may be.

    Stale where it was made already.
    """
    same = OPEN_REMATCH if foursome.rematch_of else ASKED_HERE
    if sql.one(db, same, {**rows.row_of(foursome), "match": foursome.rematch_of}):
        raise Stale
    if len(sql.many(db, OPEN_FOURSOMES, {"guild": foursome.guild})) >= MOST_OPEN:
        raise Refusal(No.TOO_MANY_FOURSOMES, limit=MOST_OPEN)
    number = sql.inserted(db.execute(INSERT_FOURSOME, rows.row_of(foursome)))
    _seat(db, foursome.by, number, seats)
    posts.write_post(db, card_of(foursome, foursome.made, number))
    return number


def _seat(db: sqlite3.Connection, player: Player, number: int, seats: Iterable[Seat]) -> None:
    """Write seats, of which this person has one now."""
    joined = sql.one(db, COUNT_SEATS_JOINED, {"player": player})
    if joined and joined["count"] >= MOST_JOINED:
        raise Refusal(No.TOO_MANY_FOURSOMES_JOINED, limit=MOST_JOINED)
    db.executemany(KEEP_SEAT, [{**rows.row_of(seat), "foursome": number} for seat in seats])


def join(db: sqlite3.Connection, _: Committed, *, after: Foursome, seat: Seat) -> None:
    """Give a seat; Stale where something has changed since it was found to be free."""
    update(db, after)
    _seat(db, seat.player, after.id, (seat,))


def step(
    db: sqlite3.Connection,
    committed: Committed,
    *,
    after: Foursome,
    seats: Iterable[Seat] = (),
    gone: Iterable[Seat] = (),
) -> None:
    """Write how far it is, with these seats and without those; and the match that begins it."""
    update(db, replace(after, match=committed.match))
    for seat in gone:
        db.execute(DELETE_SEAT, {"foursome": after.id, "number": seat.number})
    db.executemany(KEEP_SEAT, [rows.row_of(seat) for seat in seats])


def card_of(foursome: Foursome, now: Instant, number: int | None = None) -> FoursomeCard:
    """The post that brings its card up to date; a new one comes at once."""
    wait = 0 if foursome.message is None else edit_wait(now - foursome.made)
    place = Place(foursome.guild, foursome.channel)
    return FoursomeCard(foursome.id if number is None else number, due=now + wait, place=place)


# What they add to the store


def foursome_card_sent(db: sqlite3.Connection, post: FoursomeCard, sent: SentMessage) -> None:
    """The card was posted or edited. Where something changed meanwhile, once more."""
    foursome = rows.one(Foursome, db, ONE_FOURSOME, id=post.foursome)
    posts.told_all(db, post, post.changes, OLD_EDIT)
    if foursome and foursome.message is None and sent.message is not None:
        db.execute(FOURSOME_CARD_IS, {"id": foursome.id, "message": sent.message})


def _server_changed(db: sqlite3.Connection, guild: int) -> None:
    """It may have another language."""
    for foursome in rows.many(Foursome, db, OPEN_FOURSOMES, guild=guild):
        posts.write_post(db, card_of(foursome, foursome.made))


def _retire(db: sqlite3.Connection, player: Player, now: Instant) -> None:
    """They give up the seats that they have, so that no game begins for them."""
    for foursome in rows.many(Foursome, db, OPEN_FOURSOMES_OF, player=player):
        for seat in rows.many(Seat, db, FOURSOME_SEATS, foursome=foursome.id):
            if seat.player == player:
                step(db, Committed(), after=foursome, gone=(seat,))
                posts.write_post(db, card_of(foursome, now))


ERASE_SEATS: Final = sql.update("foursome_seat", "player = :player", player=":former")
ERASE_FOURSOME_MAKER: Final = sql.update("foursome", '"by" = :player', by=":former")
FOURSOMES_BY: Final = 'SELECT * FROM foursome WHERE "by" = :player'


def _erase(db: sqlite3.Connection, player: Player, now: Instant) -> None:
    """Their cards say "a former player" now."""
    numbers = {seat.foursome for seat in rows.many(Seat, db, SEATS_OF, player=player)}
    for statement in (ERASE_SEATS, ERASE_FOURSOME_MAKER):
        db.execute(statement, {"player": player, "former": FORMER})
    for number in sorted(numbers):
        if foursome := rows.one(Foursome, db, ONE_FOURSOME, id=number):
            posts.write_post(db, card_of(foursome, now))


def _personal_data(db: sqlite3.Connection, player: Player) -> Mapping[str, Sequence[Any]]:
    seats = rows.many(Seat, db, SEATS_OF, player=player)
    joined = [(seat, rows.one(Foursome, db, ONE_FOURSOME, id=seat.foursome)) for seat in seats]
    return {
        "foursomes": [
            {
                "server": str(foursome.guild),
                "rules": foursome.rules,
                "side": seat.side,
                "joined": None if seat.joined is None else moment_text(seat.joined),
                "match": foursome.match,
            }
            for seat, foursome in joined
            if foursome
        ],
        "foursomes-begun": [
            {"server": str(foursome.guild), "at": moment_text(foursome.made)}
            for foursome in rows.many(Foursome, db, FOURSOMES_BY, player=player)
        ],
    }


SEATED_PEOPLE: Final = "SELECT DISTINCT player FROM foursome_seat"  # for files that no bot has open
FOURSOME_MAKERS: Final = 'SELECT DISTINCT "by" FROM foursome'
FOURSOME_GUILDS: Final = "SELECT DISTINCT guild FROM foursome WHERE guild > 0"
CLEAR_SEATS: Final = """
    DELETE FROM foursome_seat WHERE foursome IN (SELECT id FROM foursome WHERE guild = :guild)"""
CLEAR_FOURSOMES: Final = "DELETE FROM foursome WHERE guild = :guild"


def _people(db: sqlite3.Connection) -> list[Player]:
    seated = [row["player"] for row in sql.many(db, SEATED_PEOPLE, {})]
    return [*seated, *(row["by"] for row in sql.many(db, FOURSOME_MAKERS, {}))]


def _clear_server(db: sqlite3.Connection, guild: int) -> None:
    for statement in (CLEAR_SEATS, CLEAR_FOURSOMES):
        db.execute(statement, {"guild": guild})


EXTENSION = Extension(
    posts=(PostKind(FoursomeCard, foursome_card_sent),),
    server_changed=_server_changed,
    retire=_retire,
    erase=_erase,
    personal_data=_personal_data,
    people=_people,
    servers=lambda db: [row["guild"] for row in sql.many(db, FOURSOME_GUILDS, {})],
    clear_server=_clear_server,
    tables={
        "foursome": partial(rows.read, Foursome),
        "foursome_seat": partial(rows.read, Seat),
    },
)
