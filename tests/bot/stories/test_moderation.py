"""Settings and moderation of a server; and what is stored about a person, exported or erased.

Each story has a server of its own. Reindeer owns it, Birch and Rivière (who reads French) play.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from sandbox.rules.permissions import EVERYONE, May
from sandbox.world import places
from sandbox.world.model import Member, Role
from sandbox.world.world import Impossible
from tests.bot.store.test_my_data import traces
from tests.bot.stories.table import Table, challenged, drawn, in_more, is_board, is_greeting

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.message_view import Answer, Form, MessageView
    from sandbox.player import Player
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]

WARDEN = Role("1200000000000000999", "Wardens", EVERYONE | May.MANAGE_MESSAGES, 1)
MANAGER = Role("1200000000000000998", "Managers", EVERYONE | May.MANAGE_GUILD, 2)


@pytest_asyncio.fixture(loop_scope="module")
async def home(box: Sandbox, bot: BotProcess, database: Path) -> Table:
    """A table in a new server, where Reindeer plays against Birch."""
    assert bot.pid
    return await at_home(box, database)


async def at_home(box: Sandbox, database: Path, *friends: str) -> Table:
    """The same, for those who play there; the bot has greeted the server."""
    world = box.world
    owner, *others = (box.player(name) for name in ("reindeer", "birch", "riviere", "cairn"))
    guild = places.open_guild(world, "A home", owner.id)
    places.alter(world, replace(guild, roles=(*guild.roles, WARDEN, MANAGER)))
    for person in others:
        places.join(world, guild.id, person.id)
    table = Table(box, database, guild.id, *friends)
    places.join(world, guild.id, box.bot.id)  # it greets a server that has a channel already
    await box.until(lambda: next(filter(is_greeting, table.sees()), None))
    return table


def grant(table: Table, who: Player, *roles: Role) -> None:
    """These roles and no others."""
    guild = table.box.world.guild(table.guild_id)
    held = tuple(role.id for role in roles)
    places.alter(table.box.world, guild, Member(who.id, 0.0, roles=held))


async def settings(table: Table, who: Player | None = None, page: str = "") -> MessageView:
    """The server's settings of channels, or another page."""
    who = who or table.deer
    theirs = (await who.slash(table.where, "tablut settings")).message
    shown = (await who.click(theirs, "k:server:0")).message
    shown = (await who.click(shown, "k:server:1")).message
    return (await who.click(shown, page)).message if page else shown


async def choose(table: Table, key: str, *values: object) -> MessageView:
    """Reindeer sets that by its menu."""
    page = {"rules": "Games", "days": "Games", "theme": "Boards", "boards": "Boards"}.get(key, "")
    shown = await settings(table, page=page)
    return (await table.deer.select(shown, f"k:set-server:{key}:", *values)).message


async def offered(table: Table, who: Player, **options: object) -> MessageView:
    """A challenge with these terms, to whoever wants to play."""
    return await challenged(who, await who.slash(table.where, "tablut challenge", **options))


async def mod(who: Player, table: Table, words: str, **options: object) -> Answer:
    """A command of those who keep order."""
    return await who.slash(table.where, f"tablut-mod {words}", **options)


# A server's settings


async def test_only_those_who_manage_the_server_find_its_settings(home: Table) -> None:
    theirs = (await home.birch.slash(home.where, "tablut settings")).message
    assert "Server settings" not in [button.label for button in theirs.buttons]
    grant(home, home.birch, MANAGER)
    shown = await settings(home, home.birch)
    assert "More settings" in shown.text
    french = home.box.player("riviere")
    grant(home, french, MANAGER)
    assert "Plus de réglages" in (await settings(home, french)).text
    private = (await home.deer.slash(home.deer.dm(home.box.bot), "tablut settings")).message
    assert "Server settings" not in [button.label for button in private.buttons]


async def test_a_member_who_no_longer_manages_changes_nothing(home: Table) -> None:
    grant(home, home.birch, MANAGER)
    shown = await settings(home, home.birch)
    terms = (await home.birch.click(shown, "Games")).message
    grant(home, home.birch)
    places.overwrite(home.box.world, home.channel, home.birch.id, allow=May.MANAGE_GUILD)
    for press in (
        home.birch.select(terms, "k:set-server:rules:", "bga"),
        home.birch.click(terms, "Weekends off"),
        home.birch.click(terms, "k:server:0"),
    ):
        assert "*Manage Server*" in (await press).text
    assert home.ask("SELECT * FROM guild WHERE id = ?", int(home.guild_id)) == []


