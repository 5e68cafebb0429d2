"""Tournaments in SQLite: four tables, and the posts of announcements.

Invariant: each decision is made on one version of a tournament; a later one is decided again. A
seat is given in the transaction that counts the seats.
"""

# ruff: noqa: S608  statements are made only of words in this package

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from bot.features.tournaments.entries import completed
from bot.features.tournaments.forms import FORMS, form_of, state_of
from bot.features.tournaments.forms.league import LEAGUE
from bot.features.tournaments.model import (
    LIVE,
    MOST_OPENED,
    VOID_DAYS,
    Announcement,
    Entry,
    FoldAnnouncement,
    Game,
    Link,
    Pairing,
    PairingReminder,
    SeasonCall,
    Status,
    Tournament,
    TournamentResult,
)
from bot.features.tournaments.refusals import TournamentNo
from bot.model.joinable import DELETED, MOST_JOINED, MOST_OPEN
from bot.model.people import FORMER
from bot.model.personal_data import moment_text
from bot.model.posts import OLD_EDIT, edit_wait
from bot.service.refusals import Refusal
from bot.store import events, matches, posts, rows, servers, sql
from bot.store.changes import Stale
from bot.store.errors import Damaged, UnreadableMatch
from bot.store.extension import Extension, PostKind
from games.core import Side
from games.pace import DAY

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bot.features.tournaments.form import State
    from bot.model.matches import Listing
    from bot.model.people import Player
    from bot.model.posts import SentMessage
    from bot.model.servers import Bar
    from bot.model.times import Instant
    from bot.store.changes import Committed
    from bot.store.database import Database
    from bot.store.extension import MatchWritten
    from games.match import Match
    from games.tournament.standings import Entrant

_LIVE = "status IN (" + ", ".join(f"'{status}'" for status in sorted(LIVE)) + ")"
_DRAFT = f"status = '{Status.DRAFT}'"
_COLUMNS = sql.but(rows.columns(Tournament), "id")
_MORE = sql.more("version")

ONE: Final = "SELECT * FROM tournament WHERE id = :id"
INSERT: Final = sql.insert("tournament", _COLUMNS)
UPDATE: Final = sql.update(
    *("tournament", "id = :id AND version = :before", *sql.but(_COLUMNS, "message", "version")),
    version=":before + 1",
)
LIVE_IN: Final = f"SELECT * FROM tournament WHERE guild = :guild AND {_LIVE}"
ALL_RUNNING: Final = f"""
    SELECT * FROM tournament WHERE guild > 0 AND status = '{Status.RUNNING}'"""
OVER_IN: Final = f"""
    SELECT * FROM tournament WHERE guild = :guild AND status = '{Status.OVER}'
    ORDER BY ended DESC, id DESC LIMIT :most"""
MADE_BY: Final = 'SELECT * FROM tournament WHERE "by" = :player'
DUE: Final = "SELECT id FROM tournament WHERE due <= :now ORDER BY due, id LIMIT :most"
PUT_OFF: Final = sql.update("tournament", "id = :id AND due <= :now", due=":later")
SET_DUE: Final = sql.update("tournament", "id = :id", "due", version=_MORE)
ALL_DUE_NOW: Final = sql.update(  # a start while the clock was ahead moves to now
    *("tournament", f"due > :now AND {_LIVE}"),
    due=":now",
    version=_MORE,
    began="min(began, :now)",
)
ANNOUNCED: Final = sql.update("tournament", "id = :id", "message")
FORGET_ANNOUNCEMENT: Final = sql.update("tournament", "id = :id AND message IS :seen", "message")
MOVE_ANNOUNCEMENT: Final = sql.update(
    *("tournament", "id = :id"),
    announced_in=":announced_in",
    channel="iif(channel = announced_in, :announced_in, channel)",
    version=_MORE,
)
COUNT_LIVE: Final = sql.count("tournament", f"guild = :guild AND {_LIVE}")
COUNT_BEGUN: Final = sql.count("tournament", f'guild = :guild AND {_LIVE} AND "by" = :by')
COUNT_OPENED: Final = sql.count(
    "tournament", f'"by" = :by AND made > :since AND made <= :now AND NOT ({_DRAFT})'
)
DELETE_DRAFT: Final = f"DELETE FROM tournament WHERE id = :id AND {_DRAFT}"
DELETE_DRAFTS: Final = f'DELETE FROM tournament WHERE "by" = :by AND guild = :guild AND {_DRAFT}'
ERASE_DRAFTS: Final = f'DELETE FROM tournament WHERE "by" = :player AND {_DRAFT}'
ERASE_MAKER: Final = sql.update("tournament", '"by" = :player', by=":former", version=_MORE)
_VOID = f"""guild = :guild AND status = '{Status.CALLED_OFF}' AND began IS NULL
    AND ended <= :before AND due IS NULL"""
