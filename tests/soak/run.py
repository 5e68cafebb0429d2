"""A soak: friends at many tables, chaos beside them, and what must hold at the end.

All the while one person attacks, another has the longest games gone over, and a third lets an
account of their own resign game after game.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING

from bot.feature_list import EXTENSIONS
from bot.model.servers import Place
from bot.store.check import check
from sandbox.sample import LONG_TABLE, Cast
from sandbox.server import Sandbox
from sandbox.world import places
from tests.bot.stories.conftest import command
from tests.bot.stories.reading import reading
from tests.hostile import Hostile
from tests.long_reviews import PLIES, LongReviews
from tests.quiet_games import store_quiet_games
from tests.soak.chaos import Chaos
from tests.soak.friends import Friends
from tests.soak.ledger import Ledger, Turn

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable, Iterator
    from typing import Any

    from tests.soak.friends import Played

_PAIRS = (("reindeer", "birch"), ("birch", "cairn"), ("cairn", "riviere"), ("riviere", "reindeer"))
_HOSTILE = "hostile"
_FARM = ("riviere", "birch")
_REVIEWER = "riviere"
_LONG_GAMES = 3  # that are gone over; between two kills there is seldom time for one
_NEXT = 30  # seconds after which the next is asked for
# Seconds after which something is stuck, for all moves and for what is left to be said then. A
# busy machine gives a bot little time.
_PATIENCE = 900
_SLOWEST = 1  # moves a second
_TRY = 5  # seconds after which a player tries again
_FILES = 60  # that a bot at rest may have open


@dataclass(slots=True)
class Report:
    """How it went, and all that was wrong at the end."""

    moves: int = 0
    games: int = 0
    faults: int = 0
    cuts: int = 0
    kills: int = 0
    attacks: int = 0  # requests of a hostile person
    reviews: int = 0  # of the longest games, asked for
    farmed: int = 0  # games that were given away
    wrong: list[str] = field(default_factory=list[str])

    def __str__(self) -> str:
        return (
            f"{self.moves} moves in {self.games} games with {self.faults} bad answers, "
            f"{self.cuts} broken connections, {self.kills} kills, {self.attacks} hostile "
            f"requests, {self.reviews} reviews and {self.farmed} games given away: "
            f"{len(self.wrong) or 'nothing'} wrong"
        )


async def soak(database: Path, moves: int, tables: int) -> Report:
    """Play so many moves at so many tables."""
    async with Sandbox(cast=Cast("Konakis"), rates=False) as box:
        ledger = Ledger(box)
        friends = [
            _friends(box, ledger, database, f"soak-{number}", pair)
            for number, pair in zip(range(tables), cycle(_PAIRS), strict=False)
        ]
        farm = _friends(box, ledger, database, "farm", _FARM)
        reviews = await _reviews(box, database)
        async with box.process(command(box, database)) as bot:
            chaos = Chaos(box, bot)
            hostile = await _hostile(box)
            try:
                async with asyncio.timeout(_PATIENCE + moves / _SLOWEST):
                    beside = chaos.run(), hostile.run_all(), reviews.run(_NEXT), farm.farm()

                    def enough() -> bool:
                        return sum(pair.moves for pair in friends) >= moves and bool(farm.games)

                    await _play(friends, beside, enough)
            except TimeoutError as error:
                raise AssertionError("\n".join(map(str, ["too slow:", *friends]))) from error
            box.faults.clear()
            await bot.restart()
            await _all_said(database)
            open_files = _open_files(bot.pid)
            status = await bot.terminate()
        games = [game for player in friends for game in player.games]
        report = Report(moves, len(games), chaos.faults, chaos.cuts, chaos.kills)
        report.attacks, report.reviews = hostile.asked, reviews.asked
        report.farmed = len(farm.games)
        report.moves = sum(len(game.moves) for game in games)
        report.wrong = [
            *(["it did not leave well"] if status else []),
            *([f"{open_files} files open"] if open_files > _FILES else []),
            *_logs_wrong(database, games, {hostile.game, *reviews.games, *farm.all_games()}),
            *_said_wrong(ledger, games),
            *[f"the file: {broken}" for broken in check(database, EXTENSIONS)],
        ]
        return report


def _friends(
    box: Sandbox, ledger: Ledger, database: Path, where: str, names: tuple[str, str]
) -> Friends:
    one, other = (box.player(name, _TRY) for name in names)
    channel = places.open_channel(box.world, LONG_TABLE, where)
    return Friends(box, ledger, database, channel.id, (one, other))


async def _reviews(box: Sandbox, database: Path) -> LongReviews:
    """A person who has long games gone over all the while, in a channel beside the tables."""
    where = places.open_channel(box.world, LONG_TABLE, "reviews").id
    who = box.player(_REVIEWER, _TRY)
    players = int(who.id), int(box.player("cairn").id)
    place = Place(int(LONG_TABLE), int(where))
    games = await store_quiet_games(database, _LONG_GAMES, PLIES, players, place)
    return LongReviews(box, where, who, games)


async def _hostile(box: Sandbox) -> Hostile:
    """A person who attacks all the while, in a channel beside the tables."""
    where = places.open_channel(box.world, LONG_TABLE, _HOSTILE).id
    pair = (box.player("north-wind"), box.player("cairn"))
    hostile = Hostile(box, where, *pair)
    await hostile.prepare(range(1, 60))
    for player in pair:
        player.patience = _TRY  # from now on the bot is killed under them
    return hostile


async def _play(
    friends: list[Friends],
    troubles: Iterable[Coroutine[Any, Any, None]],
    enough: Callable[[], bool],
) -> None:
    async with asyncio.TaskGroup() as everything:  # which ends when one of them fails
        storm = [everything.create_task(trouble) for trouble in troubles]
        async with asyncio.TaskGroup() as games:
            for pair in friends:
                games.create_task(pair.play(enough))
        for trouble in storm:
            trouble.cancel()


async def _all_said(database: Path) -> None:
    """Nothing is left to be said, but what an old message is to lose."""
    try:
        async with asyncio.timeout(_PATIENCE):
            while _ask(database, "SELECT 1 FROM post"):  # noqa: ASYNC110  there is no event to wait for
                await asyncio.sleep(0.1)
    except TimeoutError as error:
        left = _ask(database, """SELECT kind, "match", data, due, tries FROM post""")
        raise AssertionError(f"never said: {left}") from error


def _logs_wrong(database: Path, games: list[Played], others: set[int]) -> Iterator[str]:
    """Every game's log is what its players did. `others`: games that are not theirs."""
    for game in games:
        asked = (
            """SELECT json_extract(data, '$.path') FROM event"""
            """ WHERE "match" = ? AND kind = 'moved' ORDER BY number"""
        )
        stored = [path for (path,) in _ask(database, asked, game.number)]
        played = ['["' + '","'.join(path) + '"]' for path in game.moves]
        if stored != played:
            yield f"game {game.number}: {len(played)} moves were made, {len(stored)} are stored"
    known = {game.number for game in games} | others
    strays = [n for (n,) in _ask(database, 'SELECT id FROM "match"') if n not in known]
    if strays:
        yield f"games that were never begun: {strays}"


def _said_wrong(ledger: Ledger, games: list[Played]) -> Iterator[str]:
    """Every turn was announced once, to those it concerned; every result once."""
    for game in games:
        turns = [Turn(game.number, seen) for seen in range(1, len(game.moves) + 2)]
        if game.match.verdict:
            turns[-1] = Turn(game.number, -1)
        for turn in turns:
            if ledger.told[turn] != 1:
                yield f"{turn} was told {ledger.told[turn]} times"
        side = game.match.start.turn
        for turn in turns[: len(game.moves)]:
            if ledger.called.get(turn) != frozenset({game.seats[side].id}):
                yield f"{turn} called {ledger.called.get(turn)}"
            side = side.other


def _ask(database: Path, statement: str, *values: object) -> list[tuple[object, ...]]:
    with reading(database) as ask:
        return ask(statement, *values)


def _open_files(pid: int | None) -> int:
    """Where the system tells; 0 elsewhere."""
    folder = Path(f"/proc/{pid}/fd")
    return sum(1 for _ in folder.iterdir()) if folder.exists() else 0
