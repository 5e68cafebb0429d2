"""Ten weeks of a dozen people: the messages left in their channels, and the pings they got.

They play when they look in, challenge each other or anyone, forget games, stay away for days and
resign. A league and two tournaments run, and people solve the puzzle of the day. It all happens in
one process on virtual time; then a browser shows the channels as a phone does, 390 px wide.

`python -m tests.bench.weeks --seed 2 --weeks 4 --all` prints every message with its height too.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from unittest import mock

from PIL import Image

from bot.composition import run as run_bot
from bot.features.tournaments.pages.announcement import Join
from bot.features.tournaments.pages.draft import OpenTournament
from bot.features.tournaments.pages.hub import NewTournament
from bot.service.services import Rhythm
from bot.ui import films, pictures
from bot.ui.pages.challenge import AcceptChallenge
from bot.ui.pages.offers import ConfirmResigning
from games.notation import write_move
from render.scene import Scene
from sandbox.rules.arrangement import inside
from sandbox.rules.refusal import Refusal
from sandbox.sample import GAMES, HEARTH, LONG_TABLE
from sandbox.shapes.messages import message
from sandbox.tabs import views
from sandbox.world.events import Edited, Posted
from sandbox.world.world import Impossible
from tests.bench.verdicts import verdict
from tests.bot.stories.conftest import command
from tests.sandbox.page.conftest import launched
from tests.sandbox.page.stage import Stage, files
from tests.world.storm.cheap import HEARTBEAT, QuickEngine, cheaply
from tests.world.storm.facts import Facts, live_boards, mover
from tests.world.storm.people import Community
from tests.world.world import run as run_world

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from playwright.async_api import Route

    from bot.composition import Machine
    from bot.config import Settings
    from games.core import Move
    from games.match import Match
    from sandbox.world.events import Event
    from sandbox.world.model import Channel, Message
    from tests.world.life import Life
    from tests.world.world import World

Row = tuple[str, str, str, str]
Data = dict[str, Any]

MOST_GAMES, MOST_NEWS = 8000, 3000  # px: without boards in play; of four weeks
DAY, HOUR = 86_400, 3600
_PEOPLE = 12
_SOON = 60  # seconds in which nobody should be pinged twice
_NEWS_DAYS = 28
_RULES = ("", "", "", "larochelle+attackers-first", "copenhagen", "brandubh", "tabal")
_VISITS = (2, 3, 5, 8)  # a day
_AWAKE = range(7, 23)  # hours
_STAYS_AWAY = (3, 6, 12, 20)  # days
_TOURNAMENTS = ((1, "league"), (7, "cup"), (34, "swiss"))  # from which day on
_TOGETHER = 2  # games that a person wants to have in progress
_SOME_MOVES = 60  # that a person considers
_RHYTHM = Rhythm(heartbeat=1800, gap=3600)
_PHONE = {"width": 390, "height": 844}
_MANY = 60  # messages shown at once
_HEIGHTS = "items => items.map(item => item.getBoundingClientRect().height)"
_MEDIA = re.compile(
    r'"(proxy_)?url": "[^"]*/attachments/[^"]*"(?=[^{}]*"width": ([0-9]+), "height": ([0-9]+))'
)


@dataclass(frozen=True, slots=True)
class Standing:
    """A message of the bot's that stands in a channel."""

    shown: Data  # as Discord describes it
    is_game: bool  # of the games' channel; otherwise of the news
    in_play: bool  # a board whose buttons work
    at: float

    @property
    def words(self) -> str:
        """The start of its text."""
        return _words(self.shown["components"])


@dataclass(slots=True)
class Weeks:
    """The events of these weeks, counted, and the messages that stand in the end."""

    standing: list[Standing] = field(default_factory=list[Standing])
    people: list[Data] = field(default_factory=list[Data])
    posted: int = 0
    edits: int = 0
    pings: int = 0
    soon: list[str] = field(default_factory=list[str])  # pings within a minute of another
    matches: int = 0
    moves: int = 0