CLEAR_VOID: Final = (
    f"DELETE FROM tournament_entrant WHERE tournament IN (SELECT id FROM tournament WHERE {_VOID})",
    f"DELETE FROM tournament WHERE {_VOID}",
)

ENTRIES: Final = """
    SELECT * FROM tournament_entrant WHERE tournament = :tournament ORDER BY tournament, seat"""
KEEP_ENTRY: Final = sql.keep("tournament_entrant", rows.columns(Entry))
DELETE_ENTRY: Final = """
    DELETE FROM tournament_entrant
    WHERE tournament = :tournament AND seat = :seat AND player = :player"""
LEAVE: Final = sql.update("tournament_entrant", "tournament = :tournament AND seat = :seat", "left")
ENTRIES_OF: Final = """
    SELECT * FROM tournament_entrant WHERE player = :player ORDER BY player, tournament"""
ERASE_ENTRIES: Final = sql.update("tournament_entrant", "player = :player", player=":former")
_JOINED = f"""
    FROM tournament_entrant AS e JOIN tournament ON id = e.tournament
    WHERE player = :player AND "left" IS NULL AND {_LIVE}"""
LIVE_OF: Final = f"SELECT tournament.* {_JOINED}"
COUNT_JOINED: Final = f"SELECT count(*) AS count {_JOINED}"
WON_BY: Final = f"""
    SELECT tournament.* FROM tournament_entrant AS e JOIN tournament ON id = e.tournament
    WHERE player = :player AND won AND status = '{Status.OVER}'"""

PAIRINGS: Final = """
    SELECT * FROM tournament_pairing WHERE tournament = :tournament
    ORDER BY tournament, pool, round, board"""
INSERT_PAIRING: Final = sql.insert("tournament_pairing", rows.columns(Pairing))
_PAIRING = "tournament = :tournament AND pool = :pool AND round = :round AND board = :board"
REMIND_ONE: Final = sql.update(
    *("tournament_pairing", f"{_PAIRING} AND one_reminded IS NULL"), one_reminded=":at"
)
REMIND_OTHER: Final = sql.update(
    *("tournament_pairing", f"{_PAIRING} AND other_reminded IS NULL"), other_reminded=":at"
)
DECIDE_PAIRING: Final = sql.update("tournament_pairing", _PAIRING, "one_more", "through")
GAMES: Final = """
    SELECT g.*, m.turn, m.plies, m.winner, m.reason, m.since, m.hurry_from
    FROM tournament_game AS g JOIN "match" AS m ON m.id = g."match"
    WHERE tournament = :tournament"""
RUNNING: Final = """
    SELECT m.* FROM tournament_game AS g JOIN "match" AS m ON m.id = g."match"
    WHERE tournament = :tournament AND m.reason IS NULL"""
