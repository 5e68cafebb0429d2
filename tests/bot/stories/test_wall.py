"""A wall of games: a forum where each game has a post, whose first message stays its board."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from bot.feature_list import EXTENSIONS
from bot.store.check import check
from sandbox.rest.faults import Trouble
from sandbox.rules.permissions import May
from sandbox.world import places, user_actions
from sandbox.world.model import Channel, ChannelKind
from tests.bot.stories.held import FATES
from tests.bot.stories.table import QUICK, Table, for_one_game, is_board, is_challenge, opened
from tests.bot.stories.test_moderation import at_home, choose

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sandbox.message_view import MessageView
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox
    from tests.bot.stories.held import Fate, Killing

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]


class Wall:
    """A channel at a home of its own, whose server has a wall; and the posts there."""

    def __init__(self, table: Table, forum: Channel) -> None:
        self.table = table
        self.forum = forum
        self._others = {post.id for post in self._all}  # of other stories

    @property
    def _all(self) -> list[Channel]:
        channels = self.table.box.world.channels.values()
        return [channel for channel in channels if channel.parent_id == self.forum.id]

    @property
    def posts(self) -> list[Channel]:
        """The posts of this story in the forum, the oldest first."""
        return [post for post in self._all if post.id not in self._others]

    def tags(self, post: Channel) -> list[str]:
        """Return the tags of a post."""
        forum = self.table.box.world.channel(self.forum.id)
        return sorted(tag.name for tag in forum.tags if tag.id in post.applied)

    def sees(self) -> list[MessageView]:
        """Return the newest post's messages, oldest first."""
        return [seen for seen in self.table.deer.sees(self.posts[-1]) if not seen.ephemeral]

    async def begin(self, **options: object) -> MessageView:
        """A game begins; its board."""
        await self.table.birch.click(await self.table.challenge(**options), "Accept")
        return await self.board()

    async def board(self, move: str = "", count: int = 1) -> MessageView:
        """The board, once that move stands on it and in the message below."""

        def look() -> MessageView | None:
            if len(self.posts) < count:
                return None
            first, *below = self.sees()
            told = all(f"**{move}**" in seen.text for seen in (first, *below[-1:]))
            return first if bool(below) == bool(move) and (told or not move) else None

        return await self.table.box.until(look)

    async def play(self, *moves: str) -> MessageView:
        """Moves typed in the post by the player to move, each after the board before it."""
        for move in moves:
            done = len(self.table.moves)
            mover = (self.table.deer, self.table.birch)[done % 2]
            await mover.slash(self.posts[-1], "tablut move", move=move)
            await self.board(move)
        return self.sees()[0]


async def wall_at(table: Table, *allowed: May) -> Wall:
    """That server chooses a forum as its wall, in which the bot is allowed that besides."""
    world = table.box.world
    forum = places.open_channel(world, table.guild_id, "games", ChannelKind.FORUM)
    forum = allow(table, forum, *allowed)
    await choose(table, "wall", forum)
    return Wall(table, forum)


def allow(table: Table, where: Channel, *allowed: May, deny: May = May.NOTHING) -> Channel:
    """Allow the bot that there besides, and deny it that."""
    given = May.NOTHING
    for permission in allowed:
        given |= permission
    world = table.box.world
    where = world.channel(where.id)
    return places.overwrite(world, where, table.box.bot.id, allow=given, deny=deny)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def home(box: Sandbox, bot: BotProcess, database: Path) -> Wall:
    """A wall whose tags the bot can change."""
    assert bot.pid
    return await wall_at(await at_home(box, database), May.MANAGE_CHANNELS)


@pytest_asyncio.fixture(loop_scope="module")
async def wall(home: Wall) -> Wall:
    """The same with a channel of its own for each story."""
    return another(home)


def another(home: Wall) -> Wall:
    """The same wall and another channel."""
    table = home.table
    return Wall(Table(table.box, table.database, table.guild_id), home.forum)


async def test_a_game_has_a_post_whose_first_message_stays_its_board(wall: Wall) -> None:
    table = wall.table
    board = await wall.begin()
    (post,) = wall.posts
    assert board.id == post.id
    assert "Reindeer" in post.name
    assert "Birch" in post.name
    assert board.pings == {"reindeer"}
    assert [picture.name for picture in board.pictures] == ["board.png"]
    assert wall.tags(post) == ["In progress", "La Rochelle"]
    await table.said()
    accepted = next(seen for seen in table.sees() if "accepted" in seen.text)
    assert f"/{post.id}/{post.id}" in accepted.text  # where the game is
    before = board.pictures[0]
    assert await wall.play("e2-f2", "e4-f4") == board
    await table.said()
    first, told = wall.sees()
    assert first.pictures != [before]
    assert told.pings == {"reindeer"}
    assert not told.pictures
    assert table.boards == []  # nothing of it is in the channel
    await table.deer.click(told, "Move")
    await opened(table.deer, "hearth", table.match)


