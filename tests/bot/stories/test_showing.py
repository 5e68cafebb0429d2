"""*Show here*: what a person reads in private stands in the channel, once, and may be removed."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from sandbox.rules.permissions import May
from sandbox.world import places
from tests.bot.stories.table import PATIENCE, Table
from tests.bot.stories.test_forged import button, forged
from tests.bot.stories.test_moderation import WARDEN, grant
from tests.bot.stories.test_standings import asks, lose, lose_three
from tests.together import together

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.message_view import MessageView
    from sandbox.player import Player
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]

SHOW, REMOVE = "k:show:", "k:unshow:"
BACK = "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}"


@pytest_asyncio.fixture(loop_scope="module")
async def home(box: Sandbox, bot: BotProcess, database: Path) -> Table:
    """A table in a new server, where nothing was shown within a minute."""
    assert bot.pid
    return at_home(box, database)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def known(box: Sandbox, bot: BotProcess, database: Path) -> Table:
    """A table in a server where two have a rank, after three games."""
    assert bot.pid
    table = at_home(box, database)
    await lose_three(table, database)
    return table


@pytest.fixture
def ranked(known: Table) -> Table:
    """Another one there, where nothing was shown within a minute."""
    long_ago(known.database)
    return Table(known.box, known.database, known.guild_id)


def at_home(box: Sandbox, database: Path) -> Table:
    world = box.world
    owner, *others = (box.player(name) for name in ("cairn", "reindeer", "birch", "riviere"))
    guild = places.open_guild(world, "A home", owner.id)
    places.alter(world, replace(guild, roles=(*guild.roles, WARDEN)))
    for person in others:
        places.join(world, guild.id, person.id)
    table = Table(box, database, guild.id)
    places.join(world, guild.id, box.bot.id)
    long_ago(database)
    return table


def long_ago(database: Path) -> None:
    """More than a minute has passed since anybody showed anything."""
    with closing(sqlite3.connect(database, timeout=30)) as db, db:
        db.execute("UPDATE showing SET at = at - 61")


def here(message: MessageView) -> str:
    """The button *Show here*, by its id."""
    ids = [button.custom_id or "" for button in message.buttons]
    return next(custom_id for custom_id in ids if custom_id.startswith(SHOW))


def offers(message: MessageView) -> bool:
    return any((button.custom_id or "").startswith(SHOW) for button in message.buttons)


def shown(table: Table, who: Player | None = None) -> list[MessageView]:
    """Return the shown pages that are still in the channel."""
    return [message for message in table.sees(who) if remove_button(message)]


def remove_button(message: MessageView) -> str:
    ids = [button.custom_id or "" for button in message.buttons]
    return next((custom_id for custom_id in ids if custom_id.startswith(REMOVE)), "")


async def posted(table: Table, count: int = 1) -> MessageView:
    """The newest, once so many stand there."""
    await table.box.until(lambda: len(shown(table)) == count or None, PATIENCE)
    return shown(table)[-1]


async def sent(table: Table) -> None:
    """Wait until nothing that is shown or removed is still to be sent."""

    def look() -> bool | None:
        asked = "SELECT 1 FROM post WHERE kind LIKE '%showing' AND abs(queue) = ?"
        return table.ask(asked, int(table.where)) == [] or None

    await table.box.until(look, PATIENCE)


async def gone(table: Table, message: MessageView) -> None:
    """Wait until it is deleted."""

    def look() -> bool | None:
        return message.id not in [seen.id for seen in table.sees()] or None

    await table.box.until(look, PATIENCE)


async def show(table: Table, who: Player, message: MessageView) -> MessageView:
    """Press *Show here*; what then stands in the channel."""
    before = len(shown(table))
    answer = await who.click(message, here(message))
    assert "Shared with everyone here" in answer.text, answer.text
    assert answer.ephemeral
    return await posted(table, before + 1)


async def test_ranks_stand_in_the_channel_for_all_and_go_again(ranked: Table) -> None:
    private = await asks(ranked.deer, ranked, "leaderboard")
    assert "You" in private.text
    message = await show(ranked, ranked.deer, private)
    first, title, *_ = message.text.splitlines()
    assert first == f"-# Shared by {ranked.deer.mention}:"
    assert title.startswith("**Leaderboard**")
    assert ranked.birch.mention in message.text
    assert "You" not in message.text
    assert message.pings == set()
    assert [picture.name for picture in message.pictures] == ["leaderboard.png"]
    assert [button.label for button in message.buttons] == ["Open", "Remove"]
    own = await ranked.birch.click(message, "Open")
    assert own.ephemeral
    assert offers(own.message)
    refused = await ranked.birch.click(message, "Remove")
    assert "Only the person who shared it" in refused.text
    assert shown(ranked) == [message]
    assert (await ranked.deer.click(message, "Remove")).text == "Removed."
    await gone(ranked, message)


async def test_two_presses_show_it_once_and_another_page_waits_a_minute(
    ranked: Table, database: Path
) -> None:
    ranks, profile = (
        await asks(ranked.deer, ranked, "leaderboard"),
        await asks(ranked.deer, ranked, "profile", player=ranked.deer),
    )
    await together(*(ranked.deer.click(ranks, here(ranks)) for _ in range(3)))
    message = await posted(ranked)
    later = await ranked.deer.click(profile, here(profile))
    assert "You can share again <t:" in later.text
    long_ago(database)
    await show(ranked, ranked.deer, profile)
    assert message in shown(ranked)


async def test_moderators_remove_what_others_show(ranked: Table) -> None:
    message = await show(
        ranked, ranked.deer, await asks(ranked.deer, ranked, "profile", player=ranked.deer)
    )
    assert ranked.deer.mention in message.text.splitlines()[1]
    warden = ranked.box.player("riviere")
    assert "Seules la personne" in (await warden.click(message, "Remove")).text
    grant(ranked, warden, WARDEN)
    await warden.click(message, "Remove")
    await gone(ranked, message)
    grant(ranked, warden)


async def test_of_who_is_not_listed_others_show_nothing(ranked: Table) -> None:
    profile = await asks(ranked.deer, ranked, "profile", player=ranked.birch)
    history = await asks(ranked.deer, ranked, "history", opponent=ranked.birch)
    buttons = [here(profile), here(history)]
    settings = await asks(ranked.birch, ranked, "settings")
    settings = (await ranked.birch.select(settings, "k:set:page:", "privacy")).message
    settings = (await ranked.birch.click(settings, "Don't list me")).message
    try:
        for message, custom_id in zip((profile, history), buttons, strict=True):
            answer = await ranked.deer.click(message, custom_id)
            assert "can't share that here" in answer.text
        history = await asks(ranked.deer, ranked, "history", opponent=ranked.birch)
        assert not offers(history)
        await sent(ranked)
        assert shown(ranked) == []
        # What they are they may say themselves.
        own = await asks(ranked.birch, ranked, "profile", player=ranked.birch)
        await show(ranked, ranked.birch, own)
    finally:
        await ranked.birch.click(settings, "List me")


async def test_the_history_of_two_has_their_games_in_this_server(
    home: Table, database: Path, box: Sandbox
) -> None:
    elsewhere = at_home(box, database)
    await lose(elsewhere)
    await lose(home)
    await lose(home)
    private = await asks(home.deer, home, "history", opponent=home.birch)
    message = await show(home, home.deer, private)
    deer, birch = home.deer.mention, home.birch.mention
    assert f"Head to head: {deer} **2** \u2013 **0** {birch}." in message.text
    assert message.text.count(f"**{deer}** won · La Rochelle") == 2
    alone = await asks(home.deer, home, "history")
    assert not offers(alone)


async def test_the_position_of_a_replay_is_shown_from_its_side(home: Table) -> None:
    await home.begin()
    await home.play("e2-f2", "e4-f4")
    private = await asks(home.deer, home, "replay", game=str(home.match))
    private = (await home.deer.click(private, BACK)).message
    message = await show(home, home.deer, private)
    assert "Move 1 of 2: **e2-f2**." in message.text
    assert [picture.name for picture in message.pictures] == ["board.png"]
    assert [button.label for button in message.buttons] == ["Replay", "Remove"]
    assert (await home.birch.click(message, "Replay")).ephemeral


async def test_a_game_of_a_private_channel_is_not_shown_in_another(home: Table) -> None:
    await home.begin()
    await home.play("e2-f2")
    world = home.box.world
    guild = world.guild(home.guild_id)
    places.overwrite(world, world.channel(home.where), guild.id, deny=May.VIEW_CHANNEL)
    for player in (home.deer, home.birch, home.box.player("Konakis")):
        places.overwrite(world, world.channel(home.where), player.id, allow=May.VIEW_CHANNEL)
    other = places.open_channel(world, home.guild_id, "for-all").id
    private = (await home.deer.slash(other, "tablut replay", game=str(home.match))).message
    answer = await home.deer.click(private, here(private))
    assert "not everyone in this channel can see it" in answer.text
    places.overwrite(world, world.channel(home.where), guild.id)
    answer = await home.deer.click(private, here(private))
    assert "Shared with everyone here" in answer.text
    message = await home.deer.wait_for(other, "Shared by")
    assert "Move 1 of 1" in message.text


async def test_what_is_forged_shows_and_removes_nothing(home: Table) -> None:
    for custom_id in (
        *("k:show:leaderboard", "k:show:settings", "k:show:mydata/file"),
        *("k:show:profile/1/tablut", "k:show:profile/9223372036854775807/tablut"),
        *("k:show:history/0///0", "k:show:step/9223372036854775807/3/d-first"),
        *("k:show:moment/9223372036854775807/1", "k:show:puzzle/1/solution"),
        *("k:show:puzzle/1/share", "k:show:show/show/x", "k:unshow:9223372036854775807"),
    ):
        answer = await home.deer.click(forged(home, button(custom_id)), "Forged")
        assert answer.ephemeral, custom_id
        assert answer.text, custom_id
        assert "Something went wrong" not in answer.text, custom_id
    assert home.ask("SELECT 1 FROM showing WHERE channel = ?", int(home.where)) == []


async def test_in_direct_messages_with_the_bot_there_is_no_one_to_show_it_to(home: Table) -> None:
    profile = (await home.deer.slash(home.deer.dm(home.box.bot), "tablut puzzle")).message
    assert not offers(profile)


async def test_it_is_written_in_the_language_of_the_channel(ranked: Table) -> None:
    guild = ranked.box.world.guild(ranked.guild_id)
    places.alter(ranked.box.world, replace(guild, locale="fr"))
    message = await show(ranked, ranked.deer, await asks(ranked.deer, ranked, "leaderboard"))
    assert message.text.startswith(f"-# Partagé par {ranked.deer.mention}\N{NO-BREAK SPACE}:")
    assert [button.label for button in message.buttons] == ["Ouvrir", "Retirer"]
    places.alter(ranked.box.world, replace(guild, locale="en-US"))
