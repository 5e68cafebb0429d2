"""A press on a thinking board of 11x11 with twelve lines of 24 moves, and what is stored of it.

A press is read, written, made into a page and painted; the seconds are the processor's.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from bot.features.think import cases, pages
from bot.features.think.model import DEEPEST, MOST
from bot.ui import components
from bot.ui.pages.page import Page, Picture
from bot.ui.pages.reader import Reader
from bot.ui.pictures import painted
from bot.ui.words import words_of
from tests.bench.bot import quantile
from tests.bench.verdicts import verdict
from tests.bot.service.parlour import ANNA, open_parlour

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from bot.features.think.cases import Thinking
    from tests.bot.service.parlour import Parlour

Row = tuple[str, str, str, str]
RULES, SHARED = "copenhagen", 4  # moves that all lines share
MOST_MS, MOST_KB = 30, 64
READER = Reader(words_of("en"), ANNA)


def run() -> list[Row]:
    """Return how long presses take, and how much is stored."""
    return asyncio.run(_run())


async def _run() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        async with open_parlour(Path(folder) / "konakis.db") as parlour:
            await parlour.begun(rules=RULES)
            await _fill(parlour)
            took = await _presses(parlour)
            ((size,),) = parlour.tables.db.execute("SELECT length(data) FROM thought").fetchall()
    slow, stored = quantile(took, 0.95), size / 1024
    return [
        (
            f"a press on a thinking board, 11x11, {DEEPEST} deep, p95",
            f"{slow:.1f} ms",
            "",
            verdict(slow, MOST_MS, "ms"),
        ),
        (
            f"{2 * MOST} lines of {DEEPEST} moves are stored as",
            f"{stored:.1f} kB",
            "",
            verdict(stored, MOST_KB, "kB"),
        ),
    ]


async def _fill(parlour: Parlour) -> None:
    """Keep as many lines as there may be, and try as many, which part after a few moves."""
    chance, services = Random(7), parlour.services
    here = await cases.open_board(services, 1, ANNA)
    for number in range(2 * MOST):
        while len(here.thought.moves) > SHARED:
            here = await cases.step_back(services, 1, ANNA, here.thought.step)
        while not (here.is_deepest or here.match.verdict):
            moves = [*here.match.game.moves(here.match.position)]
            here = await cases.try_move(services, 1, ANNA, here.thought.step, chance.choice(moves))
        if number < MOST:
            here = await cases.keep_line(services, 1, ANNA, here.thought.step)


async def _presses(parlour: Parlour) -> list[float]:
    """Go back and on along a line: the processor's seconds of each press."""
    services, took = parlour.services, list[float]()
    here = await cases.look(services, 1, ANNA)
    for _ in range(3):
        for _ in range(DEEPEST - SHARED):
            here = await _timed(cases.step_back(services, 1, ANNA, here.thought.step), took)
        while branches := here.thought.branches(here.record.match):
            step, line = here.thought.step, branches[0].number
            here = await _timed(cases.step_on(services, 1, ANNA, step, line), took)
    return took


async def _timed(press: Awaitable[Thinking], took: list[float]) -> Thinking:
    began = time.process_time()
    here = await press
    page = pages.board(here, READER)
    _sent(page)
    took.append(time.process_time() - began)
    return here


def _sent(page: Page) -> object:
    """The page as it is sent, with its picture."""
    shown = [painted(block) for block in page.blocks if isinstance(block, Picture)]
    images = {one.name: one.scene for one in shown if isinstance(one.scene, bytes)}
    return components.message(page, images).view.to_components()
