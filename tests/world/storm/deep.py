"""Invariants of everything stored and posted together, whenever it has been calm for a while."""

from __future__ import annotations

import json
import os
import re
import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.feature_list import EXTENSIONS
from bot.features.think.model import MOST
from bot.features.tournaments.model import Game, Pairing, Tournament
from bot.features.tournaments.outcome import outcome_of
from bot.features.vote_games.round import OPEN_FOR
from bot.model.people import CHANNEL, NO_PERSONS
from bot.model.servers import Boards
from bot.store.check import check
from bot.store.pseudonyms import keyed_hash
from bot.store.rows import read_values
from games.core import Reason, Side
from games.events import Answered, Shelved
from sandbox.world.model import ChannelKind
from sandbox.world.posting import text_of
from tests.world.disk import log_of
from tests.world.storm.facts import Players, ids, live_boards, mover, seen_on

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from games.match import Match
    from sandbox.world.model import Channel, Message
    from tests.world.storm.facts import Row
    from tests.world.storm.run import Storm
    from tests.world.storm.watch import Said, Watch

_LATE = 150  # seconds after which something due counts as forgotten
_CHORES = 700  # seconds of calm after which nothing is left for a heartbeat
_EVERY = 24  # one look in so many checks the whole file
_MORE_FILES = 5  # open ones, besides those open at some other look
# Messages with these buttons name only people who are known; where a server keeps all messages,
# one with *Move* alone is an old ping.
_CURRENT = {"move", "more", "accept", "vote-other", "unshow"}
# Each heartbeat looks at what is due in features; a vote that closes a round is handled at once.
_DUE = {
    "match": (_LATE, "true"),
    "vote_game": (_LATE, f"due < opened + {OPEN_FOR}"),
    **dict.fromkeys(("tournament", "foursome", "daily"), (_CHORES + _LATE, "true")),
}