async def test_one_tap_sets_a_server_up_or_says_what_is_missing(home: Table) -> None:
    greeting = next(filter(is_greeting, home.sees()))
    assert "*Manage Server*" in (await home.birch.click(greeting, "Set up")).text
    shown = (await home.deer.click(greeting, "Set up")).message
    home.deny(May.ATTACH_FILES)
    refused = await home.deer.click(shown, "Set up here")
    assert f"I can't post in <#{home.where}> yet: I need *Attach Files* there" in refused.text
    assert home.ask("SELECT * FROM guild WHERE id = ?", int(home.guild_id)) == []
    home.deny(May.NOTHING)
    shown = (await home.deer.click(shown, "Set up here")).message
    for said in ("News and tournaments", "Puzzle of the day", "Pinned list of games"):
        assert f"{said}: <#{home.where}>" in shown.text
    assert "The season ends" in shown.text
    assert "To pin it, I need the *Pin Messages* permission" in shown.text
    places.overwrite(home.box.world, home.channel, home.box.bot.id, allow=May.PIN_MESSAGES)
    elsewhere = Table(home.box, home.database, home.guild_id)
    shown = (await home.deer.select(shown, "k:set-up:0", elsewhere.where)).message
    assert f"Pinned list of games: <#{elsewhere.where}>" in shown.text
    assert f"<#{home.where}>" not in shown.text


async def test_what_is_left_out_of_a_challenge_is_as_the_server_likes_it(home: Table) -> None:
    for key, value in (("rules", "bga"), ("days", "3")):
        await choose(home, key, value)
    shown = await settings(home, page="Games")
    games = (await home.deer.click(shown, "Weekends off")).message
    shown = await settings(home, page="Boards")
    boards = (await home.deer.click(shown, "In threads")).message
    on = {
        button.label
        for shown in (games, boards)
        for button in shown.buttons
        if button.label.startswith("✓")
    }
    assert on == {"✓ In threads", "✓ Rated", "✓ Weekends off"}
    challenge = await offered(home, home.deer)
    for said in ("3 days per move", "weekends", "thread"):
        assert said in challenge.text
    assert home.ask(
        "SELECT rules, days, weekends, thread FROM challenge WHERE id = ?", home.asked
    ) == [("bga", 3, 0, 1)]
    challenge = await offered(home, home.deer, rules="ludens", days=0)
    assert "no time limit" in challenge.text
    await home.change(challenge)
    await home.said()
    assert "thread" not in challenge.text
    # Where no thread can be opened, no player is refused for what the server likes.
    home.deny(May.CREATE_PUBLIC_THREADS)
    challenge = await offered(home, home.birch)
    assert not challenge.ephemeral


async def test_all_read_the_language_and_look_of_the_server(home: Table) -> None:
    await choose(home, "theme", "slate")
    board = await home.begin()
    private = (await home.opens(home.deer)).message
    assert drawn(private) != drawn(board)  # in private, as each likes it
    mine = (await home.deer.slash(home.where, "tablut settings")).message
    await home.deer.select(mine, "k:set:theme:", "slate")
    private = (await home.opens(home.deer)).message
    assert drawn(private) == drawn(board)
    await home.deer.select(mine, "k:set:theme:", "horn")
    await choose(home, "locale", "fr")
    challenge = await home.challenge()
    labels = [button.label for button in challenge.buttons]
    assert labels[:3] == ["Accepter", "Proposer des changements", "Refuser"]
    await home.birch.click(challenge, "Refuser")
    await home.said()
    assert "a refusé le défi" in challenge.text
    await home.typed(home.deer, "e2-f2")
    assert "à toi" in (await home.board(2)).text
    await home.in_more(home.birch, "draw")
    notice = await home.deer.wait_for(home.where, "propose")
    assert not notice.ephemeral
    assert "Waiting for" in (await home.opens(home.deer)).text


