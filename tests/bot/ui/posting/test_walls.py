"""Posts on the wall: one that is closed to the bot just now, and the tags of several games."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest.mock import AsyncMock, Mock

import discord

from bot.model.posts import BoardPost, Trouble
from bot.outbox import Undeliverable
from bot.service.play import resign
from bot.ui.app import Features, RecentPings, Remembered
from bot.ui.posting.walls import send_turn, show_board
from tests.bot.ui.posting.test_finding import no_language, no_server

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.model.posts import SentMessage
    from bot.model.servers import Place
    from tests.bot.service.parlour import Parlour


async def test_where_it_is_locked_just_now_the_game_goes_on_in_its_channel(
    parlour: Parlour,
) -> None:
    record = await parlour.begun(moves=1)
    here = replace(record.place, channel=77)
    on_wall = replace(record, place=here, home=record.place.channel, message=77)
    io = AsyncMock()
    io.post.side_effect = Undeliverable(Trouble.MAY_NOT_SEND_IN_THREADS)
    app = SimpleNamespace(services=parlour.services, features=Features(), pinged=RecentPings())
    client = SimpleNamespace(get_guild=no_server)
    guests = SimpleNamespace(locale=no_language)
    posting: Any = SimpleNamespace(
        app=app,
        io=io,
        client=client,
        guests=guests,
        counts_down=False,
        people={},
        servers={},
    )
    post = BoardPost(record.id, len(record.match.log))
    assert await send_turn(posting, post, on_wall) is None
    io.post.assert_awaited_once()
    io.send_dm.assert_not_awaited()


class Forums:
    """Two forums without tags. What is asked of the first one is answered once Discord has time."""

    def __init__(self) -> None:
        self.discord_has_time = asyncio.Event()
        self.made: list[tuple[int, list[str]]] = []
        self._newest = {number: self._forum(number) for number in (1, 2)}
        self._known = {**self._newest}  # as the gateway has told of them

    def _forum(self, number: int, tags: Sequence[discord.ForumTag] = ()) -> Any:  # noqa: ANN401  a stand-in
        forum = Mock(spec=discord.ForumChannel, id=number, available_tags=[*tags])
        forum.permissions_for.return_value = discord.Permissions(manage_channels=True)
        forum.guild.fetch_channel = self._fetch
        forum.edit = partial(self._edit, number)
        return forum

    async def _fetch(self, number: int) -> object:
        if number == 1:
            await self.discord_has_time.wait()
        return self._newest[number]

    async def _edit(self, number: int, *, available_tags: list[discord.ForumTag]) -> object:
        self.made.append((number, [tag.name for tag in available_tags]))
        self._newest[number] = self._forum(number, available_tags)
        return self._newest[number]

    async def edit(self, *_: object) -> None:
        """Every board may be edited."""

    async def thread(self, place: Place) -> object:
        """A post in the forum whose number is the first digit of its own."""
        parent = self._known[place.channel // 10]
        return SimpleNamespace(parent=parent, applied_tags=(), edit=AsyncMock())


async def test_while_a_forums_tags_are_made_its_own_games_wait_and_no_others(
    parlour: Parlour,
) -> None:
    record = await parlour.begun(moves=1)
    over = await resign(parlour.services, record.id, record.dark)
    forums = Forums()
    app = SimpleNamespace(services=parlour.services, features=Features(), pinged=RecentPings())
    client = SimpleNamespace(get_guild=no_server)
    guests = SimpleNamespace(locale=no_language)
    posting: Any = SimpleNamespace(
        app=app,
        io=forums,
        client=client,
        guests=guests,
        shown={},
        making_tags=Remembered(),
        counts_down=False,
        people={},
        servers={},
    )

    def show_result(channel: int) -> asyncio.Task[SentMessage]:
        there = replace(over, place=replace(over.place, channel=channel))
        return asyncio.create_task(show_board(posting, there))

    waiting = [show_result(10), show_result(11)]
    await asyncio.wait_for(show_result(20), 9)
    tags = ["Finished", "Ludens"]
    assert forums.made == [(2, tags)]
    assert not any(task.done() for task in waiting)
    forums.discord_has_time.set()
    await asyncio.gather(*waiting)
    assert forums.made == [(2, tags), (1, tags)]  # the second game finds those of the first
