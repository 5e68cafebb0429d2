"""A hundred thousand rated games of two thousand players on one server: tables, rebuild, ends."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import time
from contextlib import closing
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING, NamedTuple

from bot.features.ratings import tables as ratings
from bot.features.ratings.glicko import EVEN
from bot.features.ratings.model import Game
from bot.features.ratings.rebuild import rebuild
from games.core import Side
from tests.bench import crowd
from tests.bench.bot import (
    MOVES,
    SECONDS,
    Limit,
    held,
    picture,
    quantile,
    rounds,
    running,
    share,
)
from tests.bench.load import MOVE, RANKS, Load, Taken
from tests.bench.verdicts import verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

Row = tuple[str, str, str, str]

ASKED, ENDS = 5.0, 400  # tables asked for a second; games that end


class Ready:
    """Fills the file with rated games, and times what only a file without a bot shows."""

    def __init__(self) -> None:
        self.rows: list[Row] = []

    def __call__(self, path: Path) -> None:
        """Rate all games that are over; time that, and the end of one more."""
        crowd.rate(path)
        began = time.perf_counter()
        counted = rebuild(path)
        took = time.perf_counter() - began
        ends = _ends(path)
        self.rows = [
            (f"{counted} games: ratings rebuild", f"{took:.0f} s", "", verdict(took, 60, "s")),
            (
                f"{counted} games: what a rated game's end costs more",
                f"{mean(ends) * 1000:.2f} ms",
                f"p99 {quantile(ends, 0.99):.2f} ms",
                verdict(mean(ends) * 1000, 2, "ms"),
            ),
        ]


def _ends(path: Path) -> list[float]:
    """The seconds that it takes to count each of some games, before they are committed."""
    took: list[float] = []
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.row_factory = sqlite3.Row
        running = 'SELECT id, guild, rules, dark, light FROM "match" WHERE reason IS NULL LIMIT ?'
        rows = db.execute(running, (ENDS,)).fetchall()
        db.execute("BEGIN")
        for number, row in enumerate(rows):
            game = Game(
                *row, winner=(Side.DARK, Side.LIGHT)[number % 2], at=crowd.ENDED, start=EVEN
            )
            began = time.perf_counter()
            ratings.count(db, game)
            took.append(time.perf_counter() - began)
        db.execute("ROLLBACK")
    return took


def run() -> list[Row]:
    """The figures of ranks."""
    return asyncio.run(_run())


async def _run() -> list[Row]:
    ready = Ready()
    with tempfile.TemporaryDirectory() as folder:
        board = Path(folder) / "board.png"
        board.write_bytes(picture())
        async with running("tests.bench.bare", board) as bare:
            theirs = await _asked(bare.load)
        async with running("bot", board, large=True, prepare=ready) as bot:
            ours = await _asked(bot.load)
    return [*ready.rows, *answers(ours, theirs)]


class Asked(NamedTuple):
    """Rounds of moves alone, and of moves and tables."""

    without: list[Taken]
    new: list[Taken]  # the first tables since the start: names are asked for, pictures painted
    beside: list[Taken]

    @property
    def cost(self) -> float:
        """The bot's processor time for a table, in ms."""
        move = share(sum(round_.work for round_ in self.without), _answered(self.without, MOVE))
        more = sum(round_.work for round_ in self.beside) - move * _answered(self.beside, MOVE)
        return share(more, _answered(self.beside, RANKS)) * 1000


def _answered(taken: Sequence[Taken], kind: str) -> int:
    return sum(len(round_.answers[kind]) for round_ in taken)


async def _asked(load: Load) -> Asked:
    without, both = await rounds(load, {MOVE: MOVES}), {MOVE: MOVES, RANKS: ASKED}
    return Asked(without, [await load.round(SECONDS, both)], await rounds(load, both))


def answers(ours: Asked, bare: Asked) -> list[Row]:
    """Return the cost of a table, and the waiting times for tables and for moves beside them."""
    what = f"{crowd.RATED} players, {ASKED:.0f} tables a second"
    beside, theirs = ours.beside, bare.beside
    first = held(f"{what}: the first, p99", ours.new, bare.new, Limit(RANKS, 0.99, 50))
    _, quick, *_ = held("", ours.without, theirs, Limit(MOVE, 0.99, 150))
    return [
        (
            "the bot's own work a table (processor time)",
            f"{ours.cost:.1f} ms",
            f"bare bot {bare.cost:.1f} ms",
            "",
        ),
        (*first[:3], "(names are asked for, pictures painted)"),
        held(f"{what}: /tablut leaderboard, p50", beside, theirs, Limit(RANKS, 0.5, 50)),
        held(f"{what}: /tablut leaderboard, p99", beside, theirs, Limit(RANKS, 0.99, 50)),
        (
            *held(f"{what}: first answer, p99", beside, theirs, Limit(MOVE, 0.99, 150))[:2],
            f"without {quick}",
            held("", beside, theirs, Limit(MOVE, 0.99, 150))[3],
        ),
    ]
