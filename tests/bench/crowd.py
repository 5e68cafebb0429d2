"""Five hundred running matches, at which to play: people and channels in the sandbox, a database.

Every match is a real one: moves by chance, none that ends it. Each has two players of its own, as
among the thousands who together make 25 moves a second: nobody there is pinged twice in a minute.
In a large file, most matches are copies of a thousand played-out ones, made by SQL, among a quarter
of the people, so that these have long lists.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections import deque
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from bot.feature_list import EXTENSIONS
from bot.model.matches import Record
from bot.model.posts import BoardPost
from bot.model.servers import Place
from bot.store.changes import Change
from bot.store.store import open_store
from games import catalogue
from games.core import Side
from games.events import Created, Moved, Resigned
from games.match import fold
from games.notation import write_move
from games.pace import Pace
from sandbox.rules.forms import V2
from sandbox.rules.permissions import EVERYONE
from sandbox.world import posting
from sandbox.world.compose import Upload
from sandbox.world.menu import Invoker
from sandbox.world.model import Channel, ChannelKind, Guild, Member, Person, Role
from tests.together import together

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from bot.model.people import Player
    from games.events import Event
    from sandbox.server import Sandbox
    from sandbox.world.world import World

GUILDS, CHANNELS, PEOPLE, MATCHES = 10, 100, 1000, 500
BUSY = 250  # people with many games in a large file
RATED = 2000  # players of rated games on the first server; some of them are in the channels
CRAMMED = 1000  # boards that wait for one channel
PLAYED, TO_PLAY = 30, 30  # plies of each match before the benchmark, and left for it
TEMPLATES, RUNNING_EACH, COPIES = 1009, 30, 99  # a prime, so that the copies spread over everybody
_FIRST_PERSON, _FIRST_GUILD = 1_300_000_000_000_000_000, 1_310_000_000_000_000_000
_STRANGER = _FIRST_PERSON + 9000
_FIRST_CHANNEL, _BEGAN = 1_320_000_000_000_000_000, 1_750_000_000
ENDED = _BEGAN + 10_000_000  # after all that was played


@dataclass(frozen=True, slots=True)
class Table:
    """A match under way: who sits where, and the moves still to be played."""

    dark: Invoker
    light: Invoker
    moves: deque[tuple[Side, str]]
    log: tuple[Event, ...]
    message: int

    def seat(self, side: Side) -> Invoker:
        """Return the player of a side."""
        return self.dark if side is Side.DARK else self.light


def seated(box: Sandbox, board: bytes) -> list[Table]:
    """The crowd in its channels, a last board of every match before it."""
    world = box.world
    _arrive(world)
    return [_table(world, k, log, board) for k, log in enumerate(playouts())]


def _arrive(world: World) -> None:
    """Guilds with ten channels and a hundred people each."""
    for k in range(RATED):
        person = Person(str(_FIRST_PERSON + k), f"player-{k}")
        world.people[person.id] = person
    for k in range(GUILDS):
        guild = str(_FIRST_GUILD + k)
        people = [world.app.bot_id, *(_person(i) for i in range(k, PEOPLE, GUILDS))]
        members = {person: Member(person, 0.0) for person in people}
        everyone = Role(guild, "@everyone", EVERYONE)
        world.guilds[guild] = Guild(guild, f"Guild {k}", people[1], (everyone,), members)
    for k in range(CHANNELS):
        channel = Channel(str(_FIRST_CHANNEL + k), ChannelKind.TEXT, f"table-{k}", _guild(k))
        world.channels[channel.id] = channel


def _person(k: int) -> str:
    return str(_FIRST_PERSON + k % PEOPLE)


def account(k: int) -> Player:
    """The number of that person's account."""
    return int(_person(k))


def channel(k: int) -> str:
    """A channel that the person of that number sees."""
    return str(_FIRST_CHANNEL + k % CHANNELS)


def place(k: int) -> Place:
    """The same with its server."""
    return Place(int(_guild(k)), int(channel(k)))


def _guild(channel: int) -> str:
    return str(_FIRST_GUILD + channel % GUILDS)


def _table(world: World, k: int, log: tuple[Event, ...], board: bytes) -> Table:
    """Everybody plays one match, against another of their guild."""
    channel = world.channels[str(_FIRST_CHANNEL + k % CHANNELS)]
    dark, light = _person(k), _person(k + MATCHES)
    begun = tuple(log[: 1 + PLAYED + k % 2])
    game = fold(begun).game
    left = [event for event in log[len(begun) :] if isinstance(event, Moved)]
    return Table(
        Invoker(world, dark, channel),
        Invoker(world, light, channel),
        deque((event.by, write_move(event.path)) for event in left),
        begun,
        _board(world, channel.id, game.name, board),
    )


def _board(world: World, channel: str, text: str, picture: bytes) -> int:
    """A message of the bot's with a picture, as the last board of a match."""
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://board.png"}}]}
    form = {
        "flags": V2,
        "components": [{"type": 17, "components": [{"type": 10, "content": text}, gallery]}],
        "attachments": [{"id": 0, "filename": "board.png"}],
    }
    base = posting.blank(world, channel, world.app.bot_id)
    uploads = (Upload(0, "board.png", picture),)
    return int(posting.post(world, posting.Draft(base, form, uploads)).id)