LINK: Final = 'SELECT * FROM tournament_game WHERE "match" = :match'
ALL_LINKS: Final = 'SELECT * FROM tournament_game WHERE "match" > 0'
INSERT_LINK: Final = sql.insert("tournament_game", rows.columns(Link))
TAKEN: Final = sql.update("tournament_game", '"match" = :match', "dark_taken", "light_taken")

_OF_SERVER = "(SELECT id FROM tournament WHERE guild = :guild)"
CLEAR: Final = (
    *(
        f"DELETE FROM tournament_{part} WHERE tournament IN {_OF_SERVER}"
        for part in ("game", "pairing", "entrant")
    ),
    "DELETE FROM tournament WHERE guild = :guild",
)
# For files that no bot has open.
PEOPLE: Final = "SELECT DISTINCT player FROM tournament_entrant"
MAKERS: Final = 'SELECT DISTINCT "by" FROM tournament'
SERVERS: Final = "SELECT DISTINCT guild FROM tournament WHERE guild > 0"


class TournamentTables:
    """Reads tournaments, and writes drafts and reposts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def one(self, number: int) -> Tournament | None:
        """Return the tournament with that number."""
        return await self._database.one(read_tournament, ONE, id=number)

    async def state(self, number: int) -> State | None:
        """Return a tournament with its entries, pairings and games, read together."""
        return await self._database.read(partial(read_state, number))

    async def live_in(self, guild: int) -> Sequence[Tournament]:
        """Return a server's tournaments that are not over, oldest first."""
        live = await self._database.many(read_tournament, LIVE_IN, guild=guild)
        return sorted(live, key=lambda tournament: tournament.id)

    async def over_in(self, guild: int, most: int) -> Sequence[Tournament]:
        """Return up to `most` finished tournaments of a server, last finished first."""
        return await self._database.many(read_tournament, OVER_IN, guild=guild, most=most)

    async def live_of(self, player: Player) -> Sequence[Tournament]:
        """Return the tournaments in progress or open that a person is in."""
        return await self._database.many(read_tournament, LIVE_OF, player=player)

    async def won_by(self, player: Player) -> Sequence[Tournament]:
        """Return the tournaments that a person has won, newest first."""
        won = await self._database.many(read_tournament, WON_BY, player=player)
        return sorted(won, key=lambda tournament: -(tournament.ended or 0))

    async def league_in(self, guild: int) -> Tournament | None:
        """Return a server's league that isn't over; if several, the oldest."""
        live = await self.live_in(guild)
        return next((league for league in live if league.form == LEAGUE), None)

    async def running(self, number: int) -> Mapping[int, Listing]:
        """Return the games in progress of a tournament, by number."""
        listings = await self._database.many(matches.read_listing, RUNNING, tournament=number)
        return {listing.id: listing for listing in listings}

    async def link(self, match: int) -> Link | None:
        """Return a match's place in a tournament; None if it isn't a tournament game."""
        return await self._database.one(Link, LINK, match=match)

    async def due(self, now: Instant, most: int) -> Sequence[int]:
        """Return the numbers of up to `most` due tournaments."""
        return [row["id"] for row in await self._database.rows(DUE, now=now, most=most)]

    async def put_off(self, number: int, now: Instant, later: Instant) -> None:
        """Look again later at a failing tournament, so that it doesn't block others."""
        await self._database.execute(PUT_OFF, id=number, now=now, later=later)

    async def change(self, after: Tournament) -> None:
        """Write a tournament; Stale if it has changed since it was read."""
        await self._database.write(partial(update, after=after))

    async def refuse_more(self, guild: int, by: Player, now: Instant, most: int) -> None:
        """Refuse a person who can't open a tournament now."""
        await self._database.read(partial(refuse_many, guild=guild, by=by, now=now, most=most))

    async def new_draft(self, draft: Tournament) -> Tournament:
        """Store a draft, replacing its maker's drafts in that server."""

        def job(db: sqlite3.Connection) -> Tournament | None:
            db.execute(DELETE_DRAFTS, {"by": draft.by, "guild": draft.guild})
            return rows.one(read_tournament, db, ONE, id=insert(db, draft))

        stored = await self._database.write(job)
        assert stored
        return stored

    async def delete_draft(self, number: int) -> None:
        """Delete a draft."""
        await self._database.execute(DELETE_DRAFT, id=number)

    async def announce_again(self, seen: Tournament, announced_in: int, now: Instant) -> None:
        """Repost the announcement in a channel; games that were played there move too."""

        def job(db: sqlite3.Connection) -> None:
            if announced_in != seen.announced_in:
                db.execute(MOVE_ANNOUNCEMENT, {"id": seen.id, "announced_in": announced_in})
            _forget_announcement(db, seen, None)
            if tournament := rows.one(read_tournament, db, ONE, id=seen.id):
                set_due(db, seen.id, now if tournament.is_live else tournament.due)
                posts.write_moved(db, announcement(tournament, now))

        await self._database.write(job)

    async def announcement_is_gone(self, seen: Tournament) -> None:
        """Note that a person deleted the announcement, so that it isn't reposted by itself."""
        await self._database.write(lambda db: _forget_announcement(db, seen, DELETED))


