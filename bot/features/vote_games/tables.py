"""Vote games in SQLite: their rows, their votes, and the effects of each change of a match.

Invariant: a round closes in the transaction that writes the channel's move, and its votes are
counted there: if another move has won in the meantime, nothing is written. Only this round and the
last one are stored.
"""

# ruff: noqa: S608  statements are made only of words in this package

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from bot.features.vote_games.model import State, Vote, VoteGame
from bot.features.vote_games.refusals import VoteGameNo
from bot.features.vote_games.round import (
    OPEN_FOR,
    RoundVotes,
    Tally,
    have_enough_voted,
    winner,
)
from bot.model.people import CHANNEL
from bot.model.posts import ClockPost
from bot.service.refusals import No, Refusal
from bot.store import posts, rows, servers, sql
from bot.store.changes import Stale
from bot.store.extension import Extension
from games.events import Moved
from games.notation import write_move

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Mapping, Sequence

    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.model.times import Instant
    from bot.store.changes import Committed
    from bot.store.database import Database
    from bot.store.extension import MatchWritten
    from games.core import Side

_GAME, _VOTE = rows.columns(VoteGame), rows.columns(Vote)

ONE_GAME: Final = 'SELECT * FROM vote_game WHERE "match" = :match'
KEEP_GAME: Final = sql.keep("vote_game", _GAME)
DUE_GAMES: Final = """
    SELECT "match" FROM vote_game WHERE due <= :now ORDER BY due LIMIT :most"""
LIVE: Final = f"""
    SELECT * FROM vote_game
    WHERE guild = :guild AND state IN ('{State.RUNNING}', '{State.ASIDE}')"""
LIVE_HERE: Final = f"{LIVE} AND channel = :channel"
SET_DUE: Final = sql.update("vote_game", '"match" = :match AND opened IS NOT NULL', "due")
RESTART_ROUND: Final = sql.update(
    "vote_game", '"match" = :match AND opened IS NOT NULL', "opened", "due"
)
ALL_DUE_NOW: Final = sql.update("vote_game", "due > :now", due=":now")
ONE_MORE_VOTE: Final = f"""{
    sql.update("vote_game", '"match" = :match', votes_cast=sql.more("votes_cast"))
} RETURNING votes_cast"""

OWN_VOTE: Final = """
    SELECT * FROM vote WHERE "match" = :match AND round = :round AND player = :player"""
KEEP_VOTE: Final = sql.keep("vote", _VOTE)
_IN_ROUND = 'FROM vote WHERE "match" = :match AND round = :round'
VOTERS_IN: Final = f"SELECT player {_IN_ROUND}"
TALLIES: Final = f"""
    SELECT move, count(*) AS votes, min(number) AS first {_IN_ROUND}
    AND player NOT IN (SELECT value FROM json_each(:barred)) GROUP BY move ORDER BY move"""
# The number of voters in the round before, and how many of them have voted again.
REGULARS: Final = """
    SELECT count(*) AS regulars, count(again.player) AS returned
    FROM vote AS last LEFT JOIN vote AS again
        ON again."match" = last."match" AND again.round = :round AND again.player = last.player
    WHERE last."match" = :match AND last.round = :round - 1"""
FORGET_VOTES: Final = 'DELETE FROM vote WHERE "match" = :match AND round < :round'


@dataclass(frozen=True, slots=True)
class Ballot:
    """A vote game with the votes of its newest round, read together."""

    game: VoteGame
    votes: RoundVotes


class VoteGameTables:
    """Reads vote games, and writes when to look at them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def ballot(self, match: int) -> Ballot | None:
        """Return a game with its current votes; None if the match isn't a vote game."""
        return await self._database.read(partial(read_ballot, match))

    async def live_in(self, guild: int) -> Sequence[VoteGame]:
        """Return the games in a server that aren't over: in progress or paused."""
        return await self._database.many(VoteGame, LIVE, guild=guild)

    async def due(self, now: Instant, most: int) -> Sequence[int]:
        """Return the numbers of up to `most` due games."""
        return [row["match"] for row in await self._database.rows(DUE_GAMES, now=now, most=most)]

    async def put_off(self, match: int, _: Instant, later: Instant) -> None:
        """Look again later at a failing game, so that it doesn't block others."""
        await self.set_due(match, later)

    async def set_due(self, match: int, due: Instant) -> None:
        """Write when to look at the game next; never while nobody can vote."""
        await self._database.execute(SET_DUE, match=match, due=due)

    async def restart_round(self, match: int, now: Instant, due: Instant) -> None:
        """Restart the round's full time from now."""
        await self._database.execute(RESTART_ROUND, match=match, opened=now, due=due)


