"""A page made into what discord.py sends: pictures or text, pings, limits, nothing kept."""

from __future__ import annotations

import email
import email.policy
import json
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest
from aiohttp.abc import AbstractStreamWriter
from discord.http import handle_message_parameters

from bot.ui import components
from bot.ui.pages import board, result
from bot.ui.pages import challenge as challenges
from bot.ui.pages.page import (
    Accent,
    Attachment,
    Button,
    Buttons,
    Menu,
    Option,
    Page,
    Picture,
    Section,
    Show,
    Style,
    Text,
    sign,
)
from bot.ui.pages.reader import Reader
from games.core import Side
from tests.bot.ui.model import CHANNEL, DARK, EN, LIGHT, challenge, pictures, record

IMAGE = {"board.png": b"\x89PNG"}
TEXT_ONLY = Reader(EN, DARK, picture=False, text=True)
BOTH = Reader(EN, DARK, text=True)


def inside(message: components.Message) -> list[dict[str, Any]]:
    (container,) = message.components
    return container["components"]


def kinds(message: components.Message) -> list[int]:
    return [int(str(component["type"])) for component in inside(message)]


def written(message: components.Message) -> str:
    return "\n".join(str(each["content"]) for each in inside(message) if each["type"] == 10)


async def test_a_board_is_text_picture_and_buttons() -> None:
    made = components.message(board.board(record("ludens"), CHANNEL), IMAGE)
    assert kinds(made) == [10, 12, 1]
    gallery = inside(made)[1]
    (item,) = gallery["items"]
    assert item["media"]["url"] == "attachment://board.png"
    assert "King: e5." in item["description"]
    (container,) = made.components
    assert container["accent_color"] == int(Accent.BOARD)
    assert made.files == IMAGE


async def test_the_text_board_stands_in_for_a_picture_that_is_missing() -> None:
    page = board.board(record("ludens"), CHANNEL)
    (picture,) = pictures(page)
    made = components.message(page, {})
    assert kinds(made) == [10, 10, 1]
    assert f"```\n{picture.board}\n```" in written(made)
    assert picture.alt in written(made)
    assert made.files == {}


async def test_a_reader_of_text_gets_text_and_no_picture() -> None:
    made = components.message(board.again(record("ludens"), TEXT_ONLY), IMAGE)
    assert 12 not in kinds(made)
    assert "```" in written(made)
    assert made.files == {}


async def test_a_reader_of_both_gets_both() -> None:
    made = components.message(board.again(record("ludens"), BOTH), IMAGE)
    assert kinds(made) == [10, 12, 10, 1]
    assert "```" in written(made)


async def test_a_film_that_is_missing_is_left_out() -> None:
    page = result.result(record("ludens", "h3-c3", start=KING_TAKEN), CHANNEL)
    made = components.message(page, IMAGE)
    assert kinds(made) == [10, 12, 13, 1]
    assert [*made.files] == ["board.png", "konakis-12.txt"]
    made = components.message(page, {**IMAGE, "replay.gif": b"GIF"})
    assert kinds(made) == [10, 12, 12, 13, 1]


KING_TAKEN = "3ttt3/4t4/9/t3T3t/t1t2TT1t/1tKtT3t/7t1/4t4/4tt3 d 0"


async def test_only_those_to_be_told_are_pinged() -> None:
    made = components.message(board.board(record("ludens", "d1-d3"), CHANNEL), {})
    assert mentions(made) == {"parse": [], "users": [LIGHT]}
    assert made.sending()["allowed_mentions"].to_dict() == {"parse": [], "users": [LIGHT]}
    made = components.message(challenges.challenge(challenge(opponent=None), CHANNEL), {})
    assert mentions(made) == {"parse": [], "users": []}
    assert made.sending()["allowed_mentions"].to_dict() == {"parse": [], "users": []}


def mentions(made: components.Message) -> object:
    return made.request()["json"]["allowed_mentions"]