def read_tournament(row: sqlite3.Row) -> Tournament:
    """Read a tournament; Damaged if its form is unknown."""
    tournament = rows.read(Tournament, row)
    if tournament.form not in FORMS:
        raise Damaged("form")
    return tournament


def read_state(number: int, db: sqlite3.Connection) -> State | None:
    """Return a tournament with everything that belongs to it."""
    tournament = rows.one(read_tournament, db, ONE, id=number)
    if tournament is None:
        return None
    entries = rows.many(Entry, db, ENTRIES, tournament=number)
    pairings = rows.many(Pairing, db, PAIRINGS, tournament=number)
    state = state_of(
        tournament,
        completed(number, entries, pairings),
        tuple(pairings),
        tuple(rows.many(Game, db, GAMES, tournament=number)),
        servers.barred_among(db, tournament.guild, [entry.player for entry in entries]),
    )
    if tournament.again is None or tournament.status is not Status.OPEN:
        return state
    earlier = rows.many(Entry, db, ENTRIES, tournament=tournament.again)
    stayed = [entry.player for entry in earlier if entry.left is None and entry.player != FORMER]
    return replace(state, before=tuple(stayed))


def announcement(tournament: Tournament, now: Instant) -> Announcement:
    """Return the post that updates the announcement; a new one is posted at once."""
    wait = 0 if tournament.message is None else edit_wait(now - tournament.made)
    return Announcement(tournament.id, due=now + wait, place=tournament.announcement_place)


# Writing, as parts of jobs


def insert(db: sqlite3.Connection, new: Tournament) -> int:
    """Write a new tournament and return its number."""
    return sql.inserted(db.execute(INSERT, rows.row_of(new)))


def update(db: sqlite3.Connection, after: Tournament) -> None:
    """Write a tournament; Stale if it has changed since it was read."""
    if not db.execute(UPDATE, {**rows.row_of(after), "before": after.version}).rowcount:
        raise Stale


def set_due(db: sqlite3.Connection, number: int, due: Instant | None) -> None:
    """Write when to look at a tournament next; decisions on older versions are repeated."""
    db.execute(SET_DUE, {"id": number, "due": due})


def mark_due_and_announce(db: sqlite3.Connection, number: int, now: Instant) -> None:
    """Make a tournament due now if it isn't over, and update its announcement."""
    if tournament := rows.one(read_tournament, db, ONE, id=number):
        set_due(db, number, now if tournament.is_live else tournament.due)
        posts.write_post(db, announcement(tournament, now))


def open_draft(db: sqlite3.Connection, _: Committed, *, after: Tournament, most: int) -> None:
    """Open a tournament for people to join, within the limits."""
    _clear_void(db, after)
    refuse_many(db, after.guild, after.by, after.made, most)
    update(db, after)