async def test_challenges_are_made_where_the_server_wants_them(home: Table) -> None:
    world = home.box.world
    chosen = places.open_channel(world, home.guild_id, "for-challenges")
    shown = await choose(home, "channels", chosen)
    assert [menu["id"] for menu in shown.menus[1].raw["default_values"]] == [chosen.id]
    refused = await home.challenge()
    assert refused.ephemeral
    assert f"<#{chosen.id}>" in refused.text
    french = home.box.player("riviere")
    refused = (await french.slash(home.where, "tablut challenge")).message
    assert "les défis se lancent dans" in refused.text
    challenge = await challenged(home.deer, await home.deer.slash(chosen, "tablut challenge"))
    thread = home.deer.thread(challenge, "beside it")
    beside = await home.deer.slash(thread, "tablut challenge")
    assert not (await challenged(home.deer, beside)).ephemeral
    places.close_channel(world, chosen)
    assert not (await settings(home)).menus[1].raw.get("default_values")
    await choose(home, "channels")
    assert not (await home.challenge()).ephemeral


# Keeping order


async def form_to_stop(who: Player, table: Table) -> Form:
    """Return the command's form before it stops the table's game."""
    answer = await mod(who, table, "stop", game=str(table.match))
    assert answer.modal
    return answer.modal


async def test_a_game_is_chosen_by_its_players_and_both_read_why_it_was_stopped(
    home: Table,
) -> None:
    cairn = home.box.player("cairn")
    grant(home, cairn, WARDEN)
    await home.begin()
    for typed in ("", "birch", "reindeer", str(home.match)):
        offered = await cairn.autocomplete(home.where, "tablut-mod stop", "game", typed)
        assert [choice.value for choice in offered] == [str(home.match)]
    assert offered[0].name.startswith(("Reindeer", "reindeer"))
    assert "birch" in offered[0].name.lower()
    assert await cairn.autocomplete(home.where, "tablut-mod stop", "game", "nobody") == []
    grant(home, home.box.player("riviere"), WARDEN)
    form = await form_to_stop(cairn, home)
    other = await form_to_stop(home.box.player("riviere"), home)
    answer = await cairn.submit(form, reason="You play in #lobby.\n@everyone `x`")
    assert "has been stopped" in answer.text
    await home.said()
    (result,) = [message for message in home.sees() if "No result" in message.text]
    assert result.pings == {"reindeer", "birch"}
    assert "Reason: `You play in #lobby. @everyone x`" in result.text
    assert [kind for kind, _ in home.log] == ["created", "stopped"]
    assert not any(map(is_board, home.boards))
    again = await home.opens(home.birch)
    assert "Reason: `You play in" in again.text
    twice = await home.box.player("riviere").submit(other, reason="twice")
    assert "est arrêtée" in twice.text
    await home.said()
    assert [kind for kind, _ in home.log] == ["created", "stopped"]
    told = (await mod(cairn, home, "log")).text
    assert f"{cairn.mention} stopped game {home.match}" in told
    assert "twice" not in told


async def test_the_log_is_the_moderators_and_has_what_was_done(home: Table) -> None:
    cairn = home.box.player("cairn")
    with pytest.raises(Impossible):
        await mod(cairn, home, "log")
    grant(home, cairn, WARDEN)
    assert "The log is empty" in (await mod(cairn, home, "log")).text
    await choose(home, "boards", "keep")
    await choose(home, "boards", "keep")
    shown = await settings(home)
    await home.deer.select(shown, "k:set-server:turn-lists", home.where)
    await home.deer.select(shown, "k:set-server:daily", home.where)
    await mod(cairn, home, "suspend", person=home.birch)
    await mod(cairn, home, "unsuspend", person=home.birch)
    deer = home.deer.mention
    told = [line.partition(": ")[2] for line in (await mod(cairn, home, "log")).text.splitlines()]
    assert told[1:] == [
        f"{cairn.mention} lifted {home.birch.mention}'s suspension.",
        f"{cairn.mention} suspended {home.birch.mention}.",
        f"{deer} set the channel of the daily puzzle to <#{home.where}>.",
        f"{deer} set the turn list to <#{home.where}>.",
        f"{deer} set what happens to old boards to *Every board*.",
    ]
    for _ in range(8):
        await mod(cairn, home, "suspend", person=home.birch)
        await mod(cairn, home, "unsuspend", person=home.birch)
    first = (await mod(cairn, home, "log")).message
    assert first.text.count("<t:") == 10
    assert first.pings == set()
    grant(home, cairn)
    refused = await cairn.click(first, "k:mod-log:1")
    assert "*Manage Messages*" in refused.text