def texts(made: components.Message) -> list[str]:
    shown = inside(made)
    return [
        each["content"]
        for part in shown
        for each in (part, *part.get("components", ()))
        if "content" in each
    ]


async def test_a_message_and_its_files_are_sent_at_once_as_one_form() -> None:
    page = result.result(record("ludens", "h3-c3", start=KING_TAKEN), CHANNEL)
    image = bytes(range(256)) * 3 + b"\r\n--\r\n"
    made = components.message(page, {"board.png": image})
    body, writer = made.request(silent=True, nonce="7")["data"], AsyncMock(AbstractStreamWriter)
    await body.write(writer)
    (sent,) = writer.write.await_args.args
    writer.write.assert_awaited_once()
    head = f"Content-Type: {body.headers['Content-Type']}\r\n\r\n".encode()
    form = email.message_from_bytes(head + sent, policy=email.policy.HTTP)
    fields, picture, file = form.iter_parts()
    told = json.loads(fields.get_content())
    assert told["flags"] == 1 << 15 | 1 << 12  # components, without a sound
    assert told["nonce"] == "7"
    assert told["attachments"] == [
        {"id": 0, "filename": "board.png"},
        {"id": 1, "filename": "konakis-12.txt"},
    ]
    named = [
        (each.get_param("name", header="content-disposition"), each.get_filename())
        for each in (picture, file)
    ]
    assert named == [("files[0]", "board.png"), ("files[1]", "konakis-12.txt")]
    assert picture.get_payload(decode=True) == image
    kinds = [each.get_content_type() for each in (fields, picture, file)]
    assert kinds == ["application/json", *["application/octet-stream"] * 2]


async def test_a_large_file_is_sent_in_pieces_and_again_where_that_failed() -> None:
    made = components.message(Page((Attachment("f.txt", b"x" * 2**21),)), {})
    body = made.request()["data"]
    for _ in range(2):
        writer = AsyncMock(AbstractStreamWriter)
        await body.write_with_length(writer, body.size)
        sent = [call.args[0] for call in writer.write.await_args_list]
        assert len(sent) > 2
        assert b"x" * 2**21 in b"".join(sent)


async def test_discord_py_sends_the_same() -> None:
    page = board.board(record("ludens", "d1-d3"), CHANNEL)
    made = components.message(page, {})
    with handle_message_parameters(**made.sending()) as theirs:
        assert theirs.payload is not None
        ours = made.request(tts=False)["json"]
        assert theirs.payload == ours


async def test_files_of_an_edited_message_can_be_kept() -> None:
    page = board.board(record("ludens"), CHANNEL, live=False)
    made = components.message(page, {}, kept=["board.png"])
    assert kinds(made) == [10, 12]
    assert made.files == {}
    assert "attachments" not in made.editing()
    assert "attachments" not in made.request()["json"]
    assert set(made.sending()) == {"view", "files", "allowed_mentions"}
    fresh = components.message(page, IMAGE)
    assert [file.filename for file in fresh.editing()["attachments"]] == ["board.png"]


async def test_a_mark_is_the_containers_number() -> None:
    page = board.board(record("ludens"), CHANNEL)
    (marked,) = components.message(page, {}, mark=4711).components
    assert marked["id"] == 4711
    (plain,) = components.message(page, {}).components
    assert plain.get("id") is None


def test_the_first_mark_is_not_the_number_that_discord_gives_by_itself() -> None:
    """Or else the first post ever was taken for any message there that is no post."""
    ids = [components.component_id(each) for each in range(100)]
    assert ids[0] is None
    assert 1 not in ids
    assert len(set(ids)) == 100


async def test_views_are_finished_so_that_nothing_keeps_them() -> None:
    assert components.message(Page((Text("x"),)), {}).sending()["view"].is_finished()