class Friends(Community):
    """A dozen people who play for their own pleasure."""

    def __init__(self, world: World, facts: Facts, chance: Random) -> None:
        super().__init__(world.box, facts, LONG_TABLE, chance, lambda _: None, many=_PEOPLE)
        self._visits = {who: chance.choice(_VISITS) for who in self.members}
        self._back = dict.fromkeys(self.members, 0.0)

    @property
    def room(self) -> Channel:
        """The channel for games."""
        return self.world.channels[GAMES]

    async def days_of(self, who: str) -> None:
        """Let someone look in at their own times, day by day."""
        while True:
            midnight = int(time.time()) // DAY * DAY
            for hour in sorted(self.chance.sample(_AWAKE, self._visits[who])):
                at = midnight + hour * HOUR + self.chance.uniform(0, HOUR)
                await asyncio.sleep(max(0.0, at - time.time()))
                if time.time() >= self._back[who]:
                    with suppress(Impossible, Refusal, LookupError):
                        await self._visit(who)
            if self.chance.random() < 1 / 40:
                self._back[who] = time.time() + self.chance.choice(_STAYS_AWAY) * DAY
            await asyncio.sleep(midnight + DAY + 60 - time.time())

    async def _visit(self, who: str) -> None:
        for asked in self.facts.rows("challenge", "standing = 'open' AND by != ?", int(who)):
            is_mine = str(asked["opponent"]) == who
            if is_mine or (asked["opponent"] is None and self.chance.random() < 1 / 3):
                accept = AcceptChallenge(asked["id"], asked["version"])
                await self._press(who, self.room, accept.custom_id)
        mine = "reason IS NULL AND shelved = 0 AND channel > 0 AND ? IN (dark, light)"
        running = self.facts.rows("match", mine, int(who))
        for row in running:
            if self.chance.random() < 7 / 8:
                await self._move_as(who, row["id"])
        if len(running) < _TOGETHER and self.chance.random() < 1 / 4:
            options: dict[str, object] = {}
            if rules := self.chance.choice(_RULES):
                options["rules"] = rules
            if self.chance.random() < 2 / 3:
                options["opponent"] = self.chance.choice([m for m in self.members if m != who])
            await self._slash(who, self.room, "challenge", **options)
        for row in self.facts.rows("tournament", "status = 'open'"):
            if self.chance.random() < 1 / 3:
                await self._press(who, self.room, Join(row["id"]).custom_id)

    async def _move_as(self, who: str, game: int) -> None:
        """Play a move, or resign, if it's their turn."""
        (row,), match = self.facts.rows("match", "id = ?", game), self.facts.match(game)
        if match is None or match.verdict or str(mover(row, match)) != who:
            return
        await asyncio.sleep(self.chance.uniform(5, 240))
        if len(match.plies) > 8 and self.chance.random() < 1 / 40:
            resign = ConfirmResigning(row["id"], row["version"])
            await self._press(who, self.room, resign.custom_id)
        else:
            move = write_move(self._choice(match))
            await self._slash(who, self.room, "move", move=move, game=str(game))

    def _choice(self, match: Match) -> Move:
        """A move at random; one that wins, if they see one."""
        moves = list(match.game.moves(match.position))
        seen = self.chance.sample(moves, min(_SOME_MOVES, len(moves)))
        for move in seen:
            end = match.game.verdict(match.game.play(match.position, move).after)
            if end and end.winner is match.turn:
                return move
        return seen[0]

    async def open_tournament(self, form: str) -> None:
        """Open a tournament, as the server's owner."""
        await self._press(self.owner, self.room, NewTournament(form).custom_id)
        (newest,) = self.facts.ask("SELECT max(id) AS id FROM tournament")
        if newest["id"]:
            await self._press(self.owner, self.room, OpenTournament(newest["id"]).custom_id)


