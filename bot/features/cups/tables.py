"""Cups in SQLite: their tables, beside what all competitions have there."""

# ruff: noqa: S608  every word that a statement is made of stands in this package

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from bot.features.cups.course import DIVISION_MOST, Course, completed
from bot.features.cups.model import Cup, CupCard, CupResult, Entry, Form, Game, Link, Pairing
from bot.features.cups.refusals import CupNo
from bot.model.club import MOST_JOINED, MOST_OPEN, Status
from bot.model.personal_data import moment_text
from bot.service.refusals import Refusal
from bot.store import events, matches, posts, rows, servers, sql
from bot.store.changes import Stale
from bot.store.club import Competitions, CompetitionTables, Statements
from bot.store.errors import UnreadableMatch
from bot.store.extension import Extension, PostKind
from games.core import Side

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping, Sequence

    from bot.model.matches import Listing
    from bot.model.people import Player
    from bot.model.times import Instant
    from bot.store.changes import Committed
    from bot.store.database import Database
    from bot.store.extension import MatchWritten
    from games.match import Match

STATEMENTS = Statements("cup", Cup, "cup_entry", Entry, "cup_game", Link, "cup")
CUPS = Competitions(
    Cup,
    Entry,
    statements=STATEMENTS,
    card=CupCard,
    of="cup",
    too_many=Refusal(CupNo.TOO_MANY_CUPS, limit=MOST_OPEN),
    too_many_joined=Refusal(CupNo.TOO_MANY_JOINED, limit=MOST_JOINED),
)

WON_BY: Final = f"""
    SELECT cup.* FROM cup_entry JOIN cup ON cup.id = cup_entry.cup
    WHERE player = :player AND won AND status = '{Status.OVER}'"""
PAIRINGS: Final = "SELECT * FROM cup_pairing WHERE cup = :cup ORDER BY cup, pool, round, board"
INSERT_PAIRING: Final = sql.insert("cup_pairing", rows.columns(Pairing))
GAMES: Final = """
    SELECT cup_game.*, m.turn, m.plies, m.winner, m.reason, m.since
    FROM cup_game JOIN "match" AS m ON m.id = cup_game."match" WHERE cup = :cup"""
RUNNING: Final = """
    SELECT m.* FROM cup_game JOIN "match" AS m ON m.id = cup_game."match"
    WHERE cup = :cup AND m.reason IS NULL"""
ALL_LINKS: Final = 'SELECT * FROM cup_game WHERE "match" > 0'
TAKEN: Final = sql.update("cup_game", '"match" = :match', "dark_taken", "light_taken")
CLEAR_PAIRINGS: Final = """
    DELETE FROM cup_pairing WHERE cup IN (SELECT id FROM cup WHERE guild = :guild)"""


class CupTables(CompetitionTables[Cup, Entry]):
    """What is read of cups, and their drafts."""

    def __init__(self, database: Database) -> None:
        super().__init__(database, CUPS)

    async def course(self, number: int) -> Course | None:
        """A cup with all that belongs to it, as one moment has it."""
        return await self._database.read(partial(read_course, number))

    async def running(self, number: int) -> Mapping[int, Listing]:
        """The games of a cup that are under way, by their numbers."""
        listings = await self._database.many(matches.read_listing, RUNNING, cup=number)
        return {listing.id: listing for listing in listings}

    async def league_in(self, guild: int) -> Cup | None:
        """The league of a server that is not over; of several the oldest."""
        live = await self.live_in(guild)
        return next((cup for cup in live if cup.form is Form.LEAGUE), None)

    async def won_by(self, player: Player) -> Sequence[Cup]:
        """The cups that a person has won, the newest first."""
        won = await self._database.many(Cup, WON_BY, player=player)
        return sorted(won, key=lambda cup: -(cup.ended or 0))

    async def link(self, match: int) -> Link | None:
        """Which game of a cup a match is, if it is one."""
        return await self._database.one(Link, STATEMENTS.one_link, match=match)


def read_course(number: int, db: sqlite3.Connection) -> Course | None:
    """A cup with all that belongs to it."""
    cup = CUPS.one(db, number)
    if cup is None:
        return None
    entries = CUPS.seats(db, number)
    pairings = rows.many(Pairing, db, PAIRINGS, cup=number)
    return Course(
        cup,
        completed(number, entries, pairings),
        tuple(pairings),
        tuple(rows.many(Game, db, GAMES, cup=number)),
        servers.barred_among(db, cup.guild, [entry.player for entry in entries]),
    )


# Writing, as parts of jobs


def open_league(db: sqlite3.Connection, _: Committed, *, cup: Cup) -> None:
    """Open a league with nobody in it; Stale where the server has one."""
    if any(live.form is Form.LEAGUE for live in CUPS.live_in(db, cup.guild)):
        raise Stale
    _open_new(db, cup)