def read_ballot(match: int, db: sqlite3.Connection) -> Ballot | None:
    """Return a game with its newest round's votes, except those of suspended people."""
    game = rows.one(VoteGame, db, ONE_GAME, match=match)
    return game and Ballot(game, _votes_of_round(db, game))


def _votes_of_round(db: sqlite3.Connection, game: VoteGame) -> RoundVotes:
    newest = {"match": game.match, "round": game.round}
    counted = sql.one(db, REGULARS, newest)
    assert counted
    barred = servers.barred_among(db, game.guild, _voters(db, newest))
    tallies = rows.many(Tally, db, TALLIES, **newest, barred=json.dumps([*barred]))
    return RoundVotes(tuple(tallies), counted["regulars"], counted["returned"])


def _voters(db: sqlite3.Connection, newest: Mapping[str, int]) -> Iterator[Player]:
    """Yield the players who have voted in a round."""
    for row in sql.many(db, VOTERS_IN, newest):
        yield row["player"]


# Voting


def write_vote(db: sqlite3.Connection, _: Committed, *, vote: Vote, now: Instant) -> None:
    """Write a vote over the person's earlier one; the last vote needed makes the round due."""
    game = rows.one(VoteGame, db, ONE_GAME, match=vote.match)
    if game is None or game.opened is None or game.round != vote.round:
        raise Refusal(No.VOTE_IS_OVER)
    before = rows.one(Vote, db, OWN_VOTE, match=vote.match, round=vote.round, player=vote.player)
    if before and before.move == vote.move:
        return
    (number,) = db.execute(ONE_MORE_VOTE, {"match": vote.match}).fetchone()
    db.execute(KEEP_VOTE, rows.row_of(replace(vote, number=number)))
    if have_enough_voted(_votes_of_round(db, game)):
        db.execute(SET_DUE, {"match": vote.match, "due": now})


# Effects of a change of the match


def _match_written(db: sqlite3.Connection, written: MatchWritten) -> None:
    """Close the round with the channel's move; open one if it's the channel's turn."""
    side = written.record.side(CHANNEL)
    if side is None:
        return
    game = rows.one(VoteGame, db, ONE_GAME, match=written.number)
    if game is None:
        game = _new_game(db, written)
    if any(isinstance(event, Moved) and event.by is side for event in written.events):
        game = _after_channel_moved(db, game, written, side)
    after = _as_match_stands(game, written.record, side, written.now)
    db.execute(KEEP_GAME, rows.row_of(after))
    oldest = after.round + 1 if after.state is State.OVER else after.round - 1
    db.execute(FORGET_VOTES, {"match": after.match, "round": oldest})
    if after.state is State.ASIDE and game.state is not State.ASIDE:
        posts.write_post(db, ClockPost(after.match, due=written.now))


def _new_game(db: sqlite3.Connection, written: MatchWritten) -> VoteGame:
    """Return a new game of a channel; Refusal if the channel has one, even a paused one."""
    place = written.record.place
    game = VoteGame(written.number, place.guild or 0, place.channel)
    if rows.many(VoteGame, db, LIVE_HERE, guild=game.guild, channel=game.channel):
        raise Refusal(VoteGameNo.CHANNEL_PLAYS_ALREADY)
    return game


def _after_channel_moved(
    db: sqlite3.Connection, game: VoteGame, written: MatchWritten, side: Side
) -> VoteGame:
    """Close the round that the channel's move ends; Stale if another move has won since."""
    match = written.record.match
    moves = [event for event in written.events if isinstance(event, Moved)]
    before = match.positions[-1 - len(moves)]
    votes = _votes_of_round(db, game)
    best = winner(votes.tallies, lambda path: match.game.legal(before, path))
    played = next(write_move(move.path) for move in moves if move.by is side)
    if best and best.move != played:
        raise Stale
    return replace(
        game,
        opened=None,
        due=None,
        silent=0 if best else game.silent + 1,
        votes_for=best.votes if best else 0,
        votes_in=votes.voters if best else 0,
    )


