"""Killed before each commit by which a season, a rated game or a tournament ends, it does so once.

A process of its own does it and kills itself; the next one goes on from the file.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import shutil
import signal
import sqlite3
from contextlib import closing
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

from bot.features.ratings.cases import end_seasons
from bot.features.tournaments import cases as tournaments
from bot.features.tournaments.cases import process_due_tournaments
from bot.features.tournaments.forms.league import season_end
from bot.features.tournaments.model import Tournament
from bot.model.joinable import pace_of
from bot.model.servers import Place, Server
from bot.service import play
from bot.store.check import check
from bot.store.store import open_store
from games.pace import DAY
from sandbox.waiting import PATIENCE
from tests.bot.drafts import accepted
from tests.bot.features.ratings.test_seasons import APRIL, MARCH
from tests.bot.features.ratings.test_tables import ANNA, BEN, HERE, Club
from tests.bot.store.extensions import EXTENSIONS
from tests.bot.store.model import keep_guild

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

pytestmark = pytest.mark.slow

THERE = Place(8, 90)
TABLES = (
    *("season", "title", "match", "rating", "seat", "rated", "lean", "score", "honour"),
    *("tournament", "tournament_entrant", "tournament_pairing", "tournament_game"),
)
_EACH_TIME = ("game", "round")  # the others of ENDS each night
PLAYERS = (ANNA, BEN, 201, 202)  # of a tournament


async def season(club: Club) -> None:
    """The end of a season on two servers."""
    club.time = APRIL
    await end_seasons(club.services)


async def game(club: Club) -> None:
    """The end of the tenth rated game of two: it brings marks of honour too."""
    club.time = APRIL
    for listing in await club.store.matches.running(ANNA):
        await play.resign(club.services, listing.id, BEN)


async def sign_up(club: Club) -> None:
    """The end of a tournament's sign-up: it begins, and with it its games."""
    club.time = APRIL + DAY
    await process_due_tournaments(club.services)


async def round_over(club: Club) -> None:
    """The last games of a round: the next one begins, or the end is told."""
    club.time = APRIL
    for number in await tournament_games(club):
        record = await club.services.record(number)
        await play.resign(club.services, number, max(record.dark, record.light))
    await process_due_tournaments(club.services)


async def league_season(club: Club) -> None:
    """The end of a league's season: the next one begins with those who are in it."""
    club.time = season_end(APRIL)
    for _ in range(2):  # the second time, at the one that has begun
        await process_due_tournaments(club.services)


async def tournament_games(club: Club) -> list[int]:
    """The games of a tournament's first round that are under way."""
    asked = """SELECT g."match" FROM tournament_game AS g JOIN "match" AS m ON m.id = g."match"
        WHERE m.reason IS NULL AND round = 1 ORDER BY 1"""
    return [row["match"] for row in await club.store.database.rows(asked)]


ENDS = {
    "season": season,
    "game": game,
    "sign-up": sign_up,
    "round": round_over,
    "league": league_season,
    "teams-begin": sign_up,
    "teams-over": round_over,
}


async def opened(club: Club, name: str) -> int:
    """A tournament of four that is open: two teams, a league, or all against all."""
    draft = Tournament(
        guild=HERE.guild or 0,
        channel=HERE.channel,
        announced_in=4700,
        by=ANNA,
        name="Cup",
        form="league" if name == "league" else "round-robin",
        rules="ludens",
        pace=pace_of(3),
        signup_days=1,
        made=club.time,
    )
    if name.startswith("teams"):
        draft = replace(draft, form="teams", name="Red", versus="Blue", size=6)
    number = (
        await accepted(tournaments.fill_draft(club.services, draft, ANNA, lambda same: same))
    ).id
    await tournaments.open_draft(club.services, number, ANNA, 4700)
    for place, player in enumerate(PLAYERS):
        team = 1 + place % 2 if name.startswith("teams") else 0
        await tournaments.join(club.services, number, HERE.guild, player, team)
    return number


async def prepare_tournament(club: Club, name: str) -> None:
    """Bring a tournament to the end of its sign-up, or to the last of its first games."""
    number = await opened(club, name)
    if name == "league":  # which starts with a season
        club.time = APRIL
    if name in {"league", "round", "teams-over"}:
        await tournaments.close_sign_up(club.services, number, HERE.guild)
    if name in {"round", "teams-over"}:
        for match in (await tournament_games(club))[1:]:
            record = await club.services.record(match)
            await play.resign(club.services, match, max(record.dark, record.light))


