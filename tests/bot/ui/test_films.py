"""Films are made beside everything else, one per person at a time, and cached."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor, Executor, Future
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bot.service.refusals import No, Refusal
from bot.ui.films import FilmOrder, Films, film_order, make_film
from bot.ui.pages.page import Page, Picture
from bot.ui.pictures import Pictures
from bot.ui.words import languages, words_of
from games.core import Side
from render import scene
from render.film import encode_film
from sandbox.waiting import PATIENCE
from tests.every import for_every
from tests.render.matches import new_match, random_match
from tests.together import until

if TYPE_CHECKING:
    from collections.abc import Callable

EN = words_of("en")


class Slow(Executor):
    """Work that is done when a test says so."""

    def __init__(self) -> None:
        self.asked: list[Future[Any]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:  # noqa: ANN401  any work
        """Note the work, and leave it."""
        del fn, args, more
        self.asked.append(Future())
        return self.asked[-1]


def reel(plies: int = 2, first: int = 0) -> scene.Reel:
    match = random_match("bga", plies)
    return scene.Reel(match, EN, Side.DARK, range(first, plies + 1))


def film_page(shown: scene.Reel) -> Page:
    return Page((Picture("replay.gif", shown, "a film"),))


def board_page() -> Page:
    shown = scene.scene_of(new_match("bga"), EN)
    return Page((Picture("board.png", shown, "a board"),))


async def test_twenty_films_of_long_games_delay_no_board() -> None:
    slow = Slow()
    pictures = Pictures(Films(lambda: slow))
    waiting = [asyncio.create_task(pictures.paint(film_page(reel(20, k)))) for k in range(20)]
    boards = await asyncio.wait_for(pictures.paint(board_page()), PATIENCE)
    assert boards["board.png"].startswith(b"\x89PNG")
    for number in range(20):  # one after the other
        await until(lambda number=number: len(slow.asked) > number)
        assert len(slow.asked) == number + 1
        slow.asked[number].set_result(b"GIF")
    assert [list(files.values()) for files in await asyncio.gather(*waiting)] == [[b"GIF"]] * 20
    pictures.close()


async def test_a_person_has_one_film_at_a_time_and_others_theirs() -> None:
    films = Films(Slow)
    with films.one_of(1), films.one_of(2):
        with pytest.raises(Refusal) as refused, films.one_of(1):
            pass
        assert refused.value.no is No.FILM_UNDER_WAY
    with films.one_of(1):
        pass


async def test_the_same_film_is_made_once_and_cached() -> None:
    slow = Slow()
    films = Films(lambda: slow)
    order, same = film_order(reel(), "horn"), film_order(reel(), "horn")
    first, second = (asyncio.create_task(films.film(wanted)) for wanted in (order, same))
    await until(lambda: bool(slow.asked))
    slow.asked[0].set_result(b"GIF")
    assert await asyncio.gather(first, second) == [b"GIF", b"GIF"]
    assert await films.film(same) == b"GIF"
    assert len(slow.asked) == 1


async def test_only_the_last_few_films_are_cached() -> None:
    slow = Slow()
    films = Films(lambda: slow)
    for k in range(4):
        task = asyncio.create_task(films.film(film_order(reel(3, k), "horn")))
        await until(lambda k=k: len(slow.asked) == k + 1)
        slow.asked[-1].set_result(b"x" * 3 * 1024 * 1024)
        await task
    assert await films.film(film_order(reel(3, 3), "horn"))
    assert len(slow.asked) == 4
    again = asyncio.create_task(films.film(film_order(reel(3, 0), "horn")))
    await until(lambda: len(slow.asked) == 5)
    again.cancel()


async def test_a_film_that_takes_too_long_fails_alone() -> None:
    started: list[Slow] = []

    def start() -> Slow:
        started.append(Slow())
        return started[-1]

    films = Films(start, patience=0.05)
    late, other = (asyncio.create_task(films.film(film_order(reel(3, k), "horn"))) for k in (0, 1))
    with pytest.raises(Refusal):
        await late
    with pytest.raises(Refusal):  # it had the same time for itself
        await other
    assert [len(executor.asked) for executor in started] == [1, 1]


async def test_a_film_fails_alone_and_a_broken_process_is_replaced() -> None:
    begun_executors: list[Slow] = []

    def start() -> Slow:
        begun_executors.append(Slow())
        return begun_executors[-1]

    films = Films(start)
    for error in (BrokenExecutor(), ValueError()):
        task = asyncio.create_task(films.film(film_order(reel(), "horn")))
        await until(lambda: bool(begun_executors and begun_executors[-1].asked))
        begun_executors[-1].asked.pop().set_exception(error)
        with pytest.raises(type(error)):
            await task
    assert len(begun_executors) == 2


@for_every("language", languages())
def test_the_film_is_that_of_the_match_in_its_language(language: str) -> None:
    match, words = random_match("tabal", 4), words_of(language)
    shown = scene.Reel(match, words, Side.DARK, range(1, 4))
    expected = encode_film(
        tuple(scene.scene_after(match, k, words, Side.DARK) for k in range(1, 4)), "wood"
    )
    assert make_film(film_order(shown, "wood")) == expected


LOADED = """
import sys
from bot.engine_pool import think
from bot.features.puzzles.finder import puzzle_in
from bot.features.review.reviewer import scores_of
from bot.ui.pages.sharing import read_game
from bot.ui.films import make_film
print({"discord", "aiohttp", "aiosqlite"} & sys.modules.keys())
"""


@pytest.mark.slow
def test_no_process_loads_what_talks_to_discord() -> None:
    """It takes a second, and more on a busy machine, before any work begins."""
    done = subprocess.run([sys.executable, "-c", LOADED], stdout=subprocess.PIPE, check=True)
    assert done.stdout == b"set()\n"


KILLED = """
import os
from bot.service.workers import own_process
print(own_process().submit(os.getpid).result(), flush=True)
os.kill(os.getpid(), 9)
"""


@pytest.mark.slow
def test_the_process_ends_when_the_bot_is_killed() -> None:
    done = subprocess.run([sys.executable, "-c", KILLED], stdout=subprocess.PIPE, check=False)
    assert done.returncode == -9
    end = time.monotonic() + PATIENCE
    while Path(f"/proc/{int(done.stdout)}").exists():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.slow
async def test_the_process_makes_films_and_lets_itself_be_closed() -> None:
    films = Films()
    order: FilmOrder = film_order(reel(), "")
    assert await asyncio.wait_for(films.film(order), PATIENCE) == make_film(order)
    films.close()