def _as_match_stands(game: VoteGame, record: Record, side: Side, now: Instant) -> VoteGame:
    """Return the game in its match's state: over, paused, or with an open round or none."""
    match = record.match
    if match.verdict:
        return replace(game, state=State.OVER, opened=None, due=None)
    if match.shelved:
        return replace(game, state=State.ASIDE, opened=None, due=None, silent=0)
    running = replace(game, state=State.RUNNING)
    if match.turn is not side:
        return replace(running, opened=None, due=None)
    if game.opened is not None:
        return running
    return replace(running, round=game.round + 1, opened=now, due=now + OPEN_FOR)


# Additions to the store

VOTES_OF: Final = 'SELECT * FROM vote WHERE player = :player ORDER BY player, "match"'
ERASE_VOTES: Final = "DELETE FROM vote WHERE player = :player"
VOTERS: Final = "SELECT DISTINCT player FROM vote"  # for files that no bot has open
CHANNEL_GUILDS: Final = "SELECT DISTINCT guild FROM vote_game WHERE guild > 0"
CLEAR_VOTES: Final = """
    DELETE FROM vote WHERE "match" IN (SELECT "match" FROM vote_game WHERE guild = :guild)"""
CLEAR_GAMES: Final = f"DELETE FROM vote_game WHERE guild = :guild AND state = '{State.OVER}'"


def _personal_data(db: sqlite3.Connection, player: Player) -> Mapping[str, Sequence[Any]]:
    votes = rows.many(Vote, db, VOTES_OF, player=player)
    return {"votes": [{"game": vote.match, "move": vote.move} for vote in votes]}


def _clear_server(db: sqlite3.Connection, guild: int) -> None:
    """Delete a server's votes and finished games. Other games go on: without votes they pause."""
    for statement in (CLEAR_VOTES, CLEAR_GAMES):
        db.execute(statement, {"guild": guild})


# All vote games, each with its stored row, if any.
_OF_CHANNELS = """
    SELECT m.id, m.guild, m.channel, m.reason IS NOT NULL AS is_over, m.shelved, m.since,
        m.turn = '{side}' AS to_vote, g.state
    FROM "match" AS m LEFT JOIN vote_game AS g ON g."match" = m.id
    WHERE m.{player} = +:channel_player"""
OF_CHANNELS: Final = f"""
    {_OF_CHANNELS.format(side="d", player="dark")}
    UNION ALL {_OF_CHANNELS.format(side="l", player="light")}"""


def _differing(db: sqlite3.Connection) -> list[tuple[sqlite3.Row, State]]:
    """Return games whose state contradicts their match, each with the right state.

    A finished game needs no stored row.
    """
    differing: list[tuple[sqlite3.Row, State]] = []
    for row in sql.many(db, OF_CHANNELS, {"channel_player": CHANNEL}):
        state = State.OVER if row["is_over"] else State.ASIDE if row["shelved"] else State.RUNNING
        if row["state"] != state and not (state is State.OVER and row["state"] is None):
            differing.append((row, state))
    return differing


def faults(db: sqlite3.Connection) -> list[str]:
    """Return the differences between the stored games and those that follow from the matches."""
    return [
        f"game {row['id']} of a channel is {state} and not {row['state'] or 'kept'}"
        for row, state in _differing(db)
    ]


def rebuild(db: sqlite3.Connection) -> None:
    """Store each vote game in the state of its match; a vote starts over."""
    for row, state in _differing(db):
        opens = state is State.RUNNING and row["to_vote"]
        known = rows.one(VoteGame, db, ONE_GAME, match=row["id"])
        game = known or VoteGame(row["id"], row["guild"] or 0, row["channel"])
        opened = row["since"] if opens else None
        after = replace(
            game,
            state=state,
            round=max(1, game.round),
            opened=opened,
            due=None if opened is None else opened + OPEN_FOR,
        )
        db.execute(KEEP_GAME, rows.row_of(after))


EXTENSION = Extension(
    match_written=_match_written,
    clocks_changed=lambda db, now: sql.run_each(db, ALL_DUE_NOW, {"now": now}),
    erase=lambda db, player, _: db.execute(ERASE_VOTES, {"player": player}) and None,
    personal_data=_personal_data,
    people=lambda db: [row["player"] for row in sql.many(db, VOTERS, {})],
    servers=lambda db: [row["guild"] for row in sql.many(db, CHANNEL_GUILDS, {})],
    clear_server=_clear_server,
    tables={
        "vote_game": partial(rows.read, VoteGame),
        "vote": partial(rows.read, Vote),
    },
    faults=faults,
    rebuild=rebuild,
)
