"""Hostile names and texts stay harmless, and strangers change nothing.

Nothing is kept of what people write, and nothing is shown to those it does not concern.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from sandbox.gateway.intents import PRIVILEGED
from sandbox.rest.faults import Trouble
from sandbox.rules.refusal import Refusal
from sandbox.sample import ELSEWHERE
from sandbox.world import places, posting
from tests.bot.stories.conftest import check_log, command
from tests.bot.stories.table import in_more, is_board
from tests.sandbox.conftest import check_record

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterator
    from pathlib import Path

    from sandbox.message_view import Answer, MessageView
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox
    from sandbox.world.model import Message
    from tests.bot.stories.table import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]

NAME = "@everyone **zorn** [x](evil.com)"
TEXTS = [
    "@everyone",
    "@here <@&1200000000000000110> <@1200000000000000012>",
    "`@everyone` **zornig**",
    "```\n@everyone",
    "[zornig](https://evil.example)",
    "# zornig\n> e4-e7",
    "e4-e7 ||zornig||",
    "zornig" * 500,
    "\N{RIGHT-TO-LEFT OVERRIDE}7e-4e\N{ZERO WIDTH JOINER}",
    "e\N{COMBINING ACUTE ACCENT}4-e7",
    "../../zornig.png",
]


class BadRequest(Trouble):
    """An answer of ours that Discord refuses: our fault."""

    async def apply(self) -> None:
        """Refuse it."""
        raise Refusal(400, {"message": "Bad Request", "code": 50035})


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(box: Sandbox, database: Path) -> AsyncGenerator[BotProcess]:
    """Konakis on it, with the log at its most detailed: no token is ever in it."""
    talkative = command(box, database, KONAKIS_LOG="debug", KONAKIS_LOG_FORMAT="json")
    async with box.process(talkative) as process:
        yield process
        assert await process.terminate() == 0
    check_record(box)
    check_log(box, process)
    lines = [json.loads(line) for line in process.stderr.splitlines()]
    assert {"answered", "game-begun", "move", "game-over"} <= {line.get("event") for line in lines}
    assert {line["level"] for line in lines} >= {"debug", "info", "error"}
    secrets = [box.token, *(interaction.token for interaction in box.world.interactions.values())]
    assert [secret for secret in secrets if secret in process.stderr] == []


def own(box: Sandbox) -> Iterator[Message]:
    """Every message of the bot's, wherever it stands."""
    for shelf in box.world.posts.values():
        yield from (message for message in shelf.values() if message.author_id == box.bot.id)


def check_harmless(box: Sandbox) -> None:
    """Only players are mentioned; a thread's name has no more of theirs than letters."""
    for message in own(box):
        assert not message.mention_everyone
        assert message.mention_roles == ()
        assert len(message.pings) <= 1
        text = re.sub(r"`[^`]*`", "", posting.text_of(message))
        assert "zorn" not in text.lower()
        assert "evil" not in text
        assert "@everyone" not in text
        for file in message.files:
            assert re.fullmatch(r"board\.png|replay\.gif|konakis-\d+\.txt", file.filename)
    for channel in box.world.channels.values():
        assert not set(channel.name) & set("@*[]()<>`#/.\N{RIGHT-TO-LEFT OVERRIDE}")