async def test_one_message_is_below_the_board_where_a_server_keeps_old_boards(
    box: Sandbox, database: Path
) -> None:
    wall = await wall_at(await at_home(box, database))
    await choose(wall.table, "boards", "keep")
    await wall.begin()
    await wall.play("e2-f2", "e4-f4", "d1-d3")
    await wall.table.said()
    assert len(wall.sees()) == len(("the board", "the last turn"))


async def test_a_result_is_told_and_the_post_is_tagged(wall: Wall) -> None:
    table = wall.table
    board = await wall.begin()
    await wall.play("e2-f2")
    await resign(wall)
    (post,) = wall.posts
    first, told = wall.sees()
    assert first == board
    for seen in (first, told):
        assert "by resignation" in seen.text
    assert [picture.name for picture in first.pictures] == ["replay.gif"]
    assert told.pings == {"reindeer"}
    assert not told.pictures
    assert wall.tags(post) == ["Finished", "La Rochelle"]
    await table.deer.click(told, "Rematch")
    asked = await table.birch.wait_for(post, is_challenge)
    for_one_game(table.database, asked)
    await table.birch.click(asked, "Accept")
    await wall.board(count=2)  # a post of its own
    await table.said()
    assert [wall.tags(post) for post in wall.posts] == [
        ["Finished", "La Rochelle"],
        ["In progress", "La Rochelle"],
    ]


async def resign(wall: Wall) -> None:
    """Birch resigns; all is told."""
    table = wall.table
    sure = (await table.in_more(table.birch, "resign")).message
    await table.birch.click(sure, "Yes, I resign")
    await table.said()


async def test_two_games_have_a_post_each(wall: Wall) -> None:
    table = wall.table
    asked = await table.challenge(more=["rated", "two"])
    await table.birch.click(asked, "Accept")
    await wall.board()
    await wall.play("e2-f2")
    await resign(wall)
    await table.birch.click(wall.sees()[-1], "Start game 2")
    await wall.board(count=2)
    await table.said()
    assert len(wall.posts) == 2
    assert wall.sees()[0].pings == {"birch"}  # who has the attackers now
    user_actions.erase(table.box.world, table.deer.id, wall.sees()[0].message)
    await table.birch.slash(wall.posts[1], "tablut move", move="e2-f2")
    await table.said()
    assert not list(check(table.database, EXTENSIONS))  # though they are in different places


async def test_a_game_against_the_bot_has_a_post_too(wall: Wall) -> None:
    table = wall.table
    bot = table.box.player(table.box.bot.username)
    asked = {"opponent": bot, "rules": QUICK, "side": "d"}
    form = (await table.deer.slash(table.where, "tablut challenge", **asked)).form
    await table.deer.submit(form, level="1", more=[])
    board = await wall.board()
    await table.deer.slash(wall.posts[0], "tablut move", move="e2-f2")

    def look() -> MessageView | None:
        first, *below = wall.sees()
        answered = all("Konakis replied" in seen.text for seen in (first, *below))
        return below[0] if below and answered else None

    told = await table.box.until(look)
    assert (board.pings, told.pings) == (set(), set())


@pytest.mark.parametrize("board_stays", [True, False])
async def test_of_who_was_erased_a_post_has_no_name(wall: Wall, *, board_stays: bool) -> None:
    box, table = wall.table.box, wall.table
    theirs = Wall(Table(box, table.database, table.guild_id, "reindeer", "riviere"), wall.forum)
    gone = theirs.table.birch
    board = await theirs.begin()
    assert "Rivi" in theirs.posts[0].name
    if not board_stays:
        user_actions.erase(box.world, theirs.table.deer.id, board.message)
        await theirs.table.deer.slash(theirs.posts[0], "tablut move", move="e2-f2")
        await theirs.table.said()
    shown = (await gone.slash(table.where, "tablut my-data")).message
    for press in ("k:mydata:ask", "k:mydata:sure", "k:mydata:erase"):
        shown = (await gone.click(shown, press)).message
    await theirs.table.said()
    assert "Former player" in theirs.posts[0].name
    if board_stays:
        assert theirs.tags(theirs.posts[0]) == ["Finished", "La Rochelle"]


async def test_a_post_that_was_put_away_comes_back(wall: Wall) -> None:
    table = wall.table
    await wall.begin()
    for move in ("e2-f2", "e4-f4"):
        await table.said()
        places.archive(table.box.world, wall.posts[0], archived=True, locked=False)
        mover = table.birch if table.moves else table.deer
        await mover.slash(table.where, "tablut move", move=move)
        await wall.board(move)
    await table.said()
    assert not wall.posts[0].archived


async def test_where_its_board_is_deleted_the_game_goes_on_in_the_post(wall: Wall) -> None:
    table = wall.table
    board = await wall.begin()
    await table.said()
    user_actions.erase(table.box.world, table.deer.id, board.message)
    await table.deer.slash(wall.posts[0], "tablut move", move="e2-f2")
    await table.said()
    await table.birch.slash(wall.posts[0], "tablut move", move="e4-f4")
    await table.said()
    assert is_board(wall.sees()[-1])
    assert [picture.name for picture in wall.sees()[-1].pictures] == ["board.png"]


