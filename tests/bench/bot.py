"""The bot as a real process on the sandbox: how soon it answers, what a move costs, what it holds.

A bare discord.py bot stands beside it: it answers the same commands and posts a constant picture.
Their rounds alternate, and what a move costs is compared within each pair of them: processor time,
which a busy machine makes dearer for both.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import tempfile
import time
from contextlib import asynccontextmanager
from math import inf
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from bot.ui.words import words_of
from games.match import fold
from render import scene
from render.paint import paint
from sandbox.process import Command
from sandbox.rest.faults import Trouble
from sandbox.sample import Cast
from sandbox.server import Sandbox
from tests.bench import crowd
from tests.bench.load import COMPLETION, GAMES, MOVE, Load, Taken, resident, worked
from tests.bench.verdicts import kept, lost, verdict

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Mapping, Sequence

    from bot.model.servers import Place

Row = tuple[str, str, str, str]

WARM_UP = 2 * crowd.MATCHES  # moves: everybody has made one
SECONDS, ROUNDS, PAIRS = 8.0, 3, 7
MOVES, TYPED, LISTED = 25.0, 12.0, 10.0  # a second
FILLED = 2000  # moves after which all caches are full
_LATE = 50  # ms
_START = 2.5  # seconds; half of it loads modules
_TIMES = 3.6  # the bare bot's own work
FLAT = 2000  # moves over which memory is watched; `python -m tests.bench.bot 10000` for more
_GROWN = 10  # MB over so many: up to 40,000 events of games are kept in memory


class Running(NamedTuple):
    """A bot on its sandbox, with the crowd before it."""

    box: Sandbox
    load: Load
    pid: int
    ready: float  # seconds from its start to its being ready
    start: float  # seconds of processor time until then


def run() -> list[Row]:
    """The figures of the issue, ours beside the bare bot's."""
    return asyncio.run(_run(FLAT))


async def _run(flat: int) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        board = Path(folder) / "board.png"
        board.write_bytes(picture())
        async with running("tests.bench.bare", board) as bare, running("bot", board) as small:
            pairs = [await pair(bare.load, small.load) for _ in range(PAIRS)]
            theirs, ours = map(list, zip(*pairs, strict=True))
            mixed = await rounds(small.load, {MOVE: MOVES, COMPLETION: TYPED})
        rows = few_games(ours, theirs, mixed)
        async with running("bot", board, large=True) as large:
            many = {MOVE: MOVES, COMPLETION: TYPED, GAMES: LISTED}
            taken = await rounds(large.load, many)
            await large.load.hurry(FILLED)
            before = resident(large.pid)
            await large.load.hurry(flat)
            grown = resident(large.pid) - before
            return [*rows, *_large(taken, theirs, large, flat, grown)]


async def pair(bare: Load, ours: Load) -> tuple[Taken, Taken]:
    """A round of each, one after the other: a machine's moods outlast both."""
    return await bare.round(SECONDS, {MOVE: MOVES}), await ours.round(SECONDS, {MOVE: MOVES})


def picture() -> bytes:
    """A board of the usual look and size."""
    played = crowd.playouts()[0]
    return paint(scene.scene_of(fold(played[: crowd.PLAYED]), words_of("en")))


@asynccontextmanager
async def running(  # noqa: PLR0913  what the file and the crowd are like
    module: str,
    board: Path,
    *,
    large: bool = False,
    crammed: Place | None = None,
    prepare: Callable[[Path], None] | None = None,  # what is done to the file before
    requests: int = 10_000,  # a minute: players press fast here
) -> AsyncGenerator[Running]:
    """A bot among the crowd, warmed up. `crammed`: a slow channel with many boards to come."""
    box = Sandbox(cast=Cast("Konakis"), rates=False)
    tables = crowd.seated(box, await asyncio.to_thread(board.read_bytes))
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "konakis.db"
        await crowd.fill(database, tables, large=large, crammed=crammed)
        if prepare:
            await asyncio.to_thread(prepare, database)
        environment = {
            "KONAKIS_API": box.api,
            "KONAKIS_GATEWAY": box.gateway,
            "KONAKIS_TOKEN": box.token,
            "KONAKIS_DATABASE": str(database),
            "KONAKIS_MAX_REQUESTS": str(requests),
            "KONAKIS_BACKUPS": "off",  # the first one would fall into a round, and then none a day
            "BARE_BOARD": str(board),
        }
        if crammed:
            slow = f"/channels/{crammed.channel}/messages"
            box.faults.add(Trouble("slow", "POST", slow, times=10**6, seconds=2.0))
        async with box:
            began = time.perf_counter()
            async with box.process(Command([sys.executable, "-m", module], environment)) as bot:
                if module == "bot":
                    await bot.wait_for_log("ready in", 30)
                ready = time.perf_counter() - began
                assert bot.pid is not None
                start = worked(bot.pid)
                load = Load(box, tables, bot.pid)
                await load.hurry(WARM_UP)
                gc.freeze()  # else our own collecting of garbage shows as the bot's delay
                yield Running(box, load, bot.pid, ready, start)