async def test_hostile_names_and_texts_stay_harmless(
    box: Sandbox, table: Table, bot: BotProcess, database: Path
) -> None:
    for player in (table.deer, table.birch):
        places.rename(box.world, replace(player.person, global_name=NAME))
    asked = await table.challenge(more=["rated", "thread"])
    await table.birch.click(asked, "Accept")
    board = await table.deer.wait_for(asked.id, is_board)
    thread = board.channel_id
    for text in TEXTS:
        answer = await table.deer.slash(thread, "tablut move", move=text)
        assert answer.ephemeral
        assert len(answer.text) < 1000
        refused = await table.deer.slash(table.where, "tablut challenge", rules=text)
        assert refused.ephemeral
        assert await table.deer.autocomplete(thread, "tablut move", "move", text) == []
        if len(text) < 2000:
            table.deer.reply(board, f"{text} e4-e1")
    await table.deer.slash(thread, "tablut move", move="e2-f2")
    await table.birch.wait_for(thread, "**e2-f2**")
    asked = (await in_more(table.birch, thread, table.match, "resign")).message
    await table.birch.click(asked, "Yes, I resign")
    await table.said()
    check_harmless(box)
    stored = b"".join(file.read_bytes() for file in database.parent.iterdir())
    for word in (b"zorn", b"evil", b"everyone", b"reindeer", b"Reindeer", b"birch", b"Long Table"):
        assert word not in stored
        assert word.decode() not in bot.stderr


async def test_only_ids_of_users_are_kept(table: Table) -> None:
    """A new column needs a thought: it may hold no text and no name."""
    await table.begin()
    columns = {
        f"{name}.{column[1]}"
        for (name,) in table.ask("SELECT name FROM sqlite_schema WHERE type = 'table'")
        for column in table.ask(f"PRAGMA table_info({name!r})")
        if column[2] == "TEXT"
    }
    assert columns == {
        "vote_game.state",
        "vote.move",
        "challenge.rules",
        "challenge.side",
        "challenge.standing",
        "challenge.start",
        "counted.family",
        "tournament.form",
        "tournament.name",  # the one text that people may write; see read_name
        "tournament.rules",
        "tournament.status",
        "tournament.versus",  # the same
        "tournament_pairing.award",
        "tournament_pairing.one_more",
        "event.by",
        "event.data",
        "event.kind",
        "found_puzzle.kind",  # positions and moves, nothing of their players
        "found_puzzle.line",
        "found_puzzle.rules",
        "found_puzzle.text",
        "guild.boards",
        "guild.channels",
        "guild.locale",
        "guild.rules",
        "guild.theme",
        "honour.mark",
        "lean.rules",
        "finished_list.matches",  # numbers of games
        "match.offer_by",
        "match.passing",
        "match.reason",
        "match.rules",
        "match.turn",
        "match.winner",
        "lesson.name",  # one of the program's
        "moderation.act",
        "moderation.text",  # a reason that was asked for, or a setting
        "note.name",
        "note.text",
        "erased.asked_by",  # a line of the host's, which names no player
        "erasure.asked_by",
        "person.challengers",
        "person.heard",
        "person.locale",
        "person.seat",
        "person.theme",
        "person.zone",
        "foursome.rules",
        "foursome.side",  # d or l: of the people against the engine
        "foursome.status",
        "foursome_seat.side",
        "post.data",  # numbers of events, days and messages
        "post.kind",
        "post.lane",
        "rating.family",
        "rating.form",
        "seat.family",
        "seat.outcome",
        "seat.rules",
        "review.data",
        "score.family",
        "score.rules",
        "showing.press",  # a custom id of ours
        "seat.side",
        "thought.data",  # moves and positions, nothing else
        "title.family",
    }


async def test_a_fault_of_ours_is_logged_without_what_was_written_or_who_is_called_what(
    box: Sandbox, table: Table, bot: BotProcess
) -> None:
    await table.begin()
    box.faults.add(BadRequest("slow", "POST", "/interactions/*/callback"))
    answer = await table.deer.slash(table.where, "tablut move", move="zornig")
    assert "Something went wrong" in answer.text
    box.faults.add(BadRequest("slow", "POST", "/interactions/*/callback"))
    answer = await table.challenge()
    assert "Something went wrong" in answer.text
    assert "Traceback" in bot.stderr
    assert "zornig" not in bot.stderr
    assert "birch" not in bot.stderr