class Deep:
    """Checks everything."""

    def __init__(self, storm: Storm, watch: Watch) -> None:
        self._storm, self._watch = storm, watch
        self._facts = storm.facts
        self._looks = 0
        self._boards: Mapping[int, list[Message]] = {}  # with live controls, by game
        self._fewest_files = 1 << 30

    def look(self, calm: float) -> None:
        """Check, and report faults. `calm`: the seconds since anything last went wrong."""
        self._looks += 1
        for wrong in self._faults(calm):
            self._watch.say(wrong)

    def _faults(self, calm: float) -> Iterator[str]:
        now = self._storm.now()
        posts = self._facts.rows("post")
        world = self._storm.box.world
        self._boards = live_boards(world.posts.values(), world.app.bot_id)
        if calm > _LATE:
            yield from _forgotten_posts(posts, now, self._storm.weather.skew)
        if calm > _CHORES:
            for table, (late, which) in _DUE.items():
                for row in self._facts.rows(table, f"due < ? AND {which}", now - late):
                    yield f"a row of {table} was due {now - row['due']} s ago: {row}"
        waiting = {post["match"] for post in posts if post["due"] <= now + _LATE}
        for row in self._facts.rows("match", "channel > 0 AND remote = 0 AND shelved = 0"):
            if row["id"] in waiting:
                continue
            if row["version"] < (shown := self._watch.shown[row["id"]]):
                yield f"game {row['id']} has {row['version']} events, but has shown {shown}"
            yield from self._end_faults(row) if row["reason"] else self._match_faults(row, posts)
        yield from self._challenge_faults()
        yield from self._vote_faults()
        yield from self._rating_faults()
        yield from self._tournament_faults()
        yield from self._thought_faults()
        yield from self._block_faults()
        yield from self._erasure_faults(posts, now, calm)
        yield from self._file_faults()
        if self._looks % _EVERY == 0:
            for broken in check(self._storm.database, EXTENSIONS):
                yield f"the file: {broken}"

    def _thought_faults(self) -> Iterator[str]:
        """A thinking board belongs to a player, and its lines reply only while that can be."""
        for row in self._facts.rows("thought"):
            (game,) = self._facts.rows("match", "id = ?", row["match"])
            match, lines = self._facts.match(row["match"]), json.loads(row["data"])["lines"]
            seats = Players(game)
            side = seats.team(row["player"])
            if side is None:
                yield f"thought {row['id']} belongs to nobody who plays game {row['match']}"
            remembered = [line for line in lines if line[4] is not None]
            if len(remembered) > MOST or len(lines) > 2 * MOST:
                yield f"thought {row['id']} has {len(lines)} lines, {len(remembered)} of them kept"
            waits = match and match.turn is not side and not match.verdict and not match.shelved
            if not waits and any(line[6] for line in lines):
                yield f"a line of thought {row['id']} replies, but its player doesn't wait"
            if game["reason"] is not None and remembered != lines:
                yield f"thought {row['id']} still has tried lines, but the game is over"

    # Boards and turns

    def _match_faults(self, row: Row, posts: list[Row]) -> Iterator[str]:
        game, channel = row["id"], str(row["channel"])
        match = self._facts.match(game)
        weather, world = self._storm.weather, self._storm.box.world
        if match is None or channel not in world.channels:
            return
        place = world.channels[channel]
        if not self._is_open(place):
            return
        below = (
            {*map(str, json.loads(row["passing"]))} if row["home"] else set[str]()
        )  # its board below a wall
        boards = [
            board
            for board in self._boards.get(game, ())
            if self._is_open(world.channels[board.channel_id]) and board.id not in below
        ]
        began = self._began(game, match)
        if len(boards) > 1:
            yield f"game {game} has {len(boards)} boards: {[b.id for b in boards]}"
        for one in boards:
            if seen_on(one, game) < began:
                yield f"game {game} stands in {one.id} as it was before its turn began"
        board = str(row["message"])
        if row["message"] and board not in weather.deleted:
            if board not in world.posts.get(channel, {}):
                yield f"the board of game {game}, {board}, is not there"
            elif board not in {b.id for b in boards}:
                yield f"the board of game {game}, {board}, is no board"
        if row["shown"] is not None and row["shown"] < began:
            yield f"game {game} is shown after {row['shown']} events; its turn began with {began}"
        yield from self._turn_faults(row, match, began, posts)

    def _is_open(self, channel: Channel) -> bool:
        """Whether a server channel was open to the bot all along."""
        closed = {channel.id, channel.parent_id} & self._storm.weather.troubled
        return channel.guild_id is not None and not closed

    def _began(self, game: int, match: Match) -> int:
        """The number of events after which the current turn began."""
        number = len(match.log)
        while number > 1:
            before = self._facts.match(game, number - 1)
            if before is None or before.turns != match.turns:
                break
            number -= 1
        return number

    def _turn_faults(self, row: Row, match: Match, began: int, posts: list[Row]) -> Iterator[str]:
        """Check that the turn was announced: by a ping, or silently with a ping after it."""
        player = mover(row, match)
        who = str(player)
        if player in NO_PERSONS or who not in self._storm.people.world.people:
            return
        said = [
            one
            for several in self._watch.said.values()
            for one in several
            if one.match == row["id"] and one.events >= began
        ]
        pinged = [one for one in said if _calls(one, who) and not one.silent]
        boards = [one for one in pinged if one.kind == "board"]
        if len({one.events for one in boards}) < len(boards):
            yield f"the turn of {who} in game {row['id']} was announced twice: {boards}"
        reminders = [one for one in said if one.kind == "reminder" and _calls(one, who)]
        if len(reminders) > 1:
            yield f"{who} was reminded twice in game {row['id']}: {reminders}"
        later = [post for post in posts if post["player"] == player]
        if not pinged and not later and not self._told_since(who, said):
            turn = f"the turn of {who} in game {row['id']} after {began} events"
            yield f"{turn} is not announced: {said}"

    def _told_since(self, who: str, said: list[Said]) -> bool:
        """Whether they were sent a list of waiting games after these silent posts."""
        first = min((int(one.message) for one in said), default=None)
        return first is not None and any(
            int(one.message) > first and _calls(one, who) and not one.silent
            for several in self._watch.said.values()
            for one in several
            if one.kind
            in {"late-ping", "digest", "late-challenge-ping", "challenge-digest", "still-waits", ""}
        )

    def _end_faults(self, row: Row) -> Iterator[str]:
        """Check that the result was posted."""
        place = self._storm.box.world.channels.get(str(row["channel"]))
        is_shown = row["shown"] is None or row["shown"] == row["version"]
        if place and self._is_open(place) and not is_shown:
            yield f"the result of game {row['id']} is not posted: {row}"

    # The games' consequences

    def _challenge_faults(self) -> Iterator[str]:
        """Check that a challenge leads to one game, or two if played one after the other."""
        several = """SELECT challenge FROM "match" WHERE challenge IS NOT NULL AND first IS NULL
            GROUP BY challenge HAVING count(*) > 1"""
        for row in self._facts.ask(several):
            yield f"challenge {row['challenge']} has led to several games"

    def _vote_faults(self) -> Iterator[str]:
        """Check that each of the channel's turns has one round of votes."""
        for game in self._facts.rows("vote_game", "state = 'running'"):
            match = self._facts.match(game["match"])
            (row,) = self._facts.rows("match", "id = ?", game["match"])
            if match is None or any(isinstance(e, Shelved | Answered) for e in match.log):
                continue
            side = Side.DARK if row["dark"] == CHANNEL else Side.LIGHT
            turns = sum(turn.side is side for turn in match.turns)
            if game["round"] != turns:
                yield f"game {game['match']} has had {game['round']} rounds in {turns} turns"

    def _rating_faults(self) -> Iterator[str]:
        over = {row["id"]: row for row in self._facts.rows("match", "reason IS NOT NULL")}
        seats = self._facts.rows("seat", "guild = 0")
        for rated in self._facts.rows("rated"):
            row = over.get(rated["match"])
            if row is None or not row["rated"] or row["level"]:
                yield f"game {rated['match']} counts, but should not"
        for rating in self._facts.rows("rating", "guild = 0"):
            own = [
                seat
                for seat in seats
                if (seat["player"], seat["family"]) == (rating["player"], rating["family"])
            ]
            counted = rating["won"] + rating["drawn"] + rating["lost"]
            if counted != len(own):
                yield f"{rating['player']} has {counted} games, but played {len(own)}"

    def _tournament_faults(self) -> Iterator[str]:
        games = self._facts.ask(
            """SELECT t.*, m.reason, m.dark AS player_dark, m.light AS player_light
            FROM tournament_game AS t JOIN "match" AS m ON m.id = t."match" """
        )
        legs: set[tuple[Any, ...]] = set()
        for game in games:
            leg = tuple(game[name] for name in ("tournament", "pool", "round", "board", "leg"))
            if leg in legs:
                yield f"a leg of a tournament is played twice: {leg}"
            legs.add(leg)
            if (game["reason"] is None) != (game["dark_taken"] is None):
                yield f"a game of a tournament is over, but does not count, or the reverse: {game}"

        for tournament in self._facts.rows("tournament", "began IS NOT NULL"):
            yield from self._points_faults(tournament)

    def _points_faults(self, row: Row) -> Iterator[str]:
        """Check that a tournament's points follow from the events of its games."""
        tournament = read_values(Tournament, row, {})
        by_games = "tournament = ? AND award = ''"
        pairings = self._facts.rows("tournament_pairing", by_games, row["id"])
        games = self._facts.ask(
            """SELECT t.*, m.turn, m.plies, m.winner, m.reason, m.since, m.hurry_from
            FROM tournament_game AS t JOIN "match" AS m ON m.id = t."match" WHERE tournament = ?""",
            row["id"],
        )
        for pairing in (read_values(Pairing, one, {}) for one in pairings):
            own = [game for one in games if (game := read_values(Game, one, {})).key == pairing.key]
            told = outcome_of(tournament, pairing, own)
            if told is None:
                continue
            points = dict.fromkeys(pairing.seats, 0)
            taken = 0
            for game in own:
                match = self._facts.match(game.match)
                if match is None or match.verdict is None:
                    yield f"game {game.match} of a tournament counts, but is not over"
                    return
                forfeit = match.verdict.reason is Reason.NOT_BEGUN
                winner = match.turn.other if forfeit else match.verdict.winner
                for seat, side in (game.dark, Side.DARK), (game.light, Side.LIGHT):
                    points[seat] += 1 if winner is None else 2 * (winner is side)
                first, last = match.positions[0], match.position
                taken += (first.dark | first.light).bit_count()
                taken -= (last.dark | last.light).bit_count()
            if points != {seat: told.halves(seat) for seat in points}:
                yield f"pairing {pairing} has {told}, but its games bring {points}"
            if taken != sum(told.tally(seat).taken for seat in points):
                yield f"pairing {pairing} has {told}, but {taken} pieces were captured"

    # Erased people

    def _erasure_faults(self, posts: list[Row], now: int, calm: float) -> Iterator[str]:
        gone = self._storm.people.gone
        if not gone or calm < _CHORES:
            return
        ((key,),) = ((row["text"],) for row in self._facts.rows("note", "name = 'pseudonyms'"))
        erased = {row["pseudonym"]: row["at"] for row in self._facts.rows("erased")}
        data = b"".join(
            file.read_bytes()
            for file in (self._storm.database, log_of(self._storm.database))
            if file.exists()
        )
        pseudonyms = {keyed_hash(key.encode(), int(who)): who for who in gone}
        if strangers := erased.keys() - pseudonyms.keys():
            yield f"{len(strangers)} people were erased who didn't ask for it"
        for pseudonym, at in erased.items():
            if now - at < _CHORES or not (who := pseudonyms.get(pseudonym)):
                continue
            if struct.pack(">q", int(who)) in data or who.encode() in data:
                yield f"{who} was erased, but is in the file: {[*self._columns_with(who)]}"
            yield from self._message_faults(who, posts, now)

    def _columns_with(self, who: str) -> Iterator[str]:
        """The columns in which a person stands; none if they stand only in what was deleted."""
        for table, column in self._columns():
            where = f'"{column}" = ? OR instr("{column}", ?)'
            if self._facts.rows(table, where, int(who), who):
                yield f"{table}.{column}"

    def _columns(self) -> Iterator[tuple[str, str]]:
        for table in self._facts.ask("SELECT name FROM sqlite_master WHERE type = 'table'"):
            for column in self._facts.ask(f'PRAGMA table_info("{table["name"]}")'):
                yield table["name"], column["name"]

    def _message_faults(self, who: str, posts: list[Row], now: int) -> Iterator[str]:
        """Check that no thread and no message that is kept up to date names them."""
        world = self._storm.box.world
        if any(post["due"] <= now for post in posts):
            return
        name = re.compile(rf"(?<![\w-]){re.escape(world.people[who].shown)}(?![\w-])")
        for channel in world.channels.values():
            is_named = channel.kind is ChannelKind.THREAD and name.search(channel.name)
            if is_named and self._is_open(channel):
                yield f"{who} was erased, but thread {channel.id} is named {channel.name!r}"
        for message in self._current:
            if f"<@{who}>" in text_of(message):
                yield f"{who} was erased, but is named in {message.id}"

    @property
    def _current(self) -> Iterator[Message]:
        """The bot's public messages that it updates, in channels that were open all along."""
        world = self._storm.box.world
        joinables = (self._facts.rows(table) for table in ("tournament", "foursome"))
        announcements = {str(row["message"]) for rows in joinables for row in rows}
        keeps = any(row["boards"] == Boards.KEEP for row in self._facts.rows("guild"))
        current = _CURRENT - {"move"} if keeps else _CURRENT
        for shelf in world.posts.values():
            for message in shelf.values():
                if message.author_id != world.app.bot_id or message.owner_id:
                    continue
                verbs = {one.split(":")[1] for one in ids(message) if ":" in one}
                is_current = verbs & current or message.id in announcements
                if is_current and self._is_open(world.channels[message.channel_id]):
                    yield message

    # People who block each other

    def _block_faults(self) -> Iterator[str]:
        """Check that two who have blocked each other all along have no challenge."""
        blocks = {(row["by"], row["player"]) for row in self._facts.rows("blocked")}
        foes = self._storm.people.foes
        for one, other in [(int(one), int(other)) for one, other in foes]:
            pair = one, other
            if blocks and not {pair, (other, one)} <= blocks:  # one forgave, or was erased
                foes.clear()
                return
            between = """SELECT id FROM challenge WHERE "by" IN (?1, ?2) AND opponent IN (?1, ?2)
                UNION SELECT id FROM "match" WHERE challenge IS NOT NULL
                AND dark IN (?1, ?2) AND light IN (?1, ?2)"""
            if rows := self._facts.ask(between, *pair):
                yield f"{pair} block each other, but there is {rows}"

    # The machine

    def _file_faults(self) -> Iterator[str]:
        """Check that the number of open files doesn't grow."""
        files = sum(map(_exists, Path("/proc/self/fd").iterdir()))
        self._fewest_files = min(files, self._fewest_files)
        if files > self._fewest_files + _MORE_FILES:
            yield f"{files} files are open; there were {self._fewest_files}"


def _exists(file: Path) -> bool:
    """Whether an open file wasn't deleted; locks of killed bots were, and stay open here."""
    try:
        return os.fstat(int(file.name)).st_nlink > 0
    except OSError:  # it was open for listing the others
        return False


def _calls(one: Said, who: str) -> bool:
    return who in one.pings or one.to == who or who in one.absent


def _forgotten_posts(posts: list[Row], now: int, skew: int) -> Iterator[str]:
    """Posts that are long due, and first in their lane.

    `skew`: seconds by which the bot's clock is ahead of the machine's, which dates posts.
    """
    held: set[str] = set()
    for post in sorted(posts, key=lambda post: post["id"]):
        waited = now - max(post["due"], post["made"] + skew)
        if waited > _LATE and post["lane"] not in held:
            yield f"a post waits for {waited} s: {json.dumps(post)}"
        held.add(post["lane"])