@cache
def playouts() -> tuple[tuple[Event, ...], ...]:
    """A match for each table, by every Tablut rule set; Tabal's end too soon to be played long."""
    presets = [name for name in catalogue.NAMES if name != catalogue.TABAL]
    chance = random.Random("crowd")
    return tuple(_playout(presets[k % len(presets)], chance) for k in range(MATCHES))


def _playout(name: str, chance: random.Random) -> tuple[Event, ...]:
    game = catalogue.game(name)
    lot = Side.DARK if game.data["first"] is None else None
    while True:
        match = fold((Created(_BEGAN, game.data, lot=lot),))
        while len(match.plies) < PLAYED + TO_PLAY and not match.verdict:
            moves = list(game.moves(match.position))
            chance.shuffle(moves)
            outcomes = (match.after(_move(match.turn, len(match.log), path)) for path in moves)
            match = next(
                (later for later in outcomes if not later.verdict), match.after(_end(match.turn))
            )
        if not match.verdict:
            return match.log


def _move(side: Side, number: int, path: tuple[str, ...]) -> Moved:
    return Moved(side, _BEGAN + 3600 * number, path)


def _end(side: Side) -> Resigned:
    return Resigned(side, _BEGAN + 3600 * (PLAYED + TO_PLAY))


async def fill(
    path: Path, tables: list[Table], *, large: bool = False, crammed: Place | None = None
) -> None:
    """A database with those matches; `large`: beside a hundred thousand others.

    `crammed`: a channel for which a thousand boards are still to be posted.
    """
    async with open_store(path, EXTENSIONS) as store:
        await together(*(store.commit(_change(table)) for table in map(_record, tables)))
        if large:
            templates = _templates(tables)
            await together(*(store.commit(_change(template)) for template in templates))
        if crammed:
            waiting = (_waiting(table, crammed) for table in tables * (CRAMMED // MATCHES))
            await together(*map(store.commit, waiting))
    if large:
        await asyncio.to_thread(_multiply, path)


def _waiting(table: Table, place: Place) -> Change:
    """Return a match of strangers whose board waits to be posted there."""
    record = replace(_record(table), place=place, dark=_STRANGER, light=_STRANGER + 1, message=None)
    board = BoardPost(0, len(record.match.log))
    return Change(record=record, events=record.match.log, posts=(board,))


def _record(table: Table) -> Record:
    channel = table.dark.channel
    return Record(
        id=0,
        place=Place(int(channel.guild_id or 0), int(channel.id)),
        dark=int(table.dark.person_id),
        light=int(table.light.person_id),
        match=fold(table.log),
        pace=Pace(days=None),
        message=table.message,
    )


def _change(record: Record) -> Change:
    return Change(record=record, events=record.match.log)


def _templates(tables: list[Table]) -> Iterator[Record]:
    """Matches of 15 to 44 plies elsewhere, played out except for one in thirty."""
    for k in range(TEMPLATES):
        record = _record(tables[k % MATCHES])
        log = _playouts_of(tables[k % MATCHES])[: 16 + k % 30]
        match = fold(log)
        if k % RUNNING_EACH:
            match = match.after(_end(match.turn))
        place = Place(record.place.guild, _FIRST_CHANNEL + CHANNELS + k)
        yield replace(record, place=place, match=match, message=None)


def _playouts_of(table: Table) -> tuple[Event, ...]:
    moves = [
        _move(side, len(table.log) + k, tuple(text.split("-")))
        for k, (side, text) in enumerate(table.moves)
    ]
    return (*table.log, *moves)


def rate(path: Path) -> None:
    """Make all games that are over rated ones among the two thousand, on the first server."""
    values = {"guild": _FIRST_GUILD, "first": _FIRST_PERSON, "people": RATED}
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(
            """UPDATE "match" SET guild = :guild, rated = 1,
                winner = iif(id * 7919 % 10 < 5, 'd', 'l'),
                dark = :first + id * 7 % :people,
                light = :first + (id * 7 + 1 + id % (:people - 1)) % :people
            WHERE reason IS NOT NULL""",
            values,
        )


def _multiply(path: Path) -> None:
    """Copy the templates until there are a hundred thousand, among the same people."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA synchronous = OFF")
    db.execute("BEGIN")
    rest = (
        "guild, channel, challenge, days, reserve, weekends, thread, message, version, "
        "rules, turn, plies, offer_by, since, winner, reason"
    )
    for k in range(1, COPIES + 1):
        values = {"by": k * TEMPLATES, "after": MATCHES, "first": _FIRST_PERSON, "people": BUSY}
        db.execute(
            f"""INSERT INTO "match" (id, dark, light, {rest})
            SELECT id + :by, :first + (id + :by) % :people,
                   :first + (id + :by + 10) % :people, {rest}
            FROM "match" WHERE id > :after AND id <= :after + {TEMPLATES}""",  # noqa: S608  our own
            values,
        )
        db.execute(
            f"""INSERT INTO event ("match", number, "by", at, kind, data)
            SELECT "match" + :by, number, "by", at, kind, data
            FROM event WHERE "match" > :after AND "match" <= :after + {TEMPLATES}""",  # noqa: S608
            values,
        )
    db.execute("COMMIT")
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