async def test_a_late_completion_is_not_logged_and_another_fault_names_no_person(
    box: Sandbox, table: Table, bot: BotProcess
) -> None:
    class Late(Trouble):
        async def apply(self) -> None:
            raise Refusal(404, {"message": "Unknown interaction", "code": 10062})

    await table.begin()
    before = bot.stderr.count("Traceback")
    box.faults.add(Late("slow", "POST", "/interactions/*/callback", after=True))
    assert await table.deer.autocomplete(table.where, "tablut move", "move", "e2-f2")
    await table.deer.slash(table.where, "tablut games")  # by now all about it is logged
    assert bot.stderr.count("Traceback") == before
    assert "Ignoring exception" not in bot.stderr


async def test_a_fault_while_completing_names_no_person(
    box: Sandbox, table: Table, bot: BotProcess
) -> None:
    class Bad(Trouble):
        async def apply(self) -> None:
            raise Refusal(400, {"message": "Bad choices", "code": 50035})

    await table.begin()
    box.faults.add(Bad("slow", "POST", "/interactions/*/callback", after=True))
    await table.deer.autocomplete(table.where, "tablut move", "game", "")
    await bot.wait_for_log("could not handle completion tablut move")
    assert "Ignoring exception" not in bot.stderr


async def test_a_fault_of_ours_names_the_verb_and_never_the_opponent(
    box: Sandbox, table: Table, bot: BotProcess
) -> None:
    class Bad(Trouble):
        async def apply(self) -> None:
            raise Refusal(400, {"message": "Bad history", "code": 50035})

    await table.begin()
    asked = (await table.in_more(table.deer, "resign")).message
    await table.deer.click(asked, "Yes, I resign")
    await table.said()
    box.faults.add(Bad("slow", "POST", "/interactions/*/callback"))
    forged = _forged(table, f"k:history:{table.birch.id}:::0")
    answer = await box.player("cairn").click(forged, "Forged")
    assert "Something went wrong" in answer.text
    assert "could not handle button history" in bot.stderr
    assert table.birch.id not in bot.stderr


async def test_no_privileged_intent_is_asked_for(box: Sandbox, bot: BotProcess) -> None:
    assert bot.pid
    (session,) = box.wire.sessions
    assert session.terms.intents & PRIVILEGED == 0


# Strangers


async def unchanged(table: Table, *answers: Answer) -> None:
    """All of these were told in private, and nothing happened."""
    assert all(answer.ephemeral for answer in answers)
    await table.said()


async def test_a_stranger_at_a_challenge(box: Sandbox, table: Table) -> None:
    cairn = box.player("cairn")
    asked = await table.challenge()
    for label in ("Accept", "Decline", "Suggest changes"):
        assert (await cairn.click(asked, label)).ephemeral
    details = await table.details(cairn, asked)
    assert [button.label for button in details.buttons] == ["Rules"]
    assert "La Rochelle" in (await cairn.click(details, "Rules")).text
    assert (await table.deer.click(asked, "Accept")).ephemeral  # his own
    for verb in ("correct", "customise", "withdraw"):
        there = _forged(table, f"k:{verb}:{table.asked}", table.where)
        for person in (cairn, table.birch):
            assert "Only the player who made" in (await person.click(there, "Forged")).text
    await table.said()
    assert asked.buttons[0].label == "Accept"
    assert table.log == []