async def test_moderators_stop_only_games_of_their_server(
    home: Table, box: Sandbox, database: Path
) -> None:
    other = await at_home(box, database)
    await other.begin()
    cairn = box.player("cairn")
    with pytest.raises(Impossible):  # he is not even shown the command
        await mod(cairn, home, "stop", game="1")
    places.overwrite(box.world, home.channel, cairn.id, allow=May.MANAGE_MESSAGES)
    refused = await mod(cairn, home, "stop", game=str(other.match))
    assert "*Manage Messages*" in refused.text  # a channel's own rights reach no further
    assert await cairn.autocomplete(home.where, "tablut-mod stop", "game") == []
    grant(home, cairn, WARDEN)
    refused = await mod(cairn, home, "stop", game=str(other.match))
    assert "There's no such game in progress on this server" in refused.text
    await home.begin()
    form = await form_to_stop(cairn, home)
    grant(home, cairn)
    places.overwrite(box.world, box.world.channel(home.where), cairn.id)
    assert "*Manage Messages*" in (await cairn.submit(form, reason="because")).text
    assert [kind for kind, _ in (*home.log, *other.log)] == ["created", "created"]


async def test_who_can_start_no_game_is_not_barred_nor_is_a_warden_by_a_slip(home: Table) -> None:
    grant(home, home.birch, WARDEN)
    for person, said in (
        (home.box.bot, "That's me"),
        (home.birch, "That's you."),
    ):
        refused = await mod(home.birch, home, "suspend", person=person)
        assert refused.ephemeral
        assert said in refused.text
    refused = await mod(home.birch, home, "unsuspend", person=home.deer)
    assert f"<@{home.deer.id}> isn't suspended" in refused.text
    assert "Nobody is suspended" in (await mod(home.birch, home, "suspended")).text


async def test_a_barred_player_begins_no_game_and_ends_those_under_way(home: Table) -> None:
    french = home.box.player("riviere")
    grant(home, french, WARDEN)
    await home.begin()
    waiting = await home.challenge()
    barred = await mod(french, home, "suspend", person=home.deer)
    assert "ne peut plus commencer de parties" in barred.text
    assert "1 de ses défis ouverts a été retiré" in barred.text
    await home.said()
    assert "cancelled" in waiting.text
    assert f"<@{home.deer.id}>" in (await mod(french, home, "suspended")).text
    refused = await home.challenge()
    assert "You can't start games" in refused.text
    answer = await offered(home, home.birch)
    assert "You can't start games" in (await home.deer.click(answer, "Accept")).text
    await home.typed(home.deer, "e2-f2")
    await home.board(2)
    await mod(french, home, "unsuspend", person=home.deer)
    assert "Aucune suspension" in (await mod(french, home, "suspended")).text
    await home.deer.click(answer, "Accept")
    await home.said()
    assert len(home.log) == 3


# One's own data


async def data_of(who: Player, where: str) -> MessageView:
    """Return the page of data stored about a person."""
    return (await who.slash(where, "tablut my-data")).message


def exported(answer: Answer) -> dict[str, Any]:
    """The file."""
    (file,) = [picture for picture in answer.pictures if picture.name.endswith(".json")]
    data: dict[str, Any] = json.loads(file.data)
    return data