async def prepare(path: Path, name: str) -> None:
    """Two servers with seasons, nine games of two that counted, and their tenth under way."""
    async with open_store(path, EXTENSIONS) as store:
        club = Club(store)
        club.time = MARCH
        await end_seasons(club.services)
        for place in (HERE, THERE):
            await keep_guild(store, Server(place.guild or 0, news=4700))
        for number in range(9):
            await club.won(ANNA, BEN, (HERE, THERE)[number % 2])
        for place in (HERE, THERE):  # a table asks for three opponents
            for loser in (201, 202):
                await club.won(ANNA, loser, place)
                await club.won(BEN, loser, place)
        await club.begin(ANNA, BEN)
        if name not in {"season", "game"}:
            await prepare_tournament(club, name)
        while posts := await store.posts.due(APRIL, 99):
            for post in posts:
                await store.posts.drop(post.id)


async def worked(path: Path, end: Callable[[Club], Awaitable[None]]) -> None:
    """Do it, on the file as it is."""
    async with open_store(path, EXTENSIONS) as store:
        await end(Club(store))


def until(path: Path, name: str, step: int) -> None:
    """Do it, and be killed before that commit or after the last; in a process of its own."""
    connect, begun, steps = sqlite3.connect, asyncio.Event(), count(1)

    def seen(statement: str) -> None:
        if begun.is_set() and statement == "COMMIT" and next(steps) == step:
            os.kill(os.getpid(), signal.SIGKILL)

    def connected(*args: Any, **options: Any) -> sqlite3.Connection:  # noqa: ANN401
        db = connect(*args, **options)
        db.set_trace_callback(seen)
        return db

    async def end(club: Club) -> None:
        begun.set()
        await ENDS[name](club)
        if next(steps) == step:
            os.kill(os.getpid(), signal.SIGKILL)

    sqlite3.connect = connected
    asyncio.run(worked(path, end))


def contents(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return the rows of the file, and the posts that wait."""
    posts = """SELECT kind, "match", json_remove(data, '$.changes') AS told, guild FROM post
        ORDER BY "match", guild, told, kind"""
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE tournament SET version = 0")  # it may have been written once more
        stored = {table: sorted(db.execute(f'SELECT * FROM "{table}"')) for table in TABLES}  # noqa: S608
        return {**stored, "post": db.execute(posts).fetchall()}


def killed_at(path: Path, name: str, step: int) -> bool:
    """Whether there was such a step."""
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload([__name__])
    process = processes.Process(target=until, args=(path, name, step))
    process.start()
    process.join(PATIENCE)
    assert process.exitcode in {0, -signal.SIGKILL}
    return process.exitcode != 0


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name in _EACH_TIME else pytest.mark.nightly) for name in ENDS],
)
def test_killed_at_each_step_it_ends_once(path: Path, tmp_path: Path, name: str) -> None:
    asyncio.run(prepare(path, name))
    whole = tmp_path / "whole.db"
    shutil.copy(path, whole)
    asyncio.run(worked(whole, ENDS[name]))
    expected = contents(whole)
    kinds = KINDS[name]
    assert [row[0] for row in expected["post"] if row[0] in kinds] == kinds
    assert len(expected["title"]) == (4 if name == "season" else 0)
    assert len(expected["honour"]) == (2 if name == "game" else 0)
    games = {"sign-up": 4, "round": 8, "teams-begin": 4, "teams-over": 4}
    assert len(expected["tournament_game"]) == games.get(name, 0)
    step = 0
    for step in count(1):
        part = tmp_path / f"{step}.db"
        shutil.copy(path, part)
        if not killed_at(part, name, step):
            break
        asyncio.run(worked(part, ENDS[name]))
        assert contents(part) == expected, step
        assert asyncio.run(faults(part)) == [], step
    assert step > 2


KINDS = {  # of the posts that come of it
    "season": ["season"] * 2,
    "game": ["board"],
    "sign-up": ["board"] * 4,
    "round": ["board"] * 5,
    "league": ["announcement", "tournament-result", "announcement"],
    "teams-begin": ["board"] * 4,
    "teams-over": ["tournament-result"],
}


async def faults(path: Path) -> list[object]:
    return [*check(path, EXTENSIONS)]