def refuse_many(db: sqlite3.Connection, guild: int, by: Player, now: Instant, most: int) -> None:
    """Refuse one more tournament beyond the limits; `most`: this person's that aren't over."""
    values = {"guild": guild, "by": by, "now": now, "since": now - DAY}
    for statement, limit, no in (
        (COUNT_LIVE, MOST_OPEN, TournamentNo.TOO_MANY_TOURNAMENTS),
        (COUNT_BEGUN, most, TournamentNo.TOO_MANY_BEGUN),
        (COUNT_OPENED, MOST_OPENED, TournamentNo.TOO_MANY_TODAY),
    ):
        if _count(db, statement, values) >= limit:
            raise Refusal(no, limit=limit)


def _count(db: sqlite3.Connection, statement: str, values: Mapping[str, Any]) -> int:
    counted = sql.one(db, statement, values)
    return counted["count"] if counted else 0


def _clear_void(db: sqlite3.Connection, new: Tournament) -> None:
    """Delete the server's tournaments that were cancelled long ago and never started."""
    for statement in CLEAR_VOID:
        db.execute(statement, {"guild": new.guild, "before": new.made - VOID_DAYS * DAY})


def open_league(
    db: sqlite3.Connection, _: Committed, *, league: Tournament, player: Player
) -> None:
    """Open a league with its first player in it; Stale if the server has one."""
    live = rows.many(read_tournament, db, LIVE_IN, guild=league.guild)
    if any(tournament.form == LEAGUE for tournament in live):
        raise Stale
    _refuse_many_joined(db, player)
    _open_new(db, league, [form_of(league).seat(league, (), player, 0, league.made)])


def _open_new(db: sqlite3.Connection, new: Tournament, entries: Sequence[Entry] = ()) -> int:
    """Write a new tournament and its announcement; Refusal if the server has too many."""
    _clear_void(db, new)
    if _count(db, COUNT_LIVE, {"guild": new.guild}) >= MOST_OPEN:
        raise Refusal(TournamentNo.TOO_MANY_TOURNAMENTS, limit=MOST_OPEN)
    number = insert(db, new)
    _keep(db, [replace(entry, tournament=number) for entry in entries])
    posts.write_post(db, announcement(replace(new, id=number), new.made))
    return number


def repeat(
    db: sqlite3.Connection,
    _: Committed,
    *,
    before: Tournament,
    again: Tournament,
    entries: Sequence[Entry] = (),
    calls: Iterable[Instant] = (),
) -> None:
    """Open the next season, unless that was done; Refusal if the server has too many.

    `calls`: when those who sat out the last one can be pinged.
    """
    update(db, before)
    number = _open_new(db, again, entries)
    for at in calls:
        place = again.announcement_place
        posts.write_post(db, SeasonCall(number, before.id, at, due=at, place=place))


def join(
    db: sqlite3.Connection,
    _: Committed,
    *,
    seen: Tournament,
    player: Player,
    pool: int,
    now: Instant,
) -> None:
    """Give a person a seat; the last one closes the sign-up."""
    tournament, form = rows.one(read_tournament, db, ONE, id=seen.id), form_of(seen)
    if tournament is None or not form.takes_in(tournament):
        raise Stale
    known = rows.many(Entry, db, ENTRIES, tournament=seen.id)
    new = form.seat(tournament, known, player, pool, now)
    _refuse_many_joined(db, player)
    _keep(db, [new])
    is_last = tournament.status is Status.RUNNING or len(known) + 1 == tournament.size
    set_due(db, seen.id, now if is_last else tournament.closes)


def _refuse_many_joined(db: sqlite3.Connection, player: Player) -> None:
    """Refuse a person who is in as many tournaments as they can be."""
    if _count(db, COUNT_JOINED, {"player": player}) >= MOST_JOINED:
        raise Refusal(TournamentNo.TOO_MANY_JOINED, limit=MOST_JOINED)


