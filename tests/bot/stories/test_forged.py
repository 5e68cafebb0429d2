"""Forged input: what a hostile client sends is answered with a sentence, and changes nothing."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.ui import buttons
from bot.ui.words import words_of
from sandbox import inputs
from sandbox.sample import ELSEWHERE
from sandbox.world import posting
from sandbox.world.menu import Invoker
from tests.bot.stories.conftest import FORGED
from tests.bot.ui.test_buttons import WRITTEN
from tests.every import by_night

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from sandbox.message_view import Answer, MessageView
    from sandbox.player import Player
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox
    from tests.bot.stories.table import Table

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.usefixtures("calm", "without_forged"),
]

# Every so manieth of hundreds of presses; by night every one.
NTH = by_night("nth", 7, 1)
OUR_FAULT = "Something went wrong"
HUGE = 2**63
LONG = "x" * 4000


def forged(table: Table, *components: dict[str, Any]) -> MessageView:
    """A message of the bot's with components that it never made."""
    world = table.box.world
    rows = tuple(
        {"type": 1, "id": 2 * n + 1, "components": [{"id": 2 * n + 2, **component}]}
        for n, component in enumerate(components)
    )
    blank = posting.blank(world, table.where, table.box.bot.id)
    posting.post_as_it_is(world, replace(blank, components=rows))
    return table.deer.last(table.where)


def button(custom_id: str) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "Forged", "custom_id": custom_id}


def menu(custom_id: str, *values: str) -> dict[str, Any]:
    options = [{"label": value[:20], "value": value} for value in values]
    return {
        "type": 3,
        "custom_id": custom_id,
        "options": options,
        "max_values": len(values),
        "placeholder": FORGED,
    }


async def test_presses_that_saw_more_than_there_is(table: Table) -> None:
    for verb in ("more", "yes", "no", "unask", "draw", "takeback", "give", "move", "man", "resign"):
        if [kind for kind, _ in table.log][-1:] != ["offered"]:  # it was answered, or is the first
            await table.birch.click(await table.challenge(), "Accept")
            await table.said()
            await table.in_more(table.deer, "draw")
        for seen in (0, 99, 10**9, HUGE - 1, HUGE):
            await press(table, table.birch, f"k:{verb}:{table.match}:{seen}")


async def press(table: Table, who: Player, custom_id: str) -> None:
    """Press what no message has; the answer is a sentence, and no fault of ours."""
    message = forged(table, button(custom_id))
    answer = await who.click(message, "Forged")
    assert answer.text or answer.modal, custom_id
    assert OUR_FAULT not in answer.text, custom_id
    forget(table, answer)
    if not message.gone:
        table.box.world.drop(message.message)


def forget(table: Table, answer: Answer) -> None:
    """Remove the answer's private messages: a long channel is slow to search."""
    world = table.box.world
    for message in answer.messages:
        if not message.gone and message.ephemeral:
            world.drop(message.message)


async def test_numbers_beyond_what_the_database_holds(table: Table) -> None:
    await table.begin()
    number = table.match
    for custom_id in (
        *(f"k:{verb}:{HUGE - 1}" for verb in ("board", "open", "replay", "rematch", "decline")),
        *(f"k:{verb}:{HUGE}" for verb in ("board", "open", "replay", "rematch", "decline")),
        *(f"k:{verb}:{HUGE - 1}" for verb in ("games", "help", "server", "barred", "stop")),
        f"k:history:{HUGE - 1}:won::{HUGE - 1}",
        f"k:history:{HUGE - 1}:won::999999999",
        f"k:history:0:x:x:{HUGE - 1}",
        f"k:step:{HUGE - 1}:{HUGE - 1}:d",
        *(f"k:step:{number}:{place}" for place in ("999999999:d", "7:x")),
        f"k:rules:r:larochelle.ffffffff:{HUGE - 1}",
        f"k:rules:c:{HUGE - 1}:0",
        f"k:open-draft:{HUGE - 1}",
    ):
        await press(table, table.deer, custom_id)


async def test_values_that_no_menu_offered(table: Table) -> None:
    await table.begin()
    number = table.match
    many = tuple(f"v{n}" for n in range(30))
    for values in ((LONG,), many, ("zz",), ("e2", "e2"), ("\N{BELL}",)):
        for custom_id in (
            f"k:think-piece:{number}:1",
            f"k:to:{number}:1:e2",
            "k:set:theme:",
            "k:set:language:",
            "k:set:seat:",
            "k:set-server:rules:",
            "k:set-server:channels:",
        ):
            message = forged(table, menu(custom_id, *values))
            answer = await table.deer.select(message, 0, *values)
            assert OUR_FAULT not in answer.text, (custom_id, values)
    assert table.moves == []
    assert table.ask("SELECT count(*) FROM person WHERE length(theme) > 20") == [(0,)]


async def test_options_that_no_command_offered(table: Table) -> None:
    """Discord itself refuses other choices and numbers; see test_router."""
    for words, options in (
        ("challenge", {"rules": LONG}),
        ("history", {"rules": LONG}),
        ("games", {"game": "9" * 6000}),
        ("vacation", {"until": LONG}),
        ("import", {"position": LONG}),
    ):
        answer = await table.deer.slash(table.where, f"tablut {words}", **options)
        assert answer.ephemeral
        assert OUR_FAULT not in answer.text, options
    assert table.asked is None


async def test_an_option_that_there_is_no_longer(table: Table) -> None:
    removed = {"name": "removed", "description": "removed", "type": 4}
    with _still_shown(table.deer, table, removed, "challenge"):
        answer = await table.deer.slash(table.where, "tablut challenge", removed=3)
    assert answer.text == words_of("en-US")("fault.options")
    assert table.asked is None