async def test_where_its_post_is_deleted_the_game_goes_on_in_its_channel(wall: Wall) -> None:
    table = wall.table
    await wall.begin()
    await wall.play("e2-f2")
    await table.said()
    places.close_channel(table.box.world, wall.posts[0])
    await table.list_move(table.birch, "e4", "f4")
    board = await table.board(1)
    assert "**e4-f4**" in board.text
    assert board.pings == {"reindeer"}
    await table.said()
    await table.typed(table.deer, "a4-a3")
    await table.board(2)
    await table.said()
    assert len(table.standing) == 1
    assert not wall.posts


async def test_where_its_post_is_locked_the_game_goes_on_in_its_channel(wall: Wall) -> None:
    table = wall.table
    await wall.begin()
    await table.said()
    places.archive(table.box.world, wall.posts[0], archived=False, locked=True)
    answer = await table.typed(table.deer, "e2-f2")
    board = await table.board(1)
    assert "**e2-f2**" in board.text
    assert board.pings == {"birch"}
    assert "Send Messages" not in answer.text
    await table.said()
    await table.typed(table.birch, "e4-f4")
    await table.board(2)
    assert len(wall.sees()) == 1


async def test_where_the_bot_may_open_no_post_the_game_stays_in_its_channel(home: Wall) -> None:
    for denied in (
        *(May.SEND_MESSAGES, May.SEND_MESSAGES_IN_THREADS),
        *(May.VIEW_CHANNEL, May.ATTACH_FILES),
    ):
        wall = another(home)
        table = wall.table
        allow(table, wall.forum, deny=denied)
        asked = await table.challenge()
        await table.birch.click(asked, "Accept")
        await table.hears(table.birch, "the game stays in the channel")
        await table.play("e2-f2")
        await table.said()
        assert not wall.posts, denied
        allow(table, wall.forum, May.MANAGE_CHANNELS)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def homes(home: Wall, box: Sandbox, database: Path) -> Mapping[Fate, Wall]:
    """Three walls, for discord.py asks one thing of a forum at a time."""
    others = [await wall_at(await at_home(box, database), May.MANAGE_CHANNELS) for _ in FATES[1:]]
    return dict(zip(FATES, (home, *others), strict=True))


@pytest.mark.parametrize("step", ["opens", "tells", "shows"])
async def test_killed_at_any_step_it_is_posted_once(
    homes: Mapping[Fate, Wall], killing: Killing, step: str
) -> None:
    walls: dict[Fate, Wall] = {fate: another(home) for fate, home in homes.items()}
    for fate, wall in walls.items():
        table = wall.table
        if step == "opens":
            asked = await table.challenge()
            path = f"/channels/{wall.forum.id}/threads"
            await killing.at(fate, path, table.birch.click(asked, "Accept"))
            continue
        await wall.begin()
        await table.said()
        path = f"/channels/{wall.posts[0].id}/messages"
        method, path = ("POST", path) if step == "tells" else ("PATCH", f"{path}/*")
        move = table.deer.slash(wall.posts[0], "tablut move", move="e2-f2")
        await killing.at(fate, path, move, method)
    await killing.now()

    async def check(wall: Wall) -> None:
        await wall.board("" if step == "opens" else "e2-f2")
        await wall.table.said()
        (post,) = wall.posts
        pings = [seen.pings for seen in wall.sees()]
        assert pings == [{"reindeer"}, {"birch"}][: len(pings)]
        assert len(pings) == 1 + (step != "opens")
        assert wall.tags(post) == ["In progress", "La Rochelle"]

    for fate, wall in walls.items():
        try:
            await check(wall)
        except BaseException as error:
            error.add_note(f"the request was {fate}")
            raise


@pytest.mark.parametrize("after", [False, True])
async def test_where_opening_a_post_fails_there_is_one_all_the_same(
    wall: Wall, box: Sandbox, *, after: bool
) -> None:
    failure = Trouble(504, "POST", f"/channels/{wall.forum.id}/threads", after=after)
    trouble = box.faults.add(failure)
    await wall.begin()
    await wall.table.said()
    assert trouble.hits == 1
    assert len(wall.posts) == 1


async def test_a_server_chooses_a_forum_where_the_bot_may_post(wall: Wall) -> None:
    table, world = wall.table, wall.table.box.world
    closed = places.open_channel(world, table.guild_id, "closed", ChannelKind.FORUM)
    allow(table, closed, deny=May.SEND_MESSAGES_IN_THREADS)
    refused = await choose(table, "wall", closed)
    assert "*Send Messages in Threads*" in refused.text
    asked = world.channel(closed.id)
    places.change(world, replace(asked, needs_tag=True))
    allow(table, world.channel(closed.id))
    refused = await choose(table, "wall", closed)
    assert "*Manage Channels*" in refused.text
    places.close_channel(world, closed)
