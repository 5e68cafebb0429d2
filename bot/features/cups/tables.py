"""Cups in SQLite: their rows, what is written of them in one transaction, and their cards' posts.

What is decided of a cup is decided on one version of it: whoever is later decides again.
"""

# ruff: noqa: S608  every word that a statement is made of stands in this package

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from bot.features.cups.course import DIVISION_MOST, Course, completed
from bot.features.cups.model import Cup, CupCard, Entry, Form, Game, Link, Pairing
from bot.model.club import MOST_JOINED, MOST_OPEN, Status
from bot.model.people import FORMER
from bot.model.personal_data import moment_text
from bot.model.servers import Place
from bot.service.refusals import No, Refusal
from bot.store import events, matches, posts, rows, servers, sql
from bot.store.changes import Stale
from bot.store.errors import UnreadableMatch
from bot.store.extension import Extension, PostKind
from games.core import Side

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping, Sequence

    from bot.model.people import Player
    from bot.model.posts import SentMessage
    from bot.model.times import Instant
    from bot.store.changes import Committed
    from bot.store.database import Database
    from bot.store.extension import MatchWritten
    from games.match import Match

_HOUR = 3600
# Seconds from a change to the edit that tells of it. Discord allows few edits of a message that is
# older than an hour.
_WAIT, _WAIT_OLD = 2, 30

CUP = rows.columns(Cup)
_LIVE = f"status IN ('{Status.OPEN}', '{Status.RUNNING}')"

ONE_CUP: Final = "SELECT * FROM cup WHERE id = :id"
INSERT_CUP: Final = sql.insert("cup", sql.but(CUP, "id"))
UPDATE_CUP: Final = sql.update(
    "cup",
    "id = :id AND version = :before",
    *sql.but(CUP, "id", "message", "version"),
    version=":before + 1",
)
LIVE_IN: Final = f"SELECT * FROM cup WHERE guild = :guild AND {_LIVE}"
OVER_IN: Final = f"""
    SELECT * FROM cup WHERE guild = :guild AND status = '{Status.OVER}' ORDER BY id DESC
    LIMIT :most"""
DUE_CUPS: Final = "SELECT id FROM cup WHERE due <= :now ORDER BY due, id LIMIT :most"
DRAFTS_OF: Final = f"""
    DELETE FROM cup WHERE "by" = :by AND guild = :guild AND status = '{Status.DRAFT}'"""
DELETE_DRAFT: Final = f"DELETE FROM cup WHERE id = :id AND status = '{Status.DRAFT}'"
COUNT_LIVE: Final = sql.count("cup", f"guild = :guild AND {_LIVE}")
CARD_IS: Final = sql.update("cup", "id = :id", "message")
FORGET_CARD: Final = sql.update("cup", "id = :id AND message IS :seen", "message")
MARK_CUP: Final = sql.update("cup", "id = :id", "due", version=sql.more("version"))
PUT_OFF_CUP: Final = sql.update("cup", "id = :id AND due <= :now", due=":later")

ENTRIES: Final = "SELECT * FROM cup_entry WHERE cup = :cup ORDER BY cup, seat"
KEEP_ENTRY: Final = sql.keep("cup_entry", rows.columns(Entry))
DELETE_ENTRY: Final = """
    DELETE FROM cup_entry WHERE cup = :cup AND seat = :seat AND player = :player"""
ENTRIES_OF: Final = "SELECT * FROM cup_entry WHERE player = :player ORDER BY player, cup"
COUNT_JOINED: Final = f"""
    SELECT count(*) AS count FROM cup_entry JOIN cup ON cup.id = cup_entry.cup
    WHERE player = :player AND {_LIVE} AND "left" IS NULL"""
LIVE_OF: Final = f"""
    SELECT cup.* FROM cup_entry JOIN cup ON cup.id = cup_entry.cup
    WHERE player = :player AND {_LIVE} AND "left" IS NULL"""
WON_BY: Final = f"""
    SELECT cup.* FROM cup_entry JOIN cup ON cup.id = cup_entry.cup AND cup.winner = seat
    WHERE player = :player AND status = '{Status.OVER}'"""

PAIRINGS: Final = "SELECT * FROM cup_pairing WHERE cup = :cup ORDER BY cup, pool, round, board"
INSERT_PAIRING: Final = sql.insert("cup_pairing", rows.columns(Pairing))