async def test_a_stranger_at_a_game(box: Sandbox, table: Table) -> None:
    cairn = box.player("cairn")
    board = await table.begin()
    assert "This isn't your game" in (await cairn.click(board, "Move")).text
    more = await cairn.click(board, "More")
    assert more.ephemeral
    assert [button.label for button in more.buttons] == ["Flip the board", "Rules", "Replay"]
    assert "La Rochelle" in (await cairn.click(more.message, "Rules")).text
    shown = await table.opens(cairn)
    assert shown.pictures[0].alt
    assert [button.label for button in shown.buttons] == ["Flip the board", "Rules", "Replay"]
    for game in ({}, {"game": str(table.match)}):
        answer = await cairn.slash(table.where, "tablut move", move="e2-f2", **game)
        assert answer.ephemeral
    for verb in ("draw", "takeback", "give", "resign"):
        pressed = _forged(table, f"k:{verb}:{table.match}:1")
        assert "This isn't your game" in (await cairn.click(pressed, "Forged")).text
    cairn.reply(board, "e2-f2")
    await table.in_more(table.deer, "draw")
    await table.said()
    notice = table.sees()[-1]
    for label in ("Accept", "Decline"):
        assert (await cairn.click(notice, label)).ephemeral
        assert (await table.deer.click(notice, label)).ephemeral  # his own offer
    await table.birch.click(notice, "Decline")
    await table.said()
    assert [kind for kind, _ in table.log] == ["created", "offered", "answered"]


async def test_a_stranger_after_a_game(box: Sandbox, table: Table) -> None:
    cairn = box.player("cairn")
    await table.begin()
    asked = (await table.in_more(table.deer, "resign")).message
    await table.deer.click(asked, "Yes, I resign")
    await table.said()
    result = table.sees()[-1]
    assert (await cairn.click(result, "Rematch")).ephemeral
    replay = await cairn.slash(table.where, "tablut replay", game=str(table.match))
    assert replay.pictures
    await table.said()
    assert table.sees()[-1] == result


async def test_nothing_of_one_server_is_shown_in_another(box: Sandbox, table: Table) -> None:
    """Not even the names of the rules; but a player sees his own games everywhere."""
    places.join(box.world, ELSEWHERE, box.bot.id)
    cairn = box.player("cairn")
    await table.begin(rules="larochelle+king-four")
    await table.said()
    number = table.match
    for words in ("games", "replay", "move"):
        options = {"move": "e2-f2"} if words == "move" else {}
        answer = await cairn.slash("lobby", f"tablut {words}", game=str(number), **options)
        _knows_nothing(table, answer)
    for option in ("games", "replay", "move"):
        assert await cairn.autocomplete("lobby", f"tablut {option}", "game", "") == []
    _knows_nothing(table, await cairn.slash("lobby", "tablut games"))
    for custom_id in (
        f"k:open:{number}",
        f"k:board:{number}",
        f"k:more:{number}:1",
        f"k:move:{number}:1",
        f"k:flip:{number}:d",
        f"k:replay:{number}",
        f"k:rules:m:{number}:0",
        f"k:rules:c:{table.asked}:0",
        f"k:about:{table.asked}",
        *(f"k:{verb}:{number}:1" for verb in ("draw", "takeback", "give", "yes")),
        f"k:resign:{number}:1",
        f"k:rematch:{number}",
    ):
        _knows_nothing(table, await cairn.click(_forged(table, custom_id), "Forged"))
    mine = await table.birch.slash("lobby", "tablut games")
    assert "king" in mine.text
    assert f"k:open:{number}" in [button.custom_id for button in mine.buttons]
    assert [kind for kind, _ in table.log] == ["created"]


def _knows_nothing(table: Table, answer: Answer) -> None:
    assert answer.ephemeral
    assert answer.pictures == []
    for word in (table.deer.id, table.birch.id, "king", "e2"):
        assert word not in answer.text


def _forged(table: Table, custom_id: str, where: str = "lobby") -> MessageView:
    """A message of the bot's with a button that was never there; usually in the other server."""
    world = table.box.world
    cairn = table.box.player("cairn")
    lobby = cairn.channel(where)
    button = {"type": 2, "id": 2, "style": 1, "label": "Forged", "custom_id": custom_id}
    row = {"type": 1, "id": 1, "components": [button]}
    blank = posting.blank(world, lobby.id, table.box.bot.id)
    posting.post_as_it_is(world, replace(blank, components=(row,)))
    return cairn.last(where)