def _open_new(db: sqlite3.Connection, cup: Cup, entries: Sequence[Entry] = ()) -> None:
    """Write a new cup with its card's post; Refusal where the server has too many."""
    CUPS.clear_void(db, cup.guild, cup.made)
    number = CUPS.insert(db, cup)
    CUPS.keep_seats(db, [replace(entry, cup=number) for entry in entries])
    CUPS.refuse_many(db, cup.guild)
    posts.write_post(db, CUPS.card_of(replace(cup, id=number), cup.made))


def repeat(
    db: sqlite3.Connection, _: Committed, *, cup: Cup, again: Cup, entries: Sequence[Entry] = ()
) -> None:
    """Have a cup once more, unless that was done; Refusal where the server has too many."""
    CUPS.update(db, cup)
    _open_new(db, again, entries)


def join(db: sqlite3.Connection, _: Committed, *, cup: Cup, player: Player, now: Instant) -> None:
    """Give a person a seat; the last one closes the sign-up."""
    now_is = CUPS.one(db, cup.id)
    if now_is is None or not now_is.takes_in:
        raise Stale
    known = CUPS.seats(db, cup.id)
    own = next((entry for entry in known if entry.player == player), None)
    if own and own.left is None:
        raise Refusal(CupNo.JOINED_ALREADY)
    if own is None and len(known) >= cup.size:
        raise Refusal(CupNo.CUP_IS_FULL, limit=cup.size)
    CUPS.refuse_many_joined(db, player)
    seat = max((entry.seat for entry in known), default=0) + 1
    new = own or Entry(cup=cup.id, seat=seat, player=player, joined=now)
    at_once = len(known) + 1 == cup.size
    if now_is.status is Status.RUNNING:
        new, at_once = _newcomer(new, known, now), True
    CUPS.keep_seats(db, [new])
    CUPS.mark_at(db, cup.id, now if at_once else cup.closes)


def _newcomer(new: Entry, known: Sequence[Entry], now: Instant) -> Entry:
    """One who joins a league while it is played: in the last division; or where they were."""
    if new.left is not None:
        return replace(new, left=None, back=now)
    pool = max((entry.pool for entry in known), default=1)
    there = sum(entry.pool == pool and entry.left is None for entry in known)
    seed = max((entry.seed or 0 for entry in known), default=0) + 1
    return replace(new, seed=seed, pool=pool + (there >= DIVISION_MOST))


def keep_step(
    db: sqlite3.Connection,
    committed: Committed,
    *,
    after: Cup,
    seats: Iterable[Entry] = (),
    pairings: Iterable[Pairing] = (),
) -> None:
    """Write a cup with these entries and new pairings; Stale where it was changed meanwhile."""
    CUPS.keep_step(db, committed, after=after, seats=seats)
    db.executemany(INSERT_PAIRING, [rows.row_of(pairing) for pairing in pairings])


# What they add to the store


def _match_written(db: sqlite3.Connection, written: MatchWritten) -> None:
    """A game of a cup that is over: note the men that were taken, and look at the cup."""
    if written.record.match.verdict is None:
        return
    link = rows.one(Link, db, STATEMENTS.one_link, match=written.number)
    if link is None:
        return
    db.execute(TAKEN, {"match": written.number, **_taken(written.record.match)})
    CUPS.mark(db, link.cup, written.now)


def _taken(match: Match) -> Mapping[str, int]:
    return {"dark_taken": match.taken(Side.DARK), "light_taken": match.taken(Side.LIGHT)}


def _personal_data(db: sqlite3.Connection, player: Player) -> Mapping[str, Sequence[Any]]:
    return {
        "cups": [
            {
                "cup": cup.name,
                "server": str(cup.guild),
                "joined": moment_text(entry.joined),
                "left": None if entry.left is None else moment_text(entry.left),
                "won": entry.won,
            }
            for entry, cup in CUPS.seats_of(db, player)
        ],
        "cups-begun": [
            {"cup": cup.name, "server": str(cup.guild), "at": moment_text(cup.made)}
            for cup in CUPS.made_by(db, player)
        ],
    }


def _clear_server(db: sqlite3.Connection, guild: int) -> None:
    db.execute(CLEAR_PAIRINGS, {"guild": guild})
    CUPS.clear_server(db, guild)


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
    posts=(PostKind(CupCard, CUPS.card_sent), PostKind(CupResult)),
    match_written=_match_written,
    server_changed=CUPS.server_changed,
    clocks_changed=CUPS.mark_all,
    barred=CUPS.barred,
    retire=CUPS.retire,
    erase=CUPS.erase,
    personal_data=_personal_data,
    people=CUPS.people,
    servers=CUPS.servers,
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