def _keep(db: sqlite3.Connection, entries: Iterable[Entry]) -> None:
    """Write these entries, new or changed."""
    db.executemany(KEEP_ENTRY, [rows.row_of(entry) for entry in entries])


def _delete(db: sqlite3.Connection, entry: Entry) -> bool:
    """Free a seat; return whether that person had it."""
    return db.execute(DELETE_ENTRY, rows.row_of(entry)).rowcount > 0


def give_up_seat(db: sqlite3.Connection, _: Committed, *, before: Tournament, entry: Entry) -> None:
    """Free a person's seat before the start; Stale if it has started or they have no seat."""
    now = rows.one(read_tournament, db, ONE, id=before.id)
    if now is None or now.status is not Status.OPEN or not _delete(db, entry):
        raise Stale
    set_due(db, before.id, before.closes)


def keep_step(
    db: sqlite3.Connection,
    _: Committed,
    *,
    after: Tournament,
    entries: Iterable[Entry] = (),
    pairings: Iterable[Pairing] = (),
    decided: Iterable[Pairing] = (),
) -> None:
    """Write a tournament with changed entries, new pairings and level ones that have changed.

    Stale if it has changed since it was read.
    """
    update(db, after)
    _keep(db, entries)
    db.executemany(INSERT_PAIRING, [rows.row_of(pairing) for pairing in pairings])
    db.executemany(DECIDE_PAIRING, [rows.row_of(pairing) for pairing in decided])


def link_game(db: sqlite3.Connection, committed: Committed, *, link: Link) -> None:
    """Note that the match just started is this game."""
    db.execute(INSERT_LINK, {**rows.row_of(link), "match": committed.match})


def note_reminded(
    db: sqlite3.Connection, _: Committed, *, pairing: Pairing, seat: Entrant, at: Instant
) -> None:
    """Note that a player of a pairing was reminded; Stale if they were already."""
    statement = REMIND_ONE if seat == pairing.one else REMIND_OTHER
    if not db.execute(statement, {**rows.row_of(pairing), "at": at}).rowcount:
        raise Stale


def _forget_announcement(db: sqlite3.Connection, seen: Tournament, message: int | None) -> None:
    """Reset a tournament's message: to DELETED, or to None to post another."""
    db.execute(FORGET_ANNOUNCEMENT, {"id": seen.id, "seen": seen.message, "message": message})


# Additions to the store


def _announced(db: sqlite3.Connection, post: Announcement, sent: SentMessage) -> None:
    """Note that an announcement was posted or edited; edit it again if more has changed since.

    A message that is in the wrong place by now isn't taken for the announcement.
    """
    tournament = rows.one(read_tournament, db, ONE, id=post.tournament)
    posts.finish_merged(db, post, sent, post.changes, OLD_EDIT)
    if tournament is None or tournament.announcement_place != post.place:
        return
    if tournament.message is None and sent.message is not None:
        db.execute(ANNOUNCED, {"id": tournament.id, "message": sent.message})


def _reminder_sent(db: sqlite3.Connection, post: PairingReminder, sent: SentMessage) -> None:
    """Have a reminder's message deleted when the next board comes."""
    posts.delete_post(db, post, sent)
    if sent.message is not None:
        posts.delete_with_next_board(db, post.match, sent.message)


def _link_of(db: sqlite3.Connection, match: int, challenge: int | None) -> Link | None:
    """Return a match as a game of a tournament; without a query if it came from a challenge."""
    return None if challenge else rows.one(Link, db, LINK, match=match)


def _match_written(db: sqlite3.Connection, written: MatchWritten) -> None:
    """Update the announcement of a game, which says who must move until when.

    Note a finished game's captures, and make its tournament due: a round may be over.
    """
    match = written.record.match
    link = _link_of(db, written.number, written.record.challenge)
    if link and match.verdict:
        db.execute(TAKEN, {"match": written.number, **_taken(match)})
        mark_due_and_announce(db, link.tournament, written.now)
    elif link and (tournament := rows.one(read_tournament, db, ONE, id=link.tournament)):
        _announce_running(db, [tournament], written.now)