@contextmanager
def _still_shown(who: Player, table: Table, option: dict[str, Any], *path: str) -> Generator[None]:
    """As long as this lasts, the client shows it among the options of /tablut, or of that one."""
    invoker = Invoker(table.box.world, who.id, table.channel)
    command, _ = inputs.command_of(invoker, "tablut")
    for name in path:
        command = next(inner for inner in command["options"] if inner["name"] == name)
    command["options"].append(option)
    try:
        yield
    finally:
        command["options"].remove(option)


async def test_a_reply_to_a_message_that_is_not_ours(
    box: Sandbox, table: Table, bot: BotProcess
) -> None:
    await table.begin()
    before = bot.stderr.count("Traceback")
    cairn = box.player("cairn")
    written = cairn.send(table.where, "look")
    table.deer.reply(written, f"<@{box.bot.id}> e2-f2")
    world = box.world
    row = {"type": 1, "id": 1, "components": [{"id": 2, **button(f"k:move:{table.match}:1")}]}
    blank = posting.blank(world, table.where, cairn.id)
    posting.post_as_it_is(world, replace(blank, components=(row,)))
    table.deer.reply(table.deer.last(table.where), f"<@{box.bot.id}> e2-f2")
    await table.opens(table.deer)
    await table.said()
    assert table.moves == []
    assert bot.stderr.count("Traceback") == before


OTHER_PARTS = ((), ("1",), ("1", "1"), ("1", "1", "a1"), ("0", "x", "x", "0"), ("", "", ""))


def with_other_parts() -> Iterator[str]:
    """Each verb with other verbs' parts: all that can be read, and one that can't."""
    for verb in (kind.verb for kind in buttons.kinds()):
        custom_ids = [":".join(("k", verb, *parts)) for parts in OTHER_PARTS]
        unread = [custom_id for custom_id in custom_ids if not buttons.read_press(custom_id)]
        yield from unread[:1]
        yield from (one for one in custom_ids if one not in unread)


@NTH
async def test_every_verb_survives_every_value(table: Table, nth: int) -> None:
    await table.begin()
    for custom_id in [*with_other_parts()][::nth]:
        await press(table, table.deer, custom_id)


def stretched() -> Iterator[str]:
    """Each id there is, with one field as large as an id can have it; and as a page to show."""
    for custom_id, press in WRITTEN.items():
        parts = custom_id.split(":")
        for place in range(len(parts) - len(press.codecs), len(parts)):
            for largest in (str(HUGE - 1), "9" * 9, "z" * 48, "z" * 40):
                larger = ":".join([*parts[:place], largest, *parts[place + 1 :]])
                if buttons.read_press(larger):
                    yield larger
                    yield f"k:show:{larger.removeprefix('k:').replace(':', '/')}"
                    break


@NTH
async def test_every_field_as_large_as_it_can_be(table: Table, bot: BotProcess, nth: int) -> None:
    await table.begin()
    before = bot.stderr.count("Traceback")
    custom_ids = [custom_id for custom_id in stretched() if len(custom_id) <= buttons.LONGEST]
    assert len(custom_ids) > 200
    for custom_id in custom_ids[::nth]:
        await press(table, table.deer, custom_id)
    assert bot.stderr.count("Traceback") == before


async def test_moves_of_a_puzzle_that_nobody_made(table: Table) -> None:
    for custom_id in (
        *(f"k:answer:101:0:{line}" for line in ("", "zz", "0" * 48, "00")),
        *(f"k:solve:101:{HUGE - 1}:{line}" for line in ("", "zz", "0" * 48)),
        f"k:answer:{HUGE - 1}:0:0",
        f"k:puzzle:{HUGE - 1}:another",
        *(f"k:puzzle:101:{what}" for what in ("solution", "share", "what")),
        *("k:set-server:daily", "k:set-up:0", "k:set-up:9"),
    ):
        await press(table, table.birch, custom_id)
    solved = "SELECT count(*) FROM attempt WHERE solved IS NOT NULL"
    assert table.ask(solved) == [(0,)]
    assert table.ask("SELECT count(*) FROM daily") == [(0,)]


@NTH
async def test_channels_and_numbers_of_others_in_every_menu(table: Table, nth: int) -> None:
    world = table.box.world
    foreign = next(c.id for c in world.channels.values() if c.guild_id == ELSEWHERE)
    for custom_id in [*WRITTEN][::nth]:
        for values in ((foreign, table.where), ("9" * 90, "9" * 19)):
            message = forged(table, menu(custom_id, *values))
            answer = await table.deer.select(message, 0, *values)
            assert OUR_FAULT not in answer.text, (custom_id, values)
            world.drop(message.message)
            forget(table, answer)
    for column, table_name in (("channels", "guild"), ("news", "guild"), ("channel", "daily")):
        stored = table.ask(f"SELECT {column} FROM {table_name} WHERE {column} IS NOT NULL")  # noqa: S608  literals
        assert all(value in {"", "[]"} for (value,) in stored), stored


async def test_the_bots_own_menus_of_channels_take_this_servers_alone(table: Table) -> None:
    world = table.box.world
    foreign = next(c.id for c in world.channels.values() if c.guild_id == ELSEWHERE)
    menus = ("channels:", "news:", "turn-lists", "daily")
    for custom_id in (*(f"k:set-server:{menu}" for menu in menus), "k:set-up:0"):
        for values in ((foreign, table.where), ("9" * 90,)):
            message = forged(table, menu(custom_id, *values))
            answer = await table.deer.select(message, 0, *values)
            assert "I can't see that channel" in answer.text