class Story:
    """The weeks as they happen in a world."""

    def __init__(self, world: World, database: Path, seed: object) -> None:
        world.stop_log()
        self.world, self.box, self.database = world, world.box, database
        self.box.wire.settings.heartbeat = HEARTBEAT
        self.facts = Facts(database, lambda: world.life)
        self.chance = Random(f"weeks {seed}")  # meant to be repeatable
        self.people = Friends(world, self.facts, self.chance)
        self.weeks = Weeks()
        self._pinged: dict[str, tuple[float, str]] = {}
        world.box.world.subscribe(self._note)

    def _note(self, event: Event) -> None:
        if not isinstance(event, Posted | Edited) or not self._is_ours(event.message):
            return
        if isinstance(event, Edited):
            self.weeks.edits += 1
            return
        posted, now, words = event.message, time.time(), _words(event.message.components)
        self.weeks.posted += 1
        channel = self.box.world.channels[posted.channel_id]
        called = set(posted.pings)
        if channel.guild_id is None and channel.owner_id:
            called.add(channel.owner_id)
        for who in called - {self.box.bot.id}:
            self.weeks.pings += 1
            before, what = self._pinged.get(who, (0.0, ""))
            if now - before < _SOON:
                self.weeks.soon.append(f"{now - before:.0f} s: {what} | {words}")
            self._pinged[who] = now, words

    def _is_ours(self, one: Message) -> bool:
        """Whether a message is the bot's, and not a private answer."""
        return one.author_id == self.box.bot.id and one.owner_id is None

    async def run(self, weeks: float) -> Weeks:
        """Run for so many weeks."""
        environment = {**command(self.box, self.database).environment, "KONAKIS_EMOJIS": "off"}
        reading = asyncio.create_task(_read(self.world.begin(environment, _bot)))
        await asyncio.sleep(60)
        self._configure()
        with suppress(TimeoutError):
            async with asyncio.timeout(weeks * 7 * DAY), asyncio.TaskGroup() as group:
                group.create_task(self._open_tournaments())
                group.create_task(self._solve())
                for who in self.people.members:
                    group.create_task(self.people.days_of(who))
        await asyncio.sleep(120)
        reading.cancel()
        self.weeks.matches = len(self.facts.rows("match"))
        self.weeks.moves = len(self.facts.rows("event", "kind = 'moved'"))
        self.weeks.standing = [*self._standing()]
        self.weeks.people = [views.person(one) for one in self.box.world.people.values()]
        return self.weeks

    def _configure(self) -> None:
        """Give the server its news, seasons and the puzzle of the day."""
        due = int(time.time()) // DAY * DAY + DAY + 8 * HOUR
        server = "INSERT INTO guild (id, news, tournaments_for_all) VALUES (?, ?, 1)"
        daily = "INSERT INTO daily (guild, channel, due) VALUES (?, ?, ?)"
        with closing(sqlite3.connect(self.database)) as db, db:
            db.execute(server, (int(LONG_TABLE), int(HEARTH)))
            db.execute(daily, (int(LONG_TABLE), int(HEARTH), due))

    async def _open_tournaments(self) -> None:
        began = time.time()
        for day, form in _TOURNAMENTS:
            await asyncio.sleep(began + day * DAY + 12 * HOUR - time.time())
            with suppress(Impossible, Refusal, LookupError):
                await self.people.open_tournament(form)

    async def _solve(self) -> None:
        """Let one in three people solve each day's puzzle."""
        attempt = "INSERT OR IGNORE INTO attempt (player, puzzle, tries, solved, day, guild)"
        while True:
            await asyncio.sleep(DAY)
            now = int(time.time())
            of_today = self.facts.rows("puzzle_day", "day = ?", now // DAY)
            with closing(sqlite3.connect(self.database)) as db, db:
                for puzzle in (row["puzzle"] for row in of_today):
                    for who in self.people.members:
                        tries = self.chance.randrange(9)
                        row = (int(who), puzzle, tries, now, now // DAY, int(LONG_TABLE))
                        if tries <= 2:
                            db.execute(f"{attempt} VALUES (?, ?, ?, ?, ?, ?)", row)

    def _standing(self) -> Iterator[Standing]:
        posts = self.box.world.posts
        boards = live_boards(posts.values(), self.box.bot.id).values()
        in_play = {one.id for shown in boards for one in shown}
        for channel in (GAMES, HEARTH):
            for one in filter(self._is_ours, posts.get(channel, {}).values()):
                shown = message(self.box.shapes, one)
                at = one.sent
                yield Standing(shown, channel == GAMES, one.id in in_play, at)


class _Blanks:
    """Black pictures, as large as the real ones."""

    def __init__(self, paint: Callable[[Any, str, int], bytes]) -> None:
        self._paint = paint
        self._sizes: dict[object, tuple[int, int]] = {}

    def paint(self, scene: object, theme: str, margin: int = 0) -> bytes:
        """A picture of the scene's size."""
        kind = scene.layout if isinstance(scene, Scene) else scene, margin
        if kind not in self._sizes:
            self._sizes[kind] = Image.open(BytesIO(self._paint(scene, theme, margin))).size
        return _blank(*self._sizes[kind])

    def film(self, _: object) -> bytes:
        """A picture in place of an animation."""
        return _blank(720, 780)


@cache
def _blank(width: int, height: int) -> bytes:
    file = BytesIO()
    Image.new("1", (width, height)).save(file, "PNG")
    return file.getvalue()


async def _bot(settings: Settings, machine: Machine) -> None:
    await run_bot(
        settings, lambda: int(time.time()), _RHYTHM, machine=replace(machine, engine=QuickEngine)
    )


async def _read(life: Life) -> None:
    """Print what the bot logs as an error."""
    assert life.stdout
    while line := (await life.stdout.readline()).decode():
        if "ERROR" in line or "Traceback" in line:
            print(line.rstrip(), file=sys.stderr)


def _words(components: Sequence[Data]) -> str:
    texts = (str(part["content"]) for _, part in inside(components) if part.get("content"))
    return " ".join(texts).replace("\n", " ")[:90]


def live(seed: object = 1, weeks: float = 10) -> Weeks:
    """Live through so many weeks."""
    blanks = _Blanks(pictures._paint)  # noqa: SLF001  to know how large pictures are  # pyright: ignore[reportPrivateUsage]

    async def story(world: World) -> Weeks:
        with (
            cheaply(),
            mock.patch.object(pictures, "_paint", blanks.paint),
            mock.patch.object(films, "make_film", blanks.film),
        ):
            return await Story(world, Path(folder) / "konakis.db", seed).run(weeks)

    with tempfile.TemporaryDirectory() as folder:
        return run_world(story, seed)


async def heights(weeks: Weeks) -> list[float]:
    """How high each message that stands is on a phone."""
    measured: list[float] = []
    async with launched() as chromium, files() as origin:
        context = await chromium.new_context(viewport=_PHONE, has_touch=True, is_mobile=True)  # type: ignore[arg-type]  a dict of two numbers
        await context.route("**/attachments/**", _serve)
        stage = await Stage.build(await context.new_page(), origin)
        stage.snapshot["people"] = weeks.people
        await stage.show()
        for at in range(0, len(weeks.standing), _MANY):
            shown = [_local(one.shown) for one in weeks.standing[at : at + _MANY]]
            stage.snapshot["messages"]["100"] = shown
            stage.tell("snapshot", **stage.snapshot)
            await stage.message(shown[-1]["id"]).wait_for()
            measured += await stage.messages.evaluate_all(_HEIGHTS)
    return measured


def _local(shown: Data) -> Data:
    """The message with addresses that give its pictures' sizes."""
    text = json.dumps(shown | {"channel_id": "100"})
    return json.loads(_MEDIA.sub(r'"\1url": "/attachments/\2x\3.png"', text))


async def _serve(route: Route) -> None:
    width, height = route.request.url.rpartition("/")[2].removesuffix(".png").split("x")
    await route.fulfill(body=_blank(int(width), int(height)), content_type="image/png")


def rows(weeks: Weeks, measured: Sequence[float]) -> Iterator[Row]:
    """The rows of the table."""
    sums, counts = Counter[str](), Counter[str]()
    newest = max(one.at for one in weeks.standing)
    for one, height in zip(weeks.standing, measured, strict=True):
        kind = "boards" if one.in_play else "games" if one.is_game else "news"
        sums[kind] += round(height)
        counts[kind] += 1
        if kind == "news" and one.at > newest - _NEWS_DAYS * DAY:
            sums["month"] += round(height)
    yield (
        "ten weeks: the games without boards in play",
        f"{sums['games']} px",
        f"{counts['games']} messages",
        f"{verdict(sums['games'], MOST_GAMES, 'px')} + {counts['boards']} boards in play",
    )
    yield (
        "ten weeks: four weeks of news",
        f"{sums['month']} px",
        f"{counts['news']} messages",
        verdict(sums["month"], MOST_NEWS, "px"),
    )
    yield (
        "ten weeks: pings within a minute of another",
        str(len(weeks.soon)),
        f"of {weeks.pings}",
        verdict(len(weeks.soon), 0, ""),
    )
    happened = f"{weeks.matches} games, {weeks.moves} moves, {weeks.posted} posts"
    yield "ten weeks: what happened", happened, f"{weeks.edits} edits", ""


def run() -> list[Row]:
    """The rows of ten weeks."""
    weeks = live()
    return [*rows(weeks, asyncio.run(heights(weeks)))]


def main() -> None:
    """Print the rows, the pings within a minute and, if asked, every message."""
    reader = argparse.ArgumentParser(prog="python -m tests.bench.weeks")
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--weeks", type=float, default=10)
    reader.add_argument("--all", action="store_true")
    asked = reader.parse_args()
    if "PYTHONHASHSEED" not in os.environ:
        again = [sys.executable, "-m", "tests.bench.weeks", *sys.argv[1:]]
        os.execve(sys.executable, again, {**os.environ, "PYTHONHASHSEED": "0"})  # noqa: S606  itself
    weeks = live(asked.seed, asked.weeks)
    measured = asyncio.run(heights(weeks))
    for row in rows(weeks, measured):
        print(" | ".join(row))
    print("\n".join(weeks.soon))
    if asked.all:
        for one, height in zip(weeks.standing, measured, strict=True):
            where = "game" if one.is_game else "news"
            print(f"{height:5.0f} {where} {'in play' if one.in_play else ''} {one.words}")


if __name__ == "__main__":
    main()