def _board_sent(db: sqlite3.Connection, match: sqlite3.Row, _: Instant) -> None:
    """Update the announcement of a game with a new board, which it links to."""
    link = _link_of(db, match["id"], match["challenge"])
    if link and (tournament := rows.one(read_tournament, db, ONE, id=link.tournament)):
        since = match["since"] if isinstance(match["since"], int) else tournament.made
        posts.write_post(db, announcement(tournament, since))


def _vacations_changed(db: sqlite3.Connection, player: Player, at: Instant) -> None:
    """Update the announcements of a person's tournaments, whose clocks have changed."""
    _announce_running(db, (tournament for _, tournament in _entries_of(db, player)), at)


def _announce_running(
    db: sqlite3.Connection, tournaments: Iterable[Tournament], at: Instant
) -> None:
    """Update the announcements of those in progress, which say until when players must move."""
    for tournament in tournaments:
        if tournament.status is Status.RUNNING:
            posts.write_post(db, announcement(tournament, at))


def _taken(match: Match) -> Mapping[str, int]:
    return {"dark_taken": match.taken(Side.DARK), "light_taken": match.taken(Side.LIGHT)}


def _all_due_now(db: sqlite3.Connection, now: Instant) -> None:
    """Make all tournaments due now, and update announcements: all clocks have changed."""
    sql.run_each(db, ALL_DUE_NOW, {"now": now})
    _announce_running(db, rows.many(read_tournament, db, ALL_RUNNING), now)


def _server_changed(db: sqlite3.Connection, guild: int) -> None:
    """Update announcements, since the server may have another language or theme."""
    for tournament in rows.many(read_tournament, db, LIVE_IN, guild=guild):
        posts.write_post(db, announcement(tournament, tournament.made))


def _barred(db: sqlite3.Connection, bar: Bar) -> None:
    """Free a suspended player's seats in that server's tournaments that haven't started."""
    for entry, tournament in [*_entries_of(db, bar.player or FORMER)]:
        if tournament.guild == bar.guild and tournament.status is Status.OPEN:
            _delete(db, entry)
            mark_due_and_announce(db, tournament.id, bar.at)


def _retire(db: sqlite3.Connection, player: Player, now: Instant) -> None:
    """Take a leaving player out of all tournaments, so that no game starts for them."""
    for entry, tournament in [*_entries_of(db, player)]:
        if entry.left is not None or not tournament.is_live:
            continue
        if tournament.status is Status.OPEN:
            _delete(db, entry)
        else:
            db.execute(LEAVE, {**rows.row_of(entry), "left": now})
        mark_due_and_announce(db, tournament.id, now)


def _erase(db: sqlite3.Connection, player: Player, now: Instant) -> None:
    """Erase a player's name and drafts; announcements then say "a former player"."""
    db.execute(ERASE_DRAFTS, {"player": player})
    numbers = {tournament.id for _, tournament in _entries_of(db, player)}
    for statement in (ERASE_ENTRIES, ERASE_MAKER):
        db.execute(statement, {"player": player, "former": FORMER})
    for number in sorted(numbers):
        mark_due_and_announce(db, number, now)


def _entries_of(db: sqlite3.Connection, player: Player) -> Iterator[tuple[Entry, Tournament]]:
    """Yield a player's entries, each with its tournament."""
    for entry in rows.many(Entry, db, ENTRIES_OF, player=player):
        if tournament := rows.one(read_tournament, db, ONE, id=entry.tournament):
            yield entry, tournament


