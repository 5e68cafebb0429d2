"""Ten people at games against the engine: how soon it answers, and what others feel of it.

Then beside one who has the longest game there is gone over.

The engine's answers are timed while each presses again as soon as they can. The others' are timed
while each takes a second for a press: without it, ten are more than twice the moves' requests, and
this process, which is Discord and everybody on it, comes late before the bot does.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from tests.bench.bot import (
    MOVES,
    ROUNDS,
    SECONDS,
    late,
    picture,
    quantile,
    rounds,
    running,
)
from tests.bench.crowd import MATCHES, account, channel, place
from tests.bench.load import MOVE
from tests.bench.verdicts import verdict
from tests.bot.stories.practising import answered, practise, press, verbs
from tests.long_reviews import PLIES, LongReviews
from tests.quiet_games import store_quiet_games
from tests.together import beside

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from sandbox.message_view import MessageView
    from sandbox.server import Sandbox

Row = tuple[str, str, str, str]

PEOPLE, LEVEL, RULES = 10, 5, "bga-rim"
TAP = 1.0  # seconds
REVIEWER, REVIEWS = 53, 3  # whose games are gone over, and how many there are
LONGEST = 600.0  # seconds for a review


class Seat(NamedTuple):
    """A player's seat."""

    box: Sandbox
    where: str


def run() -> list[Row]:
    """Answers of the engine, and the first answers to all others, with and without practice."""
    return asyncio.run(_run())


async def _run() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        board = Path(folder) / "board.png"
        board.write_bytes(picture())
        async with running("bot", board, prepare=_store_long_games) as bot:
            without = await rounds(bot.load, {MOVE: MOVES})
            async with practising(bot.box) as took:
                await asyncio.sleep(ROUNDS * SECONDS)
            alone = took
            async with practising(bot.box, TAP) as took:
                beside_them = await rounds(bot.load, {MOVE: MOVES})
            row = await _reviewing(bot.box, quantile(took, 0.95) / 1000)
    quick, slow = (
        median(quantile(round_.answers[MOVE], 0.99) for round_ in taken)
        for taken in (without, beside_them)
    )
    within, busy = (quantile(seconds, 0.95) / 1000 for seconds in (alone, took))
    return [
        (
            f"{PEOPLE} games against the engine: {len(alone)} answers, p95",
            f"{within:.2f} s",
            f"beside moves {busy:.2f} s",
            verdict(within, 2, "s"),
        ),
        (
            "25 moves a second beside these: first answer, p99",
            f"{slow:.1f} ms",
            f"without {quick:.1f} ms",
            verdict(slow, 150, "ms") + late(beside_them),
        ),
        row,
    ]


def _store_long_games(database: Path) -> None:
    """They come after the crowd's, and are the reviewer's."""
    players = account(REVIEWER), account(REVIEWER + 10)
    asyncio.run(store_quiet_games(database, REVIEWS, PLIES, players, place(REVIEWER)))


async def _reviewing(box: Sandbox, without: float) -> Row:
    """Measure the effect of a review on the ten, from its beginning to its end."""
    first = MATCHES + 1
    games = range(first, first + REVIEWS)
    reviews = LongReviews(box, channel(REVIEWER), box.player(f"player-{REVIEWER}"), games)
    began = time.perf_counter()
    async with practising(box, TAP) as took, beside(reviews.run(LONGEST)):
        await box.until(lambda: reviews.shown or None, LONGEST)
        seconds = time.perf_counter() - began
    busy = quantile(took, 0.95) / 1000
    return (
        f"beside a review of {PLIES:,} plies: {len(took)} answers, p95",
        f"{busy:.2f} s",
        f"without it {without:.2f} s",
        verdict(busy, 2, "s") + f", reviewed in {seconds:.0f} s",
    )


@asynccontextmanager
async def practising(box: Sandbox, tap: float = 0) -> AsyncGenerator[list[float]]:
    """Inside this block the people play; the seconds that each answer took. `tap`: each press."""
    took = list[float]()
    tasks = [asyncio.create_task(_play(box, number, took, tap)) for number in range(PEOPLE)]
    try:
        yield took
    finally:
        halted = [task for task in tasks if task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*halted)  # which raises what brought a game to a halt
        await asyncio.gather(*tasks, return_exceptions=True)


async def _play(box: Sandbox, number: int, took: list[float], tap: float) -> None:
    """One game after the other."""
    seat, who = Seat(box, channel(number)), box.player(f"player-{number}")
    message = await practise(seat, who, level=LEVEL, rules=RULES, side="d")
    while True:
        while "play" not in verbs(message):
            await asyncio.sleep(tap)
            message = (await who.click(message, _next(message))).message
        await asyncio.sleep(tap)
        began = time.perf_counter()
        pressed = await who.click(message, press(message, "play"))
        message = await answered(seat, who, pressed.message)
        took.append(time.perf_counter() - began)


def _next(message: MessageView) -> str:
    """The first man or square; where the game is over, the same again."""
    return press(message, "to" if "to" in verbs(message) else "begin")