async def test_every_block_becomes_its_component() -> None:
    (start,) = pictures(board.board(record("ludens"), CHANNEL))
    picture = Picture("p.png", start.scene, "what is seen", "text", Show.PICTURE)
    blocks = (
        Text("text"),
        picture,
        Buttons((Button("go", "k:go", Style.GRAVE), Button("leave", "k:leave", Style.MAIN))),
        Menu("k:menu", "choose", (Option("one", "1", "about", chosen=True),)),
        Section("beside", Button("off", "k:off", off=True)),
        Attachment("f.txt", b"content"),
    )
    made = components.message(Page(blocks, Accent.OVER), {"p.png": b"image"})
    assert kinds(made) == [10, 12, 1, 1, 9, 13]
    row, choice = inside(made)[2:4]
    grave, main = row["components"]
    assert (grave["style"], grave["custom_id"]) == (discord.ButtonStyle.danger.value, "k:go")
    assert (main["style"], main["label"]) == (discord.ButtonStyle.primary.value, "leave")
    (select,) = choice["components"]
    assert select["options"][0]["default"] is True
    assert [*made.files] == ["p.png", "f.txt"]


async def test_what_is_too_long_is_cut_and_never_refused() -> None:
    blocks = (
        Text("a" * 3990),
        Section("b" * 50, Button("c" * 100, "k:c")),
        Menu("k:menu", "d" * 200, (Option("e" * 200, "1", "f" * 200),)),
    )
    made = components.message(Page(blocks), {})
    assert sum(len(each) for each in texts(made)) == 4000
    section, row = inside(made)[1:]
    assert section["components"][0]["content"] == "b" * 9 + "…"
    assert section["accessory"]["label"] == "c" * 79 + "…"
    (select,) = row["components"]
    assert len(select["placeholder"]) == 150
    assert len(select["options"][0]["label"]) == len(select["options"][0]["description"]) == 100


async def test_what_has_no_room_at_all_is_left_out() -> None:
    blocks = (
        Text("a" * 5000),
        Section("b", Button("c", "k:c")),
        Text("d"),
        Buttons((Button("e", "k:e"),)),
    )
    made = components.message(Page(blocks), {})
    assert kinds(made) == [10, 1]


@pytest.mark.parametrize(("longest", "short"), [(5, "abcde"), (4, "abc…"), (1, "…"), (0, "")])
def test_cutting_keeps_within_the_length(longest: int, short: str) -> None:
    assert components.cut("abcde", longest) == short


MAN = discord.PartialEmoji(name="konakis_dark_1", id=77)


@pytest.mark.parametrize("emojis", [{}, {"t": MAN}])
def test_men_have_pictures_where_the_bot_has_them(emojis: dict[str, discord.PartialEmoji]) -> None:
    menu = Menu("k:which", "Which?", (Option("One", "1", man="t"), Option("Two", "2", man="K")))
    page = Page(
        (Text(f"{sign(Side.DARK)}Attackers"), Buttons((Button("e2", "k:a", man="t"),)), menu)
    )
    text, row, choice = inside(components.message(page, {}, emojis=emojis))
    (button,), (select,) = row["components"], choice["components"]
    found = [button.get("emoji"), *(each.get("emoji") for each in select["options"])]
    shown = ("77", "konakis_dark_1")
    if emojis:
        assert text["content"] == "<:konakis_dark_1:77> Attackers"
        assert [each and (str(each["id"]), each["name"]) for each in found] == [shown, shown, None]
    else:
        assert text["content"] == "Attackers"
        assert found == [None, None, None]
    assert button["label"] == "e2"


def test_calls_have_pictures_where_the_bot_has_them() -> None:
    page = Page((Text(f"{sign('raichi')}Raichi! {sign('tuichi')}Tuichi!"),))
    raichi = discord.PartialEmoji(name="konakis_raichi_1", id=78)
    (text,) = inside(components.message(page, {}, emojis={"raichi": raichi}))
    assert text["content"] == "<:konakis_raichi_1:78> Raichi! Tuichi!"