def _personal_data(db: sqlite3.Connection, player: Player) -> Mapping[str, Sequence[Any]]:
    def named(tournament: Tournament) -> Mapping[str, Any]:
        teams = {"against": tournament.versus} if tournament.versus else {}
        return {"tournament": tournament.name, **teams, "server": str(tournament.guild)}

    return {
        "tournaments": [
            {
                **named(tournament),
                "joined": moment_text(entry.joined),
                "left": None if entry.left is None else moment_text(entry.left),
                "pool": entry.pool,
                "won": entry.won,
                "rounds": [
                    _told_of(pairing, entry.seat)
                    for pairing in rows.many(Pairing, db, PAIRINGS, tournament=tournament.id)
                    if entry.seat in pairing.seats
                ],
            }
            for entry, tournament in _entries_of(db, player)
        ],
        "tournaments-begun": [
            {**named(tournament), "at": moment_text(tournament.made)}
            for tournament in rows.many(read_tournament, db, MADE_BY, player=player)
        ],
    }


def _told_of(pairing: Pairing, seat: Entrant) -> Mapping[str, Any]:
    """Return what a pairing says about one of its players."""
    reminded = pairing.reminded(seat)
    return {
        "round": pairing.round,
        "reminded": None if reminded is None else moment_text(reminded),
        "one-more": pairing.has_asked(seat),
    }


def _people(db: sqlite3.Connection) -> list[Player]:
    """Return every player in the tables."""
    joined = [row["player"] for row in sql.many(db, PEOPLE, {})]
    return [*joined, *(row["by"] for row in sql.many(db, MAKERS, {}))]


def _servers(db: sqlite3.Connection) -> list[int]:
    """Return the servers in the tables."""
    return [row["guild"] for row in sql.many(db, SERVERS, {})]


def _clear_server(db: sqlite3.Connection, guild: int) -> None:
    """Delete everything of a server."""
    for statement in CLEAR:
        db.execute(statement, {"guild": guild})


def _differing(db: sqlite3.Connection) -> list[tuple[int, Mapping[str, int | None]]]:
    """Return games whose captures contradict their moves, each with the right numbers."""
    differing: list[tuple[int, Mapping[str, int | None]]] = []
    for link in rows.many(Link, db, ALL_LINKS):
        try:
            match = matches.folded(link.match, None, events.events_of(db, link.match))
        except UnreadableMatch:  # the check of matches reports it
            continue
        told: Mapping[str, int | None] = {"dark_taken": None, "light_taken": None}
        if match.verdict:
            told = _taken(match)
        if told != {"dark_taken": link.dark_taken, "light_taken": link.light_taken}:
            differing.append((link.match, told))
    return differing


def faults(db: sqlite3.Connection) -> list[str]:
    """Return the differences between the stored outcomes and those that follow from the games."""
    return [
        f"game {match} of a tournament is not what its moves say" for match, _ in _differing(db)
    ]


def rebuild(db: sqlite3.Connection) -> None:
    """Recompute the captures that contradict the moves."""
    for match, told in _differing(db):
        db.execute(TAKEN, {"match": match, **told})


EXTENSION = Extension(
    posts=(
        PostKind(Announcement, _announced),
        PostKind(TournamentResult),
        PostKind(FoldAnnouncement),
        PostKind(PairingReminder, _reminder_sent),
        PostKind(SeasonCall),
    ),
    match_written=_match_written,
    board_sent=_board_sent,
    vacations_changed=_vacations_changed,
    server_changed=_server_changed,
    clocks_changed=_all_due_now,
    barred=_barred,
    retire=_retire,
    erase=_erase,
    personal_data=_personal_data,
    people=_people,
    servers=_servers,
    clear_server=_clear_server,
    tables={
        "tournament": read_tournament,
        "tournament_entrant": partial(rows.read, Entry),
        "tournament_pairing": partial(rows.read, Pairing),
        "tournament_game": partial(rows.read, Link),
    },
    faults=faults,
    rebuild=rebuild,
)