async def test_what_is_kept_comes_as_a_file_that_explains_itself(
    box: Sandbox, bot: BotProcess, database: Path
) -> None:
    assert bot.pid
    table = await at_home(box, database, "cairn", "riviere")
    await table.begin()
    await table.play("e2-f2")
    page = (await table.birch.slash(table.where, "tablut settings")).message
    await table.birch.click(page, "k:set:boards:both")
    page = await data_of(table.deer, table.where)
    assert "1 game" in page.text
    assert page.ephemeral
    answer = await table.deer.click(page, "Download")
    assert answer.ephemeral
    data = exported(answer)
    assert data["you"] == table.deer.id
    (match,) = data["matches"]
    assert (match["dark"], match["light"]) == ("you", table.birch.id)
    assert [event["kind"] for event in match["events"]] == ["created", "moved"]
    assert match["events"][1]["path"] == ["e2", "f2"]
    assert [challenge["by"] for challenge in data["challenges"]] == ["you"]
    assert data["settings"]["picture"] is True
    assert data["settings"]["text"] is False  # the opponent's is not in it
    assert set(data["explained"]) >= set(data) - {"explained", "you", "written"}
    french = exported(await table.birch.click(await data_of(table.birch, table.where), "Exporter"))
    assert french["explained"]["about"].startswith("Tout ce que")
    assert french["settings"]["text"] is True


async def erase(who: Player, where: str) -> Answer:
    """The two questions, answered."""
    first = (await who.click(await data_of(who, where), "k:mydata:ask")).message
    second = (await who.click(first, "k:mydata:sure")).message
    return await who.click(second, "k:mydata:erase")


async def test_nothing_is_erased_before_both_questions_are_answered(home: Table) -> None:
    await home.begin()
    first = (await home.deer.click(await data_of(home.deer, home.where), "Delete…")).message
    assert "in progress" in first.text
    second = (await home.deer.click(first, "Continue…")).message
    assert [button.label for button in second.buttons] == ["Keep everything", "Delete it for good"]
    assert "Nothing was deleted" in (await home.deer.click(second, "Keep everything")).text
    assert [kind for kind, _ in home.log] == ["created"]


async def test_an_erased_player_is_gone_and_the_games_are_not(
    box: Sandbox, bot: BotProcess, database: Path
) -> None:
    assert bot.pid
    table = await at_home(box, database, "riviere", "birch")
    french = table.deer
    await table.begin()
    await table.typed(french, "e2-f2")
    await table.board(2)
    waiting = await table.challenge()
    theirs = (await french.slash(table.where, "tablut settings")).message
    await french.click(theirs, "k:set:boards:both")
    await table.said()
    assert traces(database, int(french.id)) != []
    assert "il ne reste rien de toi ici" in (await erase(french, table.where)).text
    await table.said()
    assert traces(database, int(french.id)) == []
    assert table.log[-1][0] == "resigned"
    assert "cancelled the challenge" in waiting.text
    again = (await table.opens(table.birch)).text
    assert "former player" in again
    assert "<@0>" not in "".join(message.text for message in table.sees())
    result = table.boards[-1]
    refused = await table.birch.click(result, "Rematch")
    assert "is gone" in refused.text
    assert "0 partie" in (await data_of(french, table.where)).text


async def test_threads_keep_no_name_of_an_erased_player(
    box: Sandbox, bot: BotProcess, database: Path
) -> None:
    assert bot.pid
    table = await at_home(box, database, "cairn", "riviere")
    over = await in_thread(table)
    asked = (await in_more(table.birch, over, table.match, "resign")).message
    await table.birch.click(asked, f"k:resign-yes:{table.match}:1")
    await table.said()
    running, deleted = [await in_thread(table) for _ in range(2)]
    names = [table.deer.person.shown, table.birch.person.shown]
    assert all(name in box.world.channel(over).name for name in names)
    places.close_channel(box.world, box.world.channel(deleted))
    places.archive(box.world, box.world.channel(over), archived=True, locked=False)
    await erase(table.deer, table.where)
    await table.said()
    for thread in (over, running):
        name = box.world.channel(thread).name
        assert name.startswith(f"Former player \u2013 {names[1]} · game ")
    assert box.world.channel(over).archived
    assert traces(database, int(table.deer.id)) == []
    await erase(table.birch, table.where)
    await table.said()
    assert box.world.channel(over).name.startswith("Former player \u2013 Former player · game ")


async def in_thread(table: Table) -> str:
    """A game in a thread, where its board is."""
    asked = await table.challenge(more=["rated", "thread"])
    await table.birch.click(asked, "Accept")
    await table.birch.wait_for(asked.id, is_board)
    await table.said()
    return asked.id