async def rounds(load: Load, rates: Mapping[str, float]) -> list[Taken]:
    """Several rounds of asking that often a second."""
    return [await load.round(SECONDS, rates) for _ in range(ROUNDS)]


def few_games(ours: Sequence[Taken], theirs: Sequence[Taken], mixed: Sequence[Taken]) -> list[Row]:
    """The figures of a small file: pairs of rounds of moves, and rounds with completions."""
    costs, bares = [*map(_cost, ours)], [*map(_cost, theirs)]
    times = median(cost / bare for cost, bare in zip(costs, bares, strict=True))
    what = "500 games, 25 moves a second"
    return [
        held(f"{what}: first answer, p50", ours, theirs, Limit(MOVE, 0.5, 25)),
        held(f"{what}: first answer, p99", ours, theirs, Limit(MOVE, 0.99, 50)),
        held(f"{what}: completion, p99", mixed, theirs, Limit(COMPLETION, 0.99, 50)),
        (
            "the bot's own work a move (processor time)",
            f"{median(costs):.1f} ms",
            f"bare bot {median(bares):.1f} ms",
            f"{times:.2f}x {kept(f'at most {_TIMES}x', holds=times <= _TIMES)}",
        ),
    ]


def _large(
    taken: Sequence[Taken], theirs: Sequence[Taken], large: Running, flat: int, grown: float
) -> list[Row]:
    memory, what = resident(large.pid), "100,000 games"
    return [
        held(f"{what}: first answer, p50", taken, theirs, Limit(MOVE, 0.5, 25)),
        held(f"{what}: first answer, p99", taken, theirs, Limit(MOVE, 0.99, 150)),
        held(f"{what}: completion, p99", taken, theirs, Limit(COMPLETION, 0.99, 50)),
        held(f"{what}: /tablut games, p99", taken, theirs, Limit(GAMES, 0.99, 50)),
        (f"{what}: start to ready", f"{large.ready:.1f} s", "", verdict(large.ready, 3, "s")),
        (
            f"{what}: start, processor time",
            *(f"{large.start:.1f} s", "", verdict(large.start, _START, "s")),
        ),
        (f"{what}: memory", f"{memory:.0f} MB", "", verdict(memory, 250, "MB")),
        (
            f"{what}: memory grown over {flat} moves",
            *(f"{grown:+.1f} MB", "", verdict(grown, _GROWN * flat / FLAT, "MB")),
        ),
    ]


class Limit(NamedTuple):
    """How long one kind of answer may take, in ms, for that part of all of them."""

    kind: str
    part: float
    most: float


def held(what: str, ours: Sequence[Taken], theirs: Sequence[Taken], limit: Limit) -> Row:
    """The median over the rounds of one quantile, in ms; theirs of moves, unless asked the same."""
    kind, part, most = limit
    answer = median(quantile(taken.answers[kind], part) for taken in ours)
    bare = median(quantile(taken.answers[kind] or taken.answers[MOVE], part) for taken in theirs)
    unanswered = sum(taken.lost for taken in ours)
    remarks = verdict(answer, most, "ms") + lost(unanswered) + late(ours)
    return what, f"{answer:.1f} ms", f"bare bot {bare:.1f} ms", remarks


def late(rounds_taken: Sequence[Taken]) -> str:
    """Say where the benchmark itself asked late: then it is slow, not the bot."""
    slowest = median(quantile(taken.late, 0.99) for taken in rounds_taken)
    return f", the benchmark itself {slowest:.0f} ms LATE" if slowest > _LATE else ""


def quantile(seconds: Sequence[float], part: float) -> float:
    """Return the milliseconds that this part of them took at most; infinite without an answer."""
    ordered = sorted(seconds) or [inf]
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] * 1000


def _cost(taken: Taken) -> float:
    return share(taken.work, len(taken.answers[MOVE])) * 1000


def share(seconds: float, count: int) -> float:
    """The seconds that each of so many took; infinite if there were none."""
    return seconds / count if count else inf


if __name__ == "__main__":
    for row in asyncio.run(_run(int(sys.argv[1]) if len(sys.argv) > 1 else FLAT)):
        print(*row, sep=" | ")
