"""The posts of a press are sent at once, though outbox and clockwork sleep for an hour.

The clock stands, so nothing becomes due except what a press makes due.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.clockwork import Clockwork
from bot.composition import FEATURES
from bot.features.together import cases as together
from bot.features.together.model import FoursomeAnnouncement
from bot.features.tournaments import cases as tournaments
from bot.features.tournaments.model import Announcement, TournamentResult
from bot.features.vote_games import cases as votes
from bot.model.posts import BoardPost, SentMessage
from bot.model.servers import Place, Server, WritablePlace
from bot.outbox import Outbox, Poster
from bot.service import play
from bot.service.services import Rhythm
from games.pace import DAY
from sandbox.waiting import PATIENCE
from tests.bot.features.tournaments.hall import NEWS, Hall
from tests.bot.features.vote_games.room import FIRST, GUILD, OPPONENT, ROOM, Room
from tests.bot.store.model import keep_guild

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

    from bot.model.posts import Post
    from bot.service.services import Services
    from bot.store.alarms import Alarm
    from bot.store.store import Store

    Told = Callable[[Post], bool]
    # It prepares something, says what the press is to show, and presses when it goes on.
    Scene = AsyncGenerator[tuple[Services, Told]]

HOUR = 3600
HERE = Place(GUILD, ROOM)
A, B, C, D = range(101, 105)


class Said(Poster):
    """The posts that people see, in the order in which they came."""

    def __init__(self) -> None:
        self.posts: list[Post] = []
        self._more = asyncio.Condition()

    async def find(self, post: Post) -> SentMessage | None:
        """Nothing was sent before."""
        del post

    async def post(self, post: Post) -> SentMessage:
        """Show it."""
        async with self._more:
            self.posts.append(post)
            self._more.notify_all()
        return SentMessage(1000 + post.id)

    async def shows(self, told: Told) -> None:
        """Wait for such a post."""
        async with asyncio.timeout(PATIENCE), self._more:
            await self._more.wait_for(lambda: any(map(told, self.posts)))


@asynccontextmanager
async def asleep(services: Services) -> AsyncGenerator[Said]:
    """Outbox and clockwork, which have done all that was due and sleep for an hour."""
    store, said = services.store, Said()
    await store.database.execute("DELETE FROM post")
    services = replace(services, rhythm=Rhythm(heartbeat=HOUR))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.outbox._IDLE", HOUR)
        naps = [nap(alarm, patch) for alarm in (store.alarms.posts, store.alarms.clocks)]
        work = [
            asyncio.create_task(Outbox(store, services.now).run(said)),
            asyncio.create_task(Clockwork(services, lambda: True, FEATURES.chores).run()),
        ]
        try:
            async with asyncio.timeout(PATIENCE):
                for begun in naps:
                    await begun.wait()
            said.posts.clear()
            yield said
        finally:
            for task in work:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task


def nap(alarm: Alarm, patch: pytest.MonkeyPatch) -> asyncio.Event:
    """Set when who has this alarm goes to sleep for an hour."""
    begun, sleep = asyncio.Event(), alarm.sleep

    async def noted(seconds: float, now: Callable[[], int]) -> None:
        if seconds >= HOUR:
            begun.set()
        await sleep(seconds, now)

    patch.setattr(alarm, "sleep", noted)
    return begun


def one(kind: type[Post]) -> Told:
    """A post of this kind."""
    return lambda post: isinstance(post, kind)


async def new_game(store: Store) -> Told:
    """The board of a game that has not begun yet."""
    row = await store.database.row('SELECT coalesce(max(id), 0) AS newest FROM "match"')
    assert row
    return lambda post: isinstance(post, BoardPost) and post.match > row["newest"]


async def four_asked(store: Store) -> Scene:
    """The card of a game of four is posted."""
    services = Hall(store).services
    yield services, one(FoursomeAnnouncement)
    await together.ask(services, WritablePlace(HERE), A, rules="ludens", days=3, side=None)


async def three_of_four(services: Services) -> int:
    """A game of four that lacks one; its number."""
    lobby = await together.ask(services, WritablePlace(HERE), A, rules="ludens", days=3, side=None)
    for player in (B, C):
        await together.join_foursome(services, lobby.foursome.id, GUILD, player, None)
    return lobby.foursome.id


async def four_full(store: Store) -> Scene:
    """The fourth joins, and the game begins."""
    services = Hall(store).services
    number = await three_of_four(services)
    yield services, await new_game(store)
    await together.join_foursome(services, number, GUILD, D, None)


async def four_again(store: Store) -> Scene:
    """One of the four asks for a rematch."""
    services = Hall(store).services
    number = await three_of_four(services)
    lobby, _ = await together.join_foursome(services, number, GUILD, D, None)
    game = await services.record(lobby.foursome.match or 0)
    await play.resign(services, game.id, game.dark)
    yield services, one(FoursomeAnnouncement)
    await together.rematch(services, game.id, A)


async def tournament_full(store: Store) -> Scene:
    """The last seat of a tournament is taken."""
    hall = Hall(store)
    tournament = await hall.opened("round-robin", A, B, size=3)
    yield hall.services, await new_game(store)
    await tournaments.join(hall.services, tournament.id, GUILD, C)


async def tournament_closed(store: Store) -> Scene:
    """The sign-up of a tournament ends early."""
    hall = Hall(store)
    tournament = await hall.opened("round-robin", A, B, C)
    yield hall.services, await new_game(store)
    await tournaments.close_sign_up(hall.services, tournament.id, GUILD)


async def tournament_round(store: Store) -> Scene:
    """The last game of a round ends, and the next round begins."""
    hall = Hall(store)
    await hall.begun("knockout", A, B, C, D)
    *others, last = await hall.games()
    for game in others:
        await hall.resign(game, max(game.dark, game.light))
    await hall.look()
    yield hall.services, await new_game(store)
    await hall.resign(last, max(last.dark, last.light))


async def tournament_over(store: Store) -> Scene:
    """The last game of a tournament ends, and it has a winner."""
    hall = Hall(store)
    await hall.begun("knockout", A, B)
    *others, last = await hall.games()
    for game in others:
        await hall.resign(game, B)
    await hall.look()
    yield hall.services, one(TournamentResult)
    await hall.resign(last, B)


async def league_joined(store: Store) -> Scene:
    """Somebody joins the league of a server that has none yet."""
    services = Hall(store).services
    await keep_guild(store, Server(GUILD, news=NEWS))
    yield services, one(Announcement)
    await tournaments.join_league(services, GUILD, A, "League")


async def teams_full(store: Store) -> Scene:
    """The last seat of a team match is taken."""
    hall = Hall(store)
    await hall.teams((A, B), (C,), size=4)
    yield hall.services, await new_game(store)
    await tournaments.join(hall.services, 1, GUILD, D, 2)


async def teams_over(store: Store) -> Scene:
    """The last game of a team match ends."""
    hall = Hall(store)
    await hall.teams((A, B), (C, D), size=4)
    await hall.look()
    *others, last = await hall.games()
    for game in others:
        await play.resign(hall.services, game.id, game.light)
    await hall.look()
    yield hall.services, one(TournamentResult)
    await play.resign(hall.services, last.id, last.light)


async def second_round(room: Room) -> int:
    """A game whose channel has moved by two votes, and is to move again; its number."""
    match = await room.begin()
    for voter in (A, B):
        await room.vote(match, voter, FIRST[0])
    await room.passes(DAY)
    record = await room.record(match)
    (path, *_) = record.match.game.moves(record.match.position)
    await play.make_move(room.services, match, OPPONENT, path)
    await room.vote(match, A, FIRST[2], 2)
    return match


def third_move(post: Post) -> bool:
    """The channel has moved for the second time."""
    return isinstance(post, BoardPost) and post.events == 4


async def all_voted(store: Store) -> Scene:
    """The last of those who vote has voted."""
    room = Room(store)
    match = await second_round(room)
    yield room.services, third_move
    await room.vote(match, B, FIRST[2], 2)


async def all_voted_by_reply(store: Store) -> Scene:
    """The same by a typed move."""
    room = Room(store)
    match = await second_round(room)
    yield room.services, third_move
    await votes.vote_typed(room.services, await room.record(match), B, FIRST[2], None)


SCENES = (
    *(four_asked, four_full, four_again),
    *(tournament_full, tournament_closed, tournament_round, tournament_over, league_joined),
    *(teams_full, teams_over),
    *(all_voted, all_voted_by_reply),
)


@pytest.mark.parametrize("scene", SCENES)
async def test_what_a_press_brings_about_is_posted_at_once(
    store: Store, scene: Callable[[Store], Scene]
) -> None:
    playing = scene(store)
    services, told = await anext(playing)
    async with asleep(services) as said:
        await anext(playing, None)
        await said.shows(told)


@pytest.mark.parametrize(
    ("feature", "scene"),
    [
        (tournaments, tournament_closed),
        (together, four_full),
        (votes, all_voted_by_reply),
    ],
)
async def test_what_begins_all_the_same_is_not_reported_as_a_failure(
    store: Store,
    feature: Any,  # noqa: ANN401  a module
    scene: Callable[[Store], Scene],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The press is written; what follows fails once."""
    playing = scene(store)
    services, told = await anext(playing)
    presser, process_due = asyncio.current_task(), feature.process_due

    async def failing(services: Services, number: int) -> None:
        if asyncio.current_task() is presser:
            raise OSError("disk full")
        await process_due(services, number)

    monkeypatch.setattr(feature, "process_due", failing)
    async with asleep(services) as said:
        await anext(playing, None)
        await said.shows(told)
    assert caplog.messages == ["could not process due work at once"]


async def test_what_is_due_by_a_clock_that_is_moved_is_posted_at_once(store: Store) -> None:
    hall = Hall(store)
    await hall.opened("round-robin", A, B, C)
    told = await new_game(store)
    async with asleep(hall.services) as said:
        hall.time += 30 * DAY
        store.alarms.ring()
        await said.shows(told)
