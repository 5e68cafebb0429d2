"""What the others feel while one person attacks: how soon they are answered, 25 moves a second.

Before every attack and beside it a thousand boards wait for one slow channel of another server.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from bot.service.model import Place
from sandbox.sample import HEARTH, LONG_TABLE
from sandbox.world import places
from tests.bench import crowd
from tests.bench.bot import MOVES, SECONDS, WARM_UP, Limit, held, picture, rounds, running
from tests.bench.load import MOVE
from tests.hostile import Hostile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.bench.load import Taken

Row = tuple[str, str, str, str]

_LATE = Limit(MOVE, 0.99, 150)


def run() -> list[Row]:
    """The others' delays beside each attack, and the bare bot's without any."""
    return asyncio.run(_run())


async def _run() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        board = Path(folder) / "board.png"
        board.write_bytes(picture())
        async with running("tests.bench.bare", board) as bare:
            theirs = await rounds(bare.load, {MOVE: MOVES})
        crammed = Place(int(LONG_TABLE), int(HEARTH))
        async with running("bot", board, crammed=crammed) as bot:
            calm = await bot.load.round(SECONDS, {MOVE: MOVES})
            rows = [_row("a thousand posts of one channel", [calm], theirs)]
            where = places.open_channel(bot.box.world, LONG_TABLE, "hostile").id
            pair = (bot.box.player("cairn", SECONDS), bot.box.player("birch", SECONDS))
            hostile = Hostile(bot.box, where, *pair)
            await hostile.prepare(range(crowd.MATCHES + 1, crowd.MATCHES + crowd.CRAMMED))
            for name in hostile.attacks:
                attack = asyncio.create_task(hostile.run(name))
                taken = await bot.load.round(SECONDS, {MOVE: MOVES})
                attack.cancel()
                await asyncio.wait([attack])
                await bot.load.hurry(WARM_UP // 10)
                rows.append(_row(f"{name}, {hostile.asked} requests", [taken], theirs))
                hostile.asked = 0
            return rows


def _row(what: str, taken: Sequence[Taken], theirs: Sequence[Taken]) -> Row:
    return held(f"beside {what}: first answer, p99", taken, theirs, _LATE)