GAMES: Final = """
    SELECT cup_game.*, m.turn, m.winner, m.reason, m.since
    FROM cup_game JOIN "match" AS m ON m.id = cup_game."match" WHERE cup = :cup"""
ONE_LINK: Final = 'SELECT * FROM cup_game WHERE "match" = :match'
LINKS: Final = "SELECT * FROM cup_game WHERE cup = :cup"
INSERT_LINK: Final = sql.insert("cup_game", rows.columns(Link))
TAKEN: Final = sql.update("cup_game", '"match" = :match', "dark_taken", "light_taken")


class CupTables:
    """What is read of cups, and their drafts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def course(self, number: int) -> Course | None:
        """A cup with all that belongs to it, as one moment has it."""
        return await self._database.read(partial(read_course, number))

    async def live_in(self, guild: int) -> Sequence[Cup]:
        """The cups of a server that one may join or that are played, the oldest first."""
        live = await self._database.many(Cup, LIVE_IN, guild=guild)
        return sorted(live, key=lambda cup: cup.id)

    async def league_in(self, guild: int) -> Cup | None:
        """The league of a server that is not over; of several the oldest."""
        live = await self.live_in(guild)
        return next((cup for cup in live if cup.form is Form.LEAGUE), None)

    async def over_in(self, guild: int, most: int) -> Sequence[Cup]:
        """Up to so many cups of a server that are over, the newest first."""
        return await self._database.many(Cup, OVER_IN, guild=guild, most=most)

    async def live_of(self, player: Player) -> Sequence[Cup]:
        """The cups that a person is in and that are not over."""
        return await self._database.many(Cup, LIVE_OF, player=player)

    async def won_by(self, player: Player) -> Sequence[Cup]:
        """The cups that a person has won, the newest first."""
        won = await self._database.many(Cup, WON_BY, player=player)
        return sorted(won, key=lambda cup: -(cup.ended or 0))

    async def due(self, now: Instant, most: int) -> Sequence[int]:
        """The numbers of up to so many cups that are to be looked at."""
        return [row["id"] for row in await self._database.rows(DUE_CUPS, now=now, most=most)]

    async def put_off(self, number: int, now: Instant, later: Instant) -> None:
        """Look only later at one at which nobody can look now, so that it hides no other."""
        await self._database.execute(PUT_OFF_CUP, id=number, now=now, later=later)

    async def link(self, match: int) -> Link | None:
        """Which game of a cup a match is, if it is one."""
        return await self._database.one(Link, ONE_LINK, match=match)

    async def new_draft(self, draft: Cup) -> Cup:
        """Keep a draft in the place of those that its maker has in that server."""

        def job(db: sqlite3.Connection) -> Cup | None:
            db.execute(DRAFTS_OF, {"by": draft.by, "guild": draft.guild})
            number = sql.inserted(db.execute(INSERT_CUP, rows.row_of(draft)))
            return rows.one(Cup, db, ONE_CUP, id=number)

        stored = await self._database.write(job)
        assert stored
        return stored

    async def delete_draft(self, number: int) -> None:
        """Forget a draft."""
        await self._database.execute(DELETE_DRAFT, id=number)

    async def change(self, after: Cup) -> None:
        """Write a cup; Stale where it was changed since it was read."""
        await self._database.write(partial(update, after=after))

    async def mark(self, number: int, now: Instant) -> None:
        """Look at a cup, and bring its card up to date, as soon as can be."""
        await self._database.write(lambda db: _mark(db, number, now))

    async def forget_card(self, cup: Cup, message: int | None) -> None:
        """Its card is gone for good (0), or to be posted anew (None), if it is still that one."""
        await self._database.execute(FORGET_CARD, id=cup.id, seen=cup.message, message=message)


def read_course(number: int, db: sqlite3.Connection) -> Course | None:
    """A cup with all that belongs to it."""
    cup = rows.one(Cup, db, ONE_CUP, id=number)
    if cup is None:
        return None
    entries = rows.many(Entry, db, ENTRIES, cup=number)
    pairings = rows.many(Pairing, db, PAIRINGS, cup=number)
    return Course(
        cup,
        completed(number, entries, pairings),
        tuple(pairings),
        tuple(rows.many(Game, db, GAMES, cup=number)),
        servers.barred_among(db, cup.guild, [entry.player for entry in entries]),
    )


# Writing, as parts of jobs


def update(db: sqlite3.Connection, after: Cup) -> None:
    """Write a cup; Stale where it was changed since it was read."""
    if not db.execute(UPDATE_CUP, {**rows.row_of(after), "before": after.version}).rowcount:
        raise Stale


def open_cup(db: sqlite3.Connection, _: Committed, *, cup: Cup) -> None:
    """Have people join it, unless the server has as many cups already as it may."""
    update(db, cup)
    _refuse_many(db, cup)


def open_league(db: sqlite3.Connection, _: Committed, *, cup: Cup) -> None:
    """Open a league with nobody in it; Stale where the server has one."""
    if any(live.form is Form.LEAGUE for live in rows.many(Cup, db, LIVE_IN, guild=cup.guild)):
        raise Stale
    number = sql.inserted(db.execute(INSERT_CUP, rows.row_of(cup)))
    _refuse_many(db, cup)
    posts.write_post(db, card_of(replace(cup, id=number), cup.made))


def repeat(
    db: sqlite3.Connection, _: Committed, *, cup: Cup, again: Cup, entries: Sequence[Entry] = ()
) -> None:
    """Have a cup once more, unless that was done; Refusal where the server has too many."""
    update(db, cup)
    number = sql.inserted(db.execute(INSERT_CUP, rows.row_of(again)))
    db.executemany(KEEP_ENTRY, [{**rows.row_of(entry), "cup": number} for entry in entries])
    _refuse_many(db, again)
    posts.write_post(db, card_of(replace(again, id=number), again.made))


def _refuse_many(db: sqlite3.Connection, cup: Cup) -> None:
    counted = sql.one(db, COUNT_LIVE, {"guild": cup.guild})
    if counted and counted["count"] > MOST_OPEN:
        raise Refusal(No.TOO_MANY_CUPS, limit=MOST_OPEN)


def join(db: sqlite3.Connection, _: Committed, *, cup: Cup, player: Player, now: Instant) -> None:
    """Give a person a seat; the last one closes the sign-up."""
    now_is = _refuse_closed(db, cup)
    known = rows.many(Entry, db, ENTRIES, cup=cup.id)
    own = next((entry for entry in known if entry.player == player), None)
    if own and own.left is None:
        raise Refusal(No.JOINED_ALREADY)
    if own is None and len(known) >= cup.size:
        raise Refusal(No.CUP_IS_FULL, limit=cup.size)
    joined = sql.one(db, COUNT_JOINED, {"player": player})
    if joined and joined["count"] >= MOST_JOINED:
        raise Refusal(No.TOO_MANY_JOINED, limit=MOST_JOINED)
    seat = max((entry.seat for entry in known), default=0) + 1
    new = own or Entry(cup=cup.id, seat=seat, player=player, joined=now)
    full, due = len(known) + 1 == cup.size, cup.closes
    if now_is.status is Status.RUNNING:
        new, full = _newcomer(new, known, now), True
    db.execute(KEEP_ENTRY, rows.row_of(new))
    db.execute(MARK_CUP, {"id": cup.id, "due": now if full else due})


def _newcomer(new: Entry, known: Sequence[Entry], now: Instant) -> Entry:
    """One who joins a league while it is played: in the last division; or where they were."""
    if new.left is not None:
        return replace(new, left=None, back=now)
    pool = max((entry.pool for entry in known), default=1)
    there = sum(entry.pool == pool and entry.left is None for entry in known)
    seed = max((entry.seed or 0 for entry in known), default=0) + 1
    return replace(new, seed=seed, pool=pool + (there >= DIVISION_MOST))


def give_up_seat(db: sqlite3.Connection, _: Committed, *, cup: Cup, entry: Entry) -> None:
    """Take a person from a cup that has not begun."""
    if _refuse_closed(db, cup).status is not Status.OPEN:
        raise Stale
    if not db.execute(DELETE_ENTRY, rows.row_of(entry)).rowcount:
        raise Stale
    db.execute(MARK_CUP, {"id": cup.id, "due": cup.closes})


def _refuse_closed(db: sqlite3.Connection, cup: Cup) -> Cup:
    """The cup as it is now; Stale where nobody may join it any more."""
    now = rows.one(Cup, db, ONE_CUP, id=cup.id)
    if now is None or not now.takes_in:
        raise Stale
    return now


def keep_step(
    db: sqlite3.Connection,
    _: Committed,
    *,
    cup: Cup,
    entries: Iterable[Entry] = (),
    pairings: Iterable[Pairing] = (),
) -> None:
    """Write a cup with these entries and new pairings; Stale where it was changed meanwhile."""
    update(db, cup)
    db.executemany(KEEP_ENTRY, [rows.row_of(entry) for entry in entries])
    db.executemany(INSERT_PAIRING, [rows.row_of(pairing) for pairing in pairings])


def link_game(db: sqlite3.Connection, committed: Committed, *, link: Link) -> None:
    """Note that the match that was just begun is this game."""
    db.execute(INSERT_LINK, {**rows.row_of(link), "match": committed.match})


def card_of(cup: Cup, now: Instant) -> CupCard:
    """The post that brings its card up to date; a new one comes at once."""
    wait = 0 if cup.message is None else _WAIT_OLD if now - cup.made > _HOUR else _WAIT
    return CupCard(cup.id, due=now + wait, place=Place(cup.guild, cup.card_in))


def _mark(db: sqlite3.Connection, number: int, now: Instant) -> None:
    """Have a cup looked at, and its card brought up to date."""
    if cup := rows.one(Cup, db, ONE_CUP, id=number):
        db.execute(MARK_CUP, {"id": number, "due": now if cup.is_live else cup.due})
        posts.write_post(db, card_of(cup, now))


# What they add to the store


def _match_written(db: sqlite3.Connection, written: MatchWritten) -> None:
    """A game of a cup that is over: note the men that were taken, and look at the cup."""
    if written.record.match.verdict is None:
        return
    link = rows.one(Link, db, ONE_LINK, match=written.number)
    if link is None:
        return
    db.execute(TAKEN, {"match": written.number, **_taken(written.record.match)})
    _mark(db, link.cup, written.now)


def _taken(match: Match) -> Mapping[str, int]:
    return {"dark_taken": match.taken(Side.DARK), "light_taken": match.taken(Side.LIGHT)}


def cup_card_sent(db: sqlite3.Connection, post: CupCard, sent: SentMessage) -> None:
    """The card was posted or edited. Where the cup changed meanwhile, once more."""
    cup = rows.one(Cup, db, ONE_CUP, id=post.cup)
    posts.told_all(db, post, post.changes, _WAIT_OLD)
    if cup and cup.message is None and sent.message is not None:
        db.execute(CARD_IS, {"id": cup.id, "message": sent.message})


def _server_changed(db: sqlite3.Connection, guild: int) -> None:
    """It may have another language or look."""
    for cup in rows.many(Cup, db, LIVE_IN, guild=guild):
        posts.write_post(db, card_of(cup, cup.made))


def _retire(db: sqlite3.Connection, player: Player, now: Instant) -> None:
    """They leave the cups that they are in, so that no round begins a game for them."""
    for cup in rows.many(Cup, db, LIVE_OF, player=player):
        for entry in rows.many(Entry, db, ENTRIES, cup=cup.id):
            if entry.player != player or entry.left is not None:
                continue
            if cup.status is Status.OPEN:
                db.execute(DELETE_ENTRY, rows.row_of(entry))
            else:
                db.execute(LEAVE, {"cup": cup.id, "seat": entry.seat, "left": now})
        _mark(db, cup.id, now)


LEAVE: Final = sql.update("cup_entry", "cup = :cup AND seat = :seat", left=":left")
ERASE_ENTRIES: Final = sql.update("cup_entry", "player = :player", player=":former")
ERASE_MAKER: Final = sql.update("cup", '"by" = :player', by=":former", version=sql.more("version"))
ERASE_CUP_DRAFTS: Final = f"""
    DELETE FROM cup WHERE "by" = :player AND status = '{Status.DRAFT}'"""


def _erase(db: sqlite3.Connection, player: Player, now: Instant) -> None:
    cups = {entry.cup for entry in rows.many(Entry, db, ENTRIES_OF, player=player)}
    for statement in (ERASE_ENTRIES, ERASE_CUP_DRAFTS, ERASE_MAKER):
        db.execute(statement, {"player": player, "former": FORMER})
    for number in sorted(cups):  # their cards say "a former player" now
        _mark(db, number, now)


def _personal_data(db: sqlite3.Connection, player: Player) -> Mapping[str, Sequence[Any]]:
    entered = rows.many(Entry, db, ENTRIES_OF, player=player)
    cups = [(entry, rows.one(Cup, db, ONE_CUP, id=entry.cup)) for entry in entered]
    return {
        "cups": [
            {
                "cup": cup.name,
                "server": str(cup.guild),
                "joined": moment_text(entry.joined),
                "left": None if entry.left is None else moment_text(entry.left),
                "won": cup.winner == entry.seat,
            }
            for entry, cup in cups
            if cup
        ],
        "cups-begun": [
            {"cup": cup.name, "server": str(cup.guild), "at": moment_text(cup.made)}
            for cup in rows.many(Cup, db, MADE_BY, player=player)
        ],
    }


MADE_BY: Final = 'SELECT * FROM cup WHERE "by" = :player'
ENTERED: Final = "SELECT DISTINCT player FROM cup_entry"  # for files that no bot has open
MAKERS: Final = 'SELECT DISTINCT "by" FROM cup'
CUP_GUILDS: Final = "SELECT DISTINCT guild FROM cup WHERE guild > 0"
_OF_SERVER = "cup IN (SELECT id FROM cup WHERE guild = :guild)"
CLEAR_CUP_GAMES: Final = f"DELETE FROM cup_game WHERE {_OF_SERVER}"
CLEAR_PAIRINGS: Final = f"DELETE FROM cup_pairing WHERE {_OF_SERVER}"
CLEAR_ENTRIES: Final = f"DELETE FROM cup_entry WHERE {_OF_SERVER}"
CLEAR_CUPS: Final = "DELETE FROM cup WHERE guild = :guild"
_CLEARING = (CLEAR_CUP_GAMES, CLEAR_PAIRINGS, CLEAR_ENTRIES, CLEAR_CUPS)


def _people(db: sqlite3.Connection) -> list[Player]:
    entered = [row["player"] for row in sql.many(db, ENTERED, {})]
    return [*entered, *(row["by"] for row in sql.many(db, MAKERS, {}))]


def _clear_server(db: sqlite3.Connection, guild: int) -> None:
    for statement in _CLEARING:
        db.execute(statement, {"guild": guild})


ALL_LINKS: Final = 'SELECT * FROM cup_game WHERE "match" > 0'


def _differing(db: sqlite3.Connection) -> list[tuple[int, Mapping[str, int | None]]]:
    """The games whose men taken are not what their logs say, each with what those say."""
    differing: list[tuple[int, Mapping[str, int | None]]] = []
    for link in rows.many(Link, db, ALL_LINKS):
        try:
            match = matches.folded(link.match, None, events.events_of(db, link.match))
        except UnreadableMatch:  # the check of matches names it
            continue
        told: Mapping[str, int | None] = {"dark_taken": None, "light_taken": None}
        if match.verdict:
            told = _taken(match)
        if told != {"dark_taken": link.dark_taken, "light_taken": link.light_taken}:
            differing.append((link.match, told))
    return differing


def faults(db: sqlite3.Connection) -> list[str]:
    """What is not as the games say."""
    return [f"game {match} of a cup is not what its moves say" for match, _ in _differing(db)]


def rebuild(db: sqlite3.Connection) -> None:
    """Work out again what follows from the games: all that tables of cups are made of."""
    for match, told in _differing(db):
        db.execute(TAKEN, {"match": match, **told})


EXTENSION = Extension(
    posts=(PostKind(CupCard, cup_card_sent),),
    match_written=_match_written,
    server_changed=_server_changed,
    retire=_retire,
    erase=_erase,
    personal_data=_personal_data,
    people=_people,
    servers=lambda db: [row["guild"] for row in sql.many(db, CUP_GUILDS, {})],
    clear_server=_clear_server,
    tables={
        "cup": partial(rows.read, Cup),
        "cup_entry": partial(rows.read, Entry),
        "cup_pairing": partial(rows.read, Pairing),
        "cup_game": partial(rows.read, Link),
    },
    faults=faults,
    rebuild=rebuild,
)
