"""The effect of one person's attack on the others: their waiting times, at 25 moves a second.

Before every attack and beside it a thousand boards wait for one slow channel of another server. The
bare bot, which no one attacks, has a round just before each: where it is late, the machine is.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from bot.model.servers import Place
from bot.service.limits import Limits
from sandbox.sample import HEARTH, LONG_TABLE
from sandbox.world import places
from tests.bench import crowd
from tests.bench.bot import (
    MOVES,
    SECONDS,
    WARM_UP,
    Limit,
    Running,
    held,
    late,
    pair,
    picture,
    quantile,
    running,
)
from tests.bench.load import MOVE
from tests.bench.verdicts import verdict
from tests.hostile import Hostile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.bench.load import Taken

Row = tuple[str, str, str, str]

_LATE = Limit(MOVE, 0.99, 150)
_CLICKS, _LATER = 400, 100
_BURSTS, _FILLS, _PLAYED = 3, 20.0, 10.0  # times; seconds


def run() -> list[Row]:
    """The others' delays beside each attack, and the bare bot's without any."""
    return asyncio.run(_run())


async def _run() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        board = Path(folder) / "board.png"
        board.write_bytes(picture())
        crammed = Place(int(LONG_TABLE), int(HEARTH))
        usual = Limits().requests
        async with (
            running("tests.bench.bare", board) as bare,
            running("bot", board, crammed=crammed, requests=usual) as bot,
        ):
            rows = [_row("a thousand posts of one channel", *await pair(bare.load, bot.load))]
            where = places.open_channel(bot.box.world, LONG_TABLE, "hostile").id
            two = (bot.box.player("cairn", SECONDS), bot.box.player("birch", SECONDS))
            hostile = Hostile(bot.box, where, *two)
            await hostile.prepare(range(crowd.MATCHES + 1, crowd.MATCHES + crowd.CRAMMED))
            for name in hostile.attacks:
                theirs = await bare.load.round(SECONDS, {MOVE: MOVES})
                attack = asyncio.create_task(hostile.run(name))
                taken = await bot.load.round(SECONDS, {MOVE: MOVES})
                attack.cancel()
                await asyncio.wait([attack])
                await bot.load.hurry(WARM_UP // 10)
                rows.append(_row(f"{name}, {hostile.asked} requests", theirs, taken))
                hostile.asked = 0
            return [*rows, await _clicks(bot, hostile)]


async def _clicks(bot: Running, hostile: Hostile) -> Row:
    """One person clicks many times at once, while the others play."""
    return others([await _burst(bot, hostile) for _ in range(_BURSTS)], _CLICKS)


def others(bursts: Sequence[Taken], clicks: int) -> Row:
    """How much later than usual another was answered at most; the median of some times."""
    answers = [taken.answers[MOVE] for taken in bursts]
    later = median(quantile(answer, 1) - quantile(answer, 0.5) for answer in answers)
    what = f"{clicks} clicks at once: another's answer later by at most"
    return what, f"{later:.1f} ms", "", verdict(later, _LATER, "ms") + late(bursts)


async def _burst(bot: Running, hostile: Hostile) -> Taken:
    await asyncio.sleep(_FILLS)  # that person's bucket fills
    playing = asyncio.create_task(bot.load.round(_PLAYED, {MOVE: MOVES}))
    await asyncio.sleep(_PLAYED / 2)
    await hostile.click_at_once(_CLICKS)
    return await playing


def _row(what: str, theirs: Taken, taken: Taken) -> Row:
    return held(f"beside {what}: first answer, p99", [taken], [theirs], _LATE)
